"""A program that sets the policy of one function leaves all others to the run, whose policies change as spares do."""

from __future__ import annotations

import pytest

from examples.run import BUILD, launch

PROGRAM = str(BUILD / "tests/spares/own_policies")
RANKS = 4
BY_POLICY = 84


@pytest.mark.parametrize("when", ["before", "after"])
def test_those_of_all_others_change(when: str) -> None:
    result = launch(RANKS, [PROGRAM, when], more=["--spares", "1"])
    assert result.status == BY_POLICY, str(result)
    wanted = [f"rank {rank} has everything again" for rank in range(RANKS)]
    assert sorted(result.output.splitlines()) == wanted, str(result)
    assert result.messages.count(" is recovered, ") == 1, str(result)
    assert "result of MPI_Alltoall on " in result.messages and " lacks what rank 1 " in result.messages, str(result)
    assert "--policy Alltoall/contribution=ignore" in result.messages, str(result)
