"""Start the evening, open the wall, let hands play round after round, until Ctrl+C."""

from __future__ import annotations

import argparse
import contextlib
import signal
import tempfile
import threading
import time
import webbrowser
from pathlib import Path

from tools.evening.evening import ClubEvening
from tools.evening.hands import play_at


def main() -> None:
    """Until somebody has seen enough."""
    parser = argparse.ArgumentParser(prog="python -m tools.evening", description=__doc__)
    parser.add_argument("--tables", type=int, default=4)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--no-browser", action="store_true")
    args = parser.parse_args()
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # else tables would outlive us
    with tempfile.TemporaryDirectory(prefix="boardpi-hub-") as folder:
        evening = ClubEvening(Path(folder), args.tables)
        try:
            with contextlib.suppress(KeyboardInterrupt):
                run(evening, args.rounds, opens=not args.no_browser)
        finally:
            evening.stop()


def run(evening: ClubEvening, rounds: int, *, opens: bool) -> None:
    """The evening itself."""
    evening.start()
    print(f"  Wall       {evening.url}/\n  Desk       {evening.url}/desk  PIN {evening.pin}")
    for number in range(1, evening.tables + 1):
        print(f"  Table {number}    http://localhost:{evening.port(number)}/")
    print("  Stop       Ctrl+C", flush=True)
    if opens:
        webbrowser.open(f"{evening.url}/")
    evening.plan(rounds)
    for number in range(1, evening.tables + 1):
        told = (evening.port(number), number)
        threading.Thread(target=play_at, args=told, daemon=True).start()
    for _ in range(rounds):
        evening.do("pair")
        evening.do("timer", is_running=True)
        while evening.ask("/evening")["missing"]:
            time.sleep(2)
    print("  The evening is over; the pages stay.", flush=True)
    threading.Event().wait()


if __name__ == "__main__":
    main()
