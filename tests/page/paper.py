"""Paper: a page of the browser as a PDF, rendered to a picture by poppler, and looked at."""

from __future__ import annotations

import subprocess
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Page
from pypdf import PdfReader

from tests.patience import PATIENCE_S

DPI = 60
MARGIN_MM = 8
PALE = 200  # of 255; what is darker is ink


def print_out(page: Page, path: Path) -> Path:
    """As the browser prints it, with the margins of the page's own style."""
    page.pdf(path=path, prefer_css_page_size=True)
    return path


@dataclass(frozen=True, slots=True)
class Sheet:
    """The one page of a PDF: its words, and how it looks, row by row, from 0 (black) to 255."""

    words: str  # without blanks: letters of two fonts stand apart
    rows: tuple[bytes, ...]

    @classmethod
    def of(cls, path: Path) -> Sheet:
        """Rendered as a printer would."""
        [page] = PdfReader(path).pages
        words = page.extract_text().replace(" ", "")
        command = ["pdftoppm", "-r", str(DPI), "-gray", "-singlefile", str(path)]
        told = subprocess.run(command, capture_output=True, check=True, timeout=PATIENCE_S).stdout
        kind, size, deepest, pixels = told.split(b"\n", 3)
        assert (kind, deepest) == (b"P5", b"255")
        width, height = map(int, size.split())
        assert len(pixels) == width * height
        return cls(words, tuple(pixels[at : at + width] for at in range(0, len(pixels), width)))

    @property
    def ink(self) -> float:
        """The part of the paper that is dark."""
        dark = sum(grey < PALE for row in self.rows for grey in row)
        return dark / (len(self.rows) * len(self.rows[0]))

    @property
    def is_within_its_margins(self) -> bool:
        """Whether nothing is cut, or so near the edge that a printer would cut it."""
        edge = round(MARGIN_MM * DPI / 25.4)
        inside = [row[edge:-edge] for row in self.rows[edge:-edge]]
        return self.ink > 0 and sum(map(_darks, self.rows)) == sum(map(_darks, inside))


def _darks(row: bytes) -> int:
    return sum(grey < PALE for grey in row)
