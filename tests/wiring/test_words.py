"""No two words of a picture lie on each other, and none leaves it: measured by a browser."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import pytest

from tests.chromium import CHROMIUM, FLAGS

PROJECT = Path(__file__).parents[2]
MEASURE = """
<script>
const told = [];
for (const svg of document.querySelectorAll("svg")) {
  const frame = svg.getBoundingClientRect();
  const words = [...svg.querySelectorAll("text")].map((text) => {
    const box = text.getBoundingClientRect();
    return { text: text.textContent, box };
  });
  for (const one of words) {
    const { left, right, top, bottom } = one.box;
    if (left < frame.left || right > frame.right || top < frame.top || bottom > frame.bottom)
      told.push([svg.id, one.text, "leaves the picture"]);
    for (const other of words) {
      const across = Math.min(right, other.box.right) - Math.max(left, other.box.left);
      const down = Math.min(bottom, other.box.bottom) - Math.max(top, other.box.top);
      // Boxes have some air above and below their letters.
      if (one !== other && across > 0 && down > 0.3 * (bottom - top))
        told.push([svg.id, one.text, other.text]);
    }
  }
  told.push([svg.id, "words", words.length]);
}
document.title = "measured";
document.body.textContent = JSON.stringify(told);
</script>
"""


def measure(pictures: dict[str, str], folder: Path) -> list[list[str]]:
    """What the browser says of these pictures."""
    inline = [svg.replace("<svg ", f'<svg id="{name}" ', 1) for name, svg in pictures.items()]
    page = folder / "pictures.html"
    page.write_text(f"<meta charset=utf-8>{''.join(inline)}{MEASURE}", encoding="utf-8")
    profile = f"--user-data-dir={folder / 'profile'}"
    command = [str(CHROMIUM), "--headless", *FLAGS, "--dump-dom", profile, page.as_uri()]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "<title>measured</title>" in done.stdout
    found = re.search(r"<body>(.*)</body>", done.stdout, re.DOTALL)
    assert found
    told: list[list[str]] = json.loads(found[1].replace("&lt;", "<").replace("&amp;", "&"))
    return told


@pytest.fixture(scope="module")
def pictures() -> dict[str, str]:
    """The checked-in ones; another test holds them against what is drawn today."""
    files = sorted((PROJECT / "wiring").rglob("*.svg"))
    return {file.stem: file.read_text(encoding="utf-8") for file in files}


def test_words_keep_apart_and_inside(pictures: dict[str, str], tmp_path: Path) -> None:
    told = measure(pictures, tmp_path)
    counted = [row for row in told if row[1] == "words"]
    assert len(counted) == len(pictures) >= 9
    assert all(int(row[2]) > 5 for row in counted)
    assert [row for row in told if row[1] != "words"] == []


def test_the_browser_would_notice(tmp_path: Path) -> None:
    on_each_other = (
        '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="50">'
        '<text x="5" y="30">one</text><text x="9" y="32">two</text>'
        '<text x="180" y="30">far away</text></svg>'
    )
    told = measure({"bad": on_each_other}, tmp_path)
    assert ["bad", "one", "two"] in told
    assert ["bad", "far away", "leaves the picture"] in told
