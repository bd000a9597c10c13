"""The session with curl in docs/api.md, line by line against a real table."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

from tests.patience import PATIENCE_S
from tests.web.serving import Serving

DOCS = Path(__file__).parents[2] / "docs" / "api.md"
ASIDE = re.compile("-o |python3|^[a-z]+=")  # says nothing


def commands() -> list[str]:
    """What a reader would type."""
    section = DOCS.read_text("utf-8").partition("## By hand, with curl")[2].partition("\n## ")[0]
    return re.findall(r"^\$ (.+)$", section, re.M)


def test_every_line_does_what_it_says(table: Serving, tmp_path: Path) -> None:
    lines = [line.replace("346827", table.pin) for line in commands()]
    assert len([line for line in lines if "curl" in line]) >= 12
    lines[0] = f"api={table.url}/api/v1"
    said = []
    names = [line for line in lines if re.match("[a-z]+='|api=", line)]
    for line in lines:
        script = "\n".join(["set -eu", *names, line])
        done = subprocess.run(
            ["bash", "-c", script], cwd=tmp_path, capture_output=True, text=True, timeout=PATIENCE_S
        )
        assert done.returncode == 0, f"{line}: {done.stderr}"
        if not ASIDE.search(line):
            said.append(json.loads(done.stdout))
    snapshot = next(one for one in said if one.get("moves"))
    assert [move["move"] for move in snapshot["moves"]] == ["b1-d2"]
    (result,) = (one for one in said if one.get("corrected") is True)
    assert result["outcome"] == {"reason": "resigned", "winner": "b", "points": [0, 5]}
    (brought,) = (one for one in said if "known" in one)
    assert brought["new"] == []
    assert said[-1]["is_open"] is False
