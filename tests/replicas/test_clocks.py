"""Clocks and random numbers of the C library are those of the leader, whichever process dies."""

from __future__ import annotations

import random

import pytest

from replicas.replicated import Death, run

_RANKS = 3
_TWINS = (0, 1, 2)


@pytest.mark.parametrize("twins", [(0, 1, 2), (1,)])
def test_no_death(twins: tuple[int, ...]) -> None:
    assert not run("clocks", _RANKS, twins).dead()


@pytest.mark.sample(2)
@pytest.mark.parametrize("deaths", ["0#7", "3#7", "0#5,1#5,2#5", "0#5,4#9,2#20"])
def test_deaths_at_steps(deaths: str) -> None:
    planned = [Death(int(process), int(step)) for process, step in (death.split("#") for death in deaths.split(","))]
    run("clocks", _RANKS, _TWINS, planned)


@pytest.mark.sample(3)
@pytest.mark.parametrize("seed", range(24))
def test_deaths_at_moments(seed: int) -> None:
    chance = random.Random(seed)
    ranks = chance.sample(range(_RANKS), chance.randint(1, _RANKS))
    run("clocks", _RANKS, _TWINS, [Death(chance.choice([rank, rank + _RANKS]), moment=chance.randrange(40_000)) for rank in ranks])
