"""The PIN of the table and the sessions that it opens.

Only a salted scrypt hash of the PIN and hashes of sessions are kept, in a file of their own. A
session lasts twelve hours of running time: a clock that jumps neither ends nor extends it.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import json
import logging
import re
import secrets
import time
import uuid
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeGuard, TypeVar

from boardpi.errors import BadRequest, BookAway
from boardpi.web.errors import WrongPin
from boardpi.web.patience import Tries
from boardpi.web.secret_file import SecretFile, Values
from boardpi.web.service import Memory

Answer = TypeVar("Answer")
log = logging.getLogger("boardpi.page")
DIGITS: Final = 6
SETTING: Final = "pin"  # where books of earlier versions kept it
SESSION_SECONDS: Final = 12 * 3600  # a club day
DEVICE_SECONDS: Final = 400 * 86_400  # the longest that browsers keep a cookie
MOST_SESSIONS, MOST_DEVICES = 200, 100  # the oldest go first
MOST_MEMBERS, MOST_CODES = 30, 5
CODE_SECONDS: Final = 600.0  # as long as somebody needs to scan a QR code
LENT_SECONDS: Final = {"sessions": 900.0, "codes": CODE_SECONDS}
SAVE_SECONDS: Final = 1800.0  # what a power cut may add to a session
COST: Final = 1 << 14  # scrypt's n: 16 MB and some 40 ms here, half a second on a small Pi
TOKEN: Final = re.compile(r"[A-Za-z0-9_-]{43}", re.ASCII)
RUNS: Final = "01234567890", "09876543210"


def boot_seconds() -> float:
    """How long this machine has been running, asleep or not: it never jumps."""
    return time.clock_gettime(time.CLOCK_BOOTTIME)


def boot_name() -> str:
    """Which start of the machine this is; where nobody knows, this program's own."""
    try:
        return Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
    except OSError:
        return uuid.uuid4().hex


@dataclass(frozen=True, slots=True)
class Caller:
    """Who tries a PIN: where, and a device that was let in before may say so."""

    place: str
    is_local: bool = False
    device: str | None = None

    @property
    def name(self) -> str:
        """All of this machine are one: it has more addresses than anybody could count."""
        return "this machine" if self.is_local else self.place


@dataclass(frozen=True, slots=True)
class Opened:
    """A session, and the token by which its device is known later."""

    session: str
    device: str


@dataclass(frozen=True, slots=True)
class Secret:
    """What is kept of a PIN, as hexadecimal texts."""

    salt: str
    hash: str

    def fits(self, pin: str) -> bool:
        """Whether this is the PIN; takes the same time whatever is wrong with it."""
        return hmac.compare_digest(hash_pin(pin, self.salt), self.hash)


def hash_pin(pin: str, salt: str) -> str:
    """The scrypt hash of a PIN."""
    return hashlib.scrypt(pin.encode(), salt=bytes.fromhex(salt), n=COST, r=8, p=1, dklen=32).hex()


def make_secret(pin: str) -> Secret:
    """With a fresh salt."""
    salt = secrets.token_hex(16)
    return Secret(salt, hash_pin(pin, salt))


def is_weak(pin: str) -> bool:
    """What everybody tries first: few digits, one digit, or a run of them."""
    return len(pin) < DIGITS or len(set(pin)) == 1 or any(pin in run for run in RUNS)


def check_new_pin(pin: str) -> None:
    """Refuse a PIN that protects nothing."""
    if is_weak(pin):
        raise BadRequest(
            f"new: a PIN has at least {DIGITS} digits, not all the same and not in a row",
            reason="weak_pin",
        )


def make_pin() -> str:
    """Six digits that nobody could guess."""
    while is_weak(pin := f"{secrets.randbelow(10**DIGITS):0{DIGITS}}"):
        pass
    return pin


def read_secret(values: Values) -> Secret | None:
    """What is kept, if it can be read."""
    told = values.get("pin")
    if not isinstance(told, dict):
        return None
    salt, hashed = told.get("salt"), told.get("hash")
    return Secret(salt, hashed) if is_hex(salt) and is_hex(hashed) else None


def is_hex(value: object) -> TypeGuard[str]:
    """A text of hexadecimal digits."""
    return isinstance(value, str) and re.fullmatch("([0-9a-f]{2})+", value) is not None


def set_pin(file: SecretFile, pin: str) -> Secret:
    """Keep another PIN; all sessions end, devices stay known."""
    secret = make_secret(pin)
    with file.changing() as values:
        values["pin"] = {"salt": secret.salt, "hash": secret.hash}
        values["is_short"] = False
        values["sessions"] = {}
        values["members"], values["codes"] = {}, {}
    return secret


