"""The list of what a release holds, in the form of CycloneDX 1.6: sbom.py WHEELS LOCKS TARGET

Packages that are shipped are read from their wheels: version, hash, licence, what needs what.
Those of extras, and those that build others, come from the locks beside them.
"""

from __future__ import annotations

import json
import os
import re
import sys
import uuid
import zipfile
from datetime import UTC, datetime
from email import message_from_bytes
from email.message import Message
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))  # started as a script

from installer.lock import files_of, normal, read_lock, sum_of

Json = dict[str, Any]
SCOPES = {  # CycloneDX's words: not needed to run, and not there when it runs
    "drawings": "optional",
    "gpio": "optional",
    "ws281x": "optional",
    "build": "excluded",
}
REQUIRED = re.compile(r"^([\w.-]+)(?!.*\bextra\b)")


def purl(name: str, version: str) -> str:
    """How everybody calls this package at this version."""
    return f"pkg:pypi/{normal(name)}@{version}"


def metadata_of(wheel: Path) -> Message:
    """What a wheel says of itself."""
    with zipfile.ZipFile(wheel) as archive:
        name = next(n for n in archive.namelist() if n.endswith(".dist-info/METADATA"))
        return message_from_bytes(archive.read(name))


def licences(about: Message) -> list[Json]:
    """In SPDX's words, or in those of its authors."""
    if expression := about.get("License-Expression"):
        return [{"expression": expression}]
    lines = [about.get("License", "").strip()]
    lines += [
        c.rpartition(" :: ")[2] for c in about.get_all("Classifier", []) if c[:7] == "License"
    ]
    named = next((line for line in lines if line and "\n" not in line), None)
    return [{"license": {"name": named}}] if named else []


def shipped(wheel: Path) -> Json:
    """A component with the hash of its file."""
    about = metadata_of(wheel)
    name, version = normal(about["Name"]), about["Version"]
    return {
        "type": "application" if name == "boardpi" else "library",
        "bom-ref": purl(name, version),
        "name": name,
        "version": version,
        "purl": purl(name, version),
        "hashes": [{"alg": "SHA-256", "content": sum_of(wheel)}],
        "licenses": licences(about),
    }


def needs(wheel: Path, known: dict[str, str]) -> Json:
    """What a shipped package asks for, as far as it is shipped."""
    about = metadata_of(wheel)
    asked = (REQUIRED.match(line) for line in about.get_all("Requires-Dist", []))
    names = {normal(found[1]) for found in asked if found}
    own = purl(about["Name"], about["Version"])
    return {"ref": own, "dependsOn": sorted(known[name] for name in names & known.keys())}


def locked(lock: Path, scope: str, known: dict[str, str]) -> list[Json]:
    """What a lock names beyond what is shipped."""
    return [
        {
            "type": "library",
            "bom-ref": purl(package.name, package.version),
            "name": package.name,
            "version": package.version,
            "purl": purl(package.name, package.version),
            "scope": scope,
            "properties": [{"name": "boardpi:lock", "value": lock.name}],
        }
        for package in read_lock(lock).values()
        if package.is_for_linux and package.name not in known
    ]


def bill(wheels: Path, locks: Path, when: datetime) -> Json:
    """The whole list."""
    files = files_of(wheels)
    parts = [shipped(path) for path in files]
    known: dict[str, str] = {part["name"]: part["purl"] for part in parts}
    own = next(part for part in parts if part["name"] == "boardpi")
    others = [{**part, "scope": "required"} for part in parts if part is not own]
    for name, scope in SCOPES.items():
        found = locked(locks / f"{name}.txt", scope, known)
        known |= {part["name"]: part["purl"] for part in found}
        others += found
    told = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"timestamp": when.isoformat(), "component": own},
        "components": others,
        "dependencies": [needs(path, known) for path in files],
    }
    number = uuid.uuid5(uuid.NAMESPACE_URL, json.dumps(told, sort_keys=True))
    return {**told, "serialNumber": f"urn:uuid:{number}"}


def main(words: list[str]) -> None:
    """Write the list; its time is that of the sources, so the same sources make the same bytes."""
    wheels, locks, target = map(Path, words)
    when = datetime.fromtimestamp(int(os.environ["SOURCE_DATE_EPOCH"]), UTC)
    target.parent.mkdir(parents=True, exist_ok=True)
    text = json.dumps(bill(wheels, locks, when), indent=1, ensure_ascii=False)
    target.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
