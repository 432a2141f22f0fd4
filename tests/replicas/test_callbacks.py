"""Code of the program that the MPI calls sees ranks, not processes, and the outcome is that of the bare MPI."""

from __future__ import annotations

import functools

import pytest

from examples.run import BUILD
from examples.run import run as run_bare
from replicas.replicated import Death, Ended, run
from replicas.test_values import MPIRUN

_RANKS = 3
_TWINS = (0, 1, 2)


@functools.cache
def _bare() -> list[str]:
    program = str(BUILD / "tests/replicas/replicas_callbacks")
    finished = run_bare([MPIRUN, "--map-by", ":oversubscribe", "-n", str(_RANKS), program])
    assert finished.status == 0, finished
    return sorted(finished.output.splitlines())


def _judge(ended: Ended) -> None:
    """All ranks together print what they print with the bare MPI."""
    lines = [line for rank in range(_RANKS) for line in ended.survivor(rank).splitlines()]
    assert sorted(lines) == _bare(), ended.output.log


@pytest.mark.parametrize("twins", [(0, 1, 2), (1,)])
def test_no_death(twins: tuple[int, ...]) -> None:
    ended = run("callbacks", _RANKS, twins)
    assert not ended.dead()
    _judge(ended)


@pytest.mark.parametrize("deaths", ["0#2", "4#3", "0#1,4#3,2#5", "0#6,1#6,2#6"])
def test_deaths(deaths: str) -> None:
    """The last ones die when only MPI_Finalize is left."""
    planned = [Death(int(process), int(step)) for process, step in (death.split("#") for death in deaths.split(","))]
    _judge(run("callbacks", _RANKS, _TWINS, planned))
