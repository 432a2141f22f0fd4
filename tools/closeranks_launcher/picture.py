"""A report as a small picture: the ranks over time."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Any

from .render import Report, communicator, duration, lost_line

_LEFT, _TOP, _ROW, _WIDTH = 60, 30, 14, 800
_STYLE = (
    "text{font:11px sans-serif;fill:#333}.alive{fill:#7aa6c2}.noticed{stroke:#d98c00}"
    ".death{stroke:#b2182b;stroke-width:2}.repair{fill:#d98c00;opacity:.6}"
)


class _Picture:
    def __init__(self, report: Report) -> None:
        self._report = report
        self._span: float = max(report["seconds"], 1e-9)
        self._lost = {one["rank"]: one for one in report["lost"]}
        self._parts: list[str] = []

    def _x(self, seconds: float) -> float:
        return _LEFT + _WIDTH * min(max(seconds / self._span, 0.0), 1.0)

    def _y(self, rank: int) -> int:
        return _TOP + _ROW * rank

    def _rank(self, rank: Mapping[str, Any]) -> None:
        number = rank["rank"]
        lost = self._lost.get(number)
        begin = rank.get("begin") or 0.0
        end = rank.get("end")
        if end is None:
            end = lost.get("noticed") if lost and lost.get("noticed") is not None else self._span
        y = self._y(number)
        x, right = self._x(begin), self._x(end)
        self._parts.append(f'<text x="{_LEFT - 8}" y="{y + 9}" text-anchor="end">{number}</text>')
        title = escape(f"rank {number} on {rank['host']}, pid {rank['pid']}")
        self._parts.append(
            f'<rect class="alive" x="{x:.2f}" y="{y}" width="{max(right - x, 1):.2f}" height="10">'
            f"<title>{title}</title></rect>"
        )
        if lost:
            title = escape(lost_line(lost).strip())
            self._parts.append(
                f'<path class="death" d="M{right - 4:.2f} {y + 1}l8 8m0 -8l-8 8">'
                f"<title>{title}</title></path>"
            )

    def _repair(self, repair: Mapping[str, Any]) -> None:
        begin = self._x(repair["at"] - repair["seconds"])
        width = max(self._x(repair["at"]) - begin, 1)
        height = _ROW * self._report["size"]
        title = f"{communicator(repair)}: {duration(repair['seconds'])}"
        self._parts.append(
            f'<rect class="repair" x="{begin:.2f}" y="{_TOP - 2}" width="{width:.2f}" '
            f'height="{height}"><title>{escape(title)}</title></rect>'
        )

    def draw(self) -> str:
        for rank in self._report["ranks"]:
            self._rank(rank)
        for repair in self._report["repairs"]:
            self._repair(repair)
        height = self._y(self._report["size"]) + 24
        end = duration(self._report["seconds"])
        return "\n".join(
            [
                f'<svg xmlns="http://www.w3.org/2000/svg" width="{_LEFT + _WIDTH + 20}" '
                f'height="{height}">',
                f"<style>{_STYLE}</style>",
                f'<text x="{_LEFT}" y="18">ranks over time; x: lost, bar: repair</text>',
                *self._parts,
                f'<text x="{_LEFT}" y="{height - 8}">0</text>',
                f'<text x="{_LEFT + _WIDTH}" y="{height - 8}" text-anchor="end">{end}</text>',
                "</svg>\n",
            ]
        )


def svg(report: Report) -> str:
    """A timeline: a row for each rank, its death, and the repairs across all rows."""
    return _Picture(report).draw()
