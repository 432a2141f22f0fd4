"""Calls among the members of a group, such as MPI_Comm_create_from_group, with a rank that has come back."""

from __future__ import annotations

import pytest

from examples.run import BUILD, CLEAN, launch

PROGRAM = BUILD / "tests/spares/groups_again"
RANKS = 3


@pytest.mark.parametrize("how", [["--recovery", "spare", "--spares", "1"], ["--recovery", "respawn"]])
def test_all_meet_again(how: list[str]) -> None:
    result = launch(RANKS, [str(PROGRAM)], more=how)
    assert result.status == CLEAN and "SIGKILL" in result.messages, str(result)
    lines = sorted(result.output.splitlines())
    assert lines == [f"rank {rank}, {when}: 3 3 3" for rank in range(RANKS) for when in ("after", "before")], str(result)
