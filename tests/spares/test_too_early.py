"""Who comes back and makes on its way what the others have made later: it ends, that is said, and nobody waits."""

from __future__ import annotations

import pytest

from examples.run import AFTER_LOSSES, BUILD, launch

PROGRAM = str(BUILD / "tests/spares/too_early")
RANKS = 5


@pytest.mark.sample(5)
@pytest.mark.parametrize("how", [["--spares", "1"], ["--recovery", "respawn"]])
@pytest.mark.parametrize("lost", [0, 3])  # a leader, for whom the other one does not wait, and another
@pytest.mark.parametrize("call", ["MPI_Intercomm_create", "MPI_Intercomm_create_from_groups", "MPI_Comm_create_from_group"])
def test_it_ends_alone(how: list[str], lost: int, call: str) -> None:
    result = launch(RANKS, [PROGRAM, call, str(lost)], more=[*how, "--lenient"])
    assert result.status == AFTER_LOSSES and "SIGKILL" in result.messages, str(result)
    assert f"rank {lost} has a replacement process, which calls {call} before closeranks_resume()" in result.messages, str(result)
    there = [rank for rank in range(RANKS) if rank != lost]
    # An intercommunicator has the sum of the other side.
    other = {rank: [one for one in there if (one % 2 == rank % 2) == (call == "MPI_Comm_create_from_group")] for rank in there}
    wanted = [f"rank {rank}: sums {sum(there)} and {sum(other[rank])}" for rank in there]
    assert sorted(result.output.splitlines()) == wanted, str(result)
