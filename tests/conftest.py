"""Settings of all tests."""

import logging
import signal
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

# Machines that run tests are busy with other things: how long one example takes proves nothing.
settings.register_profile("house", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("quick", settings.get_profile("house"), max_examples=20)
settings.load_profile("house")

# A shell starts background jobs deaf to Ctrl+C, and children inherit that: programs under test must
# hear it also when `make test` runs in the background.
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(autouse=True)
def logs_as_before() -> Iterator[None]:
    """A command that sets up logging leaves no handler on a stream that is closed with its test."""
    root = logging.getLogger()
    handlers = root.handlers[:]
    yield
    root.handlers[:] = handlers
