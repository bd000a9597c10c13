"""All parts of a table put together, run, and closed in the right order."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import signal
import socket
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from boardpi.boards.board import Board, Buzzing
from boardpi.boards.build import build_board, share_settling
from boardpi.clock import now_ms
from boardpi.club import Book, BookError, read_book
from boardpi.club.store import MEMORY
from boardpi.config import Config, book_path
from boardpi.daemon.loop import Daemon
from boardpi.daemon.page.answers.table import WarningJson
from boardpi.daemon.page.copies import BookCopies
from boardpi.daemon.page.service import TableService
from boardpi.daemon.page.settings import (
    YES_OR_NO,
    BookMemory,
    choose_clocks,
    configured_control,
    recall,
)
from boardpi.daemon.painter import Painter
from boardpi.daemon.resume import Start, resume
from boardpi.daemon.sound import Beeper, Voice
from boardpi.daemon.systemd import keep_watchdog, notify
from boardpi.daemon.tracer import Tracer
from boardpi.daemon.uplink import Uplink
from boardpi.daemon.wall_clock import WallClock
from boardpi.errors import BookAway
from boardpi.rules import Hole, RulesError, RuleSet, mask_of
from boardpi.table.facts import Fact
from boardpi.table.table import HELP_LEVELS, Table, new_table
from boardpi.table.theme import Theme
from boardpi.table.themes import find_theme
from boardpi.table.timing import Timing
from boardpi.web.address import ANY, Address, find_address
from boardpi.web.app import Site, build_app
from boardpi.web.certificate import Certificate, certificate_path, own_certificate
from boardpi.web.crowd import Crowd
from boardpi.web.lock import Lock, move_pin
from boardpi.web.page_files import PageFiles
from boardpi.web.secret_file import SecretFile, beside
from boardpi.web.server import PageServer, build_server, listen

log = logging.getLogger("boardpi")
LOOK_SECONDS = 1.0
STILL_MS, MOST_SECONDS = 300, 10
YOUNG_LOOKS, NEVER = 20, 1 << 30  # a table at rest makes hardly any garbage


@dataclass(frozen=True, slots=True)
class Listeners:
    """The crowd as the daemon's audience."""

    crowd: Crowd

    def tell(self, fact: Fact) -> None:
        """Facts travel as the lines of `boardpi replay`."""
        self.crowd.tell(fact.to_json())

    def look(self) -> None:
        """The table may look different now."""
        self.crowd.look()


@dataclass(slots=True)
class Status:
    """What `systemctl status` shows in one line."""

    daemon: Daemon
    said: str = ""

    def tell(self, fact: Fact) -> None:
        """Facts change how the table looks; that is enough."""

    def look(self) -> None:
        """Say it when it is another."""
        entry, moves = self.daemon.keeper.page.entry, len(self.daemon.table.game.moves)
        game = f"Game {entry.id}: {entry.white} - {entry.black}, after move {moves}"
        status = f"The board is away: {self.daemon.lost}" if self.daemon.lost else game
        if status != self.said:
            self.said = status
            notify(f"STATUS={status}")


@dataclass(frozen=True, slots=True)
class Built:
    """All parts of a running table."""

    daemon: Daemon
    wall_clock: WallClock
    reader: Book
    service: TableService
    voice: Voice | None
    site: Site
    server: PageServer
    socket: socket.socket

    @property
    def address(self) -> Address:
        """How the page is called."""
        return self.site.address

    @property
    def first_pin(self) -> str | None:
        """The PIN, if it was made just now."""
        return self.site.lock.first_pin


