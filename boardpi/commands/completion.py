"""`boardpi completion SHELL`: what a shell needs to complete commands, options and their words.

The words are those of the parsers themselves. Nothing is asked for while somebody types: a Pi
would take a second to start Python.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from boardpi.commands.terminal.parser import add_command
from boardpi.rules import RULE_SETS
from boardpi.table.themes import THEMES
from boardpi.texts.languages import LANGUAGES

if TYPE_CHECKING:
    from boardpi.commands.terminal.parser import Subparsers

EXAMPLES: Final = """
examples:
  boardpi completion bash > ~/.local/share/bash-completion/completions/boardpi
  boardpi completion zsh > ~/.zfunc/_boardpi          a folder in $fpath
  boardpi completion fish > ~/.config/fish/completions/boardpi.fish
"""
FILES: Final = ("FILE", "FOLDER", "DIR", "DIRECTORY", "LESSON_FILE")
"""What stands for the name of a file in the help."""
KNOWN: Final = {
    "--rules": tuple(RULE_SETS),
    "--theme": tuple(THEMES),
    "--language": tuple(LANGUAGES),
    "--board": ("virtual", "serial", "gpio", "emulator"),
    "--period": ("today", "season"),
}
"""Words of options that take more than these: rule sets of one's own, for instance."""


def add_parsers(subparsers: Subparsers) -> None:
    """Add the command to the command line."""
    command = add_command(
        subparsers,
        "completion",
        run_completion,
        "let the shell complete commands and options",
        epilog=EXAMPLES,
    )
    command.add_argument("shell", metavar="SHELL", choices=tuple(WRITERS), help="bash, zsh or fish")


def run_completion(args: argparse.Namespace) -> int:
    """Print the script of a shell."""
    print(WRITERS[args.shell](list(walk(args.parser))), end="")
    return 0


@dataclass(frozen=True, slots=True)
class Words:
    """What may follow an option, or stand for itself: some words, or the name of a file."""

    words: tuple[str, ...]
    is_file: bool


@dataclass(frozen=True, slots=True)
class Option:
    """One option by all its names."""

    names: tuple[str, ...]
    about: str
    value: Words | None  # None: it takes none


@dataclass(frozen=True, slots=True)
class Command:
    """A command, or a group of them, by the words that lead there: `("rules", "draw")`."""

    path: tuple[str, ...]
    about: dict[str, str]  # the commands below it
    options: tuple[Option, ...]
    rest: Words  # what stands for itself


def walk(parser: argparse.ArgumentParser, path: tuple[str, ...] = ()) -> Iterator[Command]:
    """The whole command line."""
    groups = [one for one in parser._actions if isinstance(one, argparse._SubParsersAction)]
    plain = [one for one in parser._actions if one not in groups]
    places = [_words(one) for one in plain if not one.option_strings]
    yield Command(
        path,
        {str(one.dest): one.help or "" for group in groups for one in group._choices_actions},
        tuple(_option(one) for one in plain if one.option_strings),
        Words(
            tuple(word for place in places for word in place.words),
            any(place.is_file for place in places),
        ),
    )
    for group in groups:
        for name, below in group.choices.items():
            yield from walk(below, (*path, name))


def _option(action: argparse.Action) -> Option:
    value = None if action.nargs == 0 else _words(action)
    return Option(tuple(action.option_strings), (action.help or "").replace("%%", "%"), value)


def _words(action: argparse.Action) -> Words:
    known = next((KNOWN[name] for name in action.option_strings if name in KNOWN), ())
    words = tuple(str(one) for one in action.choices or known)
    return Words(words, not words and str(action.metavar) in FILES)


# ── the scripts ──────────────────────────────────────────────────────────────────────────────────

