"""One report out of the records of all ranks (the format is described in docs/report.md)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from .keepers import Keeper
from .records import Rank

FORMAT = "closeranks-report"
_KILLED = 128 + 9  # the status of what SIGKILL has ended


def _cause(rank: Rank | None, keeper: Keeper | None) -> str:
    """The injector's plan, else what the keeper saw, else what the rank said."""
    seen = keeper.cause if keeper else ""
    if rank is not None:
        if event := rank.first("injected"):
            return f"injected: {event['item']}"
        if (event := rank.first("planned")) and (not keeper or keeper.status == _KILLED):
            return f"planned: {event['item']}"
        if not seen and (event := rank.first("left")):
            return f"exit status {event['status']} without MPI_Finalize"
    if not seen and keeper:
        return "no word from its keeper: its node died, or both were killed"
    return seen


def _first_notices(ranks: Sequence[Rank], begin: float) -> dict[int, float]:
    """When each lost rank was first noticed, in seconds after MPI_Init: by a survivor if there is
    one, as the survivors' own summary has it.
    """
    witnesses: Iterable[Rank] = [rank for rank in ranks if rank.has("finish")] or ranks
    noticed: dict[int, float] = {}
    for rank in witnesses:
        for event in rank.of("lost"):
            told = event.get("noticed")
            seconds = event["time"] - begin if told is None else told
            for lost in event["ranks"]:
                noticed[lost] = min(noticed.get(lost, seconds), seconds)
    return noticed


def _lost(
    ranks: Sequence[Rank], keepers: Sequence[Keeper], begin: float, was_ended: bool
) -> list[dict[str, Any]]:
    noticed = _first_notices(ranks, begin)
    told = {lost for rank in ranks for event in rank.of("finish") for lost in event["lost"]}
    silent = {rank.rank for rank in ranks if rank.has("start") and not rank.has("finish")}
    # Those that were ended were not lost.
    ended = was_ended or any(rank.has("ending") for rank in ranks)
    late = {k.rank for k in keepers if k.was_killed and k.phase == "after MPI_Finalize"}
    by_number = {rank.rank: rank for rank in ranks}
    kept = {keeper.rank: keeper for keeper in keepers}
    entries = []
    for number in sorted(set(noticed) | told | (set() if ended else silent | late)):
        start = by_number[number].first("start") if number in by_number else None
        if start is None and number in kept:
            start = kept[number].first("started")
        entries.append(
            {
                "rank": number,
                "host": start["host"] if start else "",
                "pid": start["pid"] if start else 0,
                "noticed": round(noticed[number], 6) if number in noticed else None,
                "cause": _cause(by_number.get(number), kept.get(number)),
            }
        )
    return entries


def _repairs(ranks: Sequence[Rank], begin: float) -> list[dict[str, Any]]:
    """Every repair once, as the slowest of its members saw it."""
    slowest: dict[tuple[int, int], dict[str, Any]] = {}
    for rank in ranks:
        for event in rank.of("repaired"):
            key = (event["communicator"], event["survivors"])
            if key not in slowest or slowest[key]["seconds"] < event["seconds"]:
                slowest[key] = {
                    "communicator": event["communicator"],
                    "size": event["size"],
                    "survivors": event["survivors"],
                    "at": round(event["time"] - begin, 6),
                    "seconds": round(event["seconds"], 9),
                }
    return sorted(slowest.values(), key=lambda repair: float(repair["at"]))


def _totals(ranks: Sequence[Rank]) -> dict[str, dict[str, int]]:
    """As the runtime sums them: calls over all ranks, collectives on the busiest rank."""
    skipped: Counter[str] = Counter()
    passed: Counter[str] = Counter()
    incomplete: dict[str, int] = {}
    absent: dict[str, int] = {}
    for rank in ranks:
        for event in rank.of("finish"):
            skipped.update(event["skipped"])
            passed.update(event["passed_through"])
            for most, counts in ((incomplete, event["incomplete"]), (absent, event["absent"])):
                for function, count in counts.items():
                    most[function] = max(most.get(function, 0), count)
    return {
        "skipped": dict(skipped),
        "incomplete": incomplete,
        "absent": absent,
        "passed_through": dict(passed),
    }


def _lacking(ranks: Iterable[Rank]) -> list[dict[str, Any]]:
    """Results without somebody's contribution: by function and communicator, as the busiest rank counts."""
    merged: dict[tuple[str, str], dict[str, Any]] = {}
    for rank in ranks:
        for event in rank.of("finish"):
            for one in event.get("lacking") or []:
                entry = merged.setdefault((one["function"], one["name"]), dict(one))
                entry["calls"] = max(entry["calls"], one["calls"])
                entry["since"] = min(entry["since"], one["since"])
                entry["ranks"] = sorted({*entry["ranks"], *one["ranks"]})
    for entry in merged.values():
        del entry["name"]
        entry["since"] = round(entry["since"], 6)
    return sorted(merged.values(), key=lambda entry: -int(entry["calls"]))


