"""Makes one report from the records of all ranks (the format is described in docs/reference/report.md)."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from . import merge_losses, merge_repairs, replicas
from .keepers import Keeper
from .launch_record import Launch
from .plain import TYPE_CHECKING
from .records import Event, Rank, communicator_key, communicator_name

if TYPE_CHECKING:
    from typing import Any

FORMAT = "closeranks-report"
VERSION = 2
_LAST_MOMENT = 253_370_764_800.0  # the beginning of the year 9999, behind which there are no dates


def _so_far(rank: Rank, kind: str) -> dict[str, int]:
    """The counts of a rank that did not reach the end: the last of `skipped`, each of `redone`."""
    counts: dict[str, int] = {}
    for event in rank.of(kind):
        counts[event["function"]] = event.get("calls") or counts.get(event["function"], 0) + 1
    return counts


def _at_the_end(rank: Rank) -> Event:
    return rank.first("finish") or {
        kind: _so_far(rank, kind) for kind in ("skipped", "redone")
    }


def _totals(ranks: Sequence[Rank]) -> dict[str, dict[str, int]]:
    """As the runtime sums them: calls over all ranks, collectives on the busiest rank."""
    totals: dict[str, Counter[str]] = {}
    ends = [_at_the_end(rank) for rank in ranks]
    for kind in ("skipped", "incomplete", "absent", "redone", "passed_through"):
        counts = totals[kind] = Counter()
        for end in ends:
            if kind in ("skipped", "passed_through"):
                counts.update(end.get(kind) or {})
            else:
                counts |= Counter(end.get(kind) or {})
    return {kind: dict(counts) for kind, counts in totals.items()}


_UNCOUNTED: dict[str, Any] = {"until": None, "contributions": 0, "expected": 0}


def _lacking(ranks: Iterable[Rank]) -> list[dict[str, Any]]:
    """Results without a rank's contribution: by function and communicator, with the counts of the busiest rank."""
    merged: dict[tuple[str, str, bool], dict[str, Any]] = {}
    for rank in ranks:
        for event in rank.of("finish"):
            for one in event.get("lacking") or []:
                is_over = one.get("until") is not None
                named = {"members": "", **_UNCOUNTED, **one, "name": communicator_name(one)}
                entry = merged.setdefault((one["function"], communicator_key(one), is_over), named)
                if one["calls"] > entry["calls"]:
                    entry |= {name: one[name] for name in ("calls", "contributions", "expected") if name in one}
                entry["since"] = min(entry["since"], one["since"])
                if is_over:
                    entry["until"] = max(entry["until"], one["until"])
                entry["ranks"] = sorted({*entry["ranks"], *one["ranks"]})
    for entry in merged.values():
        entry.pop("id", None)
        entry["since"] = round(entry["since"], 6)
    return sorted(merged.values(), key=lambda entry: -int(entry["calls"]))


def _with_recoveries(rank: Rank) -> list[tuple[Event, Event | None, int]]:
    """Each `lacking` of the rank with two facts: the recovery after which the call was done again, if any, and the
    number of recoveries after it. All ranks count these alike."""
    recovery: Event | None = None
    later = 0
    found: list[tuple[Event, Event | None, int]] = []
    for event in reversed(rank.events):
        if event["event"] == "recovered":
            recovery = event
            later += 1
        elif event["event"] == "lacking":
            found.append((event, recovery, later))
    return found[::-1]


def _lacking_so_far(ranks: Iterable[Rank], begin: float) -> list[dict[str, Any]]:
    """The same for a program that was ended before any rank could count: `calls` is not known."""
    merged: dict[tuple[str, str, int], dict[str, Any]] = {}
    for rank in ranks:
        for event, recovery, later in _with_recoveries(rank):
            since = round(event["time"] - begin, 6)
            until = None if recovery is None else round(recovery["time"] - begin, 6)
            entry = merged.setdefault(
                (event["function"], communicator_key(event), later),
                {
                    "function": event["function"],
                    "communicator": event["communicator"],
                    "name": communicator_name(event),
                    "members": event.get("members") or "",
                    **({"window": event["window"]} if event.get("window") else {}),
                    "ranks": [],
                    "calls": None,
                    "since": since,
                    **_UNCOUNTED,
                    "until": until,
                },
            )
            entry["since"] = min(entry["since"], since)
            if until is not None:
                entry["until"] = max(entry["until"], until)
            entry["ranks"] = sorted({*entry["ranks"], *event["ranks"]})
    return sorted(merged.values(), key=lambda entry: float(entry["since"]))


