"""Ranks come back that die inside of a collective, at a message of it (die_in_message.cpp)."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path

import pytest

from examples.come_back import HEAT
from examples.run import BUILD, CLEAN, Finished, launch

DYING = BUILD / "tests/in_messages/libdie_in_message.so"
BROADCAST = -17  # its tag in Open MPI
CREATIONS = [-36, -35, -34, -33]  # of nonblocking collectives, by which it makes communicators
RANKS = 4
DEATH = "2@call:MPI_Sendrecv:100"


def launch_preloaded(variable: str, value: str, spares: int, kills: list[str]) -> Finished:
    more = ["--spares", str(spares), "-x", f"LD_PRELOAD=libcloseranks.so:{DYING}", "-x", f"{variable}={value}"]
    return launch(RANKS, [*HEAT.program, *HEAT.short], kills, more)


def comes_back(plan: str, spares: int = 1, kills: list[str] | None = None) -> Finished:
    result = launch_preloaded("DIE_IN_MESSAGE", plan, spares, kills or [])
    assert result.status == CLEAN and "killed in a message" in result.messages, str(result)
    lines = result.output.splitlines()
    assert lines[0] == HEAT.bare(RANKS, HEAT.short), str(result)
    assert lines[1].startswith("lost ranks were recovered"), str(result)
    return result


@pytest.mark.parametrize("plan", ["0:1", "0:2", "1:1"])
def test_in_the_broadcast_of_an_allgatherv(plan: str) -> None:
    """Ranks tell each other what communicators there are. Open MPI returns success to those who wait in vain."""
    comes_back(f"{plan}:{BROADCAST}")


def counts(place: Path, kills: list[str]) -> dict[tuple[int, int], int]:
    """How many messages each process sends with each tag."""
    place.mkdir()
    result = launch_preloaded("COUNT_MESSAGES", str(place), 2, kills)
    assert result.status == CLEAN, str(result)
    found: dict[tuple[int, int], int] = {}
    for file in place.iterdir():
        for line in file.read_text().splitlines():
            tag, count = map(int, line.split())
            found[int(file.name), tag] = count
    return found


@pytest.fixture(scope="module")
def of_a_recovery(tmp_path_factory: pytest.TempPathFactory) -> dict[tuple[int, int], range]:
    """The numbers of the messages that a recovery adds. Those of the end are among them, in place of the first ones."""
    place = tmp_path_factory.mktemp("counts")
    without, there = counts(place / "without", []), counts(place / "there", [DEATH])
    return {key: range(without.get(key, 0) + 1, there[key] + 1) for key in there}


@pytest.mark.sample(7)
@pytest.mark.parametrize(("process", "tag"), [*product([0, 1, 3, RANKS], CREATIONS), (0, BROADCAST), (1, BROADCAST)])
def test_in_a_recovery(process: int, tag: int, of_a_recovery: dict[tuple[int, int], range]) -> None:
    """A survivor dies, or the spare that takes a place. It is made good, too."""
    numbers = of_a_recovery[process, tag]
    assert numbers
    for number in numbers:
        result = comes_back(f"{process}:{number}:{tag}", 3, [DEATH])
        for rank in {2, process} - {RANKS}:
            assert re.search(rf"^closeranks:   rank {rank} .*SIGKILL\).*; back ", result.messages, re.MULTILINE), str(result)


@pytest.mark.sample(17)
@pytest.mark.parametrize("rank", range(RANKS))
@pytest.mark.parametrize("number", range(1, 60, 5))
def test_in_any_message(rank: int, number: int) -> None:
    comes_back(f"{rank}:{number}")
