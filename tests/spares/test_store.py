"""A store (closeranks_store.h) whose ranks come back, and another one dies while it gives them what they had."""

from __future__ import annotations

from pathlib import Path

import pytest

from examples.come_back import HEAT
from examples.run import BUILD, CLEAN, launch


@pytest.mark.sample(13)
@pytest.mark.parametrize("where", ["buddy:copies=2", "parity:group=3", "buddy+file:dir={}:every=2"])
@pytest.mark.parametrize("rank", [0, 4])
@pytest.mark.parametrize(
    "moment",
    [
        "call:MPI_Allgather:2",  # where everybody is now
        "inside:MPI_Allgather:3",  # who has come back
        "call:MPI_Bcast:1",  # which checkpoints there are
        "inside:MPI_Bcast:2",
        "after:MPI_Bcast:2",  # their data
    ],
)
def test_another_one_dies(moment: str, rank: int, where: str, tmp_path: Path) -> None:
    arguments = [*HEAT.short, where.format(tmp_path / "checkpoints")]
    HEAT.comes_back(tmp_path, ["2@call:MPI_Sendrecv:120", f"{rank}@{moment}"], arguments=arguments)


def test_all_who_had_a_checkpoint_die(tmp_path: Path) -> None:
    """The second one dies before the first one has its data again: they begin again, instead of waiting for ever."""
    HEAT.comes_back(tmp_path, ["0@call:MPI_Sendrecv:101", "1@call:MPI_Bcast:1"], ranks=2)


@pytest.mark.sample(2)
@pytest.mark.parametrize("sum_before", [11, 12, 13, 14])
def test_two_of_the_other_group_die_when_data_were_rebuilt(sum_before: int, tmp_path: Path) -> None:
    """What rank 4 had was rebuilt in its group, { 0, 2, 4 }. The other one loses two, whose processes know nothing of
    that: all have to decide alike what is to be rebuilt, or some wait for others for ever."""
    kills = ["4@call:MPI_Sendrecv:120", *(f"{rank}@call:MPI_Allreduce:{sum_before}" for rank in (1, 3))]
    HEAT.comes_back(tmp_path, kills, arguments=["5000", "300", "20", "parity:group=3"])


def test_another_one_dies_when_all_have_their_data() -> None:
    """Rank 3 in the last sum of the call that gives them to rank 2, which is on another host than before, and keeps
    the data of rank 3 from now on. They are not lost, and all know that they are there."""
    kills = ["2@call:MPI_Allreduce:9", "3@call:MPI_Allreduce:14"]
    result = launch(6, [str(BUILD / "tests/spares/elsewhere"), "buddy"], kills, ["--spares", "2"])
    right = [f"rank {rank} is right, restored step 1" for rank in range(6)]
    assert result.status == CLEAN and sorted(result.output.splitlines()) == right, str(result)
    assert result.messages.count(" is recovered, ") == 2, str(result)


@pytest.mark.sample(2)
@pytest.mark.parametrize("where", ["buddy", "buddy:copies=2", "parity:group=3"])
def test_a_survivor_has_no_memory_when_a_rank_comes_back(where: str) -> None:
    result = launch(3, [str(BUILD / "tests/spares/no_room"), where], more=["--spares", "1"])
    right = [f"rank {rank}: no memory, restored, right" for rank in range(3)]
    assert result.status == CLEAN and sorted(result.output.splitlines()) == right, str(result)


@pytest.mark.sample(2)
@pytest.mark.parametrize("moment", ["call:MPI_Comm_dup:1", "call:MPI_Allreduce:1", "call:MPI_Allgather:1"])
def test_a_rank_dies_while_a_store_is_made(moment: str) -> None:
    """Each rank has the numbers of the next one, that came back or not."""
    program = [str(BUILD / "tests/spares/made_within")]
    result = launch(4, program, [f"2@{moment}"], ["--spares", "1"])
    right = [f"rank {rank} got {(rank + 1) % 4} 3 0.5" for rank in range(4)]
    assert result.status == CLEAN and sorted(result.output.splitlines()) == right, str(result)
    assert result.messages.count(" is recovered, ") == 1, str(result)
