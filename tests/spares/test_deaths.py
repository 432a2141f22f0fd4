"""Ranks die before, within and after calls, one or several at once, and again while they come back."""

from __future__ import annotations

from pathlib import Path

import pytest

from examples.run import CLEAN, LAUNCHER, ROOT, run
from spares.stencils import made_good


@pytest.mark.sample(11)
@pytest.mark.parametrize("commit", ["optimistic", "agreed"])
@pytest.mark.parametrize("when", ["before", "inside", "after"])
@pytest.mark.parametrize("rank", [0, 2])
@pytest.mark.parametrize("function", ["Allreduce:20", "Sendrecv:50", "Barrier:5"])
def test_one(commit: str, when: str, rank: int, function: str, tmp_path: Path) -> None:
    kills = [f"{rank}@{when}:MPI_{function}"]
    ended = made_good(tmp_path, 4, 1, kills, options=["--commit", commit])
    assert ended.back == [rank]


@pytest.mark.parametrize(
    ("ranks", "dying"),
    [
        (4, [0, 2]),  # all of one communicator
        (8, [1, 4, 6]),
        (16, [0, 5, 9, 14]),
    ],
)
def test_several_at_once(ranks: int, dying: list[int], tmp_path: Path) -> None:
    kills = [f"{rank}@before:MPI_Allreduce:20" for rank in dying]
    ended = made_good(tmp_path, ranks, len(dying), kills)
    assert sorted(ended.back) == dying


def test_one_after_the_other(tmp_path: Path) -> None:
    kills = ["0@call:MPI_Allreduce:12", "3@call:MPI_Allreduce:25", "5@inside:MPI_Sendrecv:70"]
    assert made_good(tmp_path, 6, 4, kills).back == [0, 3, 5]


def test_until_nobody_is_left_who_was_there_at_first(tmp_path: Path) -> None:
    kills = [f"{rank}@call:MPI_Allreduce:{20 * (rank + 1)}" for rank in range(4)]
    assert made_good(tmp_path, 4, 4, kills, ["100"]).back == [0, 1, 2, 3]


def test_in_the_repair(tmp_path: Path) -> None:
    kills = ["1@call:MPI_Allreduce:20", "4@repair:1"]
    assert sorted(made_good(tmp_path, 6, 2, kills).back) == [1, 4]


def test_before_the_resume_point(tmp_path: Path) -> None:
    """What is made before the first call must be there: so it dies after the last of that."""
    ended = made_good(tmp_path, 5, 1, ["3@after:MPI_Comm_split:2"])
    assert ended.back == [3]


@pytest.mark.parametrize("where", ["way", "resume", "restore"])
@pytest.mark.parametrize("rank", [0, 3])
def test_while_it_comes_back(where: str, rank: int, tmp_path: Path) -> None:
    program = ["40", str(tmp_path / "mark"), where]
    ended = made_good(tmp_path, 5, 2, [f"{rank}@call:MPI_Allreduce:20"], program)
    assert ended.back == [rank, rank]
    assert (tmp_path / "mark").exists()


def test_an_exception_tells_of_it() -> None:
    """In Python, and so with MPI_THREAD_MULTIPLE: a policy has results that lack a rank raise an error, at all ranks."""
    pytest.importorskip("mpi4py")
    kills = ["2@call:MPI_Allreduce:33", "0@inside:MPI_Allreduce:50"]
    python = ["/usr/bin/python3", str(ROOT / "tests/spares/raising.py")]
    path = {"PYTHONPATH": str(ROOT / "runtime/python")}
    words = [str(LAUNCHER), "--spares", "2", *(word for kill in kills for word in ("--kill", kill))]
    result = run([*words, "--oversubscribe", "-n", "4", *python], path)
    assert result.status == CLEAN, str(result)
    assert sorted(result.output.splitlines()) == [
        "rank 0 is right, 0 raised, initial",
        "rank 1 is right, 2 raised, initial",
        "rank 2 is right, 1 raised, initial",
        "rank 3 is right, 2 raised, initial",
    ], str(result)