def build(
    config: Config,
    known: Mapping[str, RuleSet],
    board: Board | None = None,
    source: Path | None = None,
) -> Built:
    """Put everything together; nothing runs yet. Inside a running loop.

    `board` stands in for the one that the configuration names; `source` is its file.
    """
    line = listen(config.page.host, config.page.port)
    try:
        wall_clock, rules = WallClock(), known[config.table.rules]
        start = resume(book_path(config), rules, config.table.name, wall_clock.boot)
        daemon = build_daemon(config, start, board)
    except BaseException:
        line.close()
        raise
    port = int(line.getsockname()[1])
    reader = open_reader(start.keeper.book)
    book, secrets = start.keeper.book, SecretFile(beside(book_path(config)))
    uplink = Uplink(book, secrets, partial(open_reader, book))
    copies = BookCopies(daemon, config)
    service = TableService(daemon, reader, config, known, uplink, copies, source)
    crowd = Crowd(service.snapshot, service.health)
    daemon.audience += [Listeners(crowd), Status(daemon), *build_beeper(config, daemon.board)]
    voice = None if config.voice.kind == "off" else Voice(config.voice, service.scene)
    if voice is not None:
        daemon.audience.append(voice)
    certificate = find_certificate(config)
    address = find_address(
        config.page.host,
        port,
        config.page.allowed_hosts,
        None if certificate is None else certificate.fingerprint,
    )
    tls = None if certificate is None else certificate.context()
    lock = open_lock(start.keeper.book, book_path(config))
    service.page_warnings = partial(page_warnings, lock)
    page = config.page
    site = Site(service, crowd, lock, address, PageFiles(), page.reading, page.lock_play)
    server = build_server(build_app(site), tls)
    return Built(daemon, wall_clock, reader, service, voice, site, server, line)


def find_certificate(config: Config) -> Certificate | None:
    """The table's own, if TLS is wanted."""
    if config.page.tls == "off":
        return None
    page = config.page
    names = find_address(page.host, page.port, page.allowed_hosts).hosts
    path = certificate_path(book_path(config))
    return own_certificate(path, (name for name in names if name not in ANY))


def build_beeper(config: Config, board: Board) -> list[Beeper]:
    """A beeper, if one is wanted and the board has a buzzer."""
    beep_ms = config.board.beep_ms
    return [Beeper(board, beep_ms)] if beep_ms and isinstance(board, Buzzing) else []


def build_daemon(config: Config, start: Start, board: Board | None = None) -> Daemon:
    """The table with its board, its book and its lights."""
    memory = BookMemory(start.keeper.book)
    theme = find_chosen_theme(recall(memory, "theme", config.table.theme), config.table.theme)
    table = build_table(config, start)
    board = board or build_board(config.board, table.game.position.occupied, config.table.settle_ms)
    painter = Painter(board, theme, config.table.power_budget_ma)
    tracer = Tracer(
        start.keeper,
        most_games=config.book.trace_games,
        most_bytes=config.book.trace_mb * 1_000_000,
    )
    if not start.keeper.book.traces.has(start.keeper.page.entry.id):
        tracer.begin(table)
    daemon = Daemon(table, board, start.keeper, painter, tracer, start.timekeeper)
    choose_clocks(start.timekeeper, start.game, configured_control(config.clocks), memory)
    by_hand = YES_OR_NO[config.board.by_hand]
    daemon.own_hands.is_by_hand = recall(memory, "by_hand", by_hand) == YES_OR_NO[True]
    return daemon


def build_table(config: Config, start: Start) -> Table:
    """The table where the game stands, with what was chosen on the page."""
    memory, chosen = BookMemory(start.keeper.book), config.table
    names = recall(memory, "dead", " ".join(map(str, chosen.dead))).split()
    help_level = recall(memory, "help", chosen.help)
    return new_table(
        start.game,
        Timing(
            settle_ms=share_settling(config.board.kind, chosen.settle_ms)[1],
            dwell_ms=chosen.dwell_ms,
            inhand_ms=chosen.inhand_ms,
            astray_ms=chosen.astray_ms,
            decline_ms=chosen.decline_ms,
            menu_ms=chosen.menu_ms,
        ),
        help=help_level if help_level in HELP_LEVELS else chosen.help,
        touch_move=chosen.touch_move,
        dead=mask_of(Hole(name) for name in names),
        ms=now_ms(),
    )


def find_chosen_theme(chosen: str, configured: str) -> Theme:
    """The theme chosen on the page, unless it is no more."""
    try:
        return find_theme(chosen)
    except RulesError:
        return find_theme(configured)


def open_lock(book: Book, path: Path) -> Lock:
    """The PIN, which works whatever is wrong with the book; one for this start alone where none
    can be kept.
    """
    file = SecretFile(beside(path))
    try:
        move_pin(BookMemory(book), file)
        return Lock(file)
    except BookAway as error:
        log.error("The PIN cannot be kept: %s", error)
        return Lock(SecretFile())


def page_warnings(lock: Lock) -> list[WarningJson]:
    """What is wrong with the PIN."""
    found: list[WarningJson] = []
    if guesses := lock.tries.guesses:
        message = f"Somebody is guessing the PIN: {guesses} wrong ones in the last hour."
        found.append({"code": "pin_guessed", "message": message, "params": {"count": guesses}})
    if lock.is_short:
        message = "The PIN has fewer than six digits: choose a longer one."
        found.append({"code": "pin_short", "message": message, "params": {}})
    return found


