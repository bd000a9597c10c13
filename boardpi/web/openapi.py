"""The description of the API for programs (OpenAPI 3.1), made from its declarations.

Requests are described by their shapes, answers by the types in the signatures of what answers.
"""

from __future__ import annotations

from types import NoneType, UnionType
from typing import (
    Any,
    Final,
    Literal,
    NotRequired,
    TypedDict,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from boardpi import __version__
from boardpi.web.errors import ErrorJson
from boardpi.web.service import Action, Api, Endpoint, File
from boardpi.web.shapes import ID, Shape, record, text

Json = dict[str, Any]
READING: Final = (400, 401, 404, 421, 429, 503)
CHANGING: Final = (400, 401, 403, 404, 409, 413, 415, 421, 429, 503)
SESSION_BODY: Final = record({"pin": text(64, shortest=1)})
JOIN_BODY: Final = record({"code": text(64, shortest=1)}, name=text(60))
PIN_BODY: Final = record(
    {"pin": text(64, shortest=1), "new": text(12, pattern="^[0-9]{6,12}$", shortest=6)}
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
    503: "the score book cannot be used just now, or too many read it",
}


class SessionJson(TypedDict):
    """What this browser may do."""

    is_open: bool
    may_move: bool
    is_here: bool  # whether it runs on the table's own machine
    page: str  # the version of the page that the table serves now


class AddressJson(TypedDict):
    """How the page is found, the address for other devices first."""

    urls: list[str]
    fingerprint: str | None


class DeviceJson(TypedDict):
    """A device that belongs to the table."""

    id: str
    name: str
    day: str


class DevicesJson(TypedDict):
    """All of them."""

    devices: list[DeviceJson]


class DeviceCodeJson(TypedDict):
    """How one more device comes to belong to the table: an address for its camera, used once."""

    url: str
    qr: str
    seconds: int


class FactsJson(TypedDict):
    """A live message: what happened, each as a line of `boardpi replay`."""

    type: Literal["facts"]
    facts: list[dict[str, Any]]


class DoneJson(TypedDict):
    """A live message: an action with an `id` was carried out."""

    type: Literal["done"]
    id: str | int


class RefusedJson(TypedDict):
    """A live message: an action was refused."""

    type: Literal["error"]
    code: str
    message: str
    id: NotRequired[str | int]


LIVE: Final = (FactsJson, DoneJson, RefusedJson)
"""What the live connection sends beside the snapshot."""


# ── types as JSON Schema ─────────────────────────────────────────────────────────────────────────

PLAIN: Final[dict[Any, Json]] = {
    str: {"type": "string"},
    int: {"type": "integer"},
    bool: {"type": "boolean"},
    float: {"type": "number"},
    NoneType: {"type": "null"},
    Any: {},
}


class Schemas:
    """The schemas of types; those with a name stand in the components."""

    def __init__(self) -> None:
        self.components: dict[str, Json] = {}

    def of(self, kind: Any) -> Json:
        """The schema of one type."""
        if is_typeddict(kind):
            return self._named(kind)
        if kind in PLAIN:
            return dict(PLAIN[kind])
        origin, parts = get_origin(kind), get_args(kind)
        if origin is Literal:
            return {"enum": list(parts)}
        if origin in (Union, UnionType):
            return {"anyOf": [self.of(part) for part in parts]}
        if origin is list:
            return {"type": "array", "items": self.of(parts[0])}
        if origin is dict and parts[0] is str:
            return {"type": "object", "additionalProperties": self.of(parts[1])}
        raise TypeError(f"{kind} has no schema")

    def _named(self, kind: Any) -> Json:
        name = kind.__name__.removesuffix("Json")
        if name not in self.components:
            self.components[name] = {}  # so that a type may contain itself
            self.components[name] = self._record(kind)
        return {"$ref": f"#/components/schemas/{name}"}

    def message(self, name: str, kind: Any) -> Json:
        """A live message of this type with the keys of an answer."""
        told = self._record(kind)
        told["properties"] = {"type": {"enum": [name]}, **told["properties"]}
        return {**told, "required": ["type", *told["required"]]}

    def _record(self, kind: Any) -> Json:
        hints = get_type_hints(kind, include_extras=True)
        needed = [key for key, part in hints.items() if get_origin(part) is not NotRequired]
        told = {
            key: self.of(part if key in needed else get_args(part)[0])
            for key, part in hints.items()
        }
        return {
            "type": "object",
            "description": (kind.__doc__ or "").strip(),
            "properties": told,
            "required": needed,
            "additionalProperties": False,
        }


# ── the description ──────────────────────────────────────────────────────────────────────────────


def describe(api: Api) -> Json:
    """The whole description."""
    schemas = Schemas()
    schemas.of(ErrorJson)
    messages = [schemas.of(kind) for kind in (api.snapshot, *LIVE)]
    messages.append(schemas.message("health", api.health))
    paths: dict[str, Json] = {}
    for endpoint in (*api.endpoints, *(posting(action, api) for action in api.actions.values())):
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = operation(endpoint, schemas)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "boardpi",
            "version": __version__,
            "description": "A table for Jasir and Jarmo. The live connection is in docs/api.md.",
        },
        "servers": [{"url": "/api/v1"}],
        "paths": {**paths, **own_paths(schemas)},
        "components": {
            "securitySchemes": {
                "session": {"type": "apiKey", "in": "cookie", "name": "boardpi-8025"}
            },
            "schemas": {**schemas.components, "LiveMessage": {"anyOf": messages}},
        },
    }


