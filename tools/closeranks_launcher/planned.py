"""Planned kills (--kill, --kill-random) that never happened: a test that tested nothing must not look like one."""

from __future__ import annotations

import signal
from collections.abc import Sequence

from . import durations
from .keepers import Keeper
from .records import Rank

_ENDS = ("finish", "left", "ending", "injected")


def _rank_of(item: str) -> str:
    return item.partition("@")[0]


def _moment(item: str) -> float:
    """The time of a kill by time: after how many seconds."""
    return durations.seconds(item.partition("@")[2])


def _by_timer(process: Rank) -> set[str]:
    """The one that has killed it: its earliest."""
    items = [event["item"] for event in process.of("planned")]
    try:
        return {min(items, key=_moment)} if items else set()
    except ValueError:  # a damaged record
        return set(items)


def _came(rank: Rank, keeper: Keeper | None) -> set[str]:
    """Whether the kill reached the process of a rank, or an earlier, dead process of it."""
    came = {event["item"] for process in [*rank.before, rank] for event in process.of("injected")}
    for process in rank.before:
        came |= set() if process.has("injected") else _by_timer(process)
    killed = keeper is not None and keeper.signal == signal.SIGKILL and not rank.has("injected")
    return came | (_by_timer(rank) if killed else set())


def unreached(plan: str, ranks: Sequence[Rank], keepers: Sequence[Keeper] = ()) -> str:
    """A sentence about the planned kills, and the drawn times, that did not happen before the ranks ended; or nothing.

    If the end of a rank is not known, it is unknown whether its kill happened.
    """
    kept = {keeper.rank: keeper for keeper in keepers if keeper.job == 1}
    ended = {str(rank.rank): rank for rank in ranks if rank.job == 1 and any(map(rank.has, _ENDS))}
    items = [text.strip() for text in plan.split(",") if text.strip()]
    drawn = [event["item"] for rank in ended.values() for event in rank.of("planned")]
    missed = []
    for item in dict.fromkeys([*items, *drawn]):
        rank = ended.get(_rank_of(item))
        if rank is None or item in _came(rank, kept.get(rank.rank)):
            continue
        missed.append(item)
    if not missed:
        return ""
    if len(missed) > 1:
        return f"Planned kills that never came, for their ranks ended before: {', '.join(missed)}."
    number = _rank_of(missed[0])
    came_back = "had died before and been recovered, and kills are for its first process"
    why = came_back if ended[number].before else "ended before"
    return f"The planned kill {missed[0]} never came: rank {number} {why}."
