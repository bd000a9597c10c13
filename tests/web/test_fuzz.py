"""The API against its own description: whatever fits it, and much that does not, is answered."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.generation import GenerationMode
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from boardpi.daemon.page.api import API
from boardpi.web.openapi import describe
from tests.web.serving import Serving

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
SCHEMA = schemathesis.openapi.from_dict(describe(API))
OPERATIONS = {
    result.ok().label: result.ok()
    for result in SCHEMA.get_all_operations()
    if isinstance(result, Ok)
}
EXAMPLES = 7


@pytest.fixture(scope="module")
def session(club: Serving) -> Iterator[str]:
    with club.organiser() as organiser:
        yield "; ".join(f"{name}={value}" for name, value in organiser.cookies.items())


def test_every_operation_is_described() -> None:
    paths = describe(API)["paths"]
    assert len(OPERATIONS) == sum(len(methods) for methods in paths.values()) > 30


def takes_something(label: str) -> bool:
    definition = OPERATIONS[label].definition.raw
    return bool({"parameters", "requestBody"} & set(definition))


CASES = [(label, GenerationMode.POSITIVE) for label in OPERATIONS] + [
    (label, GenerationMode.NEGATIVE) for label in OPERATIONS if takes_something(label)
]


@pytest.mark.parametrize(("label", "mode"), CASES)
def test_every_answer_is_described(
    club: Serving, session: str, label: str, mode: GenerationMode
) -> None:
    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        database=None,
        derandomize=True,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=OPERATIONS[label].as_strategy(generation_mode=mode))
    def ask(case: schemathesis.Case[Any]) -> None:
        answer = case.call(base_url=f"{club.url}/api/v1", headers={"cookie": session})
        case.validate_response(answer, checks=CHECKS)

    ask()
    assert httpx.get(f"{club.url}/api/v1/table").status_code == 200
