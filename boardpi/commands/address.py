"""`boardpi address`: where the page is, for people and their phones."""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING

from boardpi.commands.terminal.configuration import answer, asked_config
from boardpi.commands.terminal.files import CommandError
from boardpi.commands.terminal.parser import add_command
from boardpi.config import Config, book_path

if TYPE_CHECKING:
    from boardpi.commands.terminal.parser import Subparsers


def add_parsers(subparsers: Subparsers) -> None:
    """Add the command to the command line."""
    command = add_command(
        subparsers,
        "address",
        run_address,
        "where the page is, with a QR code for phones",
        description="Where the page is as configured, whether the table runs or not.",
    )
    command.add_argument("--config", metavar="FILE", help="default: /etc/boardpi/boardpi.toml")
    command.add_argument(
        "--device",
        action="store_true",
        help="a code by which one device comes to belong to the table: once, for ten minutes",
    )
    command.add_argument("--json", action="store_true", help="answer in JSON, for programs")


def run_address(args: Namespace) -> int:
    """The addresses; the code is of the one for other devices."""
    from boardpi.web.address import find_address, print_code

    config = asked_config(args)
    page = config.page
    urls = find_address(page.host, page.port, page.allowed_hosts).urls
    if args.device:
        urls = (f"{urls[0]}device#{lend_code(config)}",)
    lines = [f"  Page   {url}" for url in urls]
    return answer(args, {"urls": list(urls)}, "\n".join([print_code(urls[0]), *lines]))


def lend_code(config: Config) -> str:
    """Into the table's file of secrets, for who may write it."""
    from boardpi.commands.terminal.score_book import as_owner
    from boardpi.errors import NotDone
    from boardpi.web.lock import lend
    from boardpi.web.secret_file import SecretFile, beside

    book = book_path(config)
    try:
        with as_owner(book.parent):
            return lend(SecretFile(beside(book)), "codes")
    except NotDone as error:
        raise CommandError(str(error)) from None