def lend(file: SecretFile, kind: str) -> str:
    """A session, or a code for a device, for who may write the file and could set the PIN."""
    token = secrets.token_urlsafe(32)
    with file.changing() as values:
        is_same_boot = values.get("boot") == boot_name()
        now = boot_seconds() if is_same_boot else as_seconds(values.get("at"))
        known = values.get(kind)
        mine = {digest(token): now + LENT_SECONDS[kind]}
        values[kind] = {**(known if isinstance(known, dict) else {}), **mine}
    return token


def as_seconds(value: object) -> float:
    """A number in a file that anybody may have written; none is 0."""
    if not isinstance(value, int | float):
        return 0.0
    try:
        return float(value)
    except OverflowError:  # JSON knows whole numbers of any length
        return 0.0


def digest(token: str) -> str:
    """What is kept of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def move_pin(memory: Memory, file: SecretFile) -> None:
    """Books of earlier versions hold the PIN's hash, and so do their backups: take it out."""
    try:
        told = json.loads(memory.get(SETTING) or "null")
    except (ValueError, BookAway):
        return
    if told is None:
        return
    secret = read_secret({"pin": told})
    if secret is not None and read_secret(file.read()) is None:
        with file.changing() as values:
            values["pin"] = {"salt": secret.salt, "hash": secret.hash}
        log.warning("Older backups hold the hash of this PIN: boardpi pin makes a new one.")
    with suppress(BookAway):  # a book that cannot be written keeps it until it can
        memory.forget(SETTING)


def read_members(told: object) -> dict[str, dict[str, str]]:
    """The devices of the table in a file that anybody may have written."""
    found: dict[str, dict[str, str]] = {}
    for token, facts in told.items() if isinstance(told, dict) else ():
        if isinstance(facts, dict):
            found[str(token)] = {key: str(facts.get(key, ""))[:60] for key in ("name", "day")}
    return found


