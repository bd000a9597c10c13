"""Every test begins with sound pins."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.kernel.pins import PARAMETERS, sound_pins


@pytest.fixture(autouse=True)
def _pins() -> Iterator[None]:
    assert PARAMETERS.is_dir(), "run these tests with: make kernel-test"
    with sound_pins():
        yield
