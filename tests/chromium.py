"""Debian's Chromium, as every test and benchmark starts it."""

from __future__ import annotations

from pathlib import Path

SHELL = Path("/usr/bin/chromium-headless-shell")
CHROMIUM = SHELL if SHELL.exists() else Path("/usr/bin/chromium")
"""The same engine; the shell draws no windows that nobody sees: a fifth less to compute."""
FLAGS = [
    "--no-sandbox",  # continuous integration runs as root
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
