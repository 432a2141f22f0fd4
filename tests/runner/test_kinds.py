"""The table of the kinds of tests that pass with an MPI."""

from __future__ import annotations

import subprocess
from pathlib import Path

KINDS = Path(__file__).resolve().parents[1] / "roots/kinds"

CASES = """<testsuite>
<testcase name="kill.a" status="run"><system-out>pass</system-out></testcase>
<testcase name="kill.b" status="fail"><failure message=""/><system-out>hang</system-out></testcase>
<testcase name="kill.c" status="run"><system-out>it failed, as expected: this MPI has, or may have: epoch</system-out></testcase>
<testcase name="kill.d" status="notrun"><skipped message="SKIP_RETURN_CODE=77"/>
    <system-out>not run, for it would hang: this MPI has, or may have: turn</system-out></testcase>
<testcase name="files.formats" status="notrun"><skipped message="SKIP_REGULAR_EXPRESSION_MATCHED"/></testcase>
</testsuite>"""
AGAIN = '<testsuite><testcase name="kill.b" status="run"/></testsuite>'


def table(*words: str) -> list[str]:
    return subprocess.run([KINDS, *words], capture_output=True, text=True, check=True, timeout=60).stdout.splitlines()


def test_passed_failed_and_by_faults(tmp_path: Path) -> None:
    (tmp_path / "one.xml").write_text(CASES)
    assert table(f"5.0.7={tmp_path}/one.xml") == [
        "| tests | 5.0.7 |",
        "|---|---|",
        "| `kill` | 1 of 2, 2 by faults |",
        "| all | 1 of 2, 2 by faults |",
    ]


def test_the_last_file_counts(tmp_path: Path) -> None:
    (tmp_path / "one.xml").write_text(CASES)
    (tmp_path / "two.xml").write_text(AGAIN)
    (tmp_path / "none.xml").write_text("<testsuite/>")
    found = table(f"none={tmp_path}/none.xml", f"both={tmp_path}/one.xml,{tmp_path}/two.xml")
    assert "| `kill` |  | 2 of 2, 2 by faults |" in found
