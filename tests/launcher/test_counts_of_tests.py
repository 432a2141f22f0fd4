"""tools/test_counts.py, whose last line is what CI reads."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from conftest import ROOT

PASSED = '<testcase name="a" status="run"><system-out>fine</system-out></testcase>'
SKIPPED = '<testcase name="b" status="notrun"><skipped message="SKIP_RETURN_CODE=77"/></testcase>'
SAID = "\n".join(f"line {number}" for number in range(100))
FAILED = f'<testcase name="c.d" status="fail"><system-out>{SAID} &lt;here&gt;\n</system-out></testcase>'
NEVER_RUN = '<testcase name="e" status="notrun"><skipped message="Unable to find executable"/></testcase>'


def count(folder: Path, *cases: str) -> tuple[int, list[str]]:
    file = folder / "tests.xml"
    file.write_text(f"<testsuite>{''.join(cases)}</testsuite>")
    words = [sys.executable, str(ROOT / "tools/test_counts.py"), str(file)]
    ended = subprocess.run(words, capture_output=True, text=True, timeout=20)
    return ended.returncode, ended.stdout.splitlines()


@pytest.mark.parametrize(
    ("cases", "status", "line"),
    [
        ([PASSED, PASSED], 0, "2 passed, 0 failed"),
        ([PASSED, SKIPPED], 0, "1 passed, 0 failed, 1 skipped"),
        ([SKIPPED], 1, "0 passed, 0 failed, 1 skipped"),
        ([], 1, "0 passed, 0 failed"),
    ],
)
def test_the_line(cases: list[str], status: int, line: str, tmp_path: Path) -> None:
    assert count(tmp_path, *cases) == (status, [line])


def test_the_end_of_what_a_failed_test_has_said_comes_before(tmp_path: Path) -> None:
    status, lines = count(tmp_path, PASSED, FAILED, NEVER_RUN)
    assert status == 1
    assert lines[0] == "c.d failed:" and lines[1] == "    line 60" and lines[40] == "    line 99 <here>"
    assert lines[41:] == ["e failed:", "1 passed, 2 failed"]
