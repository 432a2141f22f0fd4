"""--restarts: why an attempt could not complete, and whether the next one would end in the same way."""

from __future__ import annotations

import math
import signal
from collections.abc import Collection, Sequence

from . import merge_losses
from .keepers import Keeper, list_ranks
from .plain import dataclass
from .records import Rank
from .verdict import noticed_before_ending, says_why_we_ended

# A program does these to itself. Other signals come from outside: out of memory, a scheduler, a person.
FAULTS = frozenset(
    {signal.SIGSEGV, signal.SIGBUS, signal.SIGFPE, signal.SIGILL, signal.SIGABRT, signal.SIGTRAP, signal.SIGSYS}
)
_AT_ONCE = 60.0  # seconds


@dataclass(frozen=True)
class Reasons:
    """Of one attempt."""

    lost: tuple[int, ...]  # ranks, before the program was ended
    own: str  # a sentence's beginning: the program has failed by itself; or nothing
    faults: frozenset[tuple[int, int]]  # ranks that crashed, and their signals
    seconds: float  # how long it took


def lost_before_end(ranks: Sequence[Rank]) -> set[int]:
    """The ranks that other ranks have lost before the program was ended, and that were not recovered. A rank that
    was lost after that was ended with the program."""
    end = min((event["time"] for rank in ranks for event in rank.of("ending")), default=math.inf)
    back = merge_losses.last_returns(ranks)
    told = [(lost, event["time"]) for rank in ranks for event in rank.of("lost") for lost in event["ranks"]]
    return {lost for lost, time in told if back.get(lost, 0.0) <= time < end}


def _first_ended(keepers: Sequence[Keeper]) -> list[Keeper]:
    """The rank whose process ended before all others and before it completed MPI_Finalize, if that is known."""
    ended = [keeper for keeper in keepers if keeper.has("ended") and keeper.phase != "after MPI_Finalize"]
    return [min(ended, key=lambda keeper: keeper.end)] if ended else []


def _by_themselves(ranks: Sequence[Rank], keepers: Sequence[Keeper]) -> dict[int, int]:
    """The exit statuses of the ranks that left, and were not killed."""
    told = [(rank.rank, event["status"]) for rank in ranks for event in rank.of("left")]
    for keeper in keepers:
        for event in keeper.of("ended"):
            told.append((keeper.rank, event.get("left")))  # the library has killed it, so that the others notice
            told.append((keeper.rank, event.get("status")))
    return {rank: status for rank, status in reversed(told) if status is not None}


def _own(ranks: Sequence[Rank], keepers: Sequence[Keeper], dead: Collection[int]) -> str:
    enders = [(event["time"], rank.rank, rank) for rank in ranks for event in rank.of("ending")]
    if enders:
        *_, first = min(enders)  # the other ranks may have done so because they lost that one
        if not says_why_we_ended(first) and not noticed_before_ending(first):
            return f"Rank {first.rank} ended the program with code {first.of('ending')[0]['code']} by itself"
    left = _by_themselves(ranks, keepers)
    if dead and left.keys() >= set(dead):
        who = sorted(dead)
        return f"R{list_ranks(who)[1:]} ended without MPI_Finalize (exit status {left[who[0]]})"
    return ""


def find(all_ranks: Sequence[Rank], all_keepers: Sequence[Keeper], seconds: float) -> Reasons:
    ranks = [rank for rank in all_ranks if rank.job == 1]
    keepers = [keeper for keeper in all_keepers if keeper.job == 1]
    lost = lost_before_end(ranks)
    dead = lost
    if not lost and not any(rank.has("ending") for rank in ranks):  # before MPI_Init, or all at once
        dead = {keeper.rank for keeper in _first_ended(keepers)}
    signals = [(keeper.rank, event.get("signal")) for keeper in keepers for event in keeper.of("ended")]
    faults = frozenset((rank, number) for rank, number in signals if rank in dead and number in FAULTS)
    return Reasons(tuple(sorted(lost)), _own(ranks, keepers, dead), faults, seconds)


def would_recur(now: Reasons, before: Reasons | None) -> str:
    """A sentence's beginning if the next attempt would end like this one; or nothing."""
    if now.own or before is None or now.seconds >= _AT_ONCE:
        return now.own
    for rank, number in sorted(now.faults & before.faults):
        name = signal.Signals(number).name
        return f"Rank {rank} was killed by signal {number} ({name}) as in the attempt before, and at once"
    return ""
