"""closeranks/farm.hpp when workers die: as closeranks.futures in test_deaths.py and test_script.py."""

from __future__ import annotations

from pathlib import Path

import pytest

from examples.run import AFTER_LOSSES, BUILD, launch
from farms.test_deaths import COUNT, RANKS, SCALE, check, plan, run

FARM = str(BUILD / "tests/farms/farm")


@pytest.mark.sample(2)
@pytest.mark.parametrize("seed", [11, 12])
def test_all_but_two_are_killed(seed: int, tmp_path: Path) -> None:
    deaths = plan(seed, RANKS - 2, within=1.0)
    check(run([FARM, str(COUNT), SCALE], deaths, tmp_path / "r.json"), tmp_path / "r.json", set(deaths))


def test_all_but_the_master_are_killed(tmp_path: Path) -> None:
    deaths = plan(14, RANKS - 1, within=1.0)
    check(run([FARM, str(COUNT), SCALE], deaths, tmp_path / "r.json"), tmp_path / "r.json", set(deaths))


def test_its_policies_are_its_own(tmp_path: Path) -> None:
    """--strict would end the program, and with Recv=ignore workers would work on without their master."""
    result = launch(4, [FARM, "3000", "0.03"], ["2@0.1s"], ["--strict"])
    assert result.status == AFTER_LOSSES and result.value("results")[0] == "3000", str(result)
    result = launch(4, [FARM, "3000", "0.1"], ["0@0.2s"], ["--policy", "*=ignore"])
    assert result.status == 84 and "needs rank 0 in MPI_Recv, which is lost" in result.messages, str(result)


@pytest.mark.parametrize(
    ("ranks", "deaths", "given_up", "done", "left"),
    [
        (6, 5, "3 times", 49, 2),
        (3, 2, "2 times", 49, 0),  # the master does not try it
        (4, 2, "", 50, 1),  # the third worker does it
    ],
)
def test_a_task_that_kills_its_workers(
    ranks: int, deaths: int, given_up: str, done: int, left: int, tmp_path: Path
) -> None:
    result = launch(ranks, [FARM, "poison", str(deaths), str(tmp_path)])
    assert result.status == AFTER_LOSSES and result.value("done") == [str(done)], str(result)
    if given_up:
        assert f"given up task 7 was tried {given_up}, and the worker has died each time\n" in result.output
    else:
        assert "given up" not in result.output
    assert result.value("workers") == [str(left)], str(result)


def test_a_task_that_takes_too_long_takes_its_worker_and_no_other() -> None:
    result = launch(4, [FARM, "slow"])
    assert result.status == AFTER_LOSSES and result.value("done") == ["49"], str(result)
    assert "late task 7 took longer than 0.500000 s\n" in result.output and result.value("workers") == ["2"], str(result)
