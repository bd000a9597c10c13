"""`boardpi address`: where the page is, for people and their phones."""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING

from boardpi.commands.terminal.configuration import answer, asked_config
from boardpi.commands.terminal.parser import add_command

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
    command.add_argument("--json", action="store_true", help="answer in JSON, for programs")


def run_address(args: Namespace) -> int:
    """The addresses; the code is of the one for other devices."""
    from boardpi.web.address import find_address, print_code

    page = asked_config(args).page
    urls = find_address(page.host, page.port, page.allowed_hosts).urls
    lines = [f"  Page   {url}" for url in urls]
    return answer(args, {"urls": list(urls)}, "\n".join([print_code(urls[0]), *lines]))
