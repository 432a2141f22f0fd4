"""One report out of the records of all ranks (the format is described in docs/report.md)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from .records import Rank

FORMAT = "closeranks-report"


def _cause(rank: Rank | None) -> str:
    if rank is None:
        return ""
    if event := rank.first("injected"):
        return f"injected: {event['item']}"
    if event := rank.first("left"):
        return f"left with status {event['status']}"
    if event := rank.first("planned"):
        return f"planned: {event['item']}"
    return ""


def _first_notices(ranks: Iterable[Rank]) -> dict[int, float]:
    """When each lost rank was first noticed by anybody."""
    noticed: dict[int, float] = {}
    for rank in ranks:
        for event in rank.of("lost"):
            for lost in event["ranks"]:
                noticed[lost] = min(noticed.get(lost, event["time"]), event["time"])
    return noticed


def _lost(ranks: Sequence[Rank], begin: float) -> list[dict[str, Any]]:
    noticed = _first_notices(ranks)
    told = {lost for rank in ranks for event in rank.of("finish") for lost in event["lost"]}
    silent = {rank.rank for rank in ranks if rank.has("start") and not rank.has("finish")}
    ended = any(rank.has("ending") for rank in ranks)  # these were ended, not lost
    by_number = {rank.rank: rank for rank in ranks}
    entries = []
    for number in sorted(set(noticed) | told | (set() if ended else silent)):
        start = by_number[number].first("start") if number in by_number else None
        entries.append(
            {
                "rank": number,
                "host": start["host"] if start else "",
                "pid": start["pid"] if start else 0,
                "noticed": round(noticed[number] - begin, 6) if number in noticed else None,
                "cause": _cause(by_number.get(number)),
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
                    "seconds": event["seconds"],
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
            for one in event.get("lacking", []):
                entry = merged.setdefault((one["function"], one["name"]), dict(one))
                entry["calls"] = max(entry["calls"], one["calls"])
                entry["since"] = min(entry["since"], one["since"])
                entry["ranks"] = sorted({*entry["ranks"], *one["ranks"]})
    for entry in merged.values():
        del entry["name"]
        entry["since"] = round(entry["since"], 6)
    return sorted(merged.values(), key=lambda entry: -int(entry["calls"]))


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


def merge(all_ranks: Sequence[Rank], job: int = 1) -> dict[str, Any]:
    """The report of one job: 1, or the number of a spawned one."""
    ranks = [rank for rank in all_ranks if rank.job == job]
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
        "lost": _lost(ranks, begin),
        "repairs": _repairs(ranks, begin),
        "files": [
            {"name": event["name"], "ranks": event["ranks"], "gaps": event["gaps"]}
            for rank in ranks
            for event in rank.of("file")
        ],
        "lacking": _lacking(ranks),
        **_totals(ranks),
        "ranks": [_details(rank, begin) for rank in ranks],
    }
