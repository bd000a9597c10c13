"""The PIN of the table and the sessions that it opens.

Only a salted scrypt hash is kept. A session is a signed text in a cookie: it outlives a restart,
and a new PIN comes with a new key, which ends all sessions of the old one.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import json
import secrets
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Final

from boardpi.web.errors import WrongPin
from boardpi.web.patience import Tries
from boardpi.web.service import Memory

DIGITS: Final = 6
SESSION_SECONDS: Final = 12 * 3600  # a club day
SETTING: Final = "pin"
COST: Final = 1 << 14  # scrypt's n: 16 MB and some 40 ms here, half a second on a small Pi


@dataclass(frozen=True, slots=True)
class Secret:
    """What is kept of a PIN, all as hexadecimal texts, and the key that signs sessions."""

    salt: str
    hash: str
    key: str

    def fits(self, pin: str) -> bool:
        """Whether this is the PIN; takes the same time whatever is wrong with it."""
        return hmac.compare_digest(hash_pin(pin, self.salt), self.hash)


def hash_pin(pin: str, salt: str) -> str:
    """The scrypt hash of a PIN."""
    return hashlib.scrypt(pin.encode(), salt=bytes.fromhex(salt), n=COST, r=8, p=1, dklen=32).hex()


def make_secret(pin: str) -> Secret:
    """A fresh salt and a fresh key."""
    salt = secrets.token_hex(16)
    return Secret(salt, hash_pin(pin, salt), secrets.token_hex(32))


def make_pin() -> str:
    """Six digits that nobody could guess."""
    return f"{secrets.randbelow(10**DIGITS):0{DIGITS}}"


def read_secret(memory: Memory) -> Secret | None:
    """What is kept, if it can be read."""
    try:
        return Secret(**json.loads(memory.get(SETTING) or ""))
    except (ValueError, TypeError):
        return None


def set_pin(memory: Memory, pin: str) -> Secret:
    """Keep another PIN."""
    secret = make_secret(pin)
    memory.put(SETTING, json.dumps(asdict(secret)))
    return secret


class Lock:
    """Opens with the PIN."""

    def __init__(self, memory: Memory, clock: Callable[[], float] = time.time) -> None:
        self.tries = Tries()
        self.first_pin: str | None = None  # made just now: shown once, and never again
        self._memory = memory
        self._clock = clock
        self._one_at_a_time = asyncio.Lock()  # each check takes 16 MB
        secret = read_secret(memory)
        if secret is None:
            self.first_pin = make_pin()
            secret = set_pin(memory, self.first_pin)
        self._secret = secret

    async def open(self, pin: str, address: str, *, is_local: bool) -> str:
        """A session for who knows the PIN."""
        await self._check(pin, address, is_local=is_local)
        return self._sign()

    async def change(self, pin: str, new: str, address: str, *, is_local: bool) -> str:
        """Another PIN; all sessions but the one that this returns end."""
        await self._check(pin, address, is_local=is_local)
        self._secret = await asyncio.to_thread(set_pin, self._memory, new)
        self.first_pin = None
        return self._sign()

    async def _check(self, pin: str, address: str, *, is_local: bool) -> None:
        self.tries.begin(address, is_local=is_local)
        async with self._one_at_a_time:
            fits = await asyncio.to_thread(self._fits, pin)
        if not fits:
            raise WrongPin("That is not the PIN of this table.")
        self.tries.forgive(address, is_local=is_local)

    def _fits(self, pin: str) -> bool:
        """Read what is kept once more: `boardpi pin` may have changed it."""
        self._secret = read_secret(self._memory) or self._secret
        return self._secret.fits(pin)

    def is_open(self, session: str | None) -> bool:
        """Whether this session was signed by us and has not run out."""
        parts = (session or "").split(".")
        if len(parts) != 3 or not parts[0].isascii() or not parts[0].isdecimal():
            return False
        right = hmac.compare_digest(self._mac(f"{parts[0]}.{parts[1]}"), parts[2].encode())
        return right and int(parts[0][:15]) > self._clock()

    def _sign(self) -> str:
        body = f"{int(self._clock()) + SESSION_SECONDS}.{secrets.token_hex(8)}"
        return f"{body}.{self._mac(body).decode()}"

    def _mac(self, body: str) -> bytes:
        key = bytes.fromhex(self._secret.key)
        return hmac.new(key, body.encode(), "sha256").hexdigest().encode()
