"""A certificate that the table makes for itself, for `page.tls = "self"`.

Nobody vouches for it but its fingerprint, which the terminal and the QR code show: whoever compares
it once knows that the browser talks to this table. It is kept beside the book, for its owner alone.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import ssl
import subprocess
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from boardpi.web.guards import is_address

DAYS: Final = 3650  # a new one would ask everybody to compare again
SIGNS: Final = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"  # none that looks like another
MARK_SIGNS: Final = 12
OPENSSL_SECONDS: Final = 60.0


class NoCertificate(Exception):
    """TLS is wanted and cannot be had; the message says what to do."""


@dataclass(frozen=True, slots=True)
class Certificate:
    """A file with key and certificate."""

    path: Path

    @property
    def fingerprint(self) -> str:
        """SHA-256, as browsers show it: `AB:CD:…`."""
        found = hashlib.sha256(ssl.PEM_cert_to_DER_cert(self.public)).hexdigest().upper()
        return ":".join(found[index : index + 2] for index in range(0, len(found), 2))

    @property
    def public(self) -> str:
        """The certificate without its key, for whoever shall trust it."""
        text = self.path.read_text(encoding="ascii")
        return text[text.index("-----BEGIN CERTIFICATE-----") :]

    def context(self) -> ssl.SSLContext:
        """For a server."""
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.path)
        return context


def trusting(certificate: str) -> ssl.SSLContext:
    """For a client that trusts this certificate and no other, under whatever address."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.load_verify_locations(cadata=certificate)
    return context


def mark_of(certificate: str) -> str:
    """The beginning of its fingerprint in signs that people can type: 60 bits."""
    digest = hashlib.sha256(ssl.PEM_cert_to_DER_cert(certificate)).digest()
    number = int.from_bytes(digest) >> (256 - 5 * MARK_SIGNS)
    places = range(5 * (MARK_SIGNS - 1), -1, -5)
    return "".join(SIGNS[number >> place & 31] for place in places)


def certificate_path(book: Path) -> Path:
    """The certificate of the table with this book."""
    return book.with_name(f"{book.name}.tls.pem")


def own_certificate(path: Path, names: Iterable[str]) -> Certificate:
    """The one that is there, or a new one for these names."""
    certificate = Certificate(path)
    try:
        certificate.context()
        return certificate
    except FileNotFoundError:
        pass
    except (OSError, ssl.SSLError) as error:
        raise NoCertificate(f"{path}: is no certificate of boardpi ({error}): remove it") from None
    _make(path, names)
    return certificate


def _make(path: Path, names: Iterable[str]) -> None:
    program = shutil.which("openssl")
    if program is None:
        raise NoCertificate('tls = "self" needs the program openssl: install openssl')
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=path.parent, prefix=".tls.") as folder:
            _run_openssl(program, Path(folder), names)
            Path(folder, "both").replace(path)
    except OSError as error:
        raise NoCertificate(f"{path}: cannot be written ({error.strerror})") from None


def _run_openssl(program: str, folder: Path, names: Iterable[str]) -> None:
    key, found = folder / "key", folder / "certificate"
    kinds = (f"{'IP' if is_address(name) else 'DNS'}:{name}" for name in sorted(names))
    order = f"req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days {DAYS}"
    values = ("-subj", "/CN=boardpi", "-addext", f"subjectAltName={','.join(kinds)}")
    more = ("-addext", "extendedKeyUsage=serverAuth", "-keyout", str(key), "-out", str(found))
    made = subprocess.run(
        [program, *order.split(), *values, *more],
        capture_output=True,
        text=True,
        timeout=OPENSSL_SECONDS,
        check=False,
    )
    if made.returncode:
        raise NoCertificate(f"openssl made no certificate: {made.stderr.strip()[-200:]}")
    both = folder / "both"
    with os.fdopen(os.open(both, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(key.read_bytes() + found.read_bytes())
        file.flush()
        os.fsync(file.fileno())
