"""Reading a request and writing its answer."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator
from typing import Any, Final
from weakref import WeakKeyDictionary

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from boardpi.documents import read_json
from boardpi.errors import BadRequest, Busy, NotDone
from boardpi.web.errors import NotJson, TooLarge, error_json, status_of
from boardpi.web.service import File
from boardpi.web.shapes import Shape, check, read_query

LARGEST_BODY: Final = 16_384  # bytes, of everything but files
PORTION: Final = 32_768  # bytes of a file at a time
BYTES_PER_SECOND: Final = 4e6  # of all files: a club's book in a second
MOST_HELD: Final = 24_000_000  # bytes of files that are being sent, a shared one counted once


async def read_body(
    request: Request, shape: Shape, most_bytes: int = LARGEST_BODY
) -> dict[str, Any]:
    """The JSON object of a body, of this shape; an empty body is an empty object."""
    body = await read_bytes(request, most_bytes)
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if body and kind != "application/json":
        raise NotJson("Send the body as application/json.")
    values = read_json(body or b"{}", lambda what: BadRequest(f"The body is {what}"))
    check(shape, values, "")
    assert isinstance(values, dict)  # every shape of a body is a record
    return values


async def read_bytes(request: Request, most_bytes: int) -> bytes:
    """The body as it comes."""
    body = bytearray()
    async for part in request.stream():
        body += part
        if len(body) > most_bytes:
            raise TooLarge(f"The body has more than {most_bytes} bytes.")
    return bytes(body)


def read_parameters(request: Request, shape: Shape) -> dict[str, Any]:
    """The values of a query; each stands once."""
    pairs = request.query_params.multi_items()
    if len(pairs) != len(dict(pairs)):
        raise BadRequest("A parameter stands twice.")
    return read_query(shape, dict(pairs))


class JsonAnswer(Response):
    """A JSON value."""

    media_type = "application/json"

    def render(self, content: Any) -> bytes:
        """Compact, in UTF-8."""
        return json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()


class Pace:
    """How fast files go out, to all readers together: sending takes the board's own time.

    And how much of them is in memory meanwhile: who does not read keeps a file there.
    """

    def __init__(self, per_second: float = BYTES_PER_SECOND) -> None:
        self._seconds = 1 / per_second
        self._free_at = 0.0
        # Sizes of the parts of each file that somebody still has; several may share a part.
        self._files: WeakKeyDictionary[File, dict[int, int]] = WeakKeyDictionary()

    def hold(self, file: File) -> None:
        """Refuse a file for which there is no room beside the others; one alone always has."""
        mine = self._files.get(file) or {
            id(parts): sum(map(len, parts)) for parts in (file.pieces, file.packed)
        }
        held = {number: size for sizes in self._files.values() for number, size in sizes.items()}
        if sum(size for number, size in held.items() if number not in mine) > MOST_HELD:
            raise Busy("Too many files are being sent: try again in a moment.", retry_after=10)
        self._files[file] = mine

    async def wait(self, size: int) -> None:
        """Until it is the turn of so many bytes; who asked first goes first."""
        now = time.monotonic()
        begin = max(now, self._free_at)
        self._free_at = begin + size * self._seconds
        await asyncio.sleep(begin - now)


def answer_with(found: Any, pace: Pace) -> Response:
    """JSON, or a file to save."""
    if isinstance(found, File):
        saved = {"content-disposition": f'attachment; filename="{found.name}"'}
        saved["content-length"] = str(found.size)
        pace.hold(found)
        return StreamingResponse(portions(found, pace), media_type=found.media, headers=saved)
    return JsonAnswer(found)


async def portions(file: File, pace: Pace) -> AsyncIterator[bytes]:
    """Many small pieces in few writes."""
    portion = bytearray()
    for piece in file.contents():
        portion += piece
        if len(portion) >= PORTION:
            await pace.wait(len(portion))
            yield bytes(portion)
            portion.clear()
    yield bytes(portion)


def refuse_with(refused: NotDone) -> Response:
    """A refusal."""
    status = status_of(refused)
    answer = JsonAnswer(error_json(refused), status)
    if refused.retry_after is not None:
        answer.headers["retry-after"] = str(refused.retry_after)
    if status == 413:
        answer.headers["connection"] = "close"  # the rest of the body is not read
    return answer
