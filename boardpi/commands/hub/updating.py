"""`boardpi hub update`, at the hub, and `boardpi hub install-update`, root's part at a table."""

from __future__ import annotations

import json
import os
import shutil
import stat
import sys
from argparse import Namespace
from collections.abc import Callable
from dataclasses import dataclass
from getpass import getpass
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Final

from boardpi import __version__
from boardpi.commands.hub.upkeep import hub_address
from boardpi.commands.terminal.configuration import add_config, answer, asked_config
from boardpi.commands.terminal.files import CommandError
from boardpi.commands.terminal.parser import add_command
from boardpi.commands.terminal.score_book import as_owner
from boardpi.config import Config, data_directory

if TYPE_CHECKING:
    from boardpi.commands.terminal.parser import Subparsers
    from boardpi.hub.release_file import Release

EXAMPLES: Final = """
examples:
  boardpi hub update                                which table runs what, and how far the update is
  boardpi hub update boardpi-0.2.0.release          bring a release to the hub
  boardpi hub update --canary t01 --leave-out t07   t01 first, then the others, but not t07
  boardpi hub update --again t03                    try a table once more that has failed

The PIN of the organiser is asked for, or read from the first line of the standard input.
"""
PART: Final = 500_000  # bytes of a release in one request
OPT: Final = Path("/opt/boardpi")
WATCH_SECONDS: Final = 60
MOST_TRIES: Final = 3  # of an installation that power cuts interrupt


def add_update(group: Subparsers) -> None:
    """Add the commands to `boardpi hub`."""
    update = add_command(group, "update", run_update, "update all tables, one canary first")
    update.epilog = EXAMPLES
    add_config(update)
    update.add_argument("file", nargs="?", metavar="FILE", help="a release, of 'make release'")
    update.add_argument("--canary", metavar="TABLE", help="start; this table goes first")
    update.add_argument(
        "--leave-out", action="append", default=[], metavar="TABLE", help="not this one; repeatable"
    )
    update.add_argument("--again", metavar="TABLE", help="try a table once more, then the others")
    update.add_argument("--stop", action="store_true", help="let no other table begin")
    update.add_argument("--go-on", action="store_true", help="after a stop or a failure")
    update.add_argument("--json", action="store_true", help="answer in JSON, for programs")
    root = add_command(
        group, "install-update", run_install_update, "at a table, by boardpi-update.service"
    )
    add_config(root)


# ── at the hub ────────────────────────────────────────────────────────────────────────────────────


class Organiser:
    """The running hub, asked by somebody who has its PIN."""

    def __init__(self, config: Config) -> None:
        import urllib.request
        from http.cookiejar import CookieJar

        self._url, trusts = hub_address(config)
        cookies = urllib.request.HTTPCookieProcessor(CookieJar())
        self._browser = urllib.request.build_opener(
            urllib.request.HTTPSHandler(context=trusts), cookies
        )

    def ask(self, what: str, body: bytes | None = None, kind: str = "application/json") -> Any:
        """One answer; a refusal is told in its own words."""
        import urllib.error
        import urllib.request

        request = urllib.request.Request(f"{self._url}{what}", body, {"content-type": kind})
        try:
            with self._browser.open(request, timeout=60) as told:
                return json.load(told)
        except urllib.error.HTTPError as error:
            try:
                message = str(json.load(error)["error"]["message"])
            except (ValueError, KeyError, TypeError, OSError):
                message = str(error.reason)
            raise CommandError(message) from None
        except OSError as error:
            raise CommandError(f"no hub answers at {self._url}: {error}") from None

    def tell(self, what: str, **values: object) -> Any:
        """Do something."""
        return self.ask("do", json.dumps({"what": what, **values}).encode())

    def open(self) -> None:
        """Give the PIN."""
        pin = getpass("PIN of the organiser: ") if sys.stdin.isatty() else sys.stdin.readline()
        self.ask("session", json.dumps({"pin": pin.strip()}).encode())

    def bring(self, path: Path) -> None:
        """A release in parts."""
        try:
            size = path.stat().st_size
            with path.open("rb") as file:
                for at in range(0, max(size, 1), PART):
                    where, body = f"release?at={at}&bytes={size}", file.read(PART)
                    self.ask(where, body, "application/octet-stream")
        except OSError as error:
            raise CommandError(f"{path}: {error.strerror}") from None


