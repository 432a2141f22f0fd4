"""The examples in C, Fortran and Python survive, and say truly what is missing."""

from __future__ import annotations

import math

import pytest

from examples.run import AFTER_LOSSES, BUILD, CLEAN, ROOT, launch

RANKS = 8
TWO_KILLS = ["3@call:MPI_Reduce:10", "5@call:MPI_Reduce:20"]

BATCHES, POINTS = 40, 100_000
PI = [str(BUILD / "examples/pi"), str(BATCHES), str(POINTS)]
EP = str(BUILD / "examples/ep")
SWEEP = ["/usr/bin/python3", str(ROOT / "examples/sweep.py"), "240", "4"]


def within_five_sigma(estimate: float, points: int) -> bool:
    return abs(estimate - math.pi) < 5 * math.sqrt(math.pi * (4 - math.pi) / points)


def test_c_undisturbed() -> None:
    result = launch(RANKS, PI)
    assert result.status == CLEAN, str(result)
    assert int(result.value("points")[0]) == RANKS * BATCHES * POINTS
    assert within_five_sigma(float(result.value("pi")[0]), RANKS * BATCHES * POINTS)
    assert "closeranks:" not in result.messages, "nothing is said when nothing happened"


def test_c_with_two_kills() -> None:
    result = launch(RANKS, PI, TWO_KILLS)
    assert result.status == AFTER_LOSSES, str(result)
    # Rank 3 dies before its 10th contribution, rank 5 before its 20th.
    points = ((RANKS - 2) * BATCHES + 9 + 19) * POINTS
    assert int(result.value("points")[0]) == points
    assert within_five_sigma(float(result.value("pi")[0]), points)
    assert "closeranks:" in result.messages, str(result)


@pytest.mark.parametrize("benchmark_class", ["S", "W", "A"])
def test_fortran_undisturbed(benchmark_class: str) -> None:
    result = launch(RANKS, [EP, benchmark_class])
    assert result.status == CLEAN, str(result)
    assert "verification successful" in result.output


def test_fortran_with_two_kills() -> None:
    result = launch(RANKS, [EP, "S"], TWO_KILLS)
    assert result.status == AFTER_LOSSES, str(result)
    # 256 blocks of 65,536 pairs in 32 rounds of 8 ranks: ranks 3 and 5 counted 9 and 19 rounds.
    assert int(result.value("pairs")[0]) == (6 * 32 + 9 + 19) * 2**16
    assert "verification not possible" in result.output


def test_python_with_two_kills_loses_nothing() -> None:
    undisturbed = launch(RANKS, SWEEP)
    assert undisturbed.status == CLEAN, str(undisturbed)
    killed = launch(RANKS, SWEEP, ["3@call:MPI_Gather:2", "5@inside:MPI_Scatter:4"])
    assert killed.status == AFTER_LOSSES, str(killed)
    # What the dead ranks held went to others: the same results, in more rounds.
    for key in ("chaotic", "checksum"):
        assert killed.value(key) == undisturbed.value(key)
    assert int(killed.value("points")[-2]) > int(undisturbed.value("points")[-2])
