"""Leaders and twins die between and within calls on windows: memory and results are those of a run without deaths."""

from __future__ import annotations

import functools
import random
from collections.abc import Mapping, Sequence

import pytest

from replicas.replicated import BUILD, Death, Ended, run

_RANKS = 4
_DEGREES = {"all": (0, 1, 2, 3), "two": (0, 2), "one": (1,)}
_PROGRAMS = ("fences", "locks")


@functools.cache
def _undisturbed(program: str) -> Ended:
    return run(program, _RANKS, _DEGREES["all"])


def _is_of_one_rank(program: str, death: Death) -> bool:
    """Only one rank comes to some steps."""
    return program == "locks" and death.step is not None and death.step // 3 % 8 == 4


def _run(program: str, degree: str, deaths: Sequence[Death] = ()) -> None:
    """All values are compared to the bit."""
    ended = run(program, _RANKS, _DEGREES[degree], deaths, may_miss=any(_is_of_one_rank(program, d) for d in deaths))
    for rank in range(_RANKS):
        assert ended.survivor(rank) == _undisturbed(program).survivor(rank), f"rank {rank}\n{ended.output.log}"


@pytest.mark.parametrize("degree", ["two", "one"])
@pytest.mark.parametrize("program", _PROGRAMS)
def test_no_death(program: str, degree: str) -> None:
    _run(program, degree)


# An even step is between two epochs, an odd one between operations and the call that ends their epoch. Each round has
# another kind of operation.
@pytest.mark.sample(8)
@pytest.mark.parametrize("step", range(0, 32, 1))
@pytest.mark.parametrize("process", [0, 1, 4, 6])
@pytest.mark.parametrize("program", _PROGRAMS)
def test_one_death(program: str, process: int, step: int) -> None:
    _run(program, "all", [Death(process, step)])


@pytest.mark.sample(6)
@pytest.mark.parametrize("deaths", [
    "0#5,1#5,2#5,3#5",  # all leaders at once, after operations
    "4#9,5#9,6#9,7#9",  # all twins
    "0#7,5#7",  # a leader and the twin of another rank: planes are mixed from here on
    "3#4,2#11,1#17,4#23",
    "4#6,1#8,6#13,3#60",
])  # fmt: skip
@pytest.mark.parametrize("program", _PROGRAMS)
def test_several_deaths(program: str, deaths: str) -> None:
    planned = [Death(int(process), int(step)) for process, step in (death.split("#") for death in deaths.split(","))]
    _run(program, "all", planned)


@pytest.mark.parametrize(("degree", "process", "step"), [("two", 0, 5), ("two", 2, 12), ("two", 5, 11), ("one", 1, 9)])
@pytest.mark.parametrize("program", _PROGRAMS)
def test_deaths_where_some_ranks_have_one_process(program: str, degree: str, process: int, step: int) -> None:
    _run(program, degree, [Death(process, step)])


@pytest.mark.sample(10)
@pytest.mark.parametrize("seed", range(40))
@pytest.mark.parametrize("program", _PROGRAMS)
def test_random_moments(program: str, seed: int) -> None:
    """Within calls as well: one process each of one to four ranks."""
    chance = random.Random(f"{program} {seed}")
    most = int(1.1 * _undisturbed(program).microseconds())
    ranks = chance.sample(range(_RANKS), chance.randint(1, _RANKS))
    _run(program, "all", [Death(chance.choice([rank, rank + _RANKS]), moment=chance.randrange(most)) for rank in ranks])


@pytest.mark.parametrize("program", _PROGRAMS)
def test_both_processes_send_the_same(program: str) -> None:
    ended = run(program, _RANKS, _DEGREES["all"], more={"CLOSERANKS_REPLICA_CHECK": "1"})
    assert "given up" not in ended.output.log


_BEHIND_OURS = BUILD / "tests/replicas/libdie_in_files.so"

# A rank watches its memory, which rank 1 changes after each hundredth step. A pause lets a process fall behind.
_AHEAD = "0#150:20000,0#420:20000,0#421:20000,0#777:20000"  # the twin of rank 0 is ahead
_BEHIND = "2#90:20000,2#199:40000,2#555:20000"


def _watch(pauses: str, deaths: Sequence[Death] = (), twins: Sequence[int] = (0, 1), more: Mapping[str, str] | None = None) -> None:
    """Both ranks print in which step rank 0 has seen each change."""
    ended = run("watched", 2, twins, deaths, more={"TEST_PAUSES": pauses, **(more or {})}, behind=_BEHIND_OURS)
    seen = [ended.survivor(rank).splitlines()[:-1] for rank in (0, 1)]
    assert seen[0] == seen[1], ended.output.log
    assert len(seen[0]) >= 9, ended.output.log


@pytest.mark.parametrize("as_on_two_hosts", ["", "1"])
@pytest.mark.parametrize("pauses", ["", _AHEAD, _BEHIND, f"{_AHEAD},1#300:10000,3#610:10000"])
def test_both_see_a_change_in_the_same_call(pauses: str, as_on_two_hosts: str) -> None:
    _watch(pauses, more={"AS_ON_TWO_HOSTS": as_on_two_hosts} if as_on_two_hosts else None)


@pytest.mark.sample(6)
@pytest.mark.parametrize("pauses", ["", _AHEAD, _BEHIND])
# Steps from 1001 on: it has just seen a change, and told nothing else. A request comes after steps 199 and 599.
@pytest.mark.parametrize("step", [200, 201, 422, 600, 1001, 1002, 1005])
@pytest.mark.parametrize("process", [0, 2])
def test_dies_with_a_change(process: int, step: int, pauses: str) -> None:
    _watch(pauses, [Death(process, step)])


@pytest.mark.sample(3)
@pytest.mark.parametrize("seed", range(20))
def test_dies_while_another_changes_its_memory(seed: int) -> None:
    chance = random.Random(seed)
    pauses = ",".join(f"{chance.randrange(4)}#{chance.randrange(1000)}:{chance.randrange(20000)}" for _ in range(8))
    _watch(pauses, [Death(chance.choice([0, 2]), chance.randrange(1000)), Death(chance.choice([1, 3]), moment=chance.randrange(90000))])


def test_a_twin_that_is_behind_serves_nothing_in_calls_that_its_leader_has_ended() -> None:
    """Rank 1 has one process. It has got what the leader sent after step 199, and then asks for a lock."""
    _watch("2#120:500000,2#150:50000", [Death(0, 200)], twins=(0,))
