"""Leaders and twins die, alone and together: all ranks print what they print in a run without deaths."""

from __future__ import annotations

import functools
import random
from collections.abc import Sequence

import pytest

from replicas.replicated import Death, Ended, run

_RANKS = 4
_DEGREES = {"all": (0, 1, 2, 3), "half": (0, 2), "one": (0,), "swapped": (3, 1, 0, 2)}
_PROGRAMS = ("exchange", "mixed", "first_come")


@functools.cache
def _undisturbed(program: str) -> Ended:
    return run(program, _RANKS, _DEGREES["all"])


def _judge(program: str, ended: Ended) -> None:
    """Which worker does which task is another one in each run; all else is determined."""
    if program == "first_come":
        assert "all 200 tasks were done once" in ended.survivor(0)
        return
    reference = _undisturbed(program)
    for rank in range(_RANKS):
        assert ended.survivor(rank) == reference.survivor(rank), f"rank {rank}\n{ended.output.log}"


def _run(program: str, degree: str, deaths: Sequence[Death]) -> Ended:
    """A worker comes to a step only if it gets so many tasks; the master always does."""
    twins = _DEGREES[degree]
    ended = run(program, _RANKS, twins, deaths, may_miss=program == "first_come")
    for death in deaths:
        assert death.process in ended.dead() or ended.rank_of(death.process) != 0, f"{death} did not happen"
    return ended


def _twin(degree: str, rank: int) -> int:
    return _RANKS + _DEGREES[degree].index(rank)


@pytest.mark.sample(7)
@pytest.mark.parametrize("degree", _DEGREES)
@pytest.mark.parametrize("program", _PROGRAMS)
def test_no_death(program: str, degree: str) -> None:
    ended = run(program, _RANKS, _DEGREES[degree])
    _judge(program, ended)
    assert not ended.dead()


@pytest.mark.sample(19)
@pytest.mark.parametrize("step", [3, 25])
@pytest.mark.parametrize(("degree", "rank", "is_twin"), [
    ("all", 0, False), ("all", 0, True), ("all", 2, False), ("all", 3, True),
    ("half", 2, False), ("half", 0, True), ("one", 0, False), ("one", 0, True), ("swapped", 1, False),
])  # fmt: skip
@pytest.mark.parametrize("program", _PROGRAMS)
def test_one_death(program: str, degree: str, rank: int, is_twin: bool, step: int) -> None:
    process = _twin(degree, rank) if is_twin else rank
    _judge(program, _run(program, degree, [Death(process, step)]))


@pytest.mark.sample(7)
@pytest.mark.parametrize("deaths", [
    "0#10,1#10,2#10,3#10",  # all leaders at once
    "4#10,5#10,6#10,7#10",  # all twins
    "0#10,5#10",  # a leader and the twin of another rank: planes are mixed from here on
    "0#5,5#12,2#20,7#25",
    "4#5,1#6,6#20,3#30",
])  # fmt: skip
@pytest.mark.parametrize("program", _PROGRAMS)
def test_several_deaths(program: str, deaths: str) -> None:
    planned = [Death(int(process), int(step)) for process, step in (death.split("#") for death in deaths.split(","))]
    _judge(program, _run(program, "all", planned))


def _moments(program: str, degree: Sequence[int], seed: int) -> list[Death]:
    """One process each of some ranks, at moments anywhere between MPI_Init and a little after the end."""
    chance = random.Random(f"{program} {degree} {seed}")
    most = int(1.2 * _undisturbed(program).microseconds())
    chosen = chance.sample(list(enumerate(degree)), chance.randint(1, len(degree)))
    return [Death(rank if chance.random() < 0.6 else _RANKS + place, moment=chance.randrange(most))
            for place, rank in chosen]  # fmt: skip


@pytest.mark.sample(25)
@pytest.mark.parametrize("seed", range(16))
@pytest.mark.parametrize("degree", ["all", "half", "one"])
@pytest.mark.parametrize("program", _PROGRAMS)
def test_random_moments(program: str, degree: str, seed: int) -> None:
    deaths = _moments(program, _DEGREES[degree], seed)
    ended = run(program, _RANKS, _DEGREES[degree], deaths)
    assert set(ended.dead()) <= {death.process for death in deaths}
    _judge(program, ended)


@pytest.mark.sample(11)
@pytest.mark.parametrize("seed", range(12))
def test_large_messages_with_small_ones_behind_them(seed: int) -> None:
    """Deaths while a large message is on its way and the next one is there."""
    deaths = _moments("large_and_small", _DEGREES["all"], seed)
    _judge("large_and_small", run("large_and_small", _RANKS, _DEGREES["all"], deaths))