async def keep_sessions(lock: Lock, crowd: Crowd) -> None:
    """Sessions end by time and by `boardpi pin`, too, and with them their live connections."""
    while True:
        await asyncio.sleep(LOOK_SECONDS)
        await crowd.dismiss(lock.is_open)


async def keep_tidy(daemon: Daemon) -> None:
    """Look for garbage among all objects while hands are still: no light comes meanwhile.

    Python by itself would do it at any moment: 60 ms on a desktop. What is there at the start
    stays, and is not looked through again; among young objects Python looks as ever.
    """
    young, middle, old = gc.get_threshold()
    gc.collect()
    gc.freeze()
    gc.set_threshold(young, middle, NEVER)
    waited = 0
    try:
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            waited += 1
            await mark_clocks(daemon)
            is_still = now_ms() - daemon.touched_ms > STILL_MS
            if gc.get_count()[2] > YOUNG_LOOKS and (is_still or waited > MOST_SECONDS):
                gc.collect()
                waited = 0
    finally:
        gc.set_threshold(young, middle, old)
        gc.unfreeze()


async def mark_clocks(daemon: Daemon) -> None:
    """What a power cut may take of a player's time: about a second. Not while hands are busy: the
    book may be about to write what they do.
    """
    if daemon.timekeeper.clocks is None:
        return
    if now_ms() - daemon.touched_ms < STILL_MS:
        await asyncio.sleep(STILL_MS / 1000)
    keeper = daemon.keeper
    await daemon.timekeeper.mark(keeper.page.entry.id, keeper.page.plies, now_ms())


def open_reader(book: Book) -> Book:
    """A second connection to read by; a book in memory has only one."""
    if book.store.path == MEMORY:
        return book
    try:
        return read_book(book.store.path)
    except BookError as error:
        log.warning("The book is read through the table's own connection: %s", error)
        return book


async def serve(built: Built) -> bool:
    """Run until SIGTERM or Ctrl+C, then write what is left and go dark; whether to begin anew."""
    daemon = built.daemon
    async with running(built):
        loop = asyncio.get_running_loop()
        for sign in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(sign, daemon.stop)
        await daemon.run()
    log.info("Stopped; the game is in the book.")
    return daemon.starts_again


@contextlib.asynccontextmanager
async def running(built: Built) -> AsyncIterator[None]:
    """Everything beside the loop itself."""
    daemon, crowd = built.daemon, built.site.crowd
    page = asyncio.create_task(built.server.serve(sockets=[built.socket]))
    tasks = [
        asyncio.create_task(work)
        for work in (
            daemon.inbox.follow(daemon.board),
            daemon.painter.move(),
            daemon.keeper.keep_trying(),
            daemon.tracer.keep_writing(),
            built.wall_clock.keep_watching(daemon.keeper),
            crowd.follow(),
            crowd.follow_health(),
            keep_watchdog(),
            built.service.uplink.run(),
            built.service.club.watch(),
            built.site.lock.keep(),
            keep_sessions(built.site.lock, crowd),
            keep_tidy(daemon),
        )
    ]
    for task in tasks:
        task.add_done_callback(daemon.fail_with)
    try:
        await built.server.wait_started()
        notify(f"READY=1\nSTATUS=The page is at {built.address.urls[0]}")
        yield
    finally:
        notify("STATUS=Starts again" if daemon.starts_again else "STOPPING=1")
        await close(built, page, tasks)


async def close(built: Built, page: asyncio.Task[None], tasks: list[asyncio.Task[None]]) -> None:
    """The board first, then the page, then the book."""
    daemon = built.daemon
    for task in tasks[1:]:
        task.cancel()
    with contextlib.suppress(Exception):  # a board that is gone cannot be darkened
        await daemon.painter.darken()
    await daemon.board.close()
    await built.service.close()
    if built.voice is not None:
        await built.voice.close()
    built.server.end()
    await asyncio.gather(page, *tasks, return_exceptions=True)
    await daemon.keeper.flush()
    await mark_clocks(daemon)
    await daemon.tracer.write()
    daemon.keeper.writer.close()
    built.site.lock.close()
    if built.reader is not daemon.keeper.book:
        built.reader.close()
    daemon.keeper.book.close()
