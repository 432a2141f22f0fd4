"""A store (closeranks_store.h) whose ranks come back, and another one dies while it gives them what they had."""

from __future__ import annotations

from pathlib import Path

import pytest

from examples.come_back import HEAT


@pytest.mark.sample(7)
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
