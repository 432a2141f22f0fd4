"""The living members of a group find out who they are while one of them dies, at a message of it (die_in_message.cpp)."""

from __future__ import annotations

import os

import pytest

from examples.run import AFTER_LOSSES, BUILD, launch
from in_messages.test_come_back import DYING

HORIZON = BUILD / "tests/communicators/horizon"
CONSENSUS = 1  # what die_in_message.cpp takes for the tag of the messages of a consensus
RANKS = 8


@pytest.mark.sample(13)
@pytest.mark.parametrize("rank", range(0, RANKS, 2))
@pytest.mark.parametrize("number", range(1, 41))
def test_all_have_the_same_answer(rank: int, number: int) -> None:
    os.environ["DIE_IN_MESSAGE"] = f"{rank}:{number}:{CONSENSUS}"
    try:
        more = ["-x", f"LD_PRELOAD=libcloseranks.so:{DYING}", "-x", "DIE_IN_MESSAGE"]
        result = launch(RANKS, [str(HORIZON), "--inside", str(rank)], more=more)
    finally:
        del os.environ["DIE_IN_MESSAGE"]
    assert "killed in a message" in result.messages, str(result)
    assert result.status == AFTER_LOSSES, str(result)
    assert result.output.count("ok: horizon") == RANKS - 1, str(result)
