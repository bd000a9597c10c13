"""Libraries that only drawings need: they are asked for when one is drawn, not before."""

from __future__ import annotations

import importlib
from typing import Any


class MissingLibrary(RuntimeError):
    """A library of the extra `drawings` is not installed."""


def library(name: str) -> Any:
    """The module of this name, or one sentence that says how to get it."""
    try:
        return importlib.import_module(name)
    except ImportError:
        top = name.partition(".")[0]
        raise MissingLibrary(
            f"this needs the library {top}, which is not installed: pip install {top}, "
            "or install boardpi with its extra 'drawings'"
        ) from None