def _details(rank: Rank, keeper: Keeper | None, begin: float) -> dict[str, Any]:
    def after(event: Event | None) -> float | None:
        return round(event["time"] - begin, 6) if event else None

    started = keeper.first("started") if keeper else None
    start = rank.first("start") or started or {}
    return {
        "rank": rank.rank,
        "host": start.get("host", ""),
        "pid": start.get("pid", 0),
        "started": after(started),
        "begin": after(rank.first("start")),
        "end": after(rank.first("finish")),
        "ended": after(keeper.first("ended") if keeper else None),
    }


def _ranks(
    ranks: Sequence[Rank], keepers: Sequence[Keeper], begin: float
) -> list[dict[str, Any]]:
    """The ranks that left records, and the ranks of which only their keepers did."""
    kept = {keeper.rank: keeper for keeper in keepers}
    known = {rank.rank: rank for rank in ranks}
    return [
        _details(known.get(number) or Rank(1, number), kept.get(number), begin)
        for number in sorted({*known, *kept})
    ]


def _hosts(ranks: Iterable[Mapping[str, Any]]) -> dict[str, list[int]]:
    hosts: dict[str, list[int]] = {}
    for rank in ranks:
        hosts.setdefault(rank["host"], []).append(rank["rank"])
    return hosts


def _moment(seconds: float | None) -> str | None:
    """ISO 8601, in this machine's time zone; None for what is no date."""
    if seconds is None or not 0 < seconds < _LAST_MOMENT:
        return None
    return datetime.fromtimestamp(seconds).astimezone().isoformat(timespec="milliseconds")


def _times(
    begin: float | None, keepers: Sequence[Keeper], launch: Launch, last: float | None
) -> dict[str, str | None]:
    beginnings = [event["time"] for keeper in keepers for event in keeper.of("started")]
    launched, concluded = launch.of("launched"), launch.of("concluded")
    return {
        "started": _moment(launched.get("time") or min(beginnings, default=begin)),
        "initialised": _moment(begin),
        "ended": _moment(concluded.get("time") or last),
    }


def _unique(ranks: Sequence[Rank], kind: str, names: Sequence[str]) -> list[dict[str, Any]]:
    """Events of one kind with these fields, each once."""
    found: list[dict[str, Any]] = []
    for rank in ranks:
        for event in rank.of(kind):
            one = {name: event.get(name) for name in names}
            if one not in found:
                found.append(one)
    return found


def _origin(ranks: Sequence[Rank], launch: Launch) -> dict[str, Any]:
    """The program, its arguments and its settings."""
    launched = launch.of("launched")
    processes = [process for rank in ranks for process in [*rank.before, rank]]
    setup: Event = next((event for process in processes for event in process.of("setup")), {})
    options = dict(launched.get("options") or {})
    for name, option in (setup.get("options") or {}).items():
        if option["from"] == "file" or name not in options:  # which the launcher does not read
            options[name] = option
    return {
        "closeranks": launched.get("closeranks") or setup.get("closeranks"),
        "command": launched.get("command"),
        "directory": launched.get("directory"),
        "mpi": {"version": setup.get("mpi"), "prefix": launched.get("mpi_prefix")},
        "options": options,
    }


def _stalled(ranks: Sequence[Rank]) -> str | None:
    """The reason why no rank could continue, if that was so: the lines of the rank that found it."""
    return next((event["text"] for rank in ranks for event in rank.of("stalled")), None)


def _aborting(ranks: Sequence[Rank]) -> dict[str, Any] | None:
    """The call in which the policy `abort` ended the program, at the first rank that did so. Other ranks may have
    come to their calls before, and let that one go first (runtime/run/report_state.cpp)."""
    told = [
        (min((one["time"] for one in rank.of("ending")), default=math.inf), event["time"], rank.rank, event)
        for rank in ranks
        for event in rank.of("aborting")
    ]
    if not told:
        return None
    *_, rank, event = min(told, key=lambda one: one[:2])
    return {"rank": rank, "function": event["function"], "needs": event["rank"]}


def _ended_by(ranks: Sequence[Rank]) -> dict[str, Any] | None:
    """The rank that ended the program first, by MPI_Abort, a fatal error or a policy; else the reason why the
    launcher ended it."""
    told = [(event["time"], rank.rank, event) for rank in ranks for event in rank.of("ending")]
    if not told:
        return None
    _, rank, event = min(told, key=lambda one: float(one[0]))
    return {"rank": rank, "code": event["code"], "why": event.get("why")}


