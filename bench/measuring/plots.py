"""Which charts there are."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from measuring.charts import Bars, Panels
from measuring.figures import BARE, Point, Points, Spread
from measuring.results import Results


def _ratios(point: Point, results: Results) -> dict[str, Spread]:
    found = {commit: point.ratio(commit) for commit in results.commits}
    return {commit: ratio for commit, ratio in found.items() if ratio}


def _call_ratios(what: str, of: Points, results: Results, ranks: object) -> Bars:
    points = [p for p in of.all() if p.labels["ranks"] == ranks]
    smallest = {p.labels["call"]: p for p in reversed(points)}  # the first of each call wins
    groups = {str(call).replace("/", "\n"): _ratios(p, results) for call, p in smallest.items()}
    title = f"{what} with the least message, {ranks} ranks: protected over bare"
    return Bars(title, "times the bare call", dict(reversed(groups.items())))


def _call_times(what: str, of: Points, results: Results, ranks: object) -> Panels:
    panels: dict[str, dict[str, dict[int, float]]] = {}
    for point in of.all():
        size = point.labels["bytes"]
        if point.labels["ranks"] != ranks or not isinstance(size, int) or size == 0:
            continue
        panel = panels.setdefault(str(point.labels["call"]), {})
        for kind in (BARE, *results.commits):
            if spread := point.spread(kind):
                panel.setdefault(kind, {})[size] = spread.median
    return Panels(f"Time of {what}, {ranks} ranks", "ns", panels)


def _times_to_go_on(results: Results) -> Bars:
    """A repair of one communicator after one death, beside starting anew."""
    groups: dict[str, dict[str, Spread]] = {}
    kinds = {BARE: "by hand with ULFM"} | {commit: commit for commit in results.commits}
    for ranks in results.repairs.labels("ranks"):
        bars = groups.setdefault(f"{ranks} ranks", {})
        if restart := results.restarts.one(ranks=ranks).spread(BARE):
            bars["restart of the job"] = _milliseconds(restart)
        point = results.repairs.one(ranks=ranks, communicators=1, deaths=1, part="first")
        for kind, name in kinds.items():
            if spread := point.spread(kind):
                bars[name] = _milliseconds(spread)
    return Bars("From a death to the next collective", "ms", groups)


def _milliseconds(spread: Spread) -> Spread:
    return Spread(1e3 * spread.median, 1e3 * spread.least, 1e3 * spread.most)


def _application_ratios(results: Results, ranks: object) -> Bars:
    points = [p for p in results.applications.all() if p.labels["ranks"] == ranks]
    groups = {str(p.labels["program"]).replace(", ", "\n"): _ratios(p, results) for p in points}
    return Bars(f"Programs, {ranks} ranks: protected over bare", "times the bare run", groups)


def _charts(results: Results) -> Iterator[tuple[str, Bars | Panels]]:
    for name, what, of in (
        ("", "a call", results.calls),
        ("files-", "a call on a file", results.files),
        ("windows-", "a call on a window", results.windows),
    ):
        for ranks in of.labels("ranks"):
            yield f"{name}calls-{ranks}", _call_ratios(what.capitalize(), of, results, ranks)
            yield f"{name}sizes-{ranks}", _call_times(what, of, results, ranks)
    yield "repairs", _times_to_go_on(results)
    for ranks in results.applications.labels("ranks"):
        yield f"applications-{ranks}", _application_ratios(results, ranks)


def write(results: Results, directory: Path) -> list[str]:
    """Returns the names of the files."""
    names = []
    for old in directory.glob("*.svg"):
        old.unlink()
    for name, chart in _charts(results):
        chart.write(directory / f"{name}.svg")
        if (directory / f"{name}.svg").is_file():
            names.append(f"{name}.svg")
    return names
