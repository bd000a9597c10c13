"""The broker and who may write where: Mosquitto's files, the logins of tables, the joining code.

Every table has a login of its own, made beforehand: handing one out changes nothing at a running
broker. The access list lets it write under its own name alone; nobody is let in without a login.
"""

from __future__ import annotations

import base64
import hashlib
import re
import secrets
import time
from collections.abc import Callable, Collection
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from boardpi.club.transfer.outbox import LARGEST, ROOT
from boardpi.errors import BadRequest, NotDone, NothingToDo
from boardpi.web.certificate import SIGNS
from boardpi.web.errors import WrongPin
from boardpi.web.lock import Caller
from boardpi.web.patience import Tries
from boardpi.web.secret_file import SecretFile

HUB: Final = "hub"
BRIDGE: Final = "bridge"
MOST_TABLES: Final = 64
CODE_SIGNS: Final = 8  # 40 bits: with growing pauses nobody comes through them in a code's life
CODE_SECONDS: Final = 900.0
ROUNDS: Final = 101  # of Mosquitto's own hash; passwords of 128 bits need no more
HEARD: Final = ("online", "state", "out/+", "call")
TOLD: Final = ("ack", "ack/+", "seat", "rulings", "update")


@dataclass(frozen=True, slots=True)
class Login:
    """A user of the broker."""

    user: str
    password: str


class BadLogins(NotDone):
    """The hub's file of secrets was changed by hand, or is damaged."""


class Logins:
    """All users of the broker, in the hub's file of secrets."""

    def __init__(self, file: SecretFile) -> None:
        self._file = file

    def check(self) -> None:
        """Refuse a file that is not as it was written, before anything of it is used or lost."""
        values = self._file.read()
        damaged = [key for key in ("logins", "given") if not _are_texts(values.get(key, {}))]
        if not _is_login(values.get("shared_login")):
            damaged.append("shared_login")
        bridge = values.get("bridge")
        if bridge is not None and not _is_bridge(bridge):
            damaged.append("bridge")
        # What stands there is secret, also in a log: it is named, not quoted.
        problem = f"{', '.join(damaged)}: not as it was written" if damaged else ""
        if self._file.is_damaged:
            problem = "nothing in it can be read"
        if problem:
            todo = "Put a copy in its place, or remove it: 'boardpi hub broker' makes new logins,"
            raise BadLogins(
                f"{self._file.path}: {problem}. {todo} and every table must join again."
            )

    def prepare(self) -> None:
        """Make those that are missing; those that are there keep their passwords."""
        names = [HUB, BRIDGE, *(f"t{number:02}" for number in range(1, MOST_TABLES + 1))]
        with self._file.changing() as values:
            kept = values.get("logins") or {}
            values["logins"] = {name: kept.get(name) or make_password() for name in names}

    def use_other(self, login: Login) -> None:
        """A broker that is there already knows one user, for the hub and for all tables."""
        with self._file.changing() as values:
            values["shared_login"] = [login.user, login.password]

    def keep_bridge(self, bridge: Bridge | None) -> None:
        """Where results are passed on to, from now on: the files are written at every start."""
        with self._file.changing() as values:
            values.pop("bridge", None)
            if bridge is not None:
                authority = None if bridge.authority is None else str(bridge.authority)
                login = [bridge.login.user, bridge.login.password]
                values["bridge"] = [bridge.host, bridge.port, login, authority]

    def bridge(self) -> Bridge | None:
        """The one that was kept."""
        kept = self._file.read().get("bridge")
        if not kept:
            return None
        host, port, login, authority = kept
        return Bridge(host, port, Login(*login), None if authority is None else Path(authority))

    @property
    def is_shared(self) -> bool:
        """Whether the broker is somebody else's."""
        return bool(self._file.read().get("shared_login"))

    def all(self) -> list[Login]:
        """Every one."""
        kept = self._file.read().get("logins")
        return [Login(*item) for item in (kept or {}).items()]

    def of(self, user: str) -> Login | None:
        """One of them; with another's broker it is that broker's."""
        values = self._file.read()
        shared = values.get("shared_login")
        if shared:
            return Login(*shared)
        password = (values.get("logins") or {}).get(user)
        return None if password is None else Login(user, password)

    def give(self, title: str, online: Collection[str] = ()) -> tuple[str, Login]:
        """A name under the club and its login: the same again for a table of the same title."""
        with self._file.changing() as values:
            given, logins = values.setdefault("given", {}), values.get("logins") or {}
            for name, owner in given.items():
                if owner == title and name not in online:
                    break
            else:
                free = [name for name in logins if name not in {HUB, BRIDGE, *given}]
                if not free:
                    raise NothingToDo(f"All {MOST_TABLES} places are taken.")
                name = free[0]
                given[name] = title
            shared = values.get("shared_login")
            return name, Login(*shared) if shared else Login(name, logins[name])

    def given(self) -> dict[str, str]:
        """The tables that have joined: their titles by name."""
        return dict(self._file.read().get("given") or {})

    def take_back(self, name: str) -> None:
        """A table has left: its name may be given again, with another password."""
        with self._file.changing() as values:
            if values.get("given", {}).pop(name, None) is None:
                raise NothingToDo(f"No table is called {name!r}.")
            values["logins"][name] = make_password()


