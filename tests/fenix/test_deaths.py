"""A program for Fenix whose ranks die: the result has all the bits of a run in which nobody does."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from examples.run import AFTER_LOSSES, BUILD, CLEAN, Finished, launch

STENCIL = str(BUILD / "tests/fenix/fenix_stencil")
RANKS = 5
STEPS = 30
BITS: dict[int, str] = {}


def run(ranks: int, spares: int, kills: Sequence[str], more: Sequence[str], place: Path) -> Finished:
    report = place / "report.json"
    program = [STENCIL, str(spares), str(STEPS), *more]
    result = launch(ranks + spares, program, kills, ["--report", str(report)])
    lost = sorted(one["rank"] for one in json.loads(report.read_text())["lost"])
    assert lost == sorted(int(kill.partition("@")[0]) for kill in kills), str(result)
    return result


def comes_back(ranks: int, spares: int, kills: Sequence[str], more: Sequence[str], place: Path) -> None:
    if ranks not in BITS:
        calm = run(ranks, 0, [], ["jump"], place)
        assert calm.status == CLEAN, str(calm)
        BITS[ranks] = calm.output
    result = run(ranks, spares, kills, more, place)
    assert result.status == (AFTER_LOSSES if kills else CLEAN), str(result)
    assert result.output == BITS[ranks], str(result)


@pytest.mark.parametrize("mode", ["jump", "no_jump"])
@pytest.mark.parametrize("policy", ["copy", "parity"])
def test_nobody_dies(mode: str, policy: str, tmp_path: Path) -> None:
    comes_back(RANKS, 1, [], [mode, policy], tmp_path)


# The calls of MPI that the library makes are counted, too.
MOMENTS = [
    "call:MPI_Sendrecv:5",  # before the second snapshot
    "call:MPI_Sendrecv:41",
    "after:MPI_Sendrecv:44",
    "call:MPI_Isend:3",  # copies of a snapshot
    "after:MPI_Isend:3",
    "inside:MPI_Isend:6",
    "call:MPI_Allreduce:14",  # whether a snapshot counts
    "after:MPI_Allreduce:17",
    "call:MPIX_Comm_agree:3",
    "after:MPIX_Comm_agree:8",
]


@pytest.mark.sample(7)
@pytest.mark.parametrize("mode", ["jump", "no_jump"])
@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize("rank", [0, 3])
def test_one_dies(rank: int, moment: str, mode: str, tmp_path: Path) -> None:
    comes_back(RANKS, 1, [f"{rank}@{moment}"], [mode], tmp_path)


@pytest.mark.sample(3)
@pytest.mark.parametrize("mode", ["jump", "no_jump"])
@pytest.mark.parametrize(
    "second",
    [
        "1@after:MPIX_Comm_revoke:1",  # within the recovery
        "1@call:MPI_Comm_split:2",
        "1@after:MPI_Comm_split:2",
        "1@after:MPIX_Comm_shrink:3",
        "4@call:MPI_Comm_split:2",  # the last rank
        "5@after:MPI_Comm_split:2",  # the spare that has just taken the place
        "5@call:MPI_Comm_dup:2",  # while it gets the data
        "5@call:MPI_Bcast:1",
        "1@call:MPI_Bcast:1",
        "5@call:MPI_Sendrecv:3",  # later on
        "1@call:MPI_Sendrecv:40",
        "6@call:MPI_Iprobe:2",  # a spare, asleep
    ],
)
def test_another_one_dies(second: str, mode: str, tmp_path: Path) -> None:
    comes_back(RANKS, 3, ["3@call:MPI_Sendrecv:20", second], [mode], tmp_path)


@pytest.mark.parametrize("policy", ["copy", "parity"])
def test_one_after_the_other(policy: str, tmp_path: Path) -> None:
    kills = ["0@call:MPI_Sendrecv:13", "2@call:MPI_Sendrecv:30", "4@call:MPI_Sendrecv:47"]
    comes_back(RANKS, 3, kills, ["jump", policy], tmp_path)


def test_the_last_call(tmp_path: Path) -> None:
    """Whoever dies on its way to Fenix_Finalize comes back, too."""
    for mode in ("jump", "no_jump"):
        comes_back(RANKS, 1, ["2@call:MPIX_Comm_agree:9"], [mode], tmp_path)


@pytest.mark.parametrize("differs", ["type", "fewer"])
def test_a_member_that_has_the_number_of_another(differs: str, tmp_path: Path) -> None:
    report = tmp_path / "report.json"
    program = [str(BUILD / "tests/fenix/fenix_other_member"), differs]
    result = launch(5, program, [], ["--report", str(report)])
    assert result.status == AFTER_LOSSES and result.output == "right\n", str(result)
    assert [one["rank"] for one in json.loads(report.read_text())["lost"]] == [1], str(result)


def test_arguments_that_do_not_fit() -> None:
    result = launch(3, [str(BUILD / "tests/fenix/fenix_odd_arguments")])
    assert result.status == CLEAN and result.output == "right\n", str(result)
