"""Programs with sessions continue when a rank dies at a message of the discovery of who lives (bench/sessions.hpp)."""

from __future__ import annotations

import os
from collections.abc import Sequence

import pytest

from examples.run import AFTER_LOSSES, BUILD, launch
from in_messages.test_come_back import DYING
from in_messages.test_horizon import CONSENSUS

RANKS = 8
PROGRAMS = {"ep": ["horizon", "--sessions", "4"], "dt": ["horizon", "SH", "--waves", "4"]}


@pytest.mark.sample(13)
@pytest.mark.parametrize("name,arguments", PROGRAMS.items())
@pytest.mark.parametrize("rank", range(2, RANKS, 2))
@pytest.mark.parametrize("number", range(1, 40, 3))
def test_the_result_is_right(name: str, arguments: Sequence[str], rank: int, number: int) -> None:
    program = BUILD / "tests/sessions" / f"sessions_{name}"
    os.environ["DIE_IN_MESSAGE"] = f"{rank}:{number}:{CONSENSUS}"
    try:
        more = ["-x", f"LD_PRELOAD=libcloseranks.so:{DYING}", "-x", "DIE_IN_MESSAGE"]
        result = launch(RANKS, [str(program), *arguments], more=more)
    finally:
        del os.environ["DIE_IN_MESSAGE"]
    assert "killed in a message" in result.messages, str(result)
    assert result.status == AFTER_LOSSES, str(result)
    assert result.messages.count(f"ok: sessions_{name}") == RANKS - 1, str(result)
    assert '"seconds"' in result.output, str(result)
