"""The repairs of a run, and the ranks that its communicators lack."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .plain import TYPE_CHECKING
from .records import Event, Rank, communicator_key, communicator_name

if TYPE_CHECKING:
    from typing import Any

_PHASES = ("asking", "voting", "revoking", "shrinking", "redoing")
_WITHIN = ("revoking", "shrinking")  # the duration of the repair, and so of the same member

Repair = dict[str, "Any"]


def _key(event: Event) -> tuple[str, int]:
    return communicator_key(event), event["survivors"]


def _as_seen_by(rank: Rank) -> Iterator[tuple[tuple[str, int], Event, float | None]]:
    """Each repair that it recorded, and how long it took until the repaired call was over."""
    if not rank.has("repaired"):
        return
    redone: dict[int, float] = {}  # by communicator: the next one after the event
    found: list[tuple[tuple[str, int], Event, float | None]] = []
    for event in reversed(rank.events):
        if event["event"] == "redone":
            redone[event["communicator"]] = event["seconds"]
        elif event["event"] == "repaired":
            found.append((_key(event), event, redone.get(event["communicator"])))
    yield from reversed(found)


def _phases(event: Event, redoing: float | None) -> dict[str, float | None]:
    told: dict[str, Any] = event.get("phases") or {}
    return {name: told.get(name) for name in _PHASES[:-1]} | {"redoing": redoing}


def _longer(one: float | None, other: float | None) -> float | None:
    known = [seconds for seconds in (one, other) if seconds is not None]
    return round(max(known), 6) if known else None


def repairs(ranks: Sequence[Rank], begin: float) -> list[Repair]:
    """Every repair once. Its duration is that of the line on stderr, of the first member that was there from the
    beginning. Each other figure is that of the member with the largest one. The number of the communicator is that
    of its lowest member."""
    merged: dict[tuple[str, int], Repair] = {}
    for rank in sorted(ranks, key=lambda rank: bool(rank.before)):
        for key, event, redoing in _as_seen_by(rank):
            repair = merged.setdefault(
                key,
                {
                    "communicator": event["communicator"],
                    "name": communicator_name(event),
                    "members": event.get("members") or "",
                    "size": event["size"],
                    "survivors": event["survivors"],
                    "missing": sorted(event.get("missing") or []),
                    "function": event.get("function") or "",
                    "at": round(event["time"] - begin, 6),
                    "seconds": round(event["seconds"], 6),
                    "phases": dict.fromkeys(_PHASES),
                    "rounds": 1,
                    "letters": {"sent": 0, "received": 0},
                    "ranks": [],
                },
            )
            phases = _phases(event, redoing)
            for name in _PHASES:
                if name not in _WITHIN or repair["phases"][name] is None:
                    repair["phases"][name] = _longer(repair["phases"][name], phases[name])
            repair["rounds"] = max(repair["rounds"], event.get("rounds") or 1)
            repair["letters"] = {
                which: max(most, (event.get("letters") or {}).get(which, 0)) for which, most in repair["letters"].items()
            }
            repair["ranks"].append(rank.rank)
    return sorted(merged.values(), key=lambda repair: float(repair["at"]))


def communicators(ranks: Sequence[Rank]) -> list[dict[str, Any]]:
    """Each communicator that was repaired, with the ranks that it lacks."""
    merged: dict[str, dict[str, Any]] = {}
    repaired: dict[str, set[int]] = {}
    for rank in ranks:
        for (name, survivors), event, _ in _as_seen_by(rank):
            one = merged.setdefault(
                name,
                {
                    "communicator": event["communicator"],
                    "name": communicator_name(event),
                    "members": event.get("members") or "",
                    "size": event["size"],
                    "missing": set(),
                    "repairs": 0,
                },
            )
            one["missing"].update(event.get("missing") or [])
            repaired.setdefault(name, set()).add(survivors)
    return [
        one | {"missing": sorted(one["missing"]), "repairs": len(repaired[name])}
        for name, one in merged.items()
    ]
