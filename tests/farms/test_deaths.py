"""10,000 tasks on 8 ranks, all but two or all but the master killed at random: all results, each once, and right.

By hand, with the tasks as long as they are named (SCALE 1): docs/how-to/farms.md.
"""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from examples.run import AFTER_LOSSES, ROOT, Finished, launch

RANKS = 8
COUNT = 10_000
# All tasks together are 145 s, times this: so seven workers need more than a second, and one or two far more than 1.3.
SCALE = "0.05"
PROGRAM = ["/usr/bin/python3", "-B", str(ROOT / "tests/farms/tasks.py"), str(COUNT)]


def plan(seed: int, deaths: int, within: float) -> dict[int, float]:
    """When which worker dies, in seconds after MPI_Init. The last one dies long after the others: a task with which two
    have died is given up when nobody is left, and a busy machine may let both have the same.
    """
    draw = random.Random(seed)
    times = {rank: round(draw.uniform(0.3, within), 3) for rank in draw.sample(range(1, RANKS), deaths)}
    last = max(times, key=lambda rank: times[rank])
    return times | {last: round(within + 0.3, 3)}


def run(program: list[str], deaths: dict[int, float], report: Path, ranks: int = RANKS) -> Finished:
    kills = [f"{rank}@{seconds}s" for rank, seconds in deaths.items()]
    return launch(ranks, program, kills, ["--report", str(report)])


def check(result: Finished, report: Path, killed: set[int], count: int = COUNT) -> None:
    assert result.status == AFTER_LOSSES, str(result)
    lost = {one["rank"]: one for one in json.loads(report.read_text())["lost"]}
    assert set(lost) == killed, str(result)
    assert all("planned" in one["cause"] or "SIGKILL" in one["cause"] for one in lost.values()), lost
    assert result.value("results") == [str(count), "of", f"{count},", "0", "twice,", "0", "wrong"], str(result)
    assert result.value("workers") == [str(RANKS - 1 - len(killed))], str(result)


@pytest.mark.sample(2)
@pytest.mark.parametrize("seed", [1, 2])
def test_all_but_two_are_killed(seed: int, tmp_path: Path) -> None:
    deaths = plan(seed, RANKS - 2, within=1.0)
    result = run([*PROGRAM, SCALE], deaths, tmp_path / "report.json")
    check(result, tmp_path / "report.json", set(deaths))


def test_chunks(tmp_path: Path) -> None:
    deaths = plan(4, RANKS - 2, within=1.0)
    result = run([*PROGRAM, SCALE, "20"], deaths, tmp_path / "report.json")
    check(result, tmp_path / "report.json", set(deaths))


def test_all_but_the_master_are_killed(tmp_path: Path) -> None:
    deaths = plan(5, RANKS - 1, within=1.0)
    result = run([*PROGRAM, SCALE], deaths, tmp_path / "report.json")
    check(result, tmp_path / "report.json", set(deaths))
    assert "No worker is left" in result.messages


def test_warnings_that_are_errors_end_the_pool(tmp_path: Path) -> None:
    """So does what says that no worker is left: the program hears of it, and waits for nothing."""
    program = ["/usr/bin/python3", "-W", "error::RuntimeWarning", *PROGRAM[1:], SCALE]
    result = run(program, {1: 0.5, 2: 0.7}, tmp_path / "report.json", ranks=3)
    assert result.status not in (0, AFTER_LOSSES), str(result)
    assert "The pool has failed: RuntimeWarning: No worker is left" in result.messages, str(result)


def test_the_master_dies(tmp_path: Path) -> None:
    """Its death ends the program, at once and with a sentence."""
    result = launch(RANKS, [*PROGRAM, "0.2"], ["0@0.6s"], ["--report", str(tmp_path / "report.json")])
    assert result.status == 84, str(result)
    assert "needs rank 0 in MPI_Irecv, which is lost" in result.messages
    report = json.loads((tmp_path / "report.json").read_text())
    assert [one["rank"] for one in report["lost"]] == [0] and report["aborted"]["needs"] == 0
    assert report["seconds"] < 3
