"""The measured figures, and the comparison of a protected run with a bare one."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from statistics import median

BARE = "bare"
STOCK = "stock"  # bare, on the MPI that the user has (bench/run --stock)
Label = str | int


@dataclass(frozen=True)
class Spread:
    median: float
    least: float
    most: float

    @staticmethod
    def of(values: Iterable[float]) -> Spread | None:
        found = sorted(values)
        return Spread(median(found), found[0], found[-1]) if found else None

    def data(self) -> dict[str, float]:
        return {"median": self.median, "min": self.least, "max": self.most}


@dataclass
class Point:
    """One thing that was measured: by kind of run a figure for each repeat that succeeded."""

    labels: dict[str, Label]
    values: dict[str, dict[int, float]] = field(default_factory=dict)

    def spread(self, kind: str) -> Spread | None:
        return Spread.of(self.values.get(kind, {}).values())

    def ratio(self, kind: str, over: str = BARE) -> Spread | None:
        """Repeat by repeat: both ran in the same minute."""
        base = self.values.get(over, {})
        values = self.values.get(kind, {})
        return Spread.of(values[i] / base[i] for i in values if base.get(i))

    def data(self) -> dict[str, object]:
        kinds: dict[str, dict[str, object]] = {}
        for kind, values in self.values.items():
            spread, ratio = self.spread(kind), self.ratio(kind)
            kinds[kind] = {"values": values}
            if spread:
                kinds[kind]["spread"] = spread.data()
            if ratio and kind != BARE:
                kinds[kind]["ratio"] = ratio.data()
        return self.labels | {"kinds": kinds}


class Points:
    """The points of one part, in the order in which they were first measured."""

    def __init__(self) -> None:
        self._points: dict[tuple[tuple[str, Label], ...], Point] = {}

    def add(self, kind: str, repeat: int, value: float, **labels: Label) -> None:
        point = self._points.setdefault(tuple(labels.items()), Point(labels))
        point.values.setdefault(kind, {})[repeat] = value

    def all(self, **labels: Label) -> list[Point]:
        """The points that have these labels."""
        return [p for p in self._points.values() if labels.items() <= p.labels.items()]

    def one(self, **labels: Label) -> Point:
        found = self.all(**labels)
        return found[0] if found else Point(labels)

    def labels(self, name: str) -> list[Label]:
        """The values that a label has, in their order."""
        return list(dict.fromkeys(p.labels[name] for p in self.all() if name in p.labels))
