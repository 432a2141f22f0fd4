"""Tests that meet faults of the MPI: where it has them they are expected to fail, and elsewhere they must pass."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from generator import quirks
from mpitest import arguments, faults
from mpitest.faults import Then, Unmended

ROOT = Path(__file__).resolve().parents[2]
PATCHES = [quirk.patch for quirk in quirks.load(ROOT) if quirk.patch]
NAMED = [quirk.id for quirk in quirks.load(ROOT) if quirk.patch]


def test_with_all_patches_every_test_must_pass() -> None:
    assert faults.met(Then.FAILS, NAMED, "5.0.7", PATCHES) is None


@pytest.mark.parametrize("then", Then)
def test_what_is_not_mended_is_expected(then: Then) -> None:
    assert faults.met(then, ["epoch", "turn"], "5.0.7", ["05-turn"]) == Unmended(then, ("epoch",))


def test_what_was_not_tried_in_a_version_may_strike() -> None:
    assert faults.met(Then.FAILS, ["queue"], "6.0.0rc2", []) == Unmended(Then.MAY_FAIL, ("queue",))
    assert faults.met(Then.HANGS, ["queue"], "6.0.0rc2", []) == Unmended(Then.HANGS, ("queue",))


def test_a_version_may_be_free_of_it() -> None:
    assert faults.met(Then.FAILS, ["deferred_failure"], "5.0.11", []) is None


def test_a_name_that_is_no_fault_is_told() -> None:
    with pytest.raises(ValueError, match="no quirks with a patch: epochs, sigpipe "):
        faults.met(Then.FAILS, ["epochs", "epoch", "sigpipe"], "5.0.7", PATCHES)


@pytest.fixture
def unmended_mpi(tmp_path: Path) -> Path:
    (tmp_path / "bin").mkdir()
    mpirun = tmp_path / "bin/mpirun"
    mpirun.write_text("#!/bin/sh\necho 'mpirun (Open MPI) 5.0.7'\n")
    mpirun.chmod(0o755)
    return tmp_path


@pytest.mark.parametrize(
    ("then", "status", "judged"),
    [
        ("fails", 1, 0), ("fails", 0, 1), ("fails", 2, 2),
        ("may_fail", 1, faults.SKIPPED), ("may_fail", 0, 0), ("may_fail", 2, 2),
        ("hangs", 1, faults.SKIPPED), ("hangs", 0, faults.SKIPPED),
    ],
)  # fmt: skip
def test_the_status_of_a_script(
    then: str, status: int, judged: int, unmended_mpi: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(faults.VARIABLE, f"{then}:epoch,turn")
    monkeypatch.setenv("MPI_HOME", str(unmended_mpi))
    assert arguments.status_of(lambda: status) == judged
    assert ("may have: epoch, turn" in capsys.readouterr().out) == (judged != status)
    (unmended_mpi / "complete").write_text("04-epoch.patch\n05-turn.patch\n")
    assert arguments.status_of(lambda: status) == status


# With an MPI that is not mended: the first must fail by what it asserts, the second may fail, the third would hang.
EXPECTED = """
import pytest

@pytest.mark.needs_mended("fails", "epoch")
@pytest.mark.parametrize("right", [False, True])
def test_fails(right):
    assert right

@pytest.mark.needs_mended("fails", "epoch")
def test_cannot_begin():
    raise FileNotFoundError

@pytest.mark.needs_mended("may_fail", "epoch", "turn")
@pytest.mark.parametrize("right", [False, True])
def test_may_fail(right):
    assert right

@pytest.mark.needs_mended("hangs", "epoch")
def test_hangs():
    assert False
"""


@pytest.mark.parametrize(
    ("patches", "counts"),
    [("", "2 failed, 1 skipped, 2 xfailed, 1 xpassed"), ("04-epoch.patch\n05-turn.patch\n", "4 failed, 2 passed")],
)
def test_the_mark_of_tests_in_python(patches: str, counts: str, unmended_mpi: Path) -> None:
    (unmended_mpi / "test_expected.py").write_text(EXPECTED)
    (unmended_mpi / "complete").write_text(patches)
    environment = os.environ | {"MPI_HOME": str(unmended_mpi)}
    command = [sys.executable, "-B", f"{ROOT}/tests/run_pytest", "-p", "conftest", f"--rootdir={unmended_mpi}"]
    command.append(f"{unmended_mpi}/test_expected.py")
    ran = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60)
    assert counts in ran.stdout, ran.stdout + ran.stderr


PROJECT = """
cmake_minimum_required(VERSION 3.22)
project(expected LANGUAGES NONE)
enable_testing()
set(CLOSERANKS_MPI_PREFIX "${PROJECT_SOURCE_DIR}/mpi")
include("%s/tests/needs_mended.cmake")
add_test(NAME other COMMAND true)
add_test(NAME named COMMAND sh -c "test $CLOSERANKS_TEST_NEEDS_MENDED = fails:epoch,turn && exit 77")
closeranks_needs_mended(fails QUIRKS epoch turn TESTS named)
"""


def test_the_property_of_tests_in_cmake(tmp_path: Path) -> None:
    (tmp_path / "CMakeLists.txt").write_text(PROJECT % ROOT)
    subprocess.run(["cmake", "-S", tmp_path, "-B", tmp_path / "build"], check=True, capture_output=True, timeout=60)
    shown = subprocess.run(["ctest", "--test-dir", tmp_path / "build", "--show-only=json-v1"],
                           capture_output=True, text=True, check=True, timeout=60)  # fmt: skip
    properties = {one["name"]: {each["name"]: each["value"] for each in one["properties"]}
                  for one in json.loads(shown.stdout)["tests"]}  # fmt: skip
    assert "SKIP_RETURN_CODE" not in properties["other"]
    assert properties["named"]["ENVIRONMENT_MODIFICATION"][1] == f"MPI_HOME=set:{tmp_path}/mpi"
    ran = subprocess.run(["ctest", "--test-dir", tmp_path / "build"], capture_output=True, text=True, timeout=60)
    assert "named ............................***Skipped" in ran.stdout, ran.stdout
