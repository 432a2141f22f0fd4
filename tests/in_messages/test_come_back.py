"""Ranks come back that die inside of a collective, at a message of it (die_in_message.cpp)."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from examples.come_back import HEAT
from examples.run import BUILD, CLEAN, launch

DYING = BUILD / "tests/in_messages/libdie_in_message.so"
BROADCAST = -17  # its tag in Open MPI
RANKS = 4


def comes_back(plan: str) -> None:
    os.environ["DIE_IN_MESSAGE"] = plan
    try:
        more = ["--spares", "1", "-x", f"LD_PRELOAD={DYING}", "-x", "DIE_IN_MESSAGE"]
        result = launch(RANKS, [*HEAT.program, *HEAT.short], more=more)
    finally:
        del os.environ["DIE_IN_MESSAGE"]
    assert result.status == CLEAN and "SIGKILL" in result.messages, str(result)
    lines = result.output.splitlines()
    assert lines[0] == HEAT.bare(RANKS, HEAT.short), str(result)
    assert lines[1].startswith("lost ranks came back"), str(result)


@pytest.mark.parametrize("plan", ["0:1", "0:2", "1:1"])
def test_in_the_broadcast_of_an_allgatherv(plan: str) -> None:
    """Ranks tell each other what communicators there are. Open MPI returns success to those who wait in vain."""
    comes_back(f"{plan}:{BROADCAST}")


@pytest.mark.sample(8)
@pytest.mark.parametrize("rank", range(RANKS))
@pytest.mark.parametrize("number", range(1, 60, 5))
def test_in_any_message(rank: int, number: int) -> None:
    comes_back(f"{rank}:{number}")
