"""How this machine reaches its package registries, carried into another root.

A machine may need a proxy, a mirror or a certificate of its own. Whatever pip, npm and apt are told
here, they are told there; nothing of it is written down in the project.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

PLACE = "/srv/carried"
VARIABLE = re.compile(
    r"(?i)(https?|no|all)_proxy|SSL_CERT_FILE|REQUESTS_CA_BUNDLE|NODE_EXTRA_CA_CERTS|npm_config_\w+"
)
SETTING = re.compile(r"(?m)^[\w:]*\.([\w-]+)='(.*)'$")
FILE = re.compile(r"(?:(?<=file://)|(?<!\S))/[^\s/][^\s]*")


@dataclass(slots=True)
class Carried:
    """Variables for commands in the root, and directories of this machine that they name."""

    root: Path
    environment: dict[str, str] = field(default_factory=dict)
    folders: dict[Path, str] = field(default_factory=dict)

    def put(self, name: str, value: str) -> None:
        """Set a variable; the files that it names come along."""
        self.environment[name] = FILE.sub(lambda found: self._bring(Path(found[0])), value)

    def _bring(self, path: Path) -> str:
        if path.is_file():
            target = f"{PLACE}{path}"
            self._place(target).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, self._place(target))
            return target
        # The pages of an index of packages point to files that lie beside them.
        return f"{self.mount(path.parent)}/{path.name}" if path.is_dir() else str(path)

    def mount(self, folder: Path, where: str = "") -> str:
        """Have a directory of this machine in the root while a command runs there."""
        where = where or f"{PLACE}{folder}"
        self._place(where).mkdir(parents=True, exist_ok=True)
        self.folders[folder] = where
        return where

    def _place(self, name: str) -> Path:
        return self.root / name.lstrip("/")


def carry(root: Path) -> Carried:
    """All that pip, npm and apt need in this root."""
    carried = Carried(root)
    for name, value in os.environ.items():
        if VARIABLE.fullmatch(name):
            carried.put(name, value)
    for key, value in SETTING.findall(_told(sys.executable, "-m", "pip", "config", "list")):
        carried.put(f"PIP_{key.upper().replace('-', '_')}", value)
    carried.environment["PIP_CACHE_DIR"] = f"{PLACE}/pip"
    cache = Path(_told(sys.executable, "-m", "pip", "cache", "dir").strip())
    for kind in ("http", "http-v2"):  # not the wheels that were built: building is what is tried
        (cache / kind).mkdir(parents=True, exist_ok=True)
        carried.mount(cache / kind, f"{PLACE}/pip/{kind}")
    ways = re.findall(r"(?m)^Acquire::https?::.*", _told("apt-config", "dump"))
    (root / "etc/apt/apt.conf.d/90carried").write_text("".join(f"{way}\n" for way in ways))
    return carried


def _told(*words: str) -> str:
    return subprocess.run(words, capture_output=True, text=True, check=True).stdout