def _last_calls(
    ranks: Sequence[Rank], calls: Mapping[int, tuple[bool, str]]
) -> list[dict[str, Any]]:
    """The places of ranks that did not complete MPI_Finalize; equal places stand together."""
    through = {rank.rank for rank in ranks if rank.has("finish")}
    together: dict[tuple[bool, str], list[int]] = {}
    for rank, call in sorted(calls.items()):
        if rank not in through:
            together.setdefault(call, []).append(rank)
    return [
        {"ranks": those, "call": text, "inside": inside}
        for (inside, text), those in together.items()
    ]


def _spawned(ranks: Sequence[Rank], begin: float, was_ended: bool) -> list[dict[str, Any]]:
    """Each job that MPI_Comm_spawn has started, with its lost ranks. These have no keepers."""
    jobs: dict[int, list[Rank]] = {}
    for rank in ranks:
        if rank.job != 1 and rank.has("start"):
            jobs.setdefault(rank.job, []).append(rank)
    return [
        {
            "job": job,
            "size": max(event["size"] for rank in own for event in rank.of("start")),
            "lost": merge_losses.lost(own, [], begin, was_ended),
        }
        for job, own in sorted(jobs.items())
    ]


def with_earlier(reports: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """The report of the last attempt, with those before."""
    *earlier, last = reports
    return {**last, "earlier": earlier} if earlier else last


def _end_from_outside(launch: Launch) -> float:
    """When the program was ended from outside, if that is known, in seconds since 1970. Ranks that ended before were
    lost."""
    return launch.interrupted_at if launch.interruption and launch.interrupted_at < math.inf else -math.inf


def merge(
    all_ranks: Sequence[Rank],
    job: int = 1,
    all_keepers: Sequence[Keeper] = (),
    was_ended: bool = False,
    last_calls: Mapping[int, tuple[bool, str]] | None = None,
    launch: Launch | None = None,
    replicated: replicas.State | None = None,
) -> dict[str, Any]:
    """The report of one job: 1, or the number of a spawned one.

    `was_ended`: from outside, so that no rank's end means that it was lost. `last_calls`: as
    records.read_last_calls has them. `launch`: what the launcher has recorded. `replicated`: of the processes of ranks
    that have two.
    """
    launch = launch or Launch()
    ranks = [rank for rank in all_ranks if rank.job == job]
    keepers = [keeper for keeper in all_keepers if keeper.job == job]
    starts = [start for rank in ranks for one in [*rank.before, rank] if (start := one.first("start"))]
    times = [float(event["time"]) for one in [*ranks, *keepers] for event in one.events]
    initialised = min((float(start["time"]) for start in starts), default=None)
    begin: float = min(times, default=0.0) if initialised is None else initialised
    finished = any(rank.has("finish") for rank in ranks)
    was_ended = was_ended or launch.interruption is not None
    details = _ranks(ranks, keepers, begin)
    sizes = [event.get("size") or 0 for keeper in keepers for event in keeper.of("started")]
    return {
        "format": FORMAT,
        "version": VERSION,
        "written_by": "launcher",
        **_origin(ranks, launch),
        **_times(initialised, keepers, launch, max(times, default=None)),
        "size": replicated.roles.size if replicated else max([start["size"] for start in starts] or sizes, default=0),
        "seconds": round(max(times, default=begin) - begin, 6),
        "completed": finished,
        "exit_status": launch.of("concluded").get("status"),
        "interrupted": launch.interruption,
        "aborted": _aborting(ranks),
        "stalled": _stalled(ranks),
        "ended_by": _ended_by(ranks),
        "lost": replicas.lost(replicated, begin)
        if replicated
        else merge_losses.lost(ranks, keepers, begin, was_ended, _end_from_outside(launch)),
        "recovered": merge_losses.recovered(ranks),
        **({"replicas": replicas.of_report(replicated, begin)} if replicated else {}),
        "spawned": _spawned(all_ranks, begin, was_ended or any(rank.has("ending") for rank in ranks)) if job == 1 else [],
        "repairs": merge_repairs.repairs(ranks, begin),
        "communicators": merge_repairs.communicators(ranks),
        "files": _unique(ranks, "file", ("name", "ranks", "gaps", "written_by")),
        "windows": _unique(ranks, "window", ("name", "made_by", "ranks", "bytes")),
        "lacking": _lacking(ranks) if finished else _lacking_so_far(ranks, begin),
        "last_calls": _last_calls(ranks, last_calls or {}),
        **_totals(ranks),
        "hosts": _hosts(details),
        "ranks": details,
    }
