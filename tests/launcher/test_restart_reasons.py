"""Whether another attempt would end like the one that could not complete."""

from __future__ import annotations

from typing import Any

from closeranks_launcher import restart_reasons
from closeranks_launcher.keepers import Keeper
from closeranks_launcher.records import Rank
from conftest import MakeRank

LOST = ("lost", {"ranks": [1]})
ENDING = ("ending", {"code": 9})
ABORTING = ("aborting", {"function": "MPI_Bcast", "rank": 1})


def ended(rank: int, **how: Any) -> Keeper:
    """What its keeper has seen."""
    end = {"event": "ended", "time": 1001.5, "phase": "running", "cause": "", **how}
    return Keeper(1, rank, [{"event": "started", "time": 1000.0, "host": "a", "pid": 3}, end])


def reasons(ranks: list[Rank], keepers: list[Keeper] | None = None, seconds: float = 1) -> restart_reasons.Reasons:
    return restart_reasons.find(ranks, keepers or [], seconds)


def test_who_was_lost(rank: MakeRank) -> None:
    late = ("lost", {"ranks": [3]})
    assert reasons([rank(0, LOST), rank(2, LOST)]).lost == (1,)
    assert reasons([rank(0, LOST, ABORTING, ENDING, late)]).lost == (1,), "rank 3 was ended with the others"
    assert reasons([rank(0, ("lost", {"ranks": [7]}), size=8), rank(1, LOST, job=2)]).lost == (7,), "of the job itself"


def test_a_rank_that_was_back_is_not_lost(rank: MakeRank) -> None:
    back = ("recovered", {"ranks": [{"rank": 1}]})
    of_2 = ("lost", {"ranks": [2]})
    assert reasons([rank(0, LOST, back, of_2, ENDING)]).lost == (2,)
    assert reasons([rank(0, LOST, back, LOST, ENDING)]).lost == (1,), "it was lost once more"
    witness = rank(3, LOST)  # which was lost itself before rank 1 came back
    assert reasons([rank(0, LOST, back, of_2, ENDING), witness]).lost == (2,)


def test_a_program_that_ends_itself(rank: MakeRank) -> None:
    own = reasons([rank(0, ENDING), rank(1)]).own
    assert own == "Rank 0 ended the program with code 9 by itself"
    later = rank(2, ("lost", {"ranks": [0]}), ABORTING, ENDING)
    assert reasons([rank(0, ENDING), later]).own == own, "and another one lost it"
    assert reasons([rank(0, LOST, ENDING)]).own == "", "it had an error, for rank 1 had died"
    assert reasons([rank(0, ABORTING, ENDING)]).own == "", "it was closeranks"


def test_ranks_that_leave(rank: MakeRank) -> None:
    own = "Rank 1 ended without MPI_Finalize (exit status 3)"
    survivor = rank(0, LOST, ABORTING, ENDING)
    assert reasons([survivor, rank(1, ("left", {"status": 3}))]).own == own
    assert reasons([survivor], [ended(1, left=3, signal=9)]).own == own, "its record is on another host"
    assert reasons([survivor, rank(1)], [ended(1, signal=9)]).own == ""
    two = rank(0, ("lost", {"ranks": [1, 2]}), ABORTING, ENDING)
    assert reasons([two, rank(1, ("left", {"status": 3}))], [ended(2, signal=9)]).own == "", "rank 2 has died"


def test_a_crash_at_once_and_again(rank: MakeRank) -> None:
    survivor = rank(0, LOST, ABORTING, ENDING)
    crash, kill = [ended(1, signal=11)], [ended(1, signal=9)]
    before = reasons([survivor], crash, 3600)
    assert restart_reasons.would_recur(before, None) == ""
    said = restart_reasons.would_recur(reasons([survivor], crash, 2), before)
    assert said == "Rank 1 was killed by signal 11 (SIGSEGV) as in the attempt before, and at once"
    assert restart_reasons.would_recur(reasons([survivor], crash, 3600), before) == "", "it has got on in between"
    assert restart_reasons.would_recur(reasons([survivor], [ended(1, signal=6)], 2), before) == "", "another fault"
    killed = reasons([survivor], kill, 2)
    assert restart_reasons.would_recur(killed, killed) == "", "somebody else did that"


def test_a_crash_before_anybody_could_notice() -> None:
    """In MPI_Init, for instance."""
    first = reasons([], [ended(2, signal=11), ended(3, signal=9, time=1002.0)])
    assert first.lost == () and first.faults == {(2, 11)}
    assert "Rank 2 was killed by signal 11" in restart_reasons.would_recur(first, first)


def test_who_leaves_before_anybody_could_notice() -> None:
    """The others wait for it in MPI_Init, until the launcher ends them."""
    others = ended(3, signal=15, time=1004.0)
    assert reasons([], [ended(2, status=3, phase="before MPI_Init"), others]).own == (
        "Rank 2 ended without MPI_Finalize (exit status 3)"
    )
    assert reasons([], [ended(2, signal=9, phase="before MPI_Init"), others]).own == ""
    finished = ended(2, status=0, phase="after MPI_Finalize")
    assert reasons([], [finished, others]).own == ""


def test_what_the_program_did_comes_first(rank: MakeRank) -> None:
    now = reasons([rank(0, ENDING)])
    assert restart_reasons.would_recur(now, None) == now.own != ""
