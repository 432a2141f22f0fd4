"""Duplicates of communicators in which a rank has come back have all members, also when one more is lost."""

from __future__ import annotations

import pytest

from examples.run import BUILD, launch

PROGRAM = str(BUILD / "tests/spares/duplicates")
RANKS = 4
GONE = 2


@pytest.mark.parametrize("how", [["--spares", "1"], ["--recovery", "respawn,shrink"]], ids=["spare", "respawn"])
def test_who_came_back_is_in_duplicates(how: list[str]) -> None:
    result = launch(RANKS, [PROGRAM], more=[*how, "--lenient"])
    wanted = [f"rank {rank} has duplicates" for rank in range(RANKS)]
    wanted += [f"rank {rank} has more duplicates" for rank in range(RANKS) if rank != GONE]
    assert sorted(result.output.splitlines()) == sorted(wanted), str(result)
    assert result.messages.count(" is recovered, ") == 1, str(result)
    assert f"lost rank {GONE} of {RANKS}" in result.messages and "SIGKILL" in result.messages, str(result)
