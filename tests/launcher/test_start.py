"""What is done before mpirun starts: everybody waits for it, in every run."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from conftest import ROOT

# The launcher with a witness, who writes what is loaded whenever a process is started.
_WITNESS = """\
import json, sys
sys.path.insert(0, {tools!r})
sys.dont_write_bytecode = True

def see(event, details):
    if event == "subprocess.Popen":
        with open({seen!r}, "a") as file:
            file.write(json.dumps([[str(word) for word in details[1]], sorted(sys.modules)]) + "\\n")

sys.addaudithook(see)
from pathlib import Path
from closeranks_launcher import main
sys.exit(main.main(Path({script!r}), sys.argv[1:]))
"""
# Our own modules that only tell what has happened, and modules of Python's that take milliseconds each.
_FOR_THE_END = {"keepers", "merge", "merge_losses", "records", "render", "report_shape", "restarts", "verdict"}
_SLOW = {"argparse", "asyncio", "concurrent.futures", "difflib", "hashlib", "http", "ssl", "textwrap", "urllib.request"}

Starts = list[tuple[list[str], set[str]]]


@pytest.fixture
def starts(installed: Callable[[str], Path], tmp_path: Path) -> Starts:
    """The processes that the launcher starts, in order, and the modules that are loaded then."""
    installed("exit 0")
    seen = tmp_path / "seen"
    tools = ROOT / "tools"
    script = _WITNESS.format(tools=str(tools), seen=str(seen), script=str(tools / "closeranks"))
    command = [sys.executable, "-I", "-S", "-c", script, "-n", "2", "/bin/true"]
    subprocess.run(command, capture_output=True, timeout=30, check=False)
    lines: list[Any] = [json.loads(line) for line in seen.read_text().splitlines()]
    return [(words, set(modules)) for words, modules in lines]


def test_nothing_is_loaded_that_is_for_the_end(starts: Starts) -> None:
    words, modules = starts[-1]
    assert Path(words[0]).name == "mpirun"
    own = {name.partition(".")[2] for name in modules if name.startswith("closeranks_launcher.")}
    assert "command" in own, "the witness has seen something"
    assert own & _FOR_THE_END == set()
    assert modules & _SLOW == set()


def test_one_process_is_started_before_mpirun(starts: Starts) -> None:
    """The dynamic linker says what the program is linked with (the installation of these tests has no checker of
    options, which would be another one)."""
    names = [Path(words[0]).name.partition("-linux")[0] for words, _ in starts]
    assert names == ["ld", "mpirun"]