def _lacking_so_far(ranks: Iterable[Rank], begin: float) -> list[dict[str, Any]]:
    """The same of a program that was ended before anybody could count: `calls` is not known."""
    merged: dict[tuple[str, int], dict[str, Any]] = {}
    for rank in ranks:
        for event in rank.of("lacking"):
            key = (event["function"], event["communicator"])
            since = round(event["time"] - begin, 6)
            entry = merged.setdefault(
                key,
                {"function": key[0], "communicator": key[1], "ranks": [], "calls": None, "since": since},
            )
            entry["since"] = min(entry["since"], since)
            entry["ranks"] = sorted({*entry["ranks"], *event["ranks"]})
    return sorted(merged.values(), key=lambda entry: float(entry["since"]))


def _details(rank: Rank, begin: float) -> dict[str, Any]:
    start = rank.first("start") or {}
    finish = rank.first("finish")
    return {
        "rank": rank.rank,
        "host": start.get("host", ""),
        "pid": start.get("pid", 0),
        "begin": round(start["time"] - begin, 6) if start else None,
        "end": round(finish["time"] - begin, 6) if finish else None,
    }


def _stalled(ranks: Sequence[Rank]) -> str | None:
    """Why nobody could go on, if that was so: the lines of the rank that found it."""
    return next((event["text"] for rank in ranks for event in rank.of("stalled")), None)


def _aborting(ranks: Sequence[Rank]) -> dict[str, Any] | None:
    """The call that the policy `abort` ended the program in, at the first rank that came to it."""
    told = [(event["time"], rank.rank, event) for rank in ranks for event in rank.of("aborting")]
    if not told:
        return None
    _, rank, event = min(told, key=lambda one: float(one[0]))
    return {"rank": rank, "function": event["function"], "needs": event["rank"]}


def _ended_by(ranks: Sequence[Rank]) -> dict[str, Any] | None:
    """Who ended the program first, by MPI_Abort, a fatal error or a policy."""
    told = [(event["time"], rank.rank, event) for rank in ranks for event in rank.of("ending")]
    if not told:
        return None
    _, rank, event = min(told, key=lambda one: float(one[0]))
    return {"rank": rank, "code": event["code"]}


def _last_calls(
    ranks: Sequence[Rank], calls: Mapping[int, tuple[bool, str]]
) -> list[dict[str, Any]]:
    """Where those were who did not get through MPI_Finalize: alike ones together."""
    through = {rank.rank for rank in ranks if rank.has("finish")}
    together: dict[tuple[bool, str], list[int]] = {}
    for rank, call in sorted(calls.items()):
        if rank not in through:
            together.setdefault(call, []).append(rank)
    return [
        {"ranks": those, "call": text, "inside": inside}
        for (inside, text), those in together.items()
    ]


def merge(
    all_ranks: Sequence[Rank],
    job: int = 1,
    all_keepers: Sequence[Keeper] = (),
    was_ended: bool = False,
    last_calls: Mapping[int, tuple[bool, str]] | None = None,
) -> dict[str, Any]:
    """The report of one job: 1, or the number of a spawned one.

    `was_ended`: from outside, so that no rank's end means that it was lost. `last_calls`: as
    records.read_last_calls has them.
    """
    ranks = [rank for rank in all_ranks if rank.job == job]
    keepers = [keeper for keeper in all_keepers if keeper.job == job]
    starts = [start for rank in ranks if (start := rank.first("start"))]
    times = [event["time"] for rank in ranks for event in rank.events]
    begin = min((start["time"] for start in starts), default=0.0)
    finished = any(rank.has("finish") for rank in ranks)
    return {
        "format": FORMAT,
        "version": 1,
        "size": max((start["size"] for start in starts), default=0),
        "started": begin,
        "seconds": round(max(times, default=begin) - begin, 6),
        "completed": finished,
        "aborted": _aborting(ranks),
        "stalled": _stalled(ranks),
        "ended_by": _ended_by(ranks),
        "lost": _lost(ranks, keepers, begin, was_ended),
        "repairs": _repairs(ranks, begin),
        "files": [
            {"name": event["name"], "ranks": event["ranks"], "gaps": event["gaps"]}
            for rank in ranks
            for event in rank.of("file")
        ],
        "lacking": _lacking(ranks) if finished else _lacking_so_far(ranks, begin),
        "last_calls": _last_calls(ranks, last_calls or {}),
        **_totals(ranks),
        "ranks": [_details(rank, begin) for rank in ranks],
    }
