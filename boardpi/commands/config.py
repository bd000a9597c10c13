"""`boardpi config …`: show, check, set, example; and the reference in docs/configure.md."""

from __future__ import annotations

import json
import os
import sys
from argparse import Namespace
from collections.abc import Iterator
from dataclasses import Field, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, get_type_hints

from boardpi.commands.terminal.configuration import answer, asked_config
from boardpi.commands.terminal.files import CommandError
from boardpi.commands.terminal.parser import add_command, add_group
from boardpi.config import SYSTEM_FILE, BadConfig, Config, book_path, find_config, own_file
from boardpi.config.editing import LARGEST_WISH, CannotWrite, Value, change_file, take

if TYPE_CHECKING:
    from boardpi.commands.terminal.parser import Parser, Subparsers

EXAMPLE_HEAD: Final = """\
# boardpi.toml: copy it to /etc/boardpi/boardpi.toml, or name it with --config.
# Every key is optional. A line that begins with '#' shows the default: remove
# the '#' to change it. `boardpi config check` says whether all is well.
"""
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
    write = add_command(group, "set", run_set, "change keys in the file; its comments stay")
    write.add_argument("changes", metavar="KEY=VALUE", nargs="+", help="such as table.name=Oak")
    _add_config(write)
    add_command(group, "take", run_take, "what the page wants: for root's own service")
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


def run_set(args: Namespace) -> int:
    """Change keys; a text needs no quotes of its own."""
    source = Path(args.config) if args.config else find_config() or own_file()
    changes = dict(read_change(word) for word in args.changes)
    try:
        change_file(source, changes)
    except (BadConfig, CannotWrite) as error:
        raise CommandError(str(error)) from None
    told = {"source": str(source), "changed": changes}
    return answer(args, told, f"{source}: changed. boardpi restart makes it count.")


def run_take(args: Namespace) -> int:
    """Root's part of the settings on the page: a wish comes in, an answer goes out, as JSON."""
    if os.geteuid() != 0:
        raise CommandError("config take is for boardpi-settings@.service, which root runs")
    told = take(sys.stdin.buffer.read(LARGEST_WISH + 1), SYSTEM_FILE)
    print(json.dumps(told))
    print(f"{SYSTEM_FILE}: {told.get('error', 'changed by the page')}", file=sys.stderr)
    return 0


def read_change(word: str) -> tuple[str, Value]:
    """`table.name=Oak`, with its value in the type that the key has.

    >>> read_change("table.dwell_ms=300"), read_change("table.name=7")
    (('table.dwell_ms', 300), ('table.name', '7'))
    """
    name, mark, text = word.partition("=")
    section, _, key = name.strip().partition(".")
    if not mark or not key:
        raise CommandError(f"{word!r}: write SECTION.KEY=VALUE, such as table.name=Oak")
    kinds = get_type_hints(Config)
    hint = get_type_hints(kinds[section]).get(key) if section in kinds else None
    if hint is None:
        raise CommandError(
            f"{name}: there is no such key; boardpi config example shows all of them"
        )
    if hint is str:
        return name.strip(), text
    try:
        value: Value = json.loads(text)
    except ValueError:
        raise CommandError(f"{word!r}: {text!r} is not a value of {name}") from None
    return name.strip(), value


def run_example(args: Namespace) -> int:
    """A file to start from."""
    print((markdown() if args.markdown else example()).rstrip())
    return 0


# ── the configuration as text ─────────────────────────────────────────────────────────────────────


def toml_value(value: object) -> str:
    """A value as it stands in the file.

    >>> toml_value(("c3", "d4")), toml_value(False)
    ('["c3", "d4"]', 'false')
    """
    if type(value) in (bool, int):  # a Hole is also an int, and written by its name
        return str(value).lower()
    if isinstance(value, tuple):
        return f"[{', '.join(toml_value(item) for item in value)}]"
    return json.dumps(str(value), ensure_ascii=False)


def sections(config: Config) -> Iterator[tuple[str, Any]]:
    """Each section with its name."""
    for part in fields(Config):
        yield part.name, getattr(config, part.name)


def range_words(hint: object, key: Field[Any]) -> str:
    """What may be written, in words.

    >>> from boardpi.config import TableConfig
    >>> range_words(int, TableConfig.__dataclass_fields__["dwell_ms"])
    '50 to 10000'
    """
    facts = key.metadata
    if hint is bool:
        return "true or false"
    if hint is int:
        return f"{facts['low']} to {facts['high']}"
    if hint == tuple[int, ...]:
        return f"list of {facts['length']} numbers, {facts['low']} to {facts['high']}"
    if facts["choices"]:
        return ", ".join(toml_value(choice) for choice in facts["choices"])
    if hint is str:
        return str(facts["check"][1])
    return "list of holes" if key.name == "dead" else "list of names"


def example() -> str:
    """A file with every key, documented, that changes nothing as it is."""
    lines = [EXAMPLE_HEAD]
    for name, section in sections(Config()):
        lines += [f"# {section.__doc__}", f"[{name}]"]
        hints = get_type_hints(type(section))
        for key in fields(section):
            lines.append(f"# {key.metadata['meaning']} ({range_words(hints[key.name], key)})")
            lines.append(f"#{key.name} = {toml_value(key.default)}")
        lines.append("")
    return "\n".join(lines)


def show(config: Config) -> str:
    """The values in force; those that differ from the default are marked."""
    lines = []
    for name, section in sections(config):
        lines.append(f"[{name}]")
        for key in fields(section):
            value = getattr(section, key.name)
            mark = "" if value == key.default else f"  # default: {toml_value(key.default)}"
            lines.append(f"{key.name} = {toml_value(value)}{mark}")
        lines.append("")
    return "\n".join(lines)


def to_json(config: Config) -> dict[str, dict[str, object]]:
    """The values in force, for programs."""
    return {
        name: {key.name: _json_value(getattr(section, key.name)) for key in fields(section)}
        for name, section in sections(config)
    }


def _json_value(value: object) -> object:
    if not isinstance(value, tuple):
        return value
    return [item if type(item) is int else str(item) for item in value]  # a Hole is also an int


def markdown() -> str:
    """The reference of docs/configure.md."""
    lines = []
    for name, section in sections(Config()):
        lines += [f"### [{name}]", section.__doc__, ""]
        lines += ["| key | default | may be | meaning |", "|---|---|---|---|"]
        hints = get_type_hints(type(section))
        for key in fields(section):
            words = range_words(hints[key.name], key)
            default = f"`{toml_value(key.default)}`"
            lines.append(f"| `{key.name}` | {default} | {words} | {key.metadata['meaning']} |")
        lines.append("")
    return "\n".join(lines)
