"""A drawing, written by hand, and the axes in it."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from xml.sax.saxutils import escape

GREY = "#d1d5db"
INK = "#111827"


class Svg:
    def __init__(self, width: float, height: float) -> None:
        self._lines = [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}"'
            f' viewBox="0 0 {width:.0f} {height:.0f}" font-family="sans-serif" font-size="11">',
            '<rect width="100%" height="100%" fill="white"/>',
        ]

    def line(self, x1: float, y1: float, x2: float, y2: float, colour: str = INK) -> None:
        self._lines.append(
            f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{colour}"/>'
        )

    def bar(self, x: float, y: float, width: float, height: float, colour: str) -> None:
        self._lines.append(
            f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{max(height, 0):.1f}"'
            f' fill="{colour}"/>'
        )

    def path(self, points: list[tuple[float, float]], colour: str) -> None:
        """A line through the points, with a dot at each."""
        text = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        self._lines.append(
            f'<polyline points="{text}" fill="none" stroke="{colour}" stroke-width="1.5"/>'
        )
        for x, y in points:
            self._lines.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2" fill="{colour}"/>')

    def text(self, x: float, y: float, text: str, anchor: str = "start", size: int = 11) -> None:
        self._lines.append(
            f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size}"'
            f' fill="{INK}">{escape(text)}</text>'
        )

    def vertical(self, x: float, y: float, text: str) -> None:
        self._lines.append(
            f'<text transform="translate({x:.1f},{y:.1f}) rotate(-90)" text-anchor="middle"'
            f' fill="{INK}">{escape(text)}</text>'
        )

    def legend(self, x: float, y: float, colours: dict[str, str]) -> None:
        for name, colour in colours.items():
            self.bar(x, y - 9, 10, 10, colour)
            self.text(x + 14, y, name)
            x += self.legend_width([name])

    @staticmethod
    def legend_width(names: Iterable[str]) -> float:
        return sum(34 + 6.5 * len(name) for name in names)

    def drawing(self) -> str:
        return "\n".join([*self._lines, "</svg>\n"])

    def write(self, file: Path) -> None:
        file.write_text(self.drawing())


def _nice_step(most: float) -> float:
    """A round number of which 4 to 10 make up `most`."""
    power = 10.0 ** math.floor(math.log10(most))
    return next(step * power for step in (0.1, 0.2, 0.5, 1.0) if most <= 10 * step * power)


@dataclass(frozen=True)
class Axis:
    """Values, and where they are drawn: from `begin` to `end`."""

    least: float
    most: float
    begin: float
    end: float
    ticks: tuple[float, ...]
    logarithmic: bool = False

    @staticmethod
    def linear(most: float, begin: float, end: float) -> Axis:
        step = _nice_step(most if most > 0 else 1.0)
        count = math.ceil(most / step + 1e-9) or 1
        ticks = tuple(step * i for i in range(count + 1))
        return Axis(0.0, ticks[-1], begin, end, ticks)

    @staticmethod
    def log(least: float, most: float, begin: float, end: float) -> Axis:
        """Whole decades."""
        low = math.floor(math.log10(least) + 1e-9)
        high = max(math.ceil(math.log10(most) - 1e-9), low + 1)
        ticks = tuple(10.0**i for i in range(low, high + 1))
        return Axis(ticks[0], ticks[-1], begin, end, ticks, True)

    def at(self, value: float) -> float:
        if self.logarithmic:
            part = math.log(max(value, self.least) / self.least) / math.log(self.most / self.least)
        else:
            part = (value - self.least) / (self.most - self.least)
        return self.begin + part * (self.end - self.begin)
