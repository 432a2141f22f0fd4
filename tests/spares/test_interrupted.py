"""Ranks leave their work in the middle when one dies: by an error code, a jump, or an exception."""

from __future__ import annotations

import re
import pytest

from examples.run import BUILD, CLEAN, LAUNCHER, ROOT, launch, run

INTERRUPTED = str(BUILD / "tests/spares/interrupted")
WAYS = ["code", "jump", "throw"]


def leave(way: str, ranks: int, kills: list[str], options: list[str]) -> dict[int, tuple[int, int]]:
    """For each rank how often it has left its work, and how many functions were called."""
    result = launch(ranks, [INTERRUPTED, way], kills, options)
    assert result.status == CLEAN, str(result)
    found = re.findall(r"^rank (\d+) is right, left (\d+) times, (\d+) calls$", result.output, re.MULTILINE)
    assert sorted(int(rank) for rank, _, _ in found) == list(range(ranks)), str(result)
    assert result.messages.count(" is recovered, ") == len(kills), str(result)
    return {int(rank): (int(left), int(calls)) for rank, left, calls in found}


@pytest.mark.parametrize("commit", ["optimistic", "agreed"])
@pytest.mark.parametrize("way", WAYS)
def test_in_the_middle_of_the_work(way: str, commit: str) -> None:
    kills = ["2@call:MPI_Allreduce:33", "0@inside:MPI_Allreduce:50"]
    ranks = leave(way, 5, kills, ["--spares", "2", "--commit", commit])
    assert ranks[1] == ranks[3] == ranks[4] == (2, 4)
    assert ranks[2] == (1, 4)  # in place of the first one that died
    assert ranks[0] == (0, 2)


@pytest.mark.parametrize("way", WAYS)
def test_in_a_function_that_is_called_after_a_recovery(way: str) -> None:
    """Rank 3 dies in the first broadcast there is. What was given back in that recovery counts for the others."""
    kills = ["1@call:MPI_Allreduce:20", "3@call:MPI_Bcast:1"]
    ranks = leave(way, 5, kills, ["--spares", "2"])
    assert ranks[0] == ranks[2] == ranks[4] == (2, 4)


@pytest.mark.parametrize("commit", ["optimistic", "agreed"])
def test_where_it_waits(commit: str) -> None:
    kills = ["2@call:MPI_Iallreduce:33", "0@inside:MPI_Wait:50"]
    ranks = leave("wait", 5, kills, ["--spares", "2", "--commit", commit])
    assert ranks[1] == ranks[3] == ranks[4] == (2, 4)
    assert ranks[2] == (1, 4)
    assert ranks[0] == (0, 2)


def test_with_processes_that_are_started() -> None:
    ranks = leave("throw", 4, ["1@call:MPI_Allreduce:20"], ["--recovery", "respawn"])
    assert ranks[0] == ranks[2] == ranks[3] == (1, 2)


def test_nobody_is_left() -> None:
    """The second death has no spare: all hear of it by the exception that says so, which ends the program."""
    kills = ["1@call:MPI_Allreduce:20", "2@call:MPI_Allreduce:40"]
    result = launch(4, [INTERRUPTED, "throw"], kills, ["--spares", "1"])
    assert result.status != CLEAN
    assert "no process is left for 1 lost rank(s)" in result.messages, str(result)


def test_in_python() -> None:
    pytest.importorskip("mpi4py")
    kills = ["2@call:MPI_Allreduce:33", "0@inside:MPI_Allreduce:50"]
    words = [str(LAUNCHER), "--spares", "2", *(word for kill in kills for word in ("--kill", kill)), "--oversubscribe"]
    program = ["/usr/bin/python3", "-B", str(ROOT / "tests/spares/interrupted.py"), str(BUILD / "libcloseranks_store.so")]
    result = run([*words, "-n", "4", *program], {"PYTHONPATH": str(ROOT / "runtime/python")})
    assert result.status == CLEAN, str(result)
    assert sorted(result.output.splitlines()) == [
        "rank 0 is right, left 0 times, ['recovered']",
        "rank 1 is right, left 2 times, ['survivor', 'survivor']",
        "rank 2 is right, left 1 times, ['recovered', 'survivor']",
        "rank 3 is right, left 2 times, ['survivor', 'survivor']",
    ], str(result)
