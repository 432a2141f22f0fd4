"""The duration of repairs on some machine: read from the results of bench/run, and fitted. Times are in seconds."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import median
from typing import Any

from .options import UsageError, described, shortened

GROWTHS: Mapping[str, Callable[[float], float]] = {
    "logarithmic": lambda size: math.log2(max(size, 1.0)),
    "linear": lambda size: size,
    "quadratic": lambda size: size * size,
}
_COMMITS = ("optimistic", "agreed")  # whose repairs are taken: of the first that was measured
_LEAST_SIZES = 3  # two numbers are fitted, and one of the sizes is left out to see how good the fit is


@dataclass(frozen=True)
class Measured:
    """One death in one communicator: medians."""

    ranks: int
    whole: float  # from the death until all survivors have completed the collective
    shrink: float  # of it: revoking and shrinking
    messages: float | None  # of the rank that has most of them, sent and received; None: not recorded

    @property
    def rest(self) -> float:
        return max(self.whole - self.shrink, 0.0)


@dataclass(frozen=True)
class Measurements:
    source: str
    machine: str
    cores: int
    points: tuple[Measured, ...]  # by their number of ranks


@dataclass(frozen=True)
class Line:
    fixed: float
    slope: float

    def at(self, x: float) -> float:
        return self.fixed + self.slope * x


@dataclass(frozen=True)
class Costs:
    """Of a repair in a communicator of some size.

    Where ranks share cores, each step waits until each of them has had its turn, so it is as many times as long as
    there are ranks on a core.
    """

    detection: float
    level: float  # asking, telling, voting and calling again, for each level of a tree (a doubling of the ranks)
    growth: str  # of the shrink: one of GROWTHS
    shrink: Line
    messages: Line | None  # over the levels

    def shrinking(self, size: float, ranks_per_core: float = 1.0) -> float:
        """S(size)."""
        return self.shrink.at(ranks_per_core * GROWTHS[self.growth](size))

    def repair(self, size: float, ranks_per_core: float = 1.0) -> float:
        """The cost of each communicator to repair after one death, without the detection."""
        return self.level * ranks_per_core * levels(size) + self.shrinking(size, ranks_per_core)

    def whole(self, size: float, ranks_per_core: float = 1.0) -> float:
        return self.detection + self.repair(size, ranks_per_core)


@dataclass(frozen=True)
class Error:
    """The errors of the predictions for each size from all other sizes, relative to the measured value."""

    by_ranks: Mapping[int, float]

    @property
    def mean(self) -> float:
        return sum(abs(one) for one in self.by_ranks.values()) / len(self.by_ranks)

    @property
    def most(self) -> float:
        return max(abs(one) for one in self.by_ranks.values())


def levels(size: float) -> float:
    return math.log2(max(size, 1.0))


# ---- fitting ----


def _fitted(xs: Sequence[float], ys: Sequence[float]) -> Line:
    """The least squares of relative errors. Nothing costs less than no time."""
    weights = [1 / y**2 for y in ys]
    total = sum(weights)
    x_mean = sum(w * x for w, x in zip(weights, xs, strict=True)) / total
    y_mean = sum(w * y for w, y in zip(weights, ys, strict=True)) / total
    spread = sum(w * (x - x_mean) ** 2 for w, x in zip(weights, xs, strict=True))
    slope = sum(w * (x - x_mean) * (y - y_mean) for w, x, y in zip(weights, xs, ys, strict=True)) / spread
    if slope < 0:
        return Line(y_mean, 0.0)
    if slope * x_mean > y_mean:
        through_zero = sum(w * x * y for w, x, y in zip(weights, xs, ys, strict=True))
        return Line(0.0, through_zero / sum(w * x * x for w, x in zip(weights, xs, strict=True)))
    return Line(y_mean - slope * x_mean, slope)


def _messages(points: Sequence[Measured]) -> Line | None:
    """They may begin below zero: it takes two ranks to send one."""
    known = [(levels(one.ranks), one.messages) for one in points if one.messages is not None]
    if len(known) < 2:
        return None
    x_mean = sum(x for x, _ in known) / len(known)
    y_mean = sum(y for _, y in known) / len(known)
    slope = sum((x - x_mean) * (y - y_mean) for x, y in known) / sum((x - x_mean) ** 2 for x, _ in known)
    return Line(y_mean - slope * x_mean, slope)


def ranks_per_core(ranks: int, cores: int) -> float:
    return max(1.0, ranks / cores)


def _fit(points: Sequence[Measured], cores: int, growth: str) -> Costs:
    crowds = [ranks_per_core(one.ranks, cores) for one in points]
    rest = _fitted([c * levels(one.ranks) for c, one in zip(crowds, points, strict=True)], [one.rest for one in points])
    grown = [c * GROWTHS[growth](one.ranks) for c, one in zip(crowds, points, strict=True)]
    shrink = _fitted(grown, [one.shrink for one in points])
    return Costs(rest.fixed, rest.slope, growth, shrink, _messages(points))


def _left_out(measured: Measurements, growth: str, told: Callable[[Costs, int, float], float], part: str) -> Error:
    found: dict[int, float] = {}
    for one in measured.points:
        others = [other for other in measured.points if other is not one]
        costs = _fit(others, measured.cores, growth)
        found[one.ranks] = told(costs, one.ranks, ranks_per_core(one.ranks, measured.cores)) / getattr(one, part) - 1
    return Error(found)


def error(measured: Measurements, growth: str) -> Error:
    """The error of the time from a death until all have completed the collective."""
    return _left_out(measured, growth, Costs.whole, "whole")


def shrink_error(measured: Measurements, growth: str) -> Error:
    """The error of the shrink alone."""
    return _left_out(measured, growth, Costs.shrinking, "shrink")


def fit(measured: Measurements, growth: str | None = None) -> Costs:
    """Without `growth`: the one that predicts the shrink best."""
    best = growth or min(GROWTHS, key=lambda one: shrink_error(measured, one).mean)
    return _fit(measured.points, measured.cores, best)


# ---- reading ----


def shipped() -> Path:
    """The installed copy, or that of the source tree, whichever this file belongs to."""
    here = Path(__file__).resolve().parent.parent
    installed = here / "repairs.json"
    return installed if installed.is_file() else here.parent / "bench/measured/repairs/results.json"


class _Reader:
    """Says of a wrong value in which file it is, and where in it."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def wrong(self, where: str, what: str) -> UsageError:
        return UsageError(f"{self._path}: {where} {what}; a calibration is the results.json that bench/run writes.")

    def data(self) -> Any:
        try:
            return json.loads(self._path.read_text(encoding="utf-8"))
        except json.JSONDecodeError as problem:
            raise self.wrong(f"line {problem.lineno}, column {problem.colno}", f"is no JSON ({problem.msg})") from problem
        except RecursionError as problem:
            raise self.wrong("it", "is nested too deeply") from problem
        except (OSError, ValueError) as problem:
            raise UsageError(f"The calibration {self._path} cannot be read: {described(problem)}.") from problem

    def field(self, parent: Any, name: str, where: str, kind: type) -> Any:
        inside = f"{where}.{name}" if where else name
        if not isinstance(parent, dict) or name not in parent:
            raise self.wrong(inside, "is missing")
        value = parent[name]
        if not isinstance(value, kind) or isinstance(value, bool):
            words = {dict: "an object", list: "a list", int: "a whole number", str: "a text"}
            raise self.wrong(inside, f"({shortened(json.dumps(value))}) is not {words[kind]}")
        return value

    def whole(self, parent: Any, name: str, where: str, least: int, most: int) -> int:
        value = self.field(parent, name, where, int)
        if not least <= value <= most:
            raise self.wrong(f"{where}.{name}", f"({value}) is not between {least} and {most}")
        return int(value)

    def median(self, values: Mapping[str, Any], where: str, least: float) -> float:
        for repeat, value in values.items():
            ok = isinstance(value, int | float) and not isinstance(value, bool)
            if not ok or not least <= value <= 1e9:
                raise self.wrong(f"{where}.{repeat}", f"({shortened(json.dumps(value))}) is no number from {least:g} to 1e9")
        return float(median(values.values()))


