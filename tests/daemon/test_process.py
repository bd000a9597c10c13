"""The daemon as a process: `boardpi run`, its end, what systemd hears, what a maker reads."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import httpx
import pytest

from boardpi.club import open_book, read_book
from tests.daemon.players import PagePlayer, meet
from tests.daemon.test_killed import write_config
from tests.patience import PATIENCE_S
from tests.ports import free_port

Process = subprocess.Popen[str]


@contextmanager
def daemon(config: Path, *options: str, **environment: str) -> Iterator[Process]:
    process = subprocess.Popen(
        [sys.executable, "-m", "boardpi", "run", "--config", str(config), *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, **environment},
    )
    try:
        yield process
    finally:
        if process.poll() is None:
            process.kill()
        process.communicate(timeout=PATIENCE_S)


def configure(folder: Path, *lines: str) -> tuple[Path, int]:
    port = free_port()
    file = write_config(folder, port, "jasir-pergioco")
    text = file.read_text(encoding="utf-8").replace('level = "error"', "\n".join(lines))
    file.write_text(text, encoding="utf-8")
    return file, port


def stop(process: Process, sign: int = signal.SIGTERM) -> tuple[str, str]:
    process.send_signal(sign)
    return process.communicate(timeout=PATIENCE_S)


@pytest.mark.parametrize("sign", [signal.SIGTERM, signal.SIGINT])
def test_the_end_is_clean(tmp_path: Path, sign: int) -> None:
    config, port = configure(tmp_path)
    with daemon(config) as process:
        with meet(port) as line:
            player = PagePlayer(line, Random(1))
            player.begin_turn()
            player.wait_for(1)
        _, said = stop(process, sign)
        assert process.returncode == 0
    assert "Stopped; the game is in the book." in said
    assert not (tmp_path / "book.sqlite-wal").exists()
    assert (tmp_path / "book.sqlite").stat().st_mode & 0o077 == 0, "it holds the key of sessions"
    with read_book(tmp_path / "book.sqlite") as book:
        assert len(book.archive.plies(1)) == 1
        assert book.traces.read(1) != ""


def test_the_pin_is_said_at_the_first_start_only(tmp_path: Path) -> None:
    config, port = configure(tmp_path)
    said = []
    for _ in range(2):
        with daemon(config) as process:
            with meet(port):
                pass
            said.append(stop(process)[1])
    assert "The PIN of this table is" in said[0]
    assert "The PIN of this table is" not in said[1]
    assert f"The page is at http://localhost:{port}/" in said[1]


def test_it_starts_anew_in_the_same_process(tmp_path: Path) -> None:
    """Also where nobody would start it again; a signal ends it for good."""
    config, port = configure(tmp_path)
    with daemon(config) as process:
        assert process.stderr is not None
        pins = (re.search(r"PIN of this table is (\d+)", line) for line in process.stderr)
        pin = next(found[1] for found in pins if found)
        with meet(port):
            pass
        with httpx.Client(base_url=f"http://localhost:{port}/api/v1", timeout=PATIENCE_S) as page:
            page.post("/session", json={"pin": pin}).raise_for_status()
            lines = page.get("/log").json()["lines"]
            page.post("/restart", json={}).raise_for_status()
        assert any("The page is at" in line for line in process.stderr), "it is there again"
        with meet(port):
            pass
        stop(process)
        assert process.returncode == 0
    assert any("The page is at" in line["text"] for line in lines)
    assert pin not in json.dumps(lines)


def test_systemd_hears_of_everything(tmp_path: Path) -> None:
    config, port = configure(tmp_path)
    address = str(tmp_path / "notify")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        line.bind(address)
        line.settimeout(PATIENCE_S)
        with daemon(config, NOTIFY_SOCKET=address, WATCHDOG_USEC="200000") as process:
            with meet(port):
                pass
            heard = [line.recv(1000).decode() for _ in range(3)]
            process.send_signal(signal.SIGTERM)
            while heard[-1] != "STOPPING=1":
                heard.append(line.recv(1000).decode())
    assert f"READY=1\nSTATUS=The page is at http://localhost:{port}/" in heard
    assert "WATCHDOG=1" in heard


def test_logs_for_programs(tmp_path: Path) -> None:
    config, port = configure(tmp_path, 'format = "json"')
    with daemon(config) as process:
        with meet(port) as line:
            player = PagePlayer(line, Random(1))
            player.begin_turn()
            player.wait_for(1)
        lines = [json.loads(text) for text in stop(process)[1].splitlines()]
    facts = [entry["fact"] for entry in lines if "fact" in entry]
    assert [fact["event"] for fact in facts] == ["move"]
    assert {"at", "level", "room", "text"} <= set(lines[0])


def test_a_second_daemon_on_the_same_port_says_so(tmp_path: Path) -> None:
    config, port = configure(tmp_path)
    with daemon(config) as first:
        with meet(port):
            pass
        with daemon(config) as second:
            _, said = second.communicate(timeout=PATIENCE_S)
            assert second.returncode == 2
        assert f"cannot listen on 127.0.0.1:{port}" in said
        assert "Traceback" not in said
        stop(first)


def test_a_second_daemon_on_the_same_book_says_so_and_changes_nothing(tmp_path: Path) -> None:
    config, port = configure(tmp_path)
    other = tmp_path / "other.toml"
    other.write_text(config.read_text().replace(f"port = {port}", f"port = {free_port()}"))
    with daemon(config) as first, meet(port) as line:
        with daemon(other) as second:
            _, said = second.communicate(timeout=PATIENCE_S)
            assert second.returncode == 2
        assert f"{tmp_path}/book.sqlite is kept by a boardpi that runs" in said
        assert f"process {first.pid}" in said
        assert "Traceback" not in said
        player = PagePlayer(line, Random(1))
        player.begin_turn()
        player.wait_for(1)
        stop(first)
        assert first.returncode == 0


@pytest.mark.parametrize(
    ("board", "sentence"),
    [
        ("marble", "--board marble"),
        ("serial", "needs a port"),
    ],
)
def test_boards_that_are_not_there(tmp_path: Path, board: str, sentence: str) -> None:
    config, _ = configure(tmp_path)
    with daemon(config, "--board", board) as process:
        _, said = process.communicate(timeout=PATIENCE_S)
        assert process.returncode == 2
    assert sentence in said
    assert "Traceback" not in said


def test_status_tells_how_the_running_table_is(tmp_path: Path) -> None:
    config, port = configure(tmp_path)
    ask = [sys.executable, "-m", "boardpi", "status", "--config", str(config)]
    quiet = subprocess.run(ask, capture_output=True, text=True, check=False)
    assert quiet.returncode == 3
    assert "not running" in quiet.stderr
    with daemon(config) as process:
        with meet(port):
            pass
        told = subprocess.run(ask, capture_output=True, text=True, check=True).stdout
        told_json = subprocess.run([*ask, "--json"], capture_output=True, text=True, check=True)
        stop(process)
    assert "board    virtual" in told
    assert "White - Black" in told
    assert json.loads(told_json.stdout)["table"]["v"] == 1


def test_the_address_is_told_whether_it_runs_or_not(tmp_path: Path) -> None:
    config, port = configure(tmp_path)
    ask = [sys.executable, "-m", "boardpi", "address", "--config", str(config)]
    told = subprocess.run(ask, capture_output=True, text=True, check=True).stdout
    assert f"  Page   http://localhost:{port}/\n" in told
    assert "█" in told
    told = subprocess.run([*ask, "--json"], capture_output=True, text=True, check=True).stdout
    assert json.loads(told) == {"urls": [f"http://localhost:{port}/"]}


def test_a_new_pin_from_the_command_line(tmp_path: Path) -> None:
    config, _ = configure(tmp_path)
    open_book(tmp_path / "book.sqlite").close()
    ask = [sys.executable, "-m", "boardpi", "pin", "--config", str(config), "--json"]
    told = subprocess.run(ask, capture_output=True, text=True, check=True).stdout
    assert len(json.loads(told)["pin"]) == 6
    assert json.loads(told)["pin"].encode() not in (tmp_path / "book.sqlite").read_bytes()


def test_the_terminal_shows_a_code_an_address_and_the_pin(tmp_path: Path) -> None:
    config, port = configure(tmp_path)
    run = f"{sys.executable} -m boardpi run --config {config}"
    ours, theirs = os.openpty()
    process = subprocess.Popen(run.split(), stdout=theirs, stderr=theirs, close_fds=True)
    os.close(theirs)
    try:
        with meet(port):
            pass
        shown = b""
        while b"Ctrl+C" not in shown:
            shown += os.read(ours, 4096)
        process.terminate()
        process.wait(timeout=PATIENCE_S)
    finally:
        process.kill()
        process.wait()
        os.close(ours)
    text = shown.decode()
    assert "▄" in text or "█" in text
    assert f"Page   http://localhost:{port}/" in text
    assert re.search(r"PIN    [0-9]{6}\b", text)
    assert text.count("PIN") == 1, "once is enough on one screen"
