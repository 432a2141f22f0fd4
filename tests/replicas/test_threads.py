"""Threads that call MPI one after the other; two that call it at the same time end the program, with a message."""

from __future__ import annotations

import re

import pytest

from replicas.replicated import Death, run
from replicas.test_values import replicated

_RANKS = 3
_TWINS = [0, 1, 2]


@pytest.mark.parametrize("deaths", ["", "1#20", "0#41,4#77"])
def test_threads_in_turn(deaths: str) -> None:
    """At an even step the first thread dies in its turn, at an odd step the second one."""
    planned = [Death(int(process), int(step)) for process, step in (death.split("#") for death in deaths.split(",") if death)]
    ended = run("threads", _RANKS, _TWINS, planned, ["turns"])
    assert len(ended.dead()) == len(planned), ended.output.log
    assert ended.survivor(0) == "serialized, done", ended.output.log


def test_threads_at_once() -> None:
    finished = replicated(2 * _RANKS, _TWINS, "threads", {}, "at_once")
    said = re.findall(r"rank \d calls MPI_[A-Z]\w+ in a thread while another thread is in a call of MPI, .*", finished.messages)
    assert 1 <= len(said) <= 2 * _RANKS and finished.status != 0, finished
