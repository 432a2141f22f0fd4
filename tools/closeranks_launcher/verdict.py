"""Derives the end of a run from the records: mpirun returns 0 whatever happened to ranks.

The ranks' own records come first. Their keepers tell what ranks cannot: events before MPI_Init and after MPI_Finalize,
and missing records.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from signal import SIGKILL, SIGTERM

from .exit_status import CLEAN, COMPLETED_AFTER_LOSSES, COULD_NOT_COMPLETE, UNPROTECTED
from .keepers import Keeper, first_failed, list_ranks, shell_status
from .plain import dataclass, replace
from .records import Rank

_ALLOWED = "It ended with 0, which the launcher returns with --allow-unprotected."


@dataclass(frozen=True)
class Verdict:
    status: int
    reason: str = ""  # a sentence for the user where the ranks themselves could not say it
    gave_up: bool = False  # the survivors could not complete, which another attempt may


def _gave_up(reason: str = "", status: int = COULD_NOT_COMPLETE) -> Verdict:
    return Verdict(status, reason, True)


def _from_outside(rank: Rank) -> bool:
    """Whether the rank died, rather than left by itself."""
    return not rank.has("finish") and not rank.has("left") and not rank.has("ending")


def says_why_we_ended(rank: Rank) -> bool:
    """The program did not end itself."""
    return rank.has("aborting") or rank.has("stalled") or any(event.get("why") for event in rank.of("ending"))


def noticed_before_ending(rank: Rank) -> bool:
    """Whether the rank has lost another rank, and then ended the program, as a fatal error of the MPI does."""
    kinds = [event["event"] for event in rank.events]
    return "ending" in kinds and "lost" in kinds[: kinds.index("ending")]


def _nobody_finished(ranks: Sequence[Rank], mpirun: int) -> Verdict:
    noticed = any(rank.has("lost") or rank.has("injected") for rank in ranks)
    if mpirun != 0 and not noticed:
        return Verdict(mpirun)  # an ordinary crash, or fault tolerance was not active
    left = [rank.first("left") for rank in ranks]
    died = [rank.rank for rank in ranks if _from_outside(rank)]
    if not died:
        codes = [event["status"] for event in left if event]
        status = next((code & 0xFF for code in codes if code & 0xFF), 0)
        return Verdict(
            status or mpirun or COULD_NOT_COMPLETE, "No rank called MPI_Finalize before it ended."
        )
    return _gave_up(
        f"The survivors could not complete: no rank got through MPI_Finalize ({list_ranks(died)} died)."
    )


def _unreached(ranks: Sequence[Rank]) -> str:
    missed = [(rank.rank, event) for rank in ranks for event in rank.of("unreached")]
    if not missed:
        return ""
    who = list_ranks([rank for rank, _ in missed])
    library = missed[0][1]["library"]
    return f"The MPI calls of {who} went straight to {library}: nothing was protected."


def _survivors_ended_well(
    ranks: Sequence[Rank], keepers: Sequence[Keeper], lost: Collection[int]
) -> bool:
    """Whether each rank is known to have been lost, or to have ended with 0 after MPI_Finalize."""
    if any(rank.job != 1 for rank in ranks):
        return False  # no keeper watches the ends of spawned processes
    size = max(event["size"] for rank in ranks for event in rank.of("start"))
    well = {keeper.rank for keeper in keepers if keeper.ended_well}
    return well.union(lost).issuperset(range(size))


def _by_keepers(keepers: Sequence[Keeper], mpirun: int) -> Verdict:
    """The verdict on a program whose ranks have left their records on other nodes, as far as these are known."""
    ends = [event for keeper in keepers if (event := keeper.first("ended"))]
    endings = [event["ending"] & 0xFF for event in ends if "ending" in event]
    if COULD_NOT_COMPLETE in endings:  # a keeper does not know whether it was a policy's, or the program's own
        return _gave_up()
    if endings:
        return Verdict(mpirun if mpirun in endings else endings[0] or mpirun or 1)
    through = [keeper for keeper in keepers if keeper.phase == "after MPI_Finalize"]
    lost = [keeper.rank for keeper in keepers if keeper not in through]
    if not through:
        reason = "The survivors could not complete: no rank got through MPI_Finalize."
        return Verdict(mpirun, reason) if mpirun else _gave_up(reason)
    if lost and all(keeper.ended_well for keeper in through):
        return Verdict(COMPLETED_AFTER_LOSSES)
    return Verdict(mpirun or (COMPLETED_AFTER_LOSSES if lost else CLEAN))


def _ended_with_0(ranks: Sequence[Rank], gave_up: bool) -> Verdict:
    """A rank ended the program with 0 by MPI_Abort, and then mpirun ends with 0, too. After a loss that status would
    promise too much."""
    who = min((event["time"], rank.rank) for rank in ranks for event in rank.of("ending"))[1]
    after = " after ranks were lost" if gave_up else ""
    reason = f"Rank {who} ended the program with code 0{after}, by MPI_Abort: not all was done."
    return Verdict(COULD_NOT_COMPLETE if gave_up else CLEAN, reason, gave_up)


def _by_ranks(ranks: Sequence[Rank], mpirun: int, keepers: Sequence[Keeper], replicas_died: bool) -> Verdict:
    started = [rank for rank in ranks if rank.has("start")]
    if not started and any(keeper.has("initialised") for keeper in keepers):
        return _by_keepers(keepers, mpirun)
    if not started:
        return Verdict(mpirun, _unreached(ranks))
    saying_why = [rank for rank in started if says_why_we_ended(rank)]
    if saying_why:
        codes = [event["code"] & 0xFF for rank in saying_why for event in rank.of("ending")]
        code = next((code for code in codes if code), COULD_NOT_COMPLETE)
        return _gave_up(status=COULD_NOT_COMPLETE if code == COULD_NOT_COMPLETE else code)  # as ours, not the program's
    endings = [event["code"] & 0xFF for rank in started for event in rank.of("ending")]
    if endings:
        status = mpirun if mpirun in endings else endings[0] or mpirun or 1
        gave_up = any(map(noticed_before_ending, started))
        return Verdict(status, gave_up=gave_up) if status else _ended_with_0(started, gave_up)
    finished = [rank for rank in started if rank.has("finish")]
    if not finished and any(keeper.phase == "after MPI_Finalize" for keeper in keepers):
        return _by_keepers(keepers, mpirun)
    if not finished:
        return _nobody_finished(started, mpirun)
    # Ranks of other nodes may have left their records there; the finished know whom they lost.
    lost = {number for rank in finished for event in rank.of("finish") for number in event["lost"]}
    connected = any(rank.has("lost_connected") for rank in finished)
    if mpirun != 0:
        # It may be that of the ssh to a node that died.
        if not (lost or replicas_died) or not _survivors_ended_well(ranks, keepers, lost):
            return Verdict(mpirun)
        return Verdict(COMPLETED_AFTER_LOSSES if lost else CLEAN)
    any_lost = lost or connected or len(finished) < len(started)
    return Verdict(COMPLETED_AFTER_LOSSES if any_lost else CLEAN)


def _list_keepers(keepers: Sequence[Keeper]) -> str:
    """The ends of the ranks, as the beginning of a sentence."""
    most = 4
    text = "; ".join(f"{keeper}: {keeper.cause}" for keeper in keepers[:most])
    return text + (f"; and {len(keepers) - most} more" if len(keepers) > most else "")


def _why_unprotected(keepers: Sequence[Keeper]) -> str:
    """The reason why no process called our MPI_Init."""
    past = [keeper for keeper in keepers if keeper.went_past]
    if not any(keeper.has_loaded for keeper in past or keepers):
        why = "No process loaded closeranks (is the program linked statically?)"
    elif past:
        why = (
            f"The MPI calls of {list_ranks([keeper.rank for keeper in past])} did not reach closeranks "
            "(is the program linked statically, or started without LD_PRELOAD?)"
        )
    else:
        why = "No process called MPI_Init of the MPI that closeranks is for"
    return f"{why}: nothing was protected."


def _without_init(keepers: Sequence[Keeper], mpirun: int, unreached: str) -> Verdict:
    """No process called MPI_Init, so each was on its own.

    `unreached`: or they did, and where their calls went.
    """
    status = shell_status(keepers, mpirun)
    if any(keeper.has("unstarted") for keeper in keepers):
        return Verdict(status)
    what = unreached or _why_unprotected(keepers)
    killed = [keeper for keeper in keepers if keeper.was_killed]
    who = f" {_list_keepers(killed)}." if killed else ""
    return Verdict(status, f"{what}{who}")


def _after_finalize(verdict: Verdict, keepers: Sequence[Keeper]) -> Verdict:
    killed = [k for k in keepers if k.phase == "after MPI_Finalize" and k.was_killed]
    if not killed:
        return verdict
    reason = f"{_list_keepers(killed)}: what was still to be done there is missing."
    status = verdict.status or COMPLETED_AFTER_LOSSES
    return replace(verdict, status=status, reason=f"{verdict.reason} {reason}".strip())


def _unnoticed(verdict: Verdict, ranks: Sequence[Rank], keepers: Sequence[Keeper]) -> Verdict:
    """Ranks that died without notice of other ranks: these had almost completed MPI_Finalize, or the MPI had not
    told them when they were ended because of a stall."""
    finished = any(rank.has("finish") for rank in ranks)
    stalls = [event["time"] for rank in ranks for event in rank.of("stalled")]
    if not finished and not stalls:
        return verdict
    told = {number for rank in ranks for event in rank.of("lost") for number in event["ranks"]}
    told |= {number for rank in ranks for event in rank.of("finish") for number in event["lost"]}
    end = math.inf if finished else min(stalls)  # a rank that was killed later was one of the survivors
    killed = [k for k in keepers if k.phase == "running" and k.was_killed and k.rank not in told and k.end < end]
    if not killed:
        return verdict
    when = "when the other ranks were about to leave MPI_Finalize: what was still to be done there is missing."
    if any(rank.has("left_to_program") for rank in ranks):
        when = "a failure that the program handles itself (docs/explanation/failures.md)."
    reason = f"{_list_keepers(killed)}, {when if finished else 'of which the MPI told no other rank.'}"
    status = verdict.status or COMPLETED_AFTER_LOSSES
    return replace(verdict, status=status, reason=f"{verdict.reason} {reason}".strip())


def _only_if_known(verdict: Verdict, ranks: Sequence[Rank], keepers: Sequence[Keeper]) -> Verdict:
    """Status 0 says that nothing was lost, and some process has to know that."""
    was_ended = any(rank.has("ending") for rank in ranks)  # and the keepers by mpirun, which may be before they tell
    silent = [keeper for keeper in keepers if not keeper.is_complete and (keeper.has("ended") or not was_ended)]
    if verdict.status != CLEAN or not silent:
        return verdict
    events = [event for keeper in silent if (event := keeper.first("ended"))]
    why = f" ({events[0]['unrecorded']})" if events else ""
    return Verdict(
        COULD_NOT_COMPLETE,
        f"The records of {list_ranks([keeper.rank for keeper in silent])} are incomplete{why}, so it is not "
        "known whether ranks were lost.",
    )


def _only_if_protected(
    verdict: Verdict, ranks: Sequence[Rank], keepers: Sequence[Keeper]
) -> Verdict:
    """Status 0 also says that closeranks would have kept the program running."""
    if verdict.status != CLEAN:
        return verdict
    past = [keeper.rank for keeper in keepers if keeper.may_be_unprotected]
    if any(rank.has("start") for rank in ranks) or any(k.has("initialised") for k in keepers):
        told = any(rank.has("unprotected") for rank in ranks)
        reason = f"The MPI calls of {list_ranks(past)} did not reach closeranks." if past else ""
    else:
        told = not keepers or any(rank.has("unreached") for rank in ranks)
        reason = verdict.reason or "No rank has left a record, so it is not known whether the program was protected."
    if not told and not past:
        return verdict
    return Verdict(UNPROTECTED, f"{reason} {_ALLOWED}".strip())


_LATE = 0.5  # seconds by which a death may be recorded after the ends that it caused


def _broken_init(keepers: Sequence[Keeper]) -> Verdict | None:
    """For a program with its first loss in or before MPI_Init. Other ranks may have died of it, too: Open MPI ends
    processes that cannot reach one, and mpirun the rest, by SIGTERM, of which a handler may make another signal. The SIGKILL
    of mpirun is for the process group: no keeper is left to record it. So a recorded SIGKILL has its own cause, however
    late the record is."""
    first = first_failed(keepers)
    if first is None or not first.ended_uninitialised:
        return None
    killed = (keeper for keeper in keepers if keeper.was_killed and keeper.ended_uninitialised)
    causes = (
        one for one in killed if one.signal == SIGKILL or (one.signal != SIGTERM and one.end < first.end + _LATE)
    )
    dead = first if first.was_killed else next(causes, None)
    return dead and _gave_up(f"{dead}: {dead.cause}, and the other ranks cannot do without it.")


def judge(
    ranks: Sequence[Rank],
    mpirun: int,
    keepers: Sequence[Keeper] = (),
    stopped: str = "",
    allow_unprotected: bool = False,
    replicas_died: bool = False,
    broken_start: str = "",
) -> Verdict:
    """`mpirun` is its exit status, 128+N when signal N ended it.

    `stopped`: why the launcher ended the program. `replicas_died`: ranks have lost one of their processes.
    `broken_start`: the death of one of them because of which no process came through MPI_Init, as a sentence.
    """
    first = [keeper for keeper in keepers if keeper.job == 1]
    if stopped:
        past = any(keeper.went_past for keeper in first)
        return Verdict(UNPROTECTED, stopped) if past else _gave_up(stopped)
    if broken_start and mpirun and not any(rank.has("finish") for rank in ranks):
        return _gave_up(broken_start)
    verdict = _judge_losses(ranks, mpirun, first, replicas_died)
    return verdict if allow_unprotected else _only_if_protected(verdict, ranks, first)


def _judge_losses(ranks: Sequence[Rank], mpirun: int, keepers: Sequence[Keeper], replicas_died: bool) -> Verdict:
    """`keepers`: those of the job that was asked for, and not of spawned ones."""
    called = any(keeper.has("initialising") for keeper in keepers)
    if keepers and not called and not any(rank.has("start") for rank in ranks):
        return _only_if_known(_without_init(keepers, mpirun, _unreached(ranks)), ranks, keepers)
    if not any(rank.has("finish") for rank in ranks) and (broken := _broken_init(keepers)):
        return broken
    verdict = _after_finalize(_by_ranks(ranks, mpirun, keepers, replicas_died), keepers)
    return _only_if_known(_unnoticed(verdict, ranks, keepers), ranks, keepers)
