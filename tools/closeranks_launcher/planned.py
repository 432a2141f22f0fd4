"""Planned kills (--kill, --kill-random) that never came: a test that tested nothing should not look like one."""

from __future__ import annotations

from collections.abc import Sequence

from .records import Rank

_ENDS = ("finish", "left", "ending", "injected")


def _rank_of(item: str) -> str:
    return item.partition("@")[0]


def _came(rank: Rank) -> set[str]:
    """To the process of a rank, or to those that stood for it before, which have died."""
    injected = {event["item"] for process in [*rank.before, rank] for event in process.of("injected")}
    return injected | {event["item"] for process in rank.before for event in process.of("planned")}


def unreached(plan: str, ranks: Sequence[Rank]) -> str:
    """A sentence about those of `plan`, and of the times that were drawn, that the ranks ended without; or nothing.

    Of a rank whose end is not known nobody knows whether its kill came.
    """
    ended = {str(rank.rank): rank for rank in ranks if rank.job == 1 and any(map(rank.has, _ENDS))}
    items = [text.strip() for text in plan.split(",") if text.strip()]
    drawn = [event["item"] for rank in ended.values() for event in rank.of("planned")]
    missed = []
    for item in dict.fromkeys([*items, *drawn]):
        rank = ended.get(_rank_of(item))
        if rank is None or item in _came(rank):
            continue
        missed.append(item)
    if not missed:
        return ""
    if len(missed) == 1:
        return f"The planned kill {missed[0]} never came: rank {_rank_of(missed[0])} ended before."
    return f"Planned kills that never came, for their ranks ended before: {', '.join(missed)}."
