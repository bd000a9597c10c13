"""A certificate of the table's own: encrypted, kept, its fingerprint shown."""

from __future__ import annotations

import hashlib
import json
import socket
import ssl
import stat
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from websockets.sync.client import connect

from boardpi.web.certificate import Certificate, NoCertificate, own_certificate
from tests.patience import PATIENCE_S, patiently
from tests.siege.table import Table, table


def context_of(folder: Path) -> ssl.SSLContext:
    return ssl.create_default_context(cafile=str(folder / "book.sqlite.tls.pem"))


def answers(port: int) -> bool:
    """The log tells the address a little before anybody is let in."""
    try:
        socket.create_connection(("127.0.0.1", port)).close()
    except ConnectionRefusedError:
        return False
    return True


def client_of(besieged: Table) -> httpx.Client:
    """A browser that trusts this certificate and no other; it waits for the table to start."""
    patiently(lambda: answers(besieged.port))
    url = f"https://localhost:{besieged.port}/api/v1"
    return httpx.Client(base_url=url, verify=context_of(besieged.folder), timeout=PATIENCE_S)


def test_a_table_with_a_certificate_of_its_own(tmp_path: Path) -> None:
    with table(tmp_path, page='tls = "self"') as besieged, client_of(besieged) as browser:
        answer = browser.post("/session", json={"pin": besieged.pin})
        assert answer.status_code == 200
        cookies = answer.headers.get_list("set-cookie")
        cookies += browser.get("/phone").headers.get_list("set-cookie")
        assert len(cookies) == 3
        assert all("Secure" in cookie for cookie in cookies)
        told = browser.get("/address").json()
        assert told["urls"] == [f"https://localhost:{besieged.port}/"]
        shown = ssl.get_server_certificate(("127.0.0.1", besieged.port))
        seen = hashlib.sha256(ssl.PEM_cert_to_DER_cert(shown)).hexdigest().upper()
        assert told["fingerprint"].replace(":", "") == seen
        assert told["fingerprint"] in besieged.log
        live = f"wss://localhost:{besieged.port}/api/v1/live"
        trust = context_of(tmp_path)
        with connect(live, ssl=trust, open_timeout=PATIENCE_S, ping_interval=None) as line:
            assert json.loads(line.recv(timeout=PATIENCE_S))["type"] == "table"
        with pytest.raises(httpx.HTTPError):
            httpx.get(f"http://localhost:{besieged.port}/", timeout=PATIENCE_S)
        config = str(tmp_path / "boardpi.toml")
        ask = [sys.executable, "-m", "boardpi", "status", "--config", config]
        assert b"board    virtual" in subprocess.run(ask, capture_output=True, check=True).stdout
        assert "Traceback" not in besieged.log


def test_it_is_made_once_and_for_its_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "tls.pem"
    first = own_certificate(path, ["localhost", "127.0.0.1"]).fingerprint
    assert own_certificate(path, ["board.local"]).fingerprint == first
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [file.name for file in tmp_path.iterdir()] == ["tls.pem"], "no draft is left"
    assert len(first) == 95


def test_what_is_no_certificate_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "tls.pem"
    path.write_text("nothing", encoding="ascii")
    with pytest.raises(NoCertificate, match="remove it"):
        own_certificate(path, ["localhost"])
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(NoCertificate, match="install openssl"):
        own_certificate(tmp_path / "other.pem", ["localhost"])
    assert not Certificate(tmp_path / "other.pem").path.exists()
