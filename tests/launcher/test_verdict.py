"""The exit status, derived from what the ranks have recorded."""

from __future__ import annotations

import pytest

from closeranks_launcher.exit_status import Ours
from closeranks_launcher.keepers import Keeper
from closeranks_launcher.verdict import judge
from conftest import MakeRank, finish

LEFT = ("left", {"status": 7})
LEFT_CLEAN = ("left", {"status": 0})
INJECTED = ("injected", {"item": "1@1s"})
LOST = ("lost", {"ranks": [1]})
ABORTING = ("aborting", {"function": "MPI_Bcast", "rank": 0})
ENDING = ("ending", {"code": 9})


def test_clean(rank: MakeRank) -> None:
    assert judge([rank(0, finish([])), rank(1, finish([]))], 0).status == 0


def test_no_mpi_program(rank: MakeRank) -> None:
    assert judge([], 5).status == 5


def test_the_programs_own_status(rank: MakeRank) -> None:
    assert judge([rank(0, finish([])), rank(1, finish([]))], 6).status == 6


@pytest.mark.parametrize("death", [(), (INJECTED,), (LEFT,)])
def test_completed_after_a_loss(rank: MakeRank, death) -> None:  # type: ignore[no-untyped-def]
    ranks = [rank(0, LOST, finish([1])), rank(1, *death)]
    assert judge(ranks, 0).status == 83


def test_a_loss_among_connected_processes_counts(rank: MakeRank) -> None:
    assert judge([rank(0, ("lost_connected", {"count": 1}), finish([]))], 0).status == 83


def test_a_loss_on_another_node_counts(rank: MakeRank) -> None:
    assert judge([rank(0, finish([3]))], 0).status == 83


def test_a_node_of_replicas_that_dies_loses_nothing(rank: MakeRank) -> None:
    """mpirun then ends with the status of the ssh to that node."""
    ended = {"event": "ended", "time": 1.0, "phase": "after MPI_Finalize", "status": 0, "cause": "exit status 0", "loaded": True}
    ranks = [rank(number, finish([]), size=2) for number in range(2)]
    well = [Keeper(1, number, [ended]) for number in range(2)]
    assert judge(ranks, 255, well, replicas_died=True).status == 0
    assert judge(ranks, 255, well).status == 255
    assert judge(ranks, 255, well[:1], replicas_died=True).status == 255


def test_a_process_of_replicas_that_breaks_the_start() -> None:
    why = "the twin of rank 1: killed by signal 9 (SIGKILL) in MPI_Init, and the other ranks cannot do without it."
    verdict = judge([], 14, broken_start=why)
    assert (verdict.status, verdict.reason) == (84, why)


def test_ranks_of_other_nodes_are_not_taken_for_lost(rank: MakeRank) -> None:
    assert judge([rank(0, finish([]), size=8)], 0).status == 0


def test_the_survivors_could_not_complete(rank: MakeRank) -> None:
    verdict = judge([rank(0, LOST), rank(1, INJECTED), rank(2, LOST)], 0)
    assert verdict.status == 84
    assert "ranks 0, 1, 2 died" in verdict.reason


def test_policy_abort_ends_with_the_abort_code(rank: MakeRank) -> None:
    ranks = [rank(0, INJECTED), rank(1, LOST, ABORTING, ENDING), rank(2)]
    assert judge(ranks, 9).status == 9
    assert judge(ranks, 0).status == 9


def test_an_end_that_closeranks_gives_a_reason_for_is_not_the_programs(rank: MakeRank) -> None:
    reason = ("ending", {"code": 84, "why": "MPI_COMM_WORLD could not be repaired"})
    assert judge([rank(0, INJECTED), rank(1, LOST, reason), rank(2)], 84).status == 84
    assert not isinstance(judge([rank(0), rank(1, ("ending", {"code": 84}))], 84).status, Ours), "the program's own"
    assert isinstance(judge([rank(0, INJECTED), rank(1, LOST, reason)], 84).status, Ours)


def test_policy_abort_of_a_rank_that_was_ended_first(rank: MakeRank) -> None:
    assert judge([rank(0, INJECTED), rank(1, LOST, ABORTING), rank(2)], 137).status == 84


def test_mpi_abort_keeps_its_code(rank: MakeRank) -> None:
    assert judge([rank(0), rank(1, ENDING)], 9).status == 9
    assert judge([rank(0), rank(1, ENDING)], 0).status == 9


def test_mpi_abort_with_code_0(rank: MakeRank) -> None:
    """The keeper of rank 0 was ended before it could tell, which is no riddle."""
    ended = {"event": "ended", "time": 3.0, "phase": "running", "cause": "exit status 0", "status": 0}
    keepers = [Keeper(1, 0), Keeper(1, 1, [ended])]
    aborting = ("ending", {"code": 0})
    for initialised in keepers:
        initialised.events.insert(0, {"event": "initialising", "time": 1.0})
    clean = judge([rank(0), rank(1, aborting)], 0, keepers)
    assert (clean.status, clean.reason) == (0, "Rank 1 ended the program with code 0, by MPI_Abort: not all was done.")
    after = judge([rank(0, LOST), rank(1), rank(2, LOST, aborting)], 0, keepers)
    assert (after.status, after.gave_up) == (84, True) and "after ranks were lost" in after.reason
    ended["unrecorded"] = "No space left on device"
    assert judge([rank(0), rank(1, aborting)], 0, keepers).status == 84


def test_a_program_that_leaves_by_itself_keeps_its_status(rank: MakeRank) -> None:
    assert judge([rank(0, LEFT_CLEAN), rank(1, LEFT)], 0).status == 7
    assert judge([rank(0, LEFT_CLEAN), rank(1, LEFT_CLEAN)], 0).status == 84


def test_a_crash_of_everybody_without_a_loss(rank: MakeRank) -> None:
    assert judge([rank(0), rank(1)], 139).status == 139