Parts = dict[int, dict[str, dict[str, float]]]  # medians: by ranks, commit and part


def _parts(reader: _Reader, repairs: Sequence[Any]) -> Parts:
    found: Parts = {}
    for number, point in enumerate(repairs):
        where = f"repairs[{number}]"
        one = [reader.whole(point, name, where, 1, 10_000_000) for name in ("communicators", "deaths")]
        ranks, part = reader.whole(point, "ranks", where, 2, 10_000_000), reader.field(point, "part", where, str)
        kinds = reader.field(point, "kinds", where, dict)
        if one != [1, 1] or part not in ("first", "repair", "sent", "received"):
            continue
        for commit in _COMMITS:
            if commit in kinds:
                inside = f"{where}.kinds.{commit}"
                values = reader.field(kinds[commit], "values", inside, dict)
                if values:
                    least = 1e-9 if part in ("first", "repair") else 0
                    found.setdefault(ranks, {}).setdefault(commit, {})[part] = reader.median(values, f"{inside}.values", least)
    return found


def _points(reader: _Reader, parts: Parts) -> tuple[Measured, ...]:
    for commit in _COMMITS:
        points = []
        for ranks, by_commit in sorted(parts.items()):
            one = by_commit.get(commit, {})
            if "first" in one and "repair" in one:
                if one["repair"] >= one["first"]:
                    raise reader.wrong("repairs", f"of {ranks} ranks took no time but for the shrink (first, repair)")
                messages = one["sent"] + one["received"] if "sent" in one and "received" in one else None
                points.append(Measured(ranks, one["first"], one["repair"], messages))
        if len(points) >= _LEAST_SIZES:
            return tuple(points)
    raise reader.wrong(
        "repairs",
        f"has no repairs of one death in one communicator for {_LEAST_SIZES} different numbers of ranks, "
        "as bench/run --only repairs --ranks 4,8,16 measures them",
    )


def read(path: Path) -> Measurements:
    """Raises UsageError, which names the file and the field."""
    reader = _Reader(path)
    data = reader.data()
    machine = reader.field(data, "machine", "", dict)
    cores = reader.whole(machine, "cores", "machine", 1, 1_000_000)
    points = _points(reader, _parts(reader, reader.field(data, "repairs", "", list)))
    about = [str(machine[name]) for name in ("CPU", "date") if name in machine]
    about += [f"revision {machine['revision']}"] if "revision" in machine else []
    return Measurements(str(path), ", ".join([f"{cores} cores", *about]), cores, points)


def read_shipped() -> Measurements:
    return replace(read(shipped()), source="bench/measured/repairs")