def _are_texts(value: object) -> bool:
    return isinstance(value, dict) and all(isinstance(part, str) for part in value.values())


def _is_login(value: object) -> bool:
    """Of another's broker, if there is one: user and password."""
    if not value:
        return value is None
    return isinstance(value, list) and len(value) == 2 and all(isinstance(v, str) for v in value)


def _is_bridge(value: object) -> bool:
    if not isinstance(value, list) or len(value) != 4:
        return False
    host, port, login, authority = value
    is_place = isinstance(host, str) and type(port) is int and 0 < port < 65_536
    return is_place and bool(login) and _is_login(login) and isinstance(authority, str | None)


def make_password() -> str:
    """128 bits."""
    return secrets.token_urlsafe(16)


# ── the joining code ──────────────────────────────────────────────────────────────────────────────


class JoiningCode:
    """Shown to the organiser, typed or scanned at tables, good for a quarter of an hour.

    Where the hub encrypts, `mark` of its certificate follows the code: a table then knows whom it
    talks to before it says anything.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic, mark: str = "") -> None:
        self._clock, self._code, self._until, self._mark = clock, "", 0.0, mark
        self._tries = Tries()

    def show(self) -> tuple[str, int]:
        """The code, and for how many seconds it is good; a new one when the old has ended."""
        if self._clock() >= self._until:
            self._code = "".join(secrets.choice(SIGNS) for _ in range(CODE_SIGNS))
            self._until = self._clock() + CODE_SECONDS
        signs = self._code + self._mark
        groups = [signs[place : place + 4] for place in range(0, len(signs), 4)]
        return "-".join(groups), int(self._until - self._clock())

    def end(self) -> None:
        """Nobody may join by it any more."""
        self._until = 0.0

    def check(self, code: str, caller: Caller) -> None:
        """Refuse another code, one that has ended, and who tries too often."""
        self._tries.begin(caller.name, is_stranger=not caller.is_local)
        given = re.sub("[^A-Z0-9]", "", code.upper())[:CODE_SIGNS]
        is_good = secrets.compare_digest(given.encode(), self._code.encode())
        if not is_good or not self._code or self._clock() >= self._until:
            raise WrongPin("That is not the joining code of now: look at the hub's page again.")
        self._tries.forgive(caller.name, is_stranger=not caller.is_local)


# ── Mosquitto's files ─────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Bridge:
    """Where results go beside this hall: the federation's broker and our login there."""

    host: str
    port: int
    login: Login
    authority: Path | None = None  # the certificate of the federation's hub, if it encrypts


@dataclass(frozen=True, slots=True)
class BrokerPlan:
    """All that Mosquitto's configuration is made of."""

    folder: Path
    club: str
    host: str = "0.0.0.0"
    port: int = 1883
    bridge: Bridge | None = None
    certificate: Path | None = None  # with its key


