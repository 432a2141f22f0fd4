"""A twin takes over what its leader has open: the folder is that of a run with the bare MPI, byte for byte."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import pytest

from examples.run import BUILD, run
from replicas.replicated import Death, Ended
from replicas.replicated import run as run_replicated
from replicas.test_values import MPIRUN, replicated

_CASES = ("unlinked", "replaced", "renamed", "changed", "exchanged", "printed", "shared", "streams", "locks",
          "of_process", "read_only", "scratch", "appending",
          "folders", "overwritten", "redirected", "others")  # fmt: skip
_STEP = Death(0, 1)


def _files(folder: Path) -> list[tuple[str, int, bytes]]:
    """Names without the numbers of processes, permissions and contents."""
    return sorted((path.name.rstrip("0123456789"), path.stat().st_mode & 0o777, path.read_bytes()) for path in folder.iterdir())


def _prepare(folder: Path) -> None:
    """A file that is older than the run."""
    (folder / "input").write_text("old\n")
    os.utime(folder / "input", (1000, 1000))


def _bare(program: str, ranks: int, case: str, folder: Path) -> str:
    _prepare(folder)
    finished = run([MPIRUN, "-n", str(ranks), "--map-by", ":oversubscribe",
                    str(BUILD / "tests/replicas" / f"replicas_{program}"), str(folder), case])
    if case == "exits":  # without MPI_Finalize, of which mpirun says more
        return "done"
    assert finished.status == 0, finished
    return finished.output


def run_case(program: str, case: str, folder: Path, deaths: list[Death], in_files: str = "", ranks: int = 1) -> Ended:
    """The outcome is that of the bare MPI. Rank 0 has a twin."""
    more = {"DIE_IN_FILES": in_files, "DIE_FOLDER": str(folder)} if in_files else {}
    _prepare(folder)
    behind = BUILD / "tests/replicas/libdie_in_files.so"
    ended = run_replicated(program, ranks, (0,), deaths, [str(folder), case], more=more, behind=behind)
    with tempfile.TemporaryDirectory() as other:
        printed = "\n".join(ended.survivor(rank) for rank in range(ranks))
        assert sorted(printed.split()) == sorted(_bare(program, ranks, case, Path(other)).split()), ended.output.log
        assert _files(folder) == _files(Path(other)), ended.output.log
    return ended


def _run(case: str, folder: Path, deaths: list[Death], in_files: str = "") -> Ended:
    return run_case("at_promotion", case, folder, deaths, in_files)


@pytest.mark.parametrize("case", _CASES)
@pytest.mark.parametrize("dies", [False, True])
def test_open_files(tmp_path: Path, case: str, dies: bool) -> None:
    if case == "exchanged":
        # Two files are made, and each gets bytes: the exchange is change 5.
        _run(case, tmp_path, [], "0#5:after" if dies else "")
    else:
        _run(case, tmp_path, [_STEP] if dies else [])


@pytest.mark.parametrize("when", ["before", "after"])
def test_making_a_file_that_may_not_be_opened_again(tmp_path: Path, when: str) -> None:
    assert _run("read_only", tmp_path, [], f"0#1:{when}").dead() == [0]


@pytest.mark.parametrize("when", ["before", "half", "after"])
def test_a_large_append(tmp_path: Path, when: str) -> None:
    assert _run("large", tmp_path, [], f"0#2:{when}").dead() == [0]


def test_more_requests_than_a_decision_can_carry(tmp_path: Path) -> None:
    _run("requests", tmp_path, [])


def test_death_before_finalize(tmp_path: Path) -> None:
    """The twin may hear of it only when it is in MPI_Finalize itself."""
    _run("finalized", tmp_path, [_STEP])


def test_death_after_finalize(tmp_path: Path) -> None:
    _run("clock", tmp_path, [_STEP])


def test_exit_without_finalize(tmp_path: Path) -> None:
    _run("exits", tmp_path, [_STEP])


def test_processes_that_differ(tmp_path: Path) -> None:
    """The twin is given up. It must not take the outcome of another call for its own."""
    finished = replicated(2, [0], "at_promotion", {}, str(tmp_path), "apart")
    said = "rank 0: its twin (process 1) is given up, because it calls access where its leader has called something else"
    assert said in finished.messages, finished
    assert finished.output.split() == ["done"], finished
    assert (tmp_path / "made").is_dir()
