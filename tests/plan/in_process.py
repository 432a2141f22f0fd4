"""closeranks plan within the test: to start a process takes longer than most plans."""

from __future__ import annotations

import contextlib
import io
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))

from closeranks_launcher import plan  # noqa: E402


def planned(*words: str) -> subprocess.CompletedProcess[str]:
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            status = plan.main(ROOT / "tools/closeranks", words)
        except SystemExit as ended:
            status = int(ended.code or 0)
    return subprocess.CompletedProcess(words, status, out.getvalue(), err.getvalue())


def is_excerpt(page: str, output: str) -> bool:
    """Whether the page of docs/ shows this output, or lines of it in their order."""
    first, *_ = output.splitlines()
    after = (ROOT / "docs" / page).read_text().partition(f"\n    {first}\n")[2]
    shown = [first]
    for line in after.splitlines():
        if line and not line.startswith("    "):
            break
        shown.append(line.removeprefix("    "))
    printed = iter(output.splitlines())
    return len(shown) > 5 and all(line in printed for line in shown if line)
