"""Signal handlers that read clocks and random numbers change nothing of the program's own readings."""

from __future__ import annotations

import random

import pytest

from examples.run import BUILD
from replicas.replicated import Death, run

_RANKS = 2
_TWINS = (0, 1)


@pytest.mark.parametrize("two_hosts", [False, True])
def test_no_death(two_hosts: bool) -> None:
    more = {"AS_ON_TWO_HOSTS": "1"} if two_hosts else {}
    behind = BUILD / "tests/replicas/libdie_in_files.so"
    assert not run("signals", _RANKS, _TWINS, more=more, behind=behind).dead()


@pytest.mark.parametrize("deaths", ["0#7", "3#7", "0#5,1#9"])
def test_deaths_at_steps(deaths: str) -> None:
    run("signals", _RANKS, _TWINS, [Death(int(process), int(step)) for process, step in (one.split("#") for one in deaths.split(","))])


@pytest.mark.sample(2)
@pytest.mark.parametrize("seed", range(12))
def test_deaths_at_moments(seed: int) -> None:
    chance = random.Random(seed)
    ranks = chance.sample(range(_RANKS), chance.randint(1, _RANKS))
    run("signals", _RANKS, _TWINS, [Death(chance.choice([rank, rank + _RANKS]), moment=chance.randrange(40_000)) for rank in ranks])
