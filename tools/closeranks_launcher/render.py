"""A report for people: text and a picture."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from . import shape

Report = Mapping[str, Any]

_RANKS = shape.list_of(shape.integer)
_COUNTS = shape.table_of(shape.integer)
# What is shown, and so has to be there.
_SHOWN: shape.Fields = {
    "size": shape.integer,
    "seconds": shape.number,
    "completed": shape.boolean,
    "lost": shape.objects(
        rank=shape.integer,
        host=shape.text,
        pid=shape.integer,
        noticed=shape.optional(shape.number),
        cause=shape.optional(shape.text),
    ),
    "repairs": shape.objects(
        communicator=shape.integer,
        size=shape.integer,
        survivors=shape.integer,
        at=shape.number,
        seconds=shape.number,
    ),
    "files": shape.optional(
        shape.objects(
            name=shape.text,
            ranks=_RANKS,
            gaps=shape.objects(rank=shape.integer, begin=shape.integer, end=shape.integer),
        )
    ),
    "lacking": shape.optional(
        shape.objects(
            function=shape.text,
            communicator=shape.integer,
            ranks=_RANKS,
            calls=shape.optional(shape.integer),
            since=shape.number,
        )
    ),
    "last_calls": shape.optional(
        shape.objects(ranks=_RANKS, call=shape.text, inside=shape.boolean)
    ),
    "skipped": _COUNTS,
    "incomplete": _COUNTS,
    "passed_through": _COUNTS,
    "ranks": shape.optional(
        shape.objects(
            rank=shape.integer,
            host=shape.text,
            pid=shape.integer,
            begin=shape.optional(shape.number),
            end=shape.optional(shape.number),
        )
    ),
}
_MOST_LACKING = 8  # lines that one wants to read; the report has all


def damaged_fields(report: Report) -> list[str]:
    """Those that are missing, or are something else than what can be shown."""
    return shape.wrong_fields(report, _SHOWN)


def _seconds(value: float) -> str:
    """How long something took."""
    return f"{value * 1e3:.1f} ms" if value < 1 else f"{value:.2f} s"


def _moment(value: float) -> str:
    """When something happened, as the runtime has it (summary.cpp)."""
    return f"{value:.2f} s"


def _counts(counts: Mapping[str, int]) -> str:
    ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return ", ".join(f"{function} {count}" for function, count in ordered)


def _lost_line(lost: Mapping[str, Any]) -> str:
    place = f" (host {lost['host']}, pid {lost['pid']})" if lost["host"] else ""
    noticed = (
        "never noticed by another"
        if lost.get("noticed") is None
        else f"noticed {_moment(lost['noticed'])} after MPI_Init"
    )
    cause = f", {lost['cause']}" if lost.get("cause") else ""
    return f"  rank {lost['rank']}{place}{cause}, {noticed}"


def _names(ranks: Sequence[int]) -> str:
    """rank 3; ranks 3, 4 and 7"""
    names = [str(rank) for rank in ranks]
    if not names:
        return "no rank"
    return f"rank {names[0]}" if len(names) == 1 else f"ranks {', '.join(names[:-1])} and {names[-1]}"


def _last_call_line(one: Mapping[str, Any]) -> str:
    who, several = _names(one["ranks"]), len(one["ranks"]) > 1
    if one["inside"]:
        return f"  {who} {'were' if several else 'was'} in {one['call']}"
    return f"  {who} had called {one['call']} last"


def summary(report: Report) -> list[str]:
    """What the survivors would have said at the end, when none of them got there."""
    lost = report["lost"]
    if not lost:
        return []
    line = f"summary: {len(lost)} of {report['size']} ranks lost; no rank got through MPI_Finalize"
    if aborted := report.get("aborted"):
        needs = "any rank" if aborted["needs"] < 0 else f"rank {aborted['needs']}"
        line += f", for rank {aborted['rank']} needs {needs} in {aborted['function']}"
    elif report.get("stalled"):
        line += ", for the survivors waited for what only the lost could have done"
    elif ended := report.get("ended_by"):
        line += f", for rank {ended['rank']} ended the program with code {ended['code']}"
    lines = [line, *(_lost_line(one) for one in lost)]
    if any(one["rank"] == 0 for one in lost):
        lines.append("  rank 0 is among them: what only rank 0 prints or writes is missing")
    needed = (report.get("aborted") or {}).get("function")  # that is in the first line
    lacking = [one for one in (report.get("lacking") or []) if one["function"] != needed]
    lines += [_lacking_line(one) for one in lacking[:_MOST_LACKING]]
    if not report.get("stalled"):  # that was said with the reason
        lines += [_last_call_line(one) for one in (report.get("last_calls") or [])]
    return lines


def _lacking_line(one: Mapping[str, Any]) -> str:
    who, calls = _names(one["ranks"]), one.get("calls")
    count = "in 1 call " if calls == 1 else f"in {calls} calls "
    return (
        f"  {one['function']} on communicator {one['communicator']} lacked {who} "
        f"{count if calls else ''}from {_moment(one['since'])} on"
    )


def text(report: Report) -> str:
    """Plain text, about one line for each thing that happened."""
    lost = report["lost"]
    end = "completed" if report["completed"] else "did not complete"
    lines = [
        f"{report['size']} ranks, {len(lost)} lost; "
        f"the program {end} after {_seconds(report['seconds'])}"
    ]
    lines += [_lost_line(one) for one in lost]
    for repair in report["repairs"]:
        lines.append(
            f"  communicator {repair['communicator']} repaired at {_moment(repair['at'])} in "
            f"{_seconds(repair['seconds'])}: {repair['survivors']} of {repair['size']}"
        )
    for file in (report.get("files") or []):
        ranks = ", ".join(str(rank) for rank in file["ranks"])
        lines.append(f"  open for writing when ranks were lost ({ranks}): {file['name']}")
        lines += [
            f"    rank {gap['rank']}'s bytes {gap['begin']} to {gap['end'] - 1} may be missing"
            for gap in file["gaps"]
        ]
    lacking = (report.get("lacking") or [])
    lines += [_lacking_line(one) for one in lacking]
    lines += [_last_call_line(one) for one in (report.get("last_calls") or [])]
    named = {one["function"] for one in lacking}
    others = {name: n for name, n in report["incomplete"].items() if name not in named}
    for counts, title in (
        (report["skipped"], "calls skipped, all ranks together"),
        (others, "collectives without the lost ranks' contributions"),
        (report["passed_through"], "calls that passed through unprotected"),
    ):
        if counts:
            lines.append(f"  {title}: {_counts(counts)}")
    return "\n".join(lines) + "\n"


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
            title = escape(_lost_line(lost).strip())
            self._parts.append(
                f'<path class="death" d="M{right - 4:.2f} {y + 1}l8 8m0 -8l-8 8">'
                f"<title>{title}</title></path>"
            )

    def _repair(self, repair: Mapping[str, Any]) -> None:
        begin = self._x(repair["at"] - repair["seconds"])
        width = max(self._x(repair["at"]) - begin, 1)
        height = _ROW * self._report["size"]
        title = f"communicator {repair['communicator']}: {_seconds(repair['seconds'])}"
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
        end = _seconds(self._report["seconds"])
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