def posting(action: Action, api: Api) -> Endpoint:
    """The address of an action."""
    path = f"/table/{action.name}"
    return Endpoint("POST", path, action.summary, action.run, action.shape, body=api.snapshot)


def own_paths(schemas: Schemas) -> Json:
    """What the page's server itself answers."""
    session, devices = schemas.of(SessionJson), schemas.of(DevicesJson)
    code = schemas.of(DeviceCodeJson)
    return {
        "/session": {
            "get": simple("what this browser may do", session, READING),
            "post": simple("give the PIN", session, CHANGING, SESSION_BODY),
            "delete": simple("go away", session, CHANGING),
        },
        "/devices": {
            "get": {**simple("devices of the table", devices, CHANGING), **LOCKED},
            "post": {**simple("a code for one more", code, CHANGING, record()), **LOCKED},
        },
        "/devices/join": {"post": simple("belong to the table", session, CHANGING, JOIN_BODY)},
        "/devices/{name}": {
            "delete": {
                **simple("no more", devices, CHANGING),
                **LOCKED,
                "parameters": [IN_PATH["{name}"]],
            }
        },
        "/pin": {"post": {**simple("another PIN", session, CHANGING, PIN_BODY), **LOCKED}},
        "/address": {"get": simple("how the page is found", schemas.of(AddressJson), READING)},
        "/qr.svg": {"get": simple("the same as a QR code", {}, READING, media="image/svg+xml")},
        "/openapi.json": {"get": simple("this description", {"type": "object"}, READING)},
    }


LOCKED: Final[Json] = {"security": [{"session": []}]}


def operation(endpoint: Endpoint, schemas: Schemas) -> Json:
    """One endpoint."""
    answer = {} if endpoint.answers is File else schemas.of(endpoint.answers)
    body = endpoint.shape if endpoint.has_body else None
    refusals = CHANGING if endpoint.changes or endpoint.is_private else READING
    told = simple(endpoint.summary, answer, refusals, body, media=endpoint.media)
    parameters = [told for mark, told in IN_PATH.items() if mark in endpoint.path]
    if not endpoint.has_body:
        parameters += query(endpoint.shape)
    if parameters:
        told["parameters"] = parameters
    if endpoint.takes_file:
        told["requestBody"] = {"content": {"application/octet-stream": {}}, "required": True}
    return {**told, **LOCKED} if endpoint.needs_pin else told


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
