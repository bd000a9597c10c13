"""`boardpi hub …`: run, status, broker, join and what an organiser asks for in the terminal."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from boardpi.commands.hub.updating import add_update
from boardpi.commands.hub.upkeep import (
    hub_address,
    hub_book,
    run_backup,
    run_broker,
    run_join,
    run_pins,
    run_restore,
)
from boardpi.commands.terminal.configuration import add_config, answer, asked_config
from boardpi.commands.terminal.files import CommandError
from boardpi.commands.terminal.parser import add_command, add_groups
from boardpi.config import Config, hub_path

if TYPE_CHECKING:
    from boardpi.club import Book
    from boardpi.commands.terminal.parser import Subparsers
    from boardpi.hub.evening import Evening

EXAMPLES: Final = """
examples:
  boardpi hub broker                      write Mosquitto's configuration and say how to start it
  boardpi hub run                         the hub and its pages: http://localhost:8026
  boardpi hub join 192.168.1.5 ABCD-EFGH  at a table: join the hub with the code of its page
  boardpi hub update --canary t01         update all tables by the release that was brought
"""


def add_parsers(subparsers: Subparsers) -> None:
    """Add the commands to the command line."""
    hub = subparsers.add_parser("hub", help="many tables, one evening", epilog=EXAMPLES)
    group = add_groups(hub)
    run = add_command(group, "run", run_run, "the hub: its book, its line to tables, its pages")
    add_config(run)
    status = add_command(group, "status", run_status, "how the running hub is")
    add_config(status)
    status.add_argument("--json", action="store_true", help="answer in JSON, for programs")
    join = add_command(group, "join", run_join, "at a table: join a hub with the code of its page")
    add_config(join)
    join.add_argument("address", help="of the hub's page, such as 192.168.1.5 or hub.local:8026")
    join.add_argument("code", help="the joining code that the organiser's page shows")
    for name, run_it, tells in (
        ("tables", run_tables, "the tables that have joined"),
        ("players", run_players, "everybody who was ever here, with the season's rating"),
        ("pairings", run_pairings, "who meets whom in the last round"),
        ("standings", run_standings, "who stands where this evening"),
    ):
        told = add_command(group, name, run_it, tells)
        add_config(told)
        told.add_argument("--json", action="store_true", help="answer in JSON, for programs")
    export = add_command(group, "export", run_export, "everything as CSV, JSON and .jas files")
    add_config(export)
    export.add_argument("folder", metavar="DIR", help="a new or empty folder")
    backup = add_command(group, "backup", run_backup, "copy the hub's book, while it runs or not")
    add_config(backup)
    backup.add_argument("file", metavar="FILE")
    backup.add_argument("--replace", action="store_true", help="write over a file that is there")
    restore = add_command(group, "restore", run_restore, "put a copy in the place of the book")
    add_config(restore)
    restore.add_argument("file", metavar="FILE")
    pins = add_command(group, "pins", run_pins, "new PINs for organiser and arbiter")
    add_config(pins)
    pins.add_argument("--json", action="store_true", help="answer in JSON, for programs")
    _add_broker(group)
    add_update(group)


def _add_broker(group: Subparsers) -> None:
    broker = add_command(group, "broker", run_broker, "write the configuration of Mosquitto")
    add_config(broker)
    broker.add_argument("--folder", metavar="DIR", help="where (default: beside the hub's book)")
    broker.add_argument("--user", help="the user of a broker that is there already")
    broker.add_argument(
        "--bridge", metavar="HOST", help="pass results on to a federation's broker; kept"
    )
    broker.add_argument("--no-bridge", action="store_true", help="pass results on no more")
    broker.add_argument(
        "--ca", metavar="FILE", help="the certificate of a federation that encrypts"
    )
    broker.add_argument("--password-file", metavar="FILE", help="a file with that user's password")


def run_run(args: Namespace) -> int:
    """The hub."""
    from boardpi.club import BookError
    from boardpi.hub.broker import BadLogins
    from boardpi.web.certificate import NoCertificate
    from boardpi.web.server import CannotListen

    config = asked_config(args)
    set_up_logs(config)
    os.umask(0o077)  # the book holds names of people
    try:
        asyncio.run(_serve(config))
    except (CannotListen, NoCertificate, BookError, BadLogins) as error:
        raise CommandError(str(error)) from None
    return 0


def set_up_logs(config: Config) -> None:
    """As a table's."""
    from boardpi.daemon.logs import set_up_logs

    set_up_logs(config.log.level, config.log.format)


async def _serve(config: Config) -> None:
    from boardpi.hub.assemble_hub import build_hub, log, serve_hub

    built = build_hub(config)
    url = built.doors.organiser.address.urls[0]
    log.info("The pages of the hub are at %s", url)
    for role, site in (("organiser", built.doors.organiser), ("arbiter", built.doors.arbiter)):
        if site.lock.first_pin:
            log.info("The PIN of the %s is %s (shown only now)", role, site.lock.first_pin)
    await serve_hub(built)


