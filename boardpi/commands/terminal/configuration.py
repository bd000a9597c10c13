"""The configuration that a command is asked to take, the table that runs with it, and answers."""

from __future__ import annotations

import json
from argparse import Namespace
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from boardpi.commands.terminal.files import CommandError
from boardpi.config import Config, book_path, find_config, load_config, read_board, scheme_of
from boardpi.config.keys import BadConfig

if TYPE_CHECKING:
    import ssl

    from boardpi.commands.terminal.parser import Parser


def add_config(parser: Parser) -> None:
    """`--config`."""
    parser.add_argument("--config", metavar="FILE", help="default: /etc/boardpi/boardpi.toml")


def asked_config(args: Namespace) -> Config:
    """The configuration of `--config`, of the system, or the defaults."""
    try:
        return load_config(find_config(args.config))
    except BadConfig as error:
        raise CommandError(str(error)) from None


def add_board(parser: Parser) -> None:
    """`--board`."""
    parser.add_argument(
        "--board", metavar="BOARD", help="virtual, serial:PORT, gpio or emulator (else configured)"
    )


def with_board(config: Config, named: str | None) -> Config:
    """The configuration with the board of `--board`."""
    if named is None:
        return config
    try:
        return replace(config, board=read_board(named, config.board))
    except BadConfig as error:
        raise CommandError(f"--board {named}: {error}") from None


def ask_table(config: Config, what: str) -> dict[str, Any]:
    """One answer of the API of the running table; an OSError if none runs."""
    import urllib.request  # few commands ask, and a Pi takes its time

    url = f"{table_url(config)}/{what}"
    with urllib.request.urlopen(url, timeout=5, context=trust_of(config)) as answered:
        found: dict[str, Any] = json.load(answered)
    return found


def table_url(config: Config) -> str:
    """Where the API of the table is, from this machine."""
    host = config.page.host if config.page.host not in ("0.0.0.0", "::") else "127.0.0.1"
    name = f"[{host}]" if ":" in host else host
    return f"{scheme_of(config.page)}://{name}:{config.page.port}/api/v1"


def trust_of(config: Config) -> ssl.SSLContext | None:
    """The table's own certificate, under whatever name it is called here."""
    if config.page.tls == "off":
        return None
    import ssl

    from boardpi.web.certificate import certificate_path

    context = ssl.create_default_context(cafile=str(certificate_path(book_path(config))))
    context.check_hostname = False
    return context


def answer(args: Namespace, told: object, text: str) -> int:
    """Print one or the other, as `--json` says."""
    print(json.dumps(told, ensure_ascii=False) if args.json else text)
    return 0
