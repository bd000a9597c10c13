"""`boardpi run`, `boardpi status`, `boardpi pin`: the table itself."""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from argparse import Namespace
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from boardpi import __version__
from boardpi.commands.terminal.configuration import (
    add_board,
    add_config,
    answer,
    ask_table,
    asked_config,
    with_board,
)
from boardpi.commands.terminal.files import CommandError
from boardpi.commands.terminal.parser import add_command
from boardpi.config import Config, book_path, find_config, known_rule_sets, own_file

if TYPE_CHECKING:
    from boardpi.commands.terminal.parser import Subparsers
    from boardpi.daemon.assemble import Built

SWITCH_SECONDS: Final = 0.0005  # threads that read the book give way to the board ten times sooner
EXAMPLES: Final = """
examples:
  boardpi run                                  a virtual board on http://localhost:8025/
  boardpi run --board serial:/dev/ttyUSB0      a real one
  boardpi run --board gpio                     one on this Pi's own pins
  boardpi run --config boardpi.toml
"""


def add_parsers(subparsers: Subparsers) -> None:
    """Add the commands to the command line."""
    run = add_command(subparsers, "run", run_run, "play: the table, its book and its page")
    run.epilog = EXAMPLES
    add_config(run)
    add_board(run)
    status = add_command(subparsers, "status", run_status, "how the running table is")
    add_config(status)
    status.add_argument("--json", action="store_true", help="answer in JSON, for programs")
    again = add_command(
        subparsers,
        "restart",
        run_restart,
        "let the running table start again with its configuration",
        description="The game on the table goes on. Nothing is stopped if nothing runs.",
    )
    add_config(again)
    again.add_argument("--json", action="store_true", help="answer in JSON, for programs")
    pin = add_command(subparsers, "pin", run_pin, "make a new PIN for the table")
    add_config(pin)
    pin.add_argument("--book", metavar="FILE", help="the score book (default: as configured)")
    pin.add_argument("--json", action="store_true", help="answer in JSON, for programs")


def run_run(args: Namespace) -> int:
    """The daemon."""

    def configure() -> Config:
        return with_board(asked_config(args), args.board)

    return run(configure(), configure, find_config(args.config) or own_file())


def run(
    config: Config, configure: Callable[[], Config] | None = None, source: Path | None = None
) -> int:
    """Run the table until it is stopped; when it starts again, as `configure` says then."""
    used: Config | None = None
    while True:
        try:
            if not run_once(config, source):
                return 0
            used = config
            config = configure() if configure else config
        except CommandError as error:
            if used is None:
                raise
            logging.getLogger("boardpi").error("%s The table runs as before.", error)
            config, used = used, None


def run_once(config: Config, source: Path | None = None) -> bool:
    """Run the table until it ends; whether it is to begin anew."""
    from boardpi.boards.build import NoSuchBoard
    from boardpi.club import BookTaken
    from boardpi.daemon.logs import set_up_logs
    from boardpi.web.certificate import NoCertificate
    from boardpi.web.connections import make_loop
    from boardpi.web.server import CannotListen

    set_up_logs(config.log.level, config.log.format)
    os.umask(0o077)  # the book holds names of people
    sys.setswitchinterval(SWITCH_SECONDS)
    try:
        with asyncio.Runner(loop_factory=make_loop) as runner:
            return runner.run(serve(config, source))
    except (CannotListen, NoCertificate, NoSuchBoard, BookTaken, FileNotFoundError) as error:
        raise CommandError(str(error)) from None


async def serve(config: Config, source: Path | None = None) -> bool:
    """Put all parts together, greet, and run them; whether somebody wants them started anew."""
    from boardpi.daemon import assemble

    built = assemble.build(config, known_rule_sets(config), source=source)
    greet(config, built)
    return await assemble.serve(built)


def greet(config: Config, built: Built) -> None:
    """Where the page is, and the PIN: in the terminal, and in the log where there is none."""
    from boardpi.daemon.assemble import log
    from boardpi.web.address import print_code

    url, pin, fingerprint = built.address.urls[0], built.first_pin, built.address.fingerprint
    if sys.stdout.isatty():
        print(print_code(built.address.code_url))
        print(f"  boardpi {__version__}, {config.table.name}: {built.daemon.board.name} board")
        print(f"  Page   {url}")
        if fingerprint:
            print(f"  SHA256 {fingerprint}")
        print(f"  PIN    {pin or 'as before (boardpi pin makes a new one)'}")
        print("  Stop   Ctrl+C\n", flush=True)
        if sys.stderr.isatty():
            return  # it is the same screen
    log.info("The page is at %s", " and ".join(built.address.urls))
    if fingerprint:
        log.info("The SHA-256 fingerprint of its certificate is %s", fingerprint)
    if pin:
        log.info("The PIN of this table is %s (shown only now)", pin)


def run_status(args: Namespace) -> int:
    """Ask the running table over its own API."""
    config = asked_config(args)
    try:
        table, health = ask_table(config, "table"), ask_table(config, "health")
    except OSError:
        print(f"boardpi is not running on port {config.page.port}", file=sys.stderr)
        return 3
    return answer(args, {"table": table, "health": health}, describe(table, health))


def run_restart(args: Namespace) -> int:
    """Only with a configuration that can be used."""
    from boardpi.commands.terminal.running_table import RunningTable

    config = asked_config(args)
    table = RunningTable.of_book(config, book_path(config))
    if table is None:
        print(f"boardpi does not answer on port {config.page.port}", file=sys.stderr)
        return 3
    table.ask("POST", "restart", {})
    return answer(args, {"starts_again": True}, "The table starts again.")


def describe(table: dict[str, Any], health: dict[str, Any]) -> str:
    """The running table in a few lines."""
    board, match, book = table["board"], table["match"], health["book"]
    state = f"lost: {board['why']}" if board["is_lost"] else board["what"]
    names = f"{match['white'] or 'White'} - {match['black'] or 'Black'}"
    score = "-".join(map(str, match["score"]))
    lines = [
        f"board    {board['kind']}, {state}",
        f"game     {match['game_id']}: {names}, game {match['game']} of the match, score {score}",
        f"         {table['rules']['name']}, {len(table['moves'])} moves, {table['position']}",
        f"book     {book['path']}, {book['waiting']} entries wait to be written",
        f"page     {health['spectators']} watch",
        f"daemon   boardpi {health['version']}, up {health['uptime_s']} s",
    ]
    lines += [f"warning  {warning['message']}" for warning in table["warnings"]]
    return "\n".join(lines)


def run_pin(args: Namespace) -> int:
    """A new PIN; a running table knows it at once."""
    from boardpi.commands.terminal.score_book import as_owner, asked_path, book_to_write
    from boardpi.errors import NotDone
    from boardpi.web.lock import make_pin, set_pin
    from boardpi.web.secret_file import SecretFile, beside

    path, pin = asked_path(args), make_pin()
    os.umask(0o077)
    try:
        with as_owner(path.parent):
            if not path.exists():  # the first PIN of a table comes with its book
                with book_to_write(args):
                    pass
            set_pin(SecretFile(beside(path)), pin)
    except NotDone as error:
        raise CommandError(str(error)) from None
    return answer(args, {"pin": pin}, f"The PIN of this table is {pin}. All sessions have ended.")