def ask_hub(config: Config, what: str) -> dict[str, Any]:
    """One answer of the running hub; an OSError if none runs."""
    import urllib.request

    url, trusts = hub_address(config)
    with urllib.request.urlopen(f"{url}{what}", timeout=5, context=trusts) as a:
        found: dict[str, Any] = json.load(a)
    return found


def run_status(args: Namespace) -> int:
    """Ask the running hub over its own API."""
    config = asked_config(args)
    try:
        told = ask_hub(config, "status")
    except OSError:
        print(f"no hub is running on port {config.hub.port}", file=sys.stderr)
        return 3
    broker = "reached" if told["broker"]["is_online"] else "away"
    lines = [
        f"hub      boardpi {told['version']}, club {told['club']}",
        f"broker   {told['broker']['address']}, {broker}",
        f"letters  {told['letters']}, {told['refused']} refused",
    ]
    for name, table in told["tables"].items():
        state = "online" if table["is_online"] else "away"
        lines.append(f"table    {name}, {table['title'] or 'nameless'}: {state}")
    return answer(args, told, "\n".join(lines))


# ── the book of the hub, whether it runs or not ───────────────────────────────────────────────────


def evening_of(book: Book) -> Evening:
    """The evening of now, as the book has it."""
    from boardpi.hub.evening import Evening
    from boardpi.hub.letters import Letters
    from boardpi.hub.post import BrokerLink, Post

    return Evening(book, Post(BrokerLink("", 0, ""), Letters(book)))


def run_tables(args: Namespace) -> int:
    """From the file of logins and the book."""
    from boardpi.hub.broker import BadLogins, Logins
    from boardpi.hub.letters import Letters
    from boardpi.web.secret_file import SecretFile, beside

    logins = Logins(SecretFile(beside(hub_path(asked_config(args)))))
    try:
        logins.check()
    except BadLogins as error:
        raise CommandError(str(error)) from None
    given = logins.given()
    with hub_book(args) as book:
        cursors = Letters(book).cursors()
    told = [
        {"name": name, "title": given.get(name, ""), "letters": cursors.get(name, 0)}
        for name in sorted({*given, *cursors})
    ]
    lines = [f"{t['name']:8} {t['title'] or '-':30} {t['letters']:6} letters" for t in told]
    return answer(args, told, "\n".join(lines) or "No table has joined yet.")


def run_players(args: Namespace) -> int:
    """With ratings over all evenings that were closed."""
    from boardpi.hub.tournament.ratings import Rating

    with hub_book(args) as book:
        ratings = evening_of(book).ratings()
        told = [
            {**player.to_json(), "rating": round(ratings.get(player.id, Rating()).value)}
            for player in book.players.all()
        ]
    lines = [f"{player['name']:30} {player['club']:20} {player['rating']:5}" for player in told]
    return answer(args, told, "\n".join(lines) or "Nobody has been here yet.")


def run_pairings(args: Namespace) -> int:
    """The last round."""
    with hub_book(args) as book:
        told = evening_of(book).picture()
    pairings = (told.get("pairings") or [[]])[-1]
    lines = []
    for pairing in pairings:
        result = pairing["result"]
        score = "-".join(_half(h) for h in result["halves"]) if result else "*"
        lines.append(f"{pairing['table']:8} {pairing['one']} - {pairing['two'] or 'bye'}  {score}")
    return answer(args, pairings, "\n".join(lines) or "No round is paired yet.")


def run_standings(args: Namespace) -> int:
    """This evening's."""
    with hub_book(args) as book:
        told = evening_of(book).picture().get("standings", [])
    lines = [
        f"{p['place']:3} {p['name']:30} {_half(p['halves']):>5} {p['won']}/{p['drawn']}/{p['lost']}"
        for p in told
    ]
    return answer(args, told, "\n".join(lines) or "No evening is planned yet.")


def _half(halves: int) -> str:
    """Points as people write them."""
    return f"{halves // 2 or ('' if halves % 2 else 0)}{'½' if halves % 2 else ''}"


def run_export(args: Namespace) -> int:
    """All games of the book, and the standings of the evening."""
    from boardpi.club import Search
    from boardpi.club.transfer.exports import to_csv, to_jas, to_json
    from boardpi.hub.club_actions import standings_csv

    folder = Path(args.folder)
    folder.mkdir(parents=True, exist_ok=True)
    if any(folder.iterdir()):
        raise CommandError(f"{folder} is not empty: choose another folder")
    with hub_book(args) as book:
        games, evening = book.archive.search(Search(limit=100_000)), evening_of(book)
        (folder / "games.csv").write_text(to_csv(book.archive, games), encoding="utf-8")
        (folder / "games.json").write_text(to_json(book.archive, games), encoding="utf-8")
        for game in games:
            (folder / f"{game.id:05}.jas").write_text(to_jas(book.archive, game), encoding="utf-8")
        if evening.event is not None:
            (folder / "standings.csv").write_text(standings_csv(evening), encoding="utf-8")
    print(f"{len(games)} games in {folder}")
    return 0