class Lock:
    """Opens with the PIN."""

    def __init__(
        self,
        file: SecretFile,
        clock: Callable[[], float] = boot_seconds,
        boot: Callable[[], str] = boot_name,
    ) -> None:
        self.tries = Tries()
        self.first_pin: str | None = None  # made just now: shown once, and never again
        self._file, self._clock, self._boot = file, clock, boot()
        self._thread = ThreadPoolExecutor(1, "lock")  # each check takes 16 MB
        self._stamp = file.stamp()
        secret = read_secret(file.read())
        if secret is None:
            self.first_pin = make_pin()
            secret = set_pin(file, self.first_pin)
        self._secret = secret
        self._sessions: dict[str, float] = {}
        self._codes: dict[str, float] = {}
        self._devices: dict[str, None] = {}
        self._members: dict[str, dict[str, str]] = {}
        self._load(file.read())

    def close(self) -> None:
        """Keep how long sessions still last."""
        self._save()
        self._thread.shutdown()

    # ── sessions ─────────────────────────────────────────────────────────────────────────────────

    async def open(self, pin: str, caller: Caller) -> Opened:
        """A session for who knows the PIN."""
        await self._check(pin, caller)
        return await self._work(self._begin, caller, len(pin) < DIGITS)

    async def change(self, pin: str, new: str, caller: Caller) -> Opened:
        """Another PIN; all sessions but the one that this returns end."""
        check_new_pin(new)
        await self._check(pin, caller)
        await self._work(set_pin, self._file, new)
        self.first_pin = None
        self.look()
        return await self._work(self._begin, caller, False)

    async def end(self, session: str | None) -> None:
        """This session ends, whoever has a copy of it."""
        if not session:
            return
        token = digest(session)
        if self._sessions.pop(token, None) or self._members.pop(token, None):
            await self._work(self._save)

    def is_open(self, session: str | None) -> bool:
        """Whether we gave this session, and it has not ended."""
        if session is None or not TOKEN.fullmatch(session):
            return False
        self.look()
        token = digest(session)
        return token in self._members or self._sessions.get(token, 0.0) > self._clock()

    # ── devices of the table ─────────────────────────────────────────────────────────────────────

    async def invite(self) -> str:
        """A code for one more device; whoever asks has given the PIN."""
        self.look()
        code, soon = secrets.token_urlsafe(32), self._clock() + CODE_SECONDS
        self._codes = dict(list({**self._codes, digest(code): soon}.items())[-MOST_CODES:])
        await self._work(self._save)
        return code

    async def join(self, code: str, name: str, day: str) -> str:
        """The session of a device that belongs to the table from now on, for its code."""
        self.look()
        if not TOKEN.fullmatch(code) or self._codes.pop(digest(code), 0.0) <= self._clock():
            raise WrongPin("This code was used already, or is too old.", reason="code_used")
        session = secrets.token_urlsafe(32)
        self._members[digest(session)] = {"name": name, "day": day}
        self._members = dict(list(self._members.items())[-MOST_MEMBERS:])
        await self._work(self._save)
        return session

    def members(self) -> list[dict[str, str]]:
        """The devices that belong to the table; `id` is no secret."""
        self.look()
        return [{"id": token[:12], **facts} for token, facts in self._members.items()]

    async def dismiss(self, number: str) -> bool:
        """This device belongs to the table no more; whether it did."""
        self.look()
        gone = [token for token in self._members if token[:12] == number]
        for token in gone:
            del self._members[token]
        if gone:
            await self._work(self._save)
        return bool(gone)

    @property
    def is_short(self) -> bool:
        """Whether the PIN is from the time of four digits."""
        return self._is_short

    def look(self) -> bool:
        """Read the file again if `boardpi pin` has written it; whether it had."""
        stamp = self._file.stamp()
        if stamp is None or stamp == self._stamp:
            return False
        self._stamp = stamp
        self._load(self._file.read())
        return True

    async def keep(self) -> None:
        """From time to time, keep how long sessions still last."""
        while True:
            await asyncio.sleep(SAVE_SECONDS)
            if self._sessions:
                await self._work(self._save)

    async def _work(self, work: Callable[..., Answer], *values: object) -> Answer:
        return await asyncio.get_running_loop().run_in_executor(self._thread, work, *values)

    def _begin(self, caller: Caller, is_short: bool) -> Opened:
        opened = Opened(secrets.token_urlsafe(32), secrets.token_urlsafe(32))
        if self.is_known(caller.device) and caller.device is not None:
            opened = Opened(opened.session, caller.device)
        self._sessions[digest(opened.session)] = self._clock() + SESSION_SECONDS
        self._devices.pop(digest(opened.device), None)
        self._devices[digest(opened.device)] = None
        self._is_short = is_short
        self._save()
        return opened

    def _load(self, values: Values) -> None:
        self._secret = read_secret(values) or self._secret
        now, told, devices = self._clock(), values.get("sessions"), values.get("devices")
        is_same_boot = values.get("boot") == self._boot
        shift = 0.0 if is_same_boot else now - as_seconds(values.get("at"))
        self._sessions = {
            name: min(as_seconds(until) + shift, now + SESSION_SECONDS)
            for name, until in (told.items() if isinstance(told, dict) else ())
        }
        self._members = read_members(values.get("members"))
        codes = values.get("codes")
        self._codes = {
            name: min(as_seconds(until) + shift, now + CODE_SECONDS)
            for name, until in (codes.items() if isinstance(codes, dict) else ())
        }
        known = devices if isinstance(devices, list) else ()
        self._devices = dict.fromkeys(name for name in known if isinstance(name, str))
        self._is_short = values.get("is_short") is True

    def _save(self) -> None:
        """Sessions and devices, the newest of them; the PIN is left as it stands in the file."""
        now = self._clock()
        open_ones = {name: until for name, until in self._sessions.items() if until > now}
        self._sessions = dict(list(open_ones.items())[-MOST_SESSIONS:])
        self._devices = dict(list(self._devices.items())[-MOST_DEVICES:])
        try:
            with self._file.changing() as values:
                if read_secret(values) != self._secret:
                    self._sessions, self._members = {}, {}  # another PIN was set meanwhile
                values |= {"boot": self._boot, "at": now, "sessions": self._sessions}
                values |= {"members": self._members, "codes": self._codes}
                values |= {"devices": list(self._devices), "is_short": self._is_short}
        except BookAway as error:
            log.warning("Sessions end with this start: %s", error)
        self._stamp = self._file.stamp()

    # ── tries ────────────────────────────────────────────────────────────────────────────────────

    def is_known(self, device: str | None) -> bool:
        """Whether this device was let in before."""
        if device is None or not TOKEN.fullmatch(device):
            return False
        return digest(device) in self._devices

    def forgive(self, caller: Caller) -> None:
        """The last try was none at this PIN."""
        who, is_stranger = self._who(caller)
        self.tries.forgive(who, is_stranger=is_stranger)

    def _who(self, caller: Caller) -> tuple[str, bool]:
        """Under which name tries are counted, and whether it is a stranger's."""
        if self.is_known(caller.device):
            return f"device {caller.device}", False
        return caller.name, not caller.is_local

    async def _check(self, pin: str, caller: Caller) -> None:
        who, is_stranger = self._who(caller)
        self.tries.begin(who, is_stranger=is_stranger)
        self.look()
        if not await self._work(self._secret.fits, pin):
            raise WrongPin("That is not the PIN of this table.")
        self.tries.forgive(who, is_stranger=is_stranger)
