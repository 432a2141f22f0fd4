"""The losses of a run: the lost ranks, the causes, the times, and the first rank that noticed each."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence

from .keepers import Keeper
from .plain import TYPE_CHECKING, dataclass
from .records import Rank

if TYPE_CHECKING:
    from typing import Any

# For a rank that other ranks have lost, when not even the parent of its process could tell its end.
NO_WORD = "no word from its keeper: its node died, or both were killed"
_KILLED = 128 + 9  # the status of a process that SIGKILL has ended


def _cause(rank: Rank | None, keeper: Keeper | None) -> str:
    """The cause that the keeper saw, which knows of planned kills; else the rank's own."""
    seen = keeper.cause if keeper else ""
    if rank is not None:
        event = rank.first("injected")
        if not event and (not keeper or keeper.status == _KILLED):
            event = rank.first("planned")
        if event and "planned by" not in seen:
            return f"{seen}, planned by --kill {event['item']}".removeprefix(", ")
        if not seen and (event := rank.first("left")):
            return str(event.get("why") or f"exit status {event['status']} without MPI_Finalize")
    if not seen and keeper:
        return NO_WORD
    return seen


@dataclass(frozen=True)
class _Notice:
    seconds: float  # after MPI_Init
    by: int
    time: float  # seconds since 1970


def _first_notices(ranks: Sequence[Rank], begin: float) -> dict[int, _Notice]:
    """When each lost rank was first noticed: by a survivor if there is one, as in the survivors' own summary."""
    witnesses: Iterable[Rank] = [rank for rank in ranks if rank.has("finish")] or ranks
    back = last_returns(ranks)
    noticed: dict[int, _Notice] = {}
    for rank in witnesses:
        for lost, notice in _notices(rank, begin).items():
            if notice.time < back.get(lost, 0.0):
                continue  # a witness that was lost itself, before that rank was recovered
            if lost not in noticed or notice.seconds < noticed[lost].seconds:
                noticed[lost] = notice
    return noticed


def last_returns(ranks: Sequence[Rank]) -> dict[int, float]:
    """When each recovered rank was last recovered, in seconds since 1970."""
    returns: dict[int, float] = {}
    for rank in ranks:
        for event in rank.of("recovered"):
            for one in event["ranks"]:
                returns[one["rank"]] = max(event["time"], returns.get(one["rank"], 0.0))
    return returns


def _notices(rank: Rank, begin: float) -> dict[int, _Notice]:
    """The notices of one witness, without ranks that have been recovered since."""
    noticed: dict[int, _Notice] = {}
    for event in rank.events:
        if event["event"] == "lost":
            told = event.get("noticed")
            seconds = event["time"] - begin if told is None else told
            noticed |= {lost: _Notice(seconds, rank.rank, event["time"]) for lost in event["ranks"]}
        elif event["event"] == "recovered":
            for one in event["ranks"]:
                noticed.pop(one["rank"], None)
    return noticed


def recovered(ranks: Sequence[Rank]) -> list[dict[str, Any]]:
    """The losses that spares have made good, in the order of time. Each is as the first reporting rank has recorded
    it, of the ranks that were there from the beginning; that rank may have been lost later. The order is that of the
    records' times: `back` counts from each process's own MPI_Init, which a spare leaves later."""
    seen: dict[int, tuple[float, dict[str, Any]]] = {}  # by the replacement process
    for rank in sorted(ranks, key=lambda rank: bool(rank.before)):
        for process in [*rank.before, rank]:
            for event in process.of("recovered"):
                for one in event["ranks"]:
                    seen.setdefault(one["now"]["process"], (float(event["time"]), one))
    return [one for _, one in sorted(seen.values(), key=lambda timed: timed[0])]


def _died(rank: Rank | None, keeper: Keeper | None) -> float | None:
    """When the rank died, in seconds since 1970: as its keeper saw it, or as it announced it itself."""
    ends = [event for event in [keeper.first("ended")] if event] if keeper else []
    ends += [event for kind in ("injected", "left") for event in rank.of(kind)] if rank else []
    return min((float(event["time"]) for event in ends), default=None)


def _timing(notice: _Notice | None, died: float | None, begin: float) -> dict[str, Any]:
    """`noticed` - `died` is the time of detection, which the clocks of two hosts may make negative: then it is unknown."""
    detection = notice.time - died if notice and died is not None else None
    if detection is not None and detection < 0:
        detection = None
    at = None
    if notice and detection is not None:
        at = notice.seconds - detection
    elif died is not None:
        at = died - begin
    return {
        "died": None if at is None else round(at, 6),
        "noticed": round(notice.seconds, 6) if notice else None,
        "noticed_by": notice.by if notice else None,
        "detection": None if detection is None else round(detection, 6),
    }


def _ended_with_it(noticed: Mapping[int, _Notice], kept: Mapping[int, Keeper], until: float) -> set[int]:
    """Ranks that other ranks have lost only after the program was asked to end, and that had not ended before."""
    return {
        number
        for number, notice in noticed.items()
        if -math.inf < until < notice.time and (number not in kept or kept[number].end > until)
    }


def lost(
    ranks: Sequence[Rank], keepers: Sequence[Keeper], begin: float, was_ended: bool, until: float = -math.inf
) -> list[dict[str, Any]]:
    """`was_ended`: from outside, so that no rank's end means that it was lost. `until`: when it was, if that is known."""
    noticed = _first_notices(ranks, begin)
    told = {number for rank in ranks for event in rank.of("finish") for number in event["lost"]}
    silent = {rank.rank for rank in ranks if rank.has("start") and not rank.has("finish")}
    # Ranks that were ended with the program were not lost.
    ended = was_ended or any(rank.has("ending") for rank in ranks)
    late = {k.rank for k in keepers if k.was_killed and k.phase == "after MPI_Finalize"}
    by_number = {rank.rank: rank for rank in ranks}
    kept = {keeper.rank: keeper for keeper in keepers}
    entries = []
    before = {k.rank for k in keepers if k.end < until and (k.was_killed or k.phase == "running")}
    with_it = _ended_with_it(noticed, kept, until) if was_ended else set()
    for number in sorted((set(noticed) | told | (before if ended else silent | late)) - with_it):
        rank, keeper = by_number.get(number), kept.get(number)
        start = rank.first("start") if rank else None
        if start is None and keeper:
            start = keeper.first("started")
        entries.append(
            {
                "rank": number,
                "host": start["host"] if start else "",
                "pid": start["pid"] if start else 0,
                "cause": _cause(rank, keeper),
                **_timing(noticed.get(number), _died(rank, keeper), begin),
            }
        )
    return entries