def write_broker(plan: BrokerPlan, logins: Logins) -> Path:
    """Write configuration, users and access list; the path of the configuration."""
    if re.fullmatch("[a-z][a-z0-9-]{0,39}", plan.club) is None:
        raise BadRequest(f"club: {plan.club!r} is not a name of small letters, digits and '-'")
    plan.folder.mkdir(parents=True, exist_ok=True)
    logins.prepare()
    users = "".join(f"{login.user}:{hash_password(login.password)}\n" for login in logins.all())
    _write(plan.folder / "passwords", users, 0o600)
    _write(plan.folder / "access", access_list(plan.club), 0o600)
    path = plan.folder / "mosquitto.conf"
    _write(path, configuration(plan), 0o600)
    return path


def _write(path: Path, text: str, mode: int) -> None:
    path.touch(mode)
    path.chmod(mode)
    path.write_text(text, encoding="utf-8")


def hash_password(password: str) -> str:
    """As `mosquitto_passwd` writes it: PBKDF2 with SHA-512."""
    salt = secrets.token_bytes(12)
    hashed = hashlib.pbkdf2_hmac("sha512", password.encode(), salt, ROUNDS)
    parts = (base64.b64encode(part).decode() for part in (salt, hashed))
    return f"$7${ROUNDS}${'$'.join(parts)}"


def access_list(club: str) -> str:
    """A table writes under its own name and reads what is said to it; the hub does the rest."""
    lines = [
        f"user {HUB}",
        f"topic readwrite {ROOT}/#",
        "topic readwrite homeassistant/#",
        "",
        f"user {BRIDGE}",
        *(f"topic readwrite {ROOT}/+/+/{kind}" for kind in (*HEARD, "ack/+")),
        "",
        *(f"pattern write {ROOT}/{club}/%u/{kind}" for kind in HEARD),
        *(f"pattern read {ROOT}/{club}/%u/{kind}" for kind in TOLD),
        f"pattern write {ROOT}/{club}/%u/updated",  # for the hub of this hall alone
        f"pattern read {ROOT}/{club}/round",
        # Two tables that play one game hear each other, and who is there.
        f"pattern write {ROOT}/{club}/%u/far",
        f"pattern read {ROOT}/{club}/+/far",
        f"pattern read {ROOT}/{club}/+/online",
    ]
    return "\n".join(lines) + "\n"


def configuration(plan: BrokerPlan) -> str:
    """Mosquitto's own file."""
    lines = [
        "# Written by boardpi hub broker; run it again instead of editing.",
        f"listener {plan.port} {plan.host}",
        "allow_anonymous false",
        f"password_file {plan.folder / 'passwords'}",
        f"acl_file {plan.folder / 'access'}",
        "persistence true",
        f"persistence_location {plan.folder}/",
        "autosave_interval 60",
        f"message_size_limit {LARGEST}",
        "max_queued_messages 5000",
        "log_dest stderr",
        "log_type error",
        "log_type warning",
    ]
    if plan.certificate is not None:
        lines += [f"{name} {plan.certificate}" for name in ("certfile", "keyfile")]
    if plan.bridge is not None:
        lines += _bridge_lines(plan.bridge, plan.club)
    return "\n".join(lines) + "\n"


def _trust_lines(authority: Path | None) -> list[str]:
    """One certificate is trusted, whatever address it is found at."""
    return [] if authority is None else [f"bridge_cafile {authority}", "bridge_insecure true"]


def _bridge_lines(bridge: Bridge, club: str) -> list[str]:
    """Out goes what tables say; in come the cursors of the federation's hub, and nothing else."""
    return [
        "",
        "connection federation",
        f"address {bridge.host}:{bridge.port}",
        "bridge_protocol_version mqttv50",
        f"remote_clientid boardpi-bridge-{club}",
        f"remote_username {bridge.login.user}",
        f"remote_password {bridge.login.password}",
        "cleansession false",
        "notifications false",
        "restart_timeout 1 10",
        *_trust_lines(bridge.authority),
        *(f"topic {ROOT}/{club}/+/{kind} out 1" for kind in HEARD),
        f"topic {ROOT}/{club}/+/ack/+ in 1",
    ]
