"""What a twin has open as its leader: files of MPI-IO, locks, and the position of an append."""

from __future__ import annotations

from pathlib import Path

import pytest

from examples.run import BUILD
from replicas.replicated import Death
from replicas.replicated import run as run_replicated
from replicas.test_at_promotion import run_case

_CASES = ("mpi_deleted", "mpi_replaced", "mpi_relative", "mpi_view", "flush_all", "child")
_LOCKS = ("whole_file", "ranges", "guard")
_STEP = Death(0, 1)


@pytest.mark.parametrize("dies", [False, True])
@pytest.mark.parametrize("case", _CASES)
def test_open_files(tmp_path: Path, case: str, dies: bool) -> None:
    ended = run_case("kept_open", case, tmp_path, [_STEP] if dies else [])
    assert ended.dead() == ([0] if dies else [])


@pytest.mark.parametrize("dies", [False, True])
@pytest.mark.parametrize("case", _LOCKS)
def test_locks(tmp_path: Path, case: str, dies: bool) -> None:
    """Rank 1 sees the locks of rank 0."""
    ended = run_case("kept_open", case, tmp_path, [_STEP] if dies else [], ranks=2)
    assert ended.dead() == ([0] if dies else [])


@pytest.mark.parametrize("dies", [False, True])
def test_a_file_that_another_rank_deletes(tmp_path: Path, dies: bool) -> None:
    ended = run_replicated("kept_open", 2, (0,), [_STEP] if dies else [], [str(tmp_path), "mpi_deleted_by_other"])
    assert ended.dead() == ([0] if dies else [])
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("when", ["before", "after"])
@pytest.mark.parametrize("change", range(2, 6))
def test_own_line_within_that_of_another(tmp_path: Path, change: int, when: str) -> None:
    """The leader dies in one of four appends. Meanwhile another process appends a line that has all of them in it."""
    other = "number one\nnumber two\nnumber three\nnumber four\n"
    lines = ["one\n", "two\n", "three\n", "four\n"]
    lines.insert(change - 2 if when == "before" else change - 1, other)
    more = {"DIE_IN_FILES": f"0#{change}:{when}", "DIE_FOLDER": str(tmp_path), "OTHER_APPENDS": other}
    behind = BUILD / "tests/replicas/libdie_in_files.so"
    ended = run_replicated("kept_open", 1, (0,), (), [str(tmp_path), "own_line"], more=more, behind=behind)
    assert ended.dead() == [0]
    assert (tmp_path / "file").read_text() == "".join(lines), ended.output.log
