"""The description of the API for programs (OpenAPI 3.1), made from the endpoints themselves."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

from boardpi import __version__
from boardpi.web.endpoints import ENDPOINTS, Endpoint
from boardpi.web.shapes import ID, Shape, record, text

Json = dict[str, Any]
ERROR: Final = record({"error": record({"code": text(40), "message": text(10_000)})})
READING: Final = (400, 404, 421, 429, 503)
CHANGING: Final = (400, 401, 403, 404, 409, 413, 415, 421, 429, 503)
VOTING: Final = (400, 403, 409, 413, 415, 421, 429)
VOTE: Final = record({"move": text(20)})
SESSION: Final = record({"is_open": {"type": "boolean"}, "may_move": {"type": "boolean"}})
PIN: Final = record({"pin": text(64, shortest=1)})
NEW_PIN: Final = record(
    {"pin": text(64, shortest=1), "new": text(12, pattern="^[0-9]{4,12}$", shortest=4)}
)
REFUSALS: Final = {
    400: "not what is described here",
    401: "the PIN is needed",
    403: "a wrong PIN or a foreign page",
    404: "no such thing",
    409: "nothing to do, or the book refuses",
    413: "too large",
    415: "not JSON",
    421: "called by an unknown name",
    429: "too many",
    503: "the score book cannot be used just now",
}


@lru_cache(maxsize=1)
def describe() -> Json:
    """The whole description."""
    paths: dict[str, Json] = {}
    for endpoint in ENDPOINTS:
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = operation(endpoint)
    paths["/session"] = {
        "get": simple("what this browser may do", SESSION, READING),
        "post": simple("give the PIN", SESSION, CHANGING, PIN),
        "delete": simple("go away", SESSION, CHANGING),
    }
    paths["/pin"] = {"post": {**simple("another PIN", SESSION, CHANGING, NEW_PIN), **LOCKED}}
    paths["/vote"] = {"post": simple("vote for a move in a class", OBJECT, VOTING, VOTE)}
    paths["/address"] = {"get": simple("how the page is found", OBJECT, READING)}
    paths["/qr.svg"] = {"get": simple("the same as a QR code", {}, READING, media="image/svg+xml")}
    paths["/openapi.json"] = {"get": simple("this description", OBJECT, READING)}
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "boardpi",
            "version": __version__,
            "description": "A table for Jasir and Jarmo. The live connection is in docs/api.md.",
        },
        "servers": [{"url": "/api/v1"}],
        "paths": paths,
        "components": {
            "securitySchemes": {
                "session": {"type": "apiKey", "in": "cookie", "name": "boardpi-8025"}
            },
            "schemas": {"Error": dict(ERROR)},
        },
    }


OBJECT: Final[Shape] = {"type": "object"}
LOCKED: Final[Json] = {"security": [{"session": []}]}


def operation(endpoint: Endpoint) -> Json:
    """One endpoint."""
    answer = OBJECT if endpoint.media == "application/json" else {}
    body = endpoint.shape if endpoint.has_body else None
    refusals = CHANGING if endpoint.changes else READING
    told = simple(endpoint.summary, answer, refusals, body, media=endpoint.media)
    parameters = [told for mark, told in IN_PATH.items() if mark in endpoint.path]
    if not endpoint.has_body:
        parameters += query(endpoint.shape)
    if parameters:
        told["parameters"] = parameters
    return {**told, **LOCKED} if endpoint.changes else told


PATH_NAME: Final = text(40, pattern="^[a-z0-9-]+$", shortest=1)
IN_PATH: Final[dict[str, Json]] = {
    "{id}": {"name": "id", "in": "path", "required": True, "schema": dict(ID)},
    "{name}": {"name": "name", "in": "path", "required": True, "schema": dict(PATH_NAME)},
}


def query(shape: Shape) -> list[Json]:
    """The parameters of a query."""
    needed = shape.get("required", ())
    return [
        {"name": name, "in": "query", "required": name in needed, "schema": dict(part)}
        for name, part in shape["properties"].items()
    ]


def simple(
    summary: str,
    answer: Shape,
    refusals: tuple[int, ...],
    body: Shape | None = None,
    *,
    media: str = "application/json",
) -> Json:
    """An operation without parameters."""
    error = {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}}
    responses: Json = {
        str(status): {"description": REFUSALS[status], "content": error} for status in refusals
    }
    responses["200"] = {"description": "done", "content": {media: {"schema": dict(answer)}}}
    told: Json = {"summary": summary, "responses": responses}
    if body is not None:
        told["requestBody"] = {"content": {"application/json": {"schema": dict(body)}}}
        told["requestBody"]["required"] = bool(body.get("required"))
    return told