BASH: Final = """\
# Completion of boardpi for bash, made by `boardpi completion bash`.
_boardpi() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} at="" list="" files="" i
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$at ${COMP_WORDS[i]}" in
@PATHS@
    esac
  done
@TABLE@
  if [ -n "$files" ]; then compopt -o default; fi
  mapfile -t COMPREPLY < <(compgen -W "$list" -- "$word")
}
complete -F _boardpi boardpi
"""
ZSH: Final = """\
#compdef boardpi
# Completion of boardpi for zsh, made by `boardpi completion zsh`.
_boardpi() {
  local before="${words[CURRENT-1]}" at="" list="" files="" i
  for ((i = 2; i < CURRENT; i++)); do
    case "$at ${words[i]}" in
@PATHS@
    esac
  done
@TABLE@
  if [[ -n "$files" ]]; then _files; fi
  compadd -- ${=list}
}
_boardpi "$@"
"""
FISH: Final = """\
# Completion of boardpi for fish, made by `boardpi completion fish`.
set -g __boardpi_commands @PATHS@
function __boardpi_at
    set -l at
    for word in (commandline -opc)[2..-1]
        if contains -- (string join -- " " $at $word) $__boardpi_commands
            set at $at $word
        end
    end
    test "$at" = "$argv"
end
complete -c boardpi -f
@LINES@
"""


def write_posix(script: str, commands: Sequence[Command]) -> str:
    """The same table for bash and zsh: what may stand after an option, and else in a command."""
    paths = "|".join(_quoted("", *one.path) for one in commands if one.path)
    table = ['  case "$at $before" in']
    for one in commands:
        for option in one.options:
            if option.value is not None:
                names = "|".join(_quoted("", *one.path, name) for name in option.names)
                table.append(f"    ({names}) {_assign(option.value)} ;;")
    table += ["    (*)", '      case "$at" in']
    for one in commands:
        words = (*one.about, *one.rest.words, *(n for o in one.options for n in o.names))
        here = _quoted("", *one.path) if one.path else '""'
        table.append(f"        ({here}) {_assign(Words(words, one.rest.is_file))} ;;")
    table += ["      esac ;;", "  esac"]
    found = f'      ({paths}) at="$at ${{@WORDS@[i]}}" ;;'.replace(
        "@WORDS@", "COMP_WORDS" if script is BASH else "words"
    )
    return script.replace("@PATHS@", found).replace("@TABLE@", "\n".join(table))


def _assign(found: Words) -> str:
    parts = [f'list="{" ".join(found.words)}"'] if found.words else []
    return "; ".join([*parts, *(["files=yes"] if found.is_file else [])]) or ":"


def _quoted(*words: str) -> str:
    return f'"{" ".join(words)}"'


def write_fish(commands: Sequence[Command]) -> str:
    """One line for each command and each option."""
    lines = []
    for one in commands:
        here = f"-n {_fish('__boardpi_at ' + ' '.join(one.path))}"
        if not one.path:
            here = "-n '__boardpi_at'"
        for name, about in one.about.items():
            lines.append(f"complete -c boardpi {here} -a {name} -d {_fish(about)}")
        if one.rest.words:
            lines.append(f"complete -c boardpi {here} -a {_fish(' '.join(one.rest.words))}")
        if one.rest.is_file:
            lines.append(f"complete -c boardpi {here} -F")
        lines += [_fish_option(here, option) for option in one.options]
    paths = " ".join(_fish(" ".join(one.path)) for one in commands if one.path)
    return FISH.replace("@PATHS@", paths).replace("@LINES@", "\n".join(lines))


def _fish_option(here: str, option: Option) -> str:
    names = [f"-l {n[2:]}" if n.startswith("--") else f"-s {n[1:]}" for n in option.names]
    value = []
    if option.value is not None:
        words = f" -a {_fish(' '.join(option.value.words))}" if option.value.words else ""
        value = ["-r -F" if option.value.is_file else f"-x{words}"]
    return " ".join(["complete -c boardpi", here, *names, *value, "-d", _fish(option.about)])


def _fish(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


WRITERS: Final = {
    "bash": lambda commands: write_posix(BASH, commands),
    "zsh": lambda commands: write_posix(ZSH, commands),
    "fish": write_fish,
}
