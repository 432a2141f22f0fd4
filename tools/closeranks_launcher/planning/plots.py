"""The plots of an answer, drawn with what every closeranks has (svg.py)."""

from __future__ import annotations

from collections.abc import Sequence

from ..svg import GREY, Axis, Svg
from .answer import Plot

_WIDTH, _HEIGHT = 460, 300
_COLOURS = ("#2563eb", "#ea580c", "#059669", "#9333ea", "#6b7280", "#b45309", "#be185d", "#0e7490")


def _number(value: float) -> str:
    for limit, unit in ((1e9, "G"), (1e6, "M"), (1e4, "k")):
        if value >= limit:
            return f"{value / (1e3 if unit == 'k' else limit):g}{unit}"
    return f"{value:g}"


def _axis(plot: Plot, begin: float, end: float) -> Axis:
    xs = [x for line in plot.lines.values() for x, _ in line]
    if plot.logarithmic and min(xs) > 0:
        return Axis.log(min(xs), max(xs), begin, end)
    return Axis.linear(max(xs), begin, end)


def _draw(svg: Svg, plot: Plot, left: float) -> None:
    ys = [y for line in plot.lines.values() for _, y in line]
    edge = left + 60
    across = _axis(plot, edge + (12 if plot.bars else 0), left + _WIDTH - 25)
    up = Axis.linear(max(ys), _HEIGHT - 50, 60)
    svg.text(left + 20, 22, plot.title, size=13)
    svg.legend(left + 20, 42, {name: colour for name, colour in zip(plot.lines, _COLOURS) if name})
    for tick in up.ticks:
        svg.line(edge, up.at(tick), across.end, up.at(tick), GREY)
        svg.text(edge - 5, up.at(tick) + 4, _number(round(tick, 9)), "end", 9)
    for tick in across.ticks:
        svg.line(across.at(tick), up.begin, across.at(tick), up.begin + 4)
        svg.text(across.at(tick), up.begin + 15, _number(round(tick, 9)), "middle", 9)
    svg.text((across.begin + across.end) / 2, up.begin + 34, plot.across, "middle")
    svg.vertical(left + 16, (up.begin + up.end) / 2, plot.up)
    for (_, line), colour in zip(plot.lines.items(), _COLOURS):
        points = [(across.at(x), up.at(y)) for x, y in line]
        if plot.bars:
            for x, y in points:
                svg.bar(x - 8, y, 16, up.begin - y, colour)
        else:
            svg.path(points, colour)


def svg(plots: Sequence[Plot]) -> str:
    drawn = Svg(_WIDTH * max(len(plots), 1), _HEIGHT)
    for number, plot in enumerate(plots):
        _draw(drawn, plot, _WIDTH * number)
    return drawn.drawing()
