"""The two kinds of chart: groups of bars, and small panels of lines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from closeranks_launcher.svg import GREY, Axis, Svg
from measuring.figures import BARE, Spread

_FIRST = {BARE: "#6b7280", "agreed": "#2563eb", "optimistic": "#ea580c"}
_OTHERS = ("#059669", "#9333ea", "#ca8a04", "#0891b2")
_PANEL_WIDTH, _PANEL_HEIGHT, _COLUMNS = 250, 190, 4


def colours(names: Sequence[str]) -> dict[str, str]:
    """Every kind of run has the same colour in all charts."""
    others = [name for name in names if name not in _FIRST]
    return {
        name: _FIRST.get(name) or _OTHERS[others.index(name) % len(_OTHERS)] for name in names
    }


def _number(value: float) -> str:
    for limit, unit in ((1e6, "M"), (1e3, "k")):
        if value >= limit:
            return f"{value / limit:g}{unit}"
    return f"{value:g}"


def _size(size: int) -> str:
    for limit, unit in ((1 << 20, "Mi"), (1 << 10, "Ki")):
        if size >= limit:
            return f"{size // limit} {unit}B"
    return f"{size} B"


@dataclass(frozen=True)
class Bars:
    title: str
    unit: str
    groups: Mapping[str, Mapping[str, Spread]]  # by group (a name of some lines) and kind

    def write(self, file: Path) -> None:
        names = list(dict.fromkeys(kind for bars in self.groups.values() for kind in bars))
        every = [spread for bars in self.groups.values() for spread in bars.values()]
        if not every:
            return
        colour = colours(names)
        labels = [group.split("\n") for group in self.groups]
        longest = max(len(line) for lines in labels for line in lines)
        group_width = max(22 * len(names) + 24, 7 * longest)
        right = 70 + group_width * len(self.groups)
        width = max(right + 20, 20 + 8 * len(self.title), 90 + Svg.legend_width(names))
        svg = Svg(width, 300 + 13 * max(map(len, labels)))
        axis = Axis.linear(max(spread.most for spread in every), 280, 60)
        svg.text(20, 20, self.title, size=14)
        svg.legend(70, 42, colour)
        svg.vertical(18, 170, self.unit)
        for tick in axis.ticks:
            svg.line(70, axis.at(tick), right, axis.at(tick), GREY)
            svg.text(64, axis.at(tick) + 4, _number(tick), "end")
        for i, (lines, bars) in enumerate(zip(labels, self.groups.values(), strict=True)):
            middle = 70 + group_width * (i + 0.5)
            for number, line in enumerate(lines):
                svg.text(middle, 296 + 13 * number, line, "middle")
            for j, name in enumerate(names):
                if name in bars:
                    x = middle + 22 * (j - len(names) / 2)
                    self._bar(svg, axis, x, bars[name], colour[name])
        svg.line(70, 280, right, 280)
        svg.write(file)

    @staticmethod
    def _bar(svg: Svg, axis: Axis, x: float, spread: Spread, colour: str) -> None:
        top = axis.at(spread.median)
        svg.bar(x + 2, top, 18, axis.begin - top, colour)
        svg.line(x + 11, axis.at(spread.least), x + 11, axis.at(spread.most))
        for end in (spread.least, spread.most):
            svg.line(x + 8, axis.at(end), x + 14, axis.at(end))


@dataclass(frozen=True)
class Panels:
    """One small chart for each name: lines over the message size, both axes logarithmic."""

    title: str
    unit: str
    panels: Mapping[str, Mapping[str, Mapping[int, float]]]  # by panel, kind and bytes

    def write(self, file: Path) -> None:
        lines = [line for panel in self.panels.values() for line in panel.values()]
        values = [value for line in lines for value in line.values()]
        sizes = sorted({size for line in lines for size in line})
        if len(sizes) < 2:
            return
        kinds = list(dict.fromkeys(kind for panel in self.panels.values() for kind in panel))
        rows = -(-len(self.panels) // _COLUMNS)
        svg = Svg(20 + _PANEL_WIDTH * _COLUMNS, 60 + _PANEL_HEIGHT * rows)
        svg.text(20, 20, f"{self.title} ({self.unit}, over the message size)", size=14)
        svg.legend(20, 42, colours(kinds))
        for i, (name, panel) in enumerate(self.panels.items()):
            left = 20 + _PANEL_WIDTH * (i % _COLUMNS)
            top = 60 + _PANEL_HEIGHT * (i // _COLUMNS)
            across = Axis.log(sizes[0], sizes[-1], left + 45, left + _PANEL_WIDTH - 20)
            up = Axis.log(min(values), max(values), top + _PANEL_HEIGHT - 30, top + 20)
            self._panel(svg, name, panel, sizes, across, up)
        svg.write(file)

    @staticmethod
    def _panel(
        svg: Svg,
        name: str,
        panel: Mapping[str, Mapping[int, float]],
        sizes: Sequence[int],
        across: Axis,
        up: Axis,
    ) -> None:
        svg.text(across.begin, up.end - 6, name, size=12)
        for tick in up.ticks:
            svg.line(across.begin, up.at(tick), across.end, up.at(tick), GREY)
            svg.text(across.begin - 5, up.at(tick) + 4, _number(tick), "end", 9)
        for size in sizes:
            svg.text(across.at(size), up.begin + 14, _size(size), "middle", 9)
        colour = colours(list(panel))
        for kind, line in panel.items():
            svg.path([(across.at(x), up.at(y)) for x, y in sorted(line.items())], colour[kind])