def run_update(args: Namespace) -> int:
    """What is asked for, then how it stands."""
    hub = Organiser(asked_config(args))
    hub.open()
    if args.file:
        hub.bring(Path(args.file))
    if args.stop:
        hub.tell("update-stop")
    if args.canary:
        hub.tell("update-start", canary=args.canary, leave=args.leave_out)
    else:
        for name in args.leave_out:
            hub.tell("update-leave", table=name)
    if args.again:
        hub.tell("update-again", table=args.again)
    if args.go_on:
        hub.tell("update-resume")
    told = hub.ask("update")
    return answer(args, told, "\n".join(describe(told)))


def describe(told: dict[str, Any]) -> list[str]:
    """The update in lines."""
    release, lines = told["release"], list[str]()
    if release is None:
        lines.append("release  none: boardpi hub update FILE brings one ('make release' makes it)")
    else:
        lines.append(f"release  {release['version']}, {release['bytes']} bytes")
        lines.append(f"mark     {release['mark']}")
    if told["state"] is not None:
        lines.append(f"update   to {told['version']}: {told['state']}, {told['canary']} first")
    for name, table in told["tables"].items():
        where = [table["version"] or "?", "" if table["is_online"] else "away"]
        where += ["in a game" if table["is_busy"] else "", table["at"] or ""]
        where += [table["does"] if table["at"] in ("ordered", "checking") else "", table["why"]]
        if release is not None and not table["is_allowed"] and not table["why"]:
            where.append("takes no releases of this mark")
        lines.append(f"table    {name}, {table['title']}: {', '.join(filter(None, where))}")
    return lines


# ── at a table, by root ───────────────────────────────────────────────────────────────────────────


def run_install_update(args: Namespace) -> int:
    """What boardpi-update.service runs when the table has laid a release before it."""
    if os.geteuid() != 0:
        raise CommandError("install-update is for boardpi-update.service, which root runs")
    folder = data_directory() / "update"
    return Installation(folder, OPT, asked_config(args).hub.updates).run()


