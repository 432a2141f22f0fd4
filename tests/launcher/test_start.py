"""What is done before mpirun starts: everybody waits for it, in every run."""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from closeranks_launcher import arguments, checks, command, installation, options
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
_SLOW |= {"bz2", "dataclasses", "inspect", "lzma", "random", "shlex", "shutil", "tempfile", "typing"}
# What mpirun alone is started with is loaded while other programs answer.
_WHILE_WAITING = {"attempts", "launch_record", "post", "run"}

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


def test_what_is_loaded_while_other_programs_answer(starts: Starts) -> None:
    words, modules = starts[0]
    own = {name.partition(".")[2] for name in modules if name.startswith("closeranks_launcher.")}
    assert Path(words[0]).name.startswith("ld")
    assert "programs" in own and own & _WHILE_WAITING == set()


def test_one_process_is_started_before_mpirun(starts: Starts) -> None:
    """The dynamic linker says what the program is linked with (the installation of these tests has no checker of
    options, which would be another one)."""
    names = [Path(words[0]).name.partition("-linux")[0] for words, _ in starts]
    assert names == ["ld", "mpirun"]


def _with_checker(place: Path) -> Path:
    """Has the installation at `place` a checker of options, which leaves a file when it is asked."""
    asked = place.with_name("asked")
    checker = place.with_name("checker")
    checker.write_text(f"#!/bin/sh\n: >'{asked}'\n")
    checker.chmod(0o755)
    config = place.with_name("closeranks-config.json")
    config.write_text(json.dumps({**json.loads(config.read_text()), "checker": "checker"}))
    return asked


@pytest.mark.parametrize(
    ("words", "name", "is_asked"),
    [
        ([], "", False),
        (["--detector"], "", False),
        (["--strict"], "", True),
        (["-x", "CLOSERANKS_STRICT=yes"], "", True),
        ([], "CLOSERANKS_STRIKT", True),
    ],
)
def test_the_checker_is_asked_where_there_is_something_to_check(
    words: list[str], name: str, is_asked: bool,
    installed: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    """It is a process more: a run without options does without it. A variable with a wrong name is an option, too."""
    mpirun = installed("exit 0")
    asked = _with_checker(mpirun)
    place = installation.read(mpirun.with_name("closeranks-config.json"))
    table = options.load()
    variables = {name: "yes"} if name else {}
    line = arguments.parse(["--allow-root", *words, "-n", "2", "/bin/true"], table)
    checks.begin(line, table, command.settings(line, table, variables), place, variables)()
    assert asked.exists() == is_asked


@pytest.mark.parametrize("name", ["PYTHONPATH", "PYTHONHOME", "PYTHONSTARTUP", "PYTHONINSPECT"])
def test_the_launcher_is_not_in_the_hands_of_the_users_python(name: str, tmp_path: Path) -> None:
    (tmp_path / "json.py").write_text("raise SystemExit('the wrong one')\n")
    done = subprocess.run(
        [str(ROOT / "tools/closeranks"), "--help"], env=os.environ | {name: str(tmp_path)},
        capture_output=True, text=True, timeout=30, check=False,
    )
    assert (done.returncode, done.stderr) == (0, "") and done.stdout.startswith("usage: closeranks")


def test_the_shell_and_python_both_read_the_script() -> None:
    script = str(ROOT / "tools/closeranks")
    for reader in (["sh"], ["bash"], [sys.executable], []):
        done = subprocess.run([*reader, script, "--help"], capture_output=True, text=True, timeout=30, check=False)
        assert (done.returncode, done.stderr) == (0, ""), reader


@pytest.mark.parametrize(
    ("name", "said"),
    [("closeranks", "closeranks: The launcher needs Python"), ("closeranks-report", "closeranks report: It needs Python")],
)
def test_a_python_that_is_too_old_is_told(name: str, said: str) -> None:
    """In place of the traceback of a module that it cannot read."""
    script = str(ROOT / "tools" / name)
    code = f"import sys; sys.version_info = (3, 9, 18); sys.argv = ['{script}']; exec(open('{script}').read())"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=30, check=False)
    assert done.returncode == 1
    assert done.stderr.startswith(f"{said} 3.10 or newer; ")
    assert len(done.stderr.splitlines()) == 1


def test_an_old_python_can_read_what_tells_it() -> None:
    """python3 is 3.6 in Red Hat's release 8."""
    for script in ("closeranks", "closeranks-report"):
        ast.parse((ROOT / "tools" / script).read_text(), feature_version=(3, 6))


def test_a_reader_that_has_seen_enough_is_no_fault() -> None:
    with subprocess.Popen([str(ROOT / "tools/closeranks"), "--help"], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.close()
        assert process.wait(timeout=30) == 0


def test_a_closed_output_is_no_fault() -> None:
    script = str(ROOT / "tools/closeranks")
    done = subprocess.run(["sh", "-c", f"'{script}' --help >&-"], capture_output=True, text=True, timeout=30, check=False)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("words", [["--help"], ["help", "all"], ["--version"], ["report", "--help"], ["--dry-run", "app"]])
def test_what_cannot_be_printed_is_told(words: list[str], installed: Callable[[str], Path]) -> None:
    installed("exit 0")
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [str(ROOT / "tools/closeranks"), *words], stdout=full, stderr=subprocess.PIPE, timeout=30, check=False
        )
    assert (done.returncode, done.stderr) == (1, b"closeranks: The output cannot be written: No space left on device.\n")
