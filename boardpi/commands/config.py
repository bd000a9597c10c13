"""`boardpi config …`: show, check, example."""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING, Final

from boardpi.commands.terminal.configuration import answer, asked_config
from boardpi.commands.terminal.parser import add_command, add_group
from boardpi.config import book_path, find_config
from boardpi.config.listing import example, markdown, show, to_json

if TYPE_CHECKING:
    from boardpi.commands.terminal.parser import Parser, Subparsers

EXAMPLES: Final = """
examples:
  boardpi config example > boardpi.toml
  boardpi config check --config boardpi.toml
"""


def add_parsers(subparsers: Subparsers) -> None:
    """Add the group to the command line."""
    group = add_group(
        subparsers,
        "config",
        summary="the configuration: show, check, example",
        description="What --config names, else /etc/boardpi/boardpi.toml, else the defaults.",
        epilog=EXAMPLES,
    )
    _add_config(add_command(group, "show", run_show, "the values in force"))
    _add_config(add_command(group, "check", run_check, "say what is wrong with it, if anything"))
    sample = add_command(group, "example", run_example, "a file with every key and its meaning")
    sample.add_argument(
        "--markdown", action="store_true", help="the same as tables, for docs/configure.md"
    )


def _add_config(parser: Parser) -> None:
    parser.add_argument("--config", metavar="FILE", help="default: /etc/boardpi/boardpi.toml")
    parser.add_argument("--json", action="store_true", help="answer in JSON, for programs")


def run_show(args: Namespace) -> int:
    """The values in force and where they come from."""
    config = asked_config(args)
    source = find_config(args.config)
    head = f"# from {source or 'the defaults: no file was found'}\n# book: {book_path(config)}\n"
    places = {"source": source and str(source), "book_path": str(book_path(config))}
    told = {**places, **to_json(config)}
    return answer(args, told, f"{head}\n{show(config).rstrip()}")


def run_check(args: Namespace) -> int:
    """All is well, or an error for each wrong key."""
    asked_config(args)
    source = find_config(args.config)
    told = {"source": source and str(source), "ok": True}
    return answer(args, told, f"{source or 'No file: the defaults'}: all is well.")


def run_example(args: Namespace) -> int:
    """A file to start from."""
    print((markdown() if args.markdown else example()).rstrip())
    return 0
