"""The cost of a repair, the best size of local communicators, and the number of disturbed ranks, over the number of
ranks."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from . import layout_model
from .layout_model import Layout
from .repair_costs import Costs
from .svg import GREY, Axis, Svg

_WIDTH, _HEIGHT, _TOP = 330, 280, 60
_COLOURS = {
    "flat": "#6b7280", "hierarchical, quickest": "#ea580c", "hierarchical, most sparing": "#059669",
    "if the shrink were linear": "#2563eb", "if it were quadratic": "#9333ea",
}  # fmt: skip

Lines = dict[str, list[tuple[float, float]]]


@dataclass(frozen=True)
class _Panel:
    title: str
    lines: Lines


def _number(value: float) -> str:
    for limit, unit in ((1e6, "M"), (1e3, "k")):
        if value >= limit:
            return f"{value / limit:g}{unit}"
    return f"{value:g}"


def _panels(costs: Costs, sizes: Sequence[int]) -> list[_Panel]:
    flat = {"flat": [layout_model.flat(costs, size) for size in sizes]}
    hierarchical = {
        "hierarchical, quickest": [layout_model.quickest(costs, size) for size in sizes],
        "hierarchical, most sparing": [layout_model.most_sparing(costs, size) for size in sizes],
    }
    formulas = {"if the shrink were linear": layout_model.linear_best, "if it were quadratic": layout_model.quadratic_best}

    def lines(layouts: Mapping[str, Sequence[Layout]], value: Callable[[Layout], float]) -> Lines:
        return {name: [(one.ranks, value(one)) for one in found] for name, found in layouts.items()}

    by_formula: Lines = {name: [(size, of(size)) for size in sizes] for name, of in formulas.items()}
    return [
        _Panel("Repair, ms, on average", lines(flat | hierarchical, lambda one: 1e3 * one.seconds)),
        _Panel("Ranks in a local communicator", by_formula | lines(hierarchical, lambda one: one.local_size)),
        _Panel("Ranks disturbed, on average", lines(flat | hierarchical, lambda one: one.disturbed)),
    ]


def _draw(svg: Svg, panel: _Panel, left: float, ranks: int) -> None:
    xs = [x for line in panel.lines.values() for x, _ in line]
    ys = [y for line in panel.lines.values() for _, y in line]
    across = Axis.log(min(xs), max(xs), left + 50, left + _WIDTH - 20)
    up = Axis.log(min(ys), max(ys), _TOP + _HEIGHT - 50, _TOP + 20)
    svg.text(across.begin, _TOP + 10, panel.title, size=12)
    for tick in up.ticks:
        svg.line(across.begin, up.at(tick), across.end, up.at(tick), GREY)
        svg.text(across.begin - 5, up.at(tick) + 4, _number(tick), "end", 9)
    for tick in across.ticks:
        svg.line(across.at(tick), up.begin, across.at(tick), up.begin + 4)
        svg.text(across.at(tick), up.begin + 15, _number(tick), "middle", 9)
    svg.text((across.begin + across.end) / 2, up.begin + 32, "ranks", "middle")
    if across.least <= ranks <= across.most:
        svg.line(across.at(ranks), up.begin, across.at(ranks), up.end, GREY)
    for name, line in panel.lines.items():
        svg.path([(across.at(x), up.at(y)) for x, y in line], _COLOURS[name])


def svg(costs: Costs, ranks: int, sizes: Sequence[int]) -> str:
    """With a line at `ranks`."""
    panels = _panels(costs, sizes)
    drawn = Svg(_WIDTH * len(panels), _TOP + _HEIGHT)
    drawn.text(20, 20, f"After a death, by the model: the shrink grows {_adverb(costs.growth)}", size=14)
    drawn.legend(20, 42, _COLOURS)
    for number, panel in enumerate(panels):
        _draw(drawn, panel, _WIDTH * number, ranks)
    return drawn.drawing()


def _adverb(growth: str) -> str:
    return {"logarithmic": "logarithmically", "linear": "linearly", "quadratic": "quadratically"}[growth]
