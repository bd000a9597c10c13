"""What sets a hub up and keeps it: its broker, its PINs, copies of its book; and joining one."""

from __future__ import annotations

import os
from argparse import Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from boardpi.commands.terminal.configuration import answer, asked_config
from boardpi.commands.terminal.files import CommandError
from boardpi.commands.terminal.score_book import as_owner
from boardpi.config import Config, book_path, hub_path

if TYPE_CHECKING:
    import ssl

    from boardpi.club import Book
    from boardpi.hub.broker import Bridge


def hub_address(config: Config) -> tuple[str, ssl.SSLContext | None]:
    """Where the API of the hub of this machine is, and whom to trust there."""
    from boardpi.web.address import in_url
    from boardpi.web.certificate import Certificate, certificate_path, trusting

    host = config.hub.host if config.hub.host not in ("0.0.0.0", "::") else "127.0.0.1"
    is_plain = config.hub.tls == "off"
    url = f"{'http' if is_plain else 'https'}://{in_url(host)}:{config.hub.port}/api/v1/"
    public = None if is_plain else Certificate(certificate_path(hub_path(config))).public
    return url, None if public is None else trusting(public)


@contextmanager
def hub_book(args: Namespace) -> Iterator[Book]:
    """The hub's book, to read."""
    from boardpi.club import BookError, read_book

    try:
        with read_book(hub_path(asked_config(args))) as book:
            yield book
    except BookError as error:
        raise CommandError(str(error)) from None


def run_backup(args: Namespace) -> int:
    """A whole copy."""
    from boardpi.club import BookError, back_up

    with hub_book(args) as book:
        try:
            size = back_up(book.store, Path(args.file), replace=args.replace)
        except BookError as error:
            raise CommandError(str(error)) from None
    print(f"{args.file}: {size} bytes")
    return 0


def run_restore(args: Namespace) -> int:
    """The old book is kept beside the new one; tables send what the copy does not have."""
    from boardpi.club import BookError

    path, copy = hub_path(asked_config(args)), Path(args.file)
    os.umask(0o077)
    try:
        with as_owner(path.parent):
            _put_in_place(copy, path)
    except BookError as error:
        raise CommandError(str(error)) from None
    print(f"{path} is {copy} now. Start the hub: tables send what it does not have.")
    return 0


def _put_in_place(copy: Path, path: Path) -> None:
    from boardpi.club import back_up, open_book, read_book, verify
    from boardpi.club.safety.claim import claim

    with read_book(copy) as book:
        if verify(book.store):
            raise CommandError(f"{copy} is not whole: choose another copy")
    held = claim(path)  # refused while a hub runs
    try:
        if path.exists():
            with open_book(path, check=False):
                pass  # what was only in the log of the file goes into it
            path.rename(path.with_name(f"{path.name}.before"))
        with read_book(copy) as book:
            back_up(book.store, path)
    finally:
        held.release()


def run_pins(args: Namespace) -> int:
    """New ones for both roles; a running hub knows them at once."""
    from boardpi.errors import NotDone
    from boardpi.hub.assemble_hub import arbiter_file
    from boardpi.web.lock import make_pin, set_pin
    from boardpi.web.secret_file import SecretFile, beside

    path = hub_path(asked_config(args))
    os.umask(0o077)
    told: dict[str, str] = {}
    try:
        with as_owner(path.parent):
            path.parent.mkdir(parents=True, exist_ok=True)
            files = {"organiser": SecretFile(beside(path)), "arbiter": arbiter_file(path)}
            for role, file in files.items():
                told[role] = make_pin()
                set_pin(file, told[role])
    except NotDone as error:
        raise CommandError(error.message) from None
    lines = [f"The PIN of the {role} is {pin}." for role, pin in told.items()]
    return answer(args, told, "\n".join(lines))


def run_join(args: Namespace) -> int:
    """Ask the hub for a login; a running table connects within seconds."""
    from boardpi.club import BookError, open_book
    from boardpi.daemon.hub_link import ask_for_link, join_by
    from boardpi.errors import NotDone
    from boardpi.web.secret_file import SecretFile, beside

    config, path = asked_config(args), book_path(asked_config(args))
    os.umask(0o077)
    try:
        link = ask_for_link(args.address, args.code, config.table.name)
        with as_owner(path.parent), open_book(path, check=False) as book:
            join_by(link, book, SecretFile(beside(path)))
    except NotDone as error:
        raise CommandError(error.message) from None
    except BookError as error:
        raise CommandError(str(error)) from None
    print(f"{config.table.name} has joined the club {link.club!r} as {link.name}.")
    return 0


def run_broker(args: Namespace) -> int:
    """Mosquitto's files, or the login of another's broker."""
    from boardpi.errors import NotDone
    from boardpi.hub.assemble_hub import hub_certificate
    from boardpi.hub.broker import BRIDGE, BrokerPlan, Login, Logins, write_broker
    from boardpi.web.certificate import NoCertificate
    from boardpi.web.secret_file import SecretFile, beside

    config, path = asked_config(args), hub_path(asked_config(args))
    os.umask(0o077)
    logins, hub = Logins(SecretFile(beside(path))), config.hub
    folder = Path(args.folder) if args.folder else path.with_name("broker")
    plan = BrokerPlan(folder.absolute(), hub.club, _listens(config), hub.broker_port)
    password, bridge_to = _password(args), _bridge(args)
    try:
        with as_owner(path.parent):
            logins.check()
            certificate = hub_certificate(config)
            if certificate is not None:
                plan = replace(plan, certificate=certificate.path.absolute())
            if args.user and not args.bridge:
                logins.prepare()
                logins.use_other(Login(args.user, password))
                print(f"The hub and its tables will log in to {hub.broker} as {args.user}.")
                return 0
            if bridge_to is not None or args.no_bridge:
                logins.keep_bridge(bridge_to)
            written = write_broker(replace(plan, bridge=logins.bridge()), logins)
    except NotDone as error:
        raise CommandError(error.message) from None
    except NoCertificate as error:
        raise CommandError(str(error)) from None
    print(f"Written: {written}\nStart it: mosquitto -c {written}")
    bridge = logins.of(BRIDGE)
    if hub.federation and bridge is not None:
        print(f"Halls log in as {bridge.user} with the password {bridge.password}")
    return 0


def _password(args: Namespace) -> str:
    """Of the file that is named: the command line is seen by everybody on this machine."""
    if not args.password_file:
        return ""
    try:
        return Path(args.password_file).read_text(encoding="utf-8").strip()
    except (OSError, UnicodeError) as error:
        raise CommandError(f"--password-file {args.password_file!r}: {error}") from None


def _bridge(args: Namespace) -> Bridge | None:
    """The federation's broker, if one is named."""
    from boardpi.hub.broker import BRIDGE, Bridge, Login

    if not args.bridge:
        return None
    host, _, port = args.bridge.rpartition(":") if ":" in args.bridge else (args.bridge, "", "1883")
    if not host or not port.isdecimal():
        raise CommandError(f"--bridge {args.bridge!r}: write it as HOST or HOST:PORT")
    authority = Path(args.ca).absolute() if args.ca else None
    if authority is not None and not authority.is_file():
        raise CommandError(f"--ca {args.ca!r}: there is no such file")
    return Bridge(host, int(port), Login(args.user or BRIDGE, _password(args)), authority)


def _listens(config: Config) -> str:
    """A hub that is for this machine alone needs no broker that is for others."""
    return "127.0.0.1" if config.hub.host == "127.0.0.1" else "0.0.0.0"
