"""`boardpi check`: first light. It walks a maker through every hole of a new board."""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final

from boardpi import __version__
from boardpi.check.plan import CHOICES, PARTS, CheckPlan, Patience
from boardpi.check.report import Identity, print_report, write_report
from boardpi.commands.check.check_screen import CheckScreen
from boardpi.commands.terminal.configuration import (
    add_board,
    add_config,
    ask_table,
    asked_config,
    with_board,
)
from boardpi.commands.terminal.files import CommandError
from boardpi.commands.terminal.parser import add_command, add_language
from boardpi.commands.terminal.terminal import add_ascii, asked_ink
from boardpi.config import Config
from boardpi.documents import Json
from boardpi.rules import HOLES, Hole, RulesError
from boardpi.texts import CHECK

if TYPE_CHECKING:
    from boardpi.commands.terminal.parser import Subparsers
    from boardpi.sim.miswired_board import Wiring

BUSY: Final = 3
PACE_S: Final = 0.02
DESCRIPTION: Final = """\
First light. Every hole lights in turn; set an archer there and lift it again. The board itself
tells all that is needed: cyan pulse = set an archer here, green = right, violet = this hole
answered instead, red blink = take archers away, magenta = wrong. The board's button goes on or
skips (short) and ends the check (1.5 s). docs/check.md explains everything.

Exit code: 0 all is right, 1 something is to be mended, 2 wrong call, 3 boardpi has the board."""
EXAMPLES: Final = """
examples:
  boardpi check --board serial:/dev/ttyUSB0        a new board, hole by hole
  boardpi check --only reeds --holes c3,d3         two holes again, after mending them
  boardpi check --only reach                       which archers have weak magnets
  boardpi check --board virtual                    watch virtual hands do it
  boardpi check --board virtual --fault swap-columns:c,d --fault dead:a1
  boardpi check --list-faults                      what can be wrong with the virtual board
"""


def add_parsers(subparsers: Subparsers) -> None:
    """Add the command to the command line."""
    check = add_command(
        subparsers,
        "check",
        run_check,
        "first light: check a new board hole by hole",
        description=DESCRIPTION,
        epilog=EXAMPLES,
    )
    add_config(check)
    add_board(check)
    check.add_argument(
        "--only",
        choices=CHOICES,
        metavar="PART",
        help="reeds, pixels, diodes, or reach: which archers have weak magnets",
    )
    check.add_argument("--holes", metavar="HOLES", help="only these, such as c3,d3")
    add_language(check)
    check.add_argument("--json", action="store_true", help="print the report in JSON")
    check.add_argument(
        "-o", "--output", metavar="FILE", help="write the report, as text or to a .json file"
    )
    check.add_argument(
        "--fault",
        metavar="FAULT",
        action="append",
        default=[],
        help="a fault of the virtual or emulated board; may be given again",
    )
    check.add_argument("--list-faults", action="store_true", help="list them and end")
    add_ascii(check)


def run_check(args: argparse.Namespace) -> int:
    """Check the board that is asked for."""
    if args.list_faults:
        return list_faults()
    config = with_board(asked_config(args), args.board)
    wiring = asked_wiring(args, config)
    plan = asked_plan(args, config)
    screen = CheckScreen(
        asked_ink(args),
        sys.stderr if args.json else sys.stdout,
        hint=hint(config, args.language),
        language=args.language,
    )
    if config.board.kind == "virtual":
        return deliver(args, simulate_on(plan, wiring, screen))
    if config.board.kind != "emulator" and (page := running_page(config)):
        print(
            f"boardpi: boardpi is running and has the board: open {page}check, or stop it first",
            file=sys.stderr,
        )
        return BUSY
    from boardpi.commands.check.live_check import check_board

    return deliver(args, asyncio.run(check_board(config, plan, wiring, screen)))


def hint(config: Config, language: str) -> str:
    """What can be typed, where somebody is there to type."""
    can_type = config.board.kind in ("serial", "gpio") and sys.stdin.isatty()
    return CHECK.say(language, "keys") if can_type else ""


def list_faults() -> int:
    """What `--fault` takes."""
    from boardpi.sim.wiring_faults import FAULTS

    for fault in FAULTS.values():
        print(f"{fault.example:24}{fault.meaning}")
    return 0


def asked_wiring(args: argparse.Namespace, config: Config) -> Wiring:
    """The virtual board's wiring with all faults of `--fault`."""
    from boardpi.commands.check.emulated_maker import refuse_joints
    from boardpi.sim.miswired_board import SOUND
    from boardpi.sim.wiring_faults import BadFault, miswire

    if args.fault and config.board.kind not in ("virtual", "emulator"):
        raise CommandError("--fault: only a virtual or emulated board has faults on demand")
    wiring = SOUND
    try:
        for fault in args.fault:
            wiring = miswire(fault, wiring)
        if config.board.kind == "emulator":
            refuse_joints(wiring)
    except BadFault as error:
        raise CommandError(f"--fault: {error}") from None
    return wiring


def asked_plan(args: argparse.Namespace, config: Config) -> CheckPlan:
    """What to check."""
    from boardpi.boards.build import share_settling
    from boardpi.daemon.activities.check_reports import wires_of

    try:
        names = args.holes.split(",") if args.holes else []
        holes = tuple(sorted({Hole(name.strip()) for name in names})) or HOLES
    except RulesError as error:
        raise CommandError(f"--holes {args.holes}: {error}") from None
    return CheckPlan(
        holes=holes,
        parts=frozenset([args.only] if args.only else PARTS),
        wires=wires_of(config.board),
        patience=Patience(settle_ms=share_settling(config.board.kind, config.table.settle_ms)[1]),
        budget_ma=config.table.power_budget_ma,
    )


def running_page(config: Config) -> str | None:
    """The page of a daemon that has the board, if there is one."""
    try:
        kind = ask_table(config, "table")["board"]["kind"]
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return f"http://localhost:{config.page.port}/" if kind == config.board.kind else None


def deliver(args: argparse.Namespace, report: Json) -> int:
    """Print the report and write it where it is asked for."""
    text = json.dumps(report, ensure_ascii=False, indent=1) + "\n"
    if args.output:
        from boardpi.daemon.activities.check_reports import write_whole

        is_json = args.output.endswith(".json")
        write_whole(Path(args.output), text if is_json else print_report(report, args.language))
    print(text if args.json else f"\n{print_report(report, args.language)}", end="")
    return 0 if report["is_sound"] else 1


# ── the virtual board ────────────────────────────────────────────────────────────────────────────


def simulate_on(plan: CheckPlan, wiring: Wiring, screen: CheckScreen) -> Json:
    """Simulated hands: watchable on a terminal, at once elsewhere."""
    from boardpi.check.events import Told
    from boardpi.check.step import step
    from boardpi.daemon.activities.check_reports import now_text
    from boardpi.sim.simulated_check import SimulatedCheck

    simulated = SimulatedCheck(plan, wiring)
    check = simulated.check
    try:
        for _, check, _ in simulated.run():
            screen.show(check)
            if sys.stdout.isatty():
                time.sleep(PACE_S)
    except KeyboardInterrupt:
        check, _ = step(check, Told(check.ms, "stop"))
    return write_report(check, Identity("virtual"), now_text(), __version__)
