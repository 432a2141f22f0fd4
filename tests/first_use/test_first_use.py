"""What a new user meets: commands, their exit statuses and what is said (cases.json).

A case: `name`, `command` for sh in a folder of its own (closeranks and closeranks-report in PATH, the programs
of programs.sh in $programs, the folder itself in $here), `status`; and, where they matter, `stdout` and `stderr`, texts
that have to come in this order (with $here and $programs put in), `silent`, texts that must not come, `absent`, files that must
not be left, `environment`, and `needs`: "root". No case may print a traceback.
"""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from string import Template
from typing import Any

import pytest

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
Case = dict[str, Any]
CASES: list[Case] = json.loads((HERE / "cases.json").read_text())["cases"]


@pytest.fixture(scope="session")
def programs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("programs")
    subprocess.run([HERE / "programs.sh", os.environ["CLOSERANKS_TEST_MPICC"]], cwd=folder, check=True)
    return folder


def variables(case: Case, folder: Path, programs: Path) -> dict[str, str]:
    """The user's own settings of closeranks must not change a case."""
    kept = {name: text for name, text in os.environ.items() if not name.startswith("CLOSERANKS_")}
    kept |= {
        "CLOSERANKS_BUILD": os.environ["CLOSERANKS_BUILD"],
        "CLOSERANKS_ALLOW_ROOT": "yes",
        "PATH": f"{ROOT}/tools:{os.environ['PATH']}",
        "here": str(folder),
        "programs": str(programs),
    }
    for name, text in case.get("environment", {}).items():
        kept[name] = Template(text).safe_substitute(kept)
    return kept


def assert_in_order(texts: list[str], printed: str) -> None:
    at = 0
    for text in texts:
        found = printed.find(text, at)
        assert found >= 0, f"'{text}' is missing in:\n{printed}"
        at = found + len(text)


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["name"]).replace(" ", "_"))
def test_case(case: Case, tmp_path: Path, programs: Path) -> None:
    if case.get("needs") == "root" and os.geteuid() != 0:
        pytest.skip("this takes root")
    told = variables(case, tmp_path, programs)
    result = subprocess.run(
        ["sh", "-c", case["command"]],
        cwd=tmp_path,
        env=told,
        capture_output=True,
        text=True,
        errors="replace",
        timeout=60,
    )
    everything = f"{result.stdout}\n{result.stderr}"
    assert result.returncode == case["status"], everything
    for stream in ("stdout", "stderr"):
        wanted = [Template(text).safe_substitute(told) for text in case.get(stream, [])]
        assert_in_order(wanted, getattr(result, stream))
    for text in ("Traceback", *case.get("silent", [])):
        assert text not in everything
    for name in case.get("absent", []):
        assert not (tmp_path / name).exists(), f"{name} was left behind"
