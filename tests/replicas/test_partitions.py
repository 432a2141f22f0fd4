"""Leaders and twins die between and within partitioned messages: all partitions arrive, once and with their values."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from replicas.replicated import Death, run

_RANKS = 4


def _run(degree: Sequence[int], deaths: Sequence[Death] = ()) -> None:
    """The program checks each value; both processes of a rank print the same, with the outcomes of MPI_Parrived."""
    run("partitions", _RANKS, degree, deaths)


# An even step is between two exchanges, an odd one between the partitions of one. Each of six rounds is of another kind.
@pytest.mark.sample(6)
@pytest.mark.parametrize("step", range(0, 24))
@pytest.mark.parametrize("process", [0, 1, 4, 6])
def test_one_death(process: int, step: int) -> None:
    _run(range(_RANKS), [Death(process, step)])


@pytest.mark.sample(2)
@pytest.mark.parametrize("deaths", [
    "0#3,1#3,2#3,3#3",  # all leaders at once, between partitions
    "4#1,5#1,6#1,7#1",  # all twins
    "0#9,5#9",
    "3#4,2#11,1#17,4#23",
])  # fmt: skip
def test_several_deaths(deaths: str) -> None:
    planned = [Death(int(process), int(step)) for process, step in (death.split("#") for death in deaths.split(","))]
    _run(range(_RANKS), planned)


@pytest.mark.parametrize(("degree", "process", "step"), [((0, 2), 0, 5), ((0, 2), 5, 11), ((1,), 1, 3)])
def test_deaths_where_some_ranks_have_one_process(degree: Sequence[int], process: int, step: int) -> None:
    _run(degree, [Death(process, step)])


@pytest.mark.sample(4)
@pytest.mark.parametrize("seed", range(20))
def test_random_moments(seed: int) -> None:
    """Within calls as well: one process each of one to four ranks."""
    chance = random.Random(f"partitions {seed}")
    ranks = chance.sample(range(_RANKS), chance.randint(1, _RANKS))
    _run(range(_RANKS), [Death(chance.choice([rank, rank + _RANKS]), moment=chance.randrange(40_000)) for rank in ranks])


def test_without_twins() -> None:
    _run(())