def run_installer(tree: Path) -> tuple[int, list[str]]:
    """The release's own installer, which goes back by itself if the new program does not do."""
    import subprocess

    path = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
    said: list[str] = []
    with subprocess.Popen(
        [str(tree / "install.sh"), "--watch", str(WATCH_SECONDS)],
        cwd="/",
        env={"PATH": path, "HOME": "/root", "LANG": "C.UTF-8", "NO_COLOR": "1"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
    ) as process:
        assert process.stdout is not None
        for line in process.stdout:
            print(line, end="", flush=True)  # the journal has all of it
            said = [*said[-20:], line.strip()]
    return process.returncode, said


@dataclass(frozen=True, slots=True)
class Installation:
    """One release, from the table's folder to the installer.

    The folder belongs to the service's user, who may be anybody: what lies there is read with that
    user's rights into a folder of root's own, and looked at there.
    """

    folder: Path
    opt: Path
    mark: str
    install: Callable[[Path], tuple[int, list[str]]] = run_installer

    def run(self) -> int:
        """To its end, which is told in the report."""
        from boardpi.daemon.table_update import READY, RELEASE, read_report
        from boardpi.errors import NotDone

        request, before = self._read_request(READY), read_report(self._report_path)
        is_again = all(before.get(key) == request[key] for key in request)
        tries = before.get("tries", 0) + 1 if is_again else 1
        made = before.get("made", 0)
        self._report({**request, "state": "installing", "tries": tries, "made": made})
        try:
            made = self._install(tries, made)
            told: dict[str, Any] = {"state": "done"}
        except NotDone as error:
            told = {"state": "failed", "why": error.message[:300]}
        except OSError as error:
            told = {"state": "failed", "why": f"{error.filename}: {error.strerror}"[:300]}
        finally:
            shutil.rmtree(self._incoming, ignore_errors=True)
        self._report({**request, **told, "tries": 0, "made": made})
        with as_owner(self.folder.parent):
            for name in (READY, RELEASE):
                _remove(self.folder / name)
        print(f"boardpi-update: {told['state']} {told.get('why', '')}".strip(), flush=True)
        return 0 if told["state"] == "done" else 1

    @property
    def _incoming(self) -> Path:
        return self.opt / "incoming"

    @property
    def _report_path(self) -> Path:
        return self.opt / "update.json"

    def _open(self, name: str) -> IO[bytes]:
        """A plain file of the table's, and nothing that only looks like one."""
        with as_owner(self.folder.parent):
            flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
            number = os.open(self.folder / name, flags)
        if not stat.S_ISREG(os.fstat(number).st_mode):
            os.close(number)
            raise CommandError(f"{self.folder / name} is no plain file")
        return os.fdopen(number, "rb")

    def _read_request(self, name: str) -> dict[str, Any]:
        from boardpi.documents import read_object
        from boardpi.errors import BadRequest
        from boardpi.web.shapes import check, number, record, text

        shape = record({"release": text(64), "attempt": number(0, 2**31)})
        try:
            with self._open(name) as file:
                values = read_object(file.read(1_000), BadRequest, 999)
            check(shape, values, "")
        except (OSError, BadRequest, CommandError) as error:
            with as_owner(self.folder.parent):  # else systemd would ask again and again
                _remove(self.folder / name)
            raise CommandError(f"{self.folder / name} cannot be read: {error}") from None
        return values

    def _install(self, tries: int, made: int) -> int:
        """Copy, check, unpack, run; when the release was made."""
        from boardpi.hub.release_file import BadRelease, need_newer, unpack

        if not self.mark:
            raise BadRelease("The configuration of this table allows no updates by a hub.")
        if tries > MOST_TRIES:
            raise BadRelease(f"The installation was interrupted {MOST_TRIES} times.")
        shutil.rmtree(self._incoming, ignore_errors=True)
        self._incoming.mkdir(mode=0o700)
        with (self._incoming / "release").open("x+b") as copy:
            release = self._copy(copy)
            need_newer(release, __version__, made)
            unpack(copy, release, self._incoming / "tree")
        code, said = self.install(self._incoming / "tree")
        if code:
            raise BadRelease(_last_words(said) or f"install.sh ended with {code}")
        return release.about.made

    def _copy(self, copy: IO[bytes]) -> Release:
        """What is looked at is root's own copy: the table cannot change it any more."""
        from boardpi.club.transfer.outbox import LARGEST_RELEASE
        from boardpi.daemon.table_update import RELEASE
        from boardpi.hub.release_file import PORTION, BadRelease, read_release

        left = LARGEST_RELEASE
        try:
            with self._open(RELEASE) as file:
                while left and (part := file.read(min(PORTION, left))):
                    copy.write(part)
                    left -= len(part)
        except CommandError as error:
            raise BadRelease(str(error)) from None
        copy.flush()
        copy.seek(0)
        release = read_release(copy)
        if release.mark != self.mark:
            raise BadRelease(f"It is signed by {release.mark}; this table takes {self.mark} alone.")
        return release

    def _report(self, told: dict[str, Any]) -> None:
        """Everybody may read it; it is whole at every moment."""
        draft = self._report_path.with_suffix(".new")
        with draft.open("w", encoding="utf-8") as file:
            json.dump(told, file)
            file.flush()
            os.fsync(file.fileno())
        draft.chmod(0o644)
        draft.replace(self._report_path)


def _last_words(said: list[str]) -> str:
    """Why the installer gave up: its own last sentence."""
    own = [line for line in said if line.startswith("install.sh:")]
    return (own or said or [""])[-1].removeprefix("install.sh:").strip()


def _remove(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path, ignore_errors=True)
    else:
        path.unlink(missing_ok=True)
