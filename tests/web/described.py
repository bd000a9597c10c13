"""Every answer and every live message of the tests, held against the description of the API."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import httpx
from jsonschema_rs import Draft202012Validator

from boardpi.daemon.page.api import API
from boardpi.web.openapi import describe

Json = dict[str, Any]
DESCRIBED = describe(API)
V1 = "/api/v1"
PATTERNS = [
    (re.compile(re.escape(path).replace(r"\{id\}", "[0-9]+").replace(r"\{name\}", "[^/]+")), path)
    for path in DESCRIBED["paths"]
]


def validator(schema: Json) -> Draft202012Validator:
    """Of a schema that may point at the components."""
    return Draft202012Validator({**schema, "components": DESCRIBED["components"]})


@cache
def body_validator(path: str, method: str, status: int) -> Draft202012Validator:
    """Of the bodies of one answer; KeyError where it is not described."""
    answer = DESCRIBED["paths"][path][method]["responses"][str(status)]
    return validator(answer["content"]["application/json"]["schema"])


LIVE = validator({"$ref": "#/components/schemas/LiveMessage"})


def check_answer(response: httpx.Response) -> None:
    """A described request has a described answer. Other addresses are not looked at."""
    path = response.request.url.path.removeprefix(V1)
    method = response.request.method.lower()
    found = next((known for pattern, known in PATTERNS if pattern.fullmatch(path)), None)
    is_json = response.headers.get("content-type") == "application/json"
    if found is None or method not in DESCRIBED["paths"][found] or not is_json:
        return
    response.read()
    body_validator(found, method, response.status_code).validate(response.json())


def check_message(message: Json) -> None:
    """A live message; the snapshot is one of them."""
    LIVE.validate(message)
