"""The examples in C, Fortran and Python survive, and say truly what is missing."""

from __future__ import annotations

import math
from pathlib import Path

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
    # Rank 3 dies before its 10th contribution, rank 5 before its 20th. Of those before some may die with them, for they
    # do not wait until the root has come to them.
    points = int(result.value("points")[0])
    of_survivors = (RANKS - 2) * BATCHES * POINTS
    assert of_survivors < points <= of_survivors + (9 + 19) * POINTS and points % POINTS == 0
    assert within_five_sigma(float(result.value("pi")[0]), points)
    assert "closeranks:" in result.messages, str(result)


FARM = [str(BUILD / "examples/farm"), "60", "5000"]


@pytest.mark.parametrize(
    "ranks, kills",
    [
        (8, ["2@call:MPI_Send:1", "5@call:MPI_Recv:2"]),
        (3, ["1@call:MPI_Send:3", "2@inside:MPI_Recv:3"]),  # no worker is left
    ],
)
def test_c_farm_loses_nothing(ranks: int, kills: list[str]) -> None:
    undisturbed = launch(ranks, FARM)
    assert undisturbed.status == CLEAN, str(undisturbed)
    killed = launch(ranks, FARM, kills, ["--policy", "Irecv=ignore"])
    assert killed.status == AFTER_LOSSES, str(killed)
    for key in ("longest", "checksum"):
        assert killed.value(key) == undisturbed.value(key)
    # Who dies when it delivers had a task; who dies when it receives mostly.
    assert int(killed.value("tasks")[3]) in (1, 2)


POOL_LINES = ("longest", "checksum")


def test_c_and_cpp_pool_loses_nothing() -> None:
    """It is the farm of farm.c, and has its results."""
    alone = launch(1, [str(BUILD / "examples/farm"), "60", "5000"])
    pool = [str(BUILD / "examples/pool"), "60", "5000"]
    killed = launch(RANKS, pool, ["2@call:MPI_Send:3", "5@inside:MPI_Recv:4"])
    assert killed.status == AFTER_LOSSES, str(killed)
    assert killed.value("tasks") == ["60", "of", "60,", "5", "workers", "left"]
    assert [killed.value(key) for key in POOL_LINES] == [alone.value(key) for key in POOL_LINES]


def test_python_pool_loses_nothing() -> None:
    alone = launch(1, [str(BUILD / "examples/farm"), "60", "200"])
    pool = ["/usr/bin/python3", "-B", "-m", "closeranks.futures", str(ROOT / "examples/pool.py"), "60", "200"]
    modules = ["-x", f"PYTHONPATH={ROOT / 'runtime/python'}"]
    killed = launch(RANKS, pool, ["3@call:MPI_Send:3", "5@call:MPI_Send:2"], modules)
    assert killed.status == AFTER_LOSSES, str(killed)
    assert killed.value("tasks") == ["60", "of", "60,", "5", "workers", "left"]
    assert [killed.value(key) for key in POOL_LINES] == [alone.value(key) for key in POOL_LINES]


def test_c_ensemble_loses_only_the_simulations_of_the_dead() -> None:
    ensemble = [str(BUILD / "examples/ensemble"), "2", "100"]
    undisturbed = launch(RANKS, ensemble)
    assert undisturbed.status == CLEAN, str(undisturbed)
    # Rank 0 and rank 5: of simulations 0 and 2.
    killed = launch(RANKS, ensemble, ["5@call:MPI_Allreduce:20", "0@call:MPI_Allreduce:60"])
    assert killed.status == AFTER_LOSSES, str(killed)
    for number in range(4):
        expected = ["nan"] if number in (0, 2) else undisturbed.value(f"simulation {number}")
        assert killed.value(f"simulation {number}") == expected, str(killed)
    for color, members, dead in ((0, "0 and 1", 0), (2, "4 and 5", 5)):
        job = f"the 2 ranks of color {color} of MPI_Comm_split on MPI_COMM_WORLD (ranks {members})"
        assert f"MPI_Allreduce on {job} lacked rank {dead} " in killed.messages


SHARE_WORK = [str(BUILD / "examples/share_work"), "4000000", "buddy:copies=2"]


@pytest.mark.parametrize(
    "kills",
    [
        ["2@before:MPI_Allreduce:8"],
        ["0@inside:MPI_Allreduce:20", "5@call:MPI_Isend:17"],
        ["3@inside:MPI_Isend:9", "4@inside:MPI_Isend:9"],  # neighbours
        ["1@call:MPI_Allreduce:12", "6@call:MPI_Allgather:2", "7@inside:MPI_Irecv:21"],  # while work is dealt out
    ],
)
def test_c_share_work_loses_nothing(kills: list[str]) -> None:
    undisturbed = launch(RANKS, SHARE_WORK)
    assert undisturbed.status == CLEAN, str(undisturbed)
    killed = launch(RANKS, SHARE_WORK, kills)
    assert killed.status == AFTER_LOSSES, str(killed)
    assert killed.value("total") == undisturbed.value("total")


def test_c_pipeline_loses_nothing(tmp_path: Path) -> None:
    text = "".join(f"{number} and so on\n" for number in range(4000))
    given, written = tmp_path / "in.txt", tmp_path / "out.txt"
    given.write_text(text)
    kills = ["0@call:MPI_File_write_at_all:2", "5@inside:MPI_Allreduce:3"]
    result = launch(RANKS, [str(BUILD / "examples/pipeline"), str(given), str(written), "1000"], kills)
    assert result.status == AFTER_LOSSES, str(result)
    assert written.read_text() == text.upper()
    # The survivors have written all of it, which nobody knows who only closes the file.
    assert f"file {written} was open for writing when ranks 0 and 5 were lost" in result.messages


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
