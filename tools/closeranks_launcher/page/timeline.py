"""The ranks over time: a row for each, with the hosts as groups.

Positions across are percentages of the time that the program ran, so that the picture fits every window and grows by
its width alone. Of many ranks those to which nothing happened are folded away by host; every lost one has its row.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .. import render
from ..render import Report, duration, moment
from . import words
from .markup import Markup, el, join

_ROWS_UNFOLDED = 64  # so many ranks have a row each
_MOST_BLOCKS = 20000  # of repairs in the rows of ranks, which a browser still draws at once
_NEAR = 1.0  # percent: marks that are nearer would cover each other
_NARROW = 0.15  # percent: what is narrower is drawn so wide

Rank = Mapping[str, Any]


@dataclass(frozen=True)
class _Scale:
    seconds: float

    def at(self, seconds: float) -> float:
        """In percent."""
        return round(100 * min(max(seconds / self.seconds, 0.0), 1.0), 3)

    def ticks(self) -> list[float]:
        wanted = self.seconds / 8
        power = 10.0 ** math.floor(math.log10(wanted))
        step = next(power * factor for factor in (1, 2, 5, 10) if power * factor >= wanted)
        return [number * step for number in range(int(self.seconds / step) + 1)]


def _percent(value: float) -> str:
    return f"{value:g}%"


def _bar(kind: str, begin: float, end: float) -> Markup:
    return el(
        "rect", class_=kind, x=_percent(begin), width=_percent(round(max(end - begin, 0), 3)), y="15%", height="70%"
    )


def _cross(at: float) -> Markup:
    mark = el("path", class_="cross", d="M-4.5 -4.5 4.5 4.5M4.5 -4.5 -4.5 4.5")
    return el("svg", mark, x=_percent(at), y="50%", overflow="visible", class_="mark")


def _start_of(repair: Mapping[str, Any]) -> float:
    phases = repair.get("phases") or {}
    before = sum(phases.get(name) or 0 for name in ("asking", "voting"))
    return float(repair["at"] - repair["seconds"] - before)


def _end_of(repair: Mapping[str, Any]) -> float:
    return float(repair["at"] + ((repair.get("phases") or {}).get("redoing") or 0))


def _noticed(recovered: Mapping[str, Any]) -> float:
    """A rank that died in a recovery may be recovered before any rank has noticed the death."""
    noticed = recovered.get("noticed")
    return float(recovered["back"] if noticed is None else noticed)


class _Timeline:
    def __init__(self, report: Report) -> None:
        self._report = report
        self._scale = _Scale(max(report["seconds"], 1e-6))
        self._lost: dict[int, Mapping[str, Any]] = {one["rank"]: one for one in report["lost"]}
        self._recovered: Sequence[Mapping[str, Any]] = report.get("recovered") or []
        self._repairs: Sequence[Mapping[str, Any]] = report["repairs"]
        self._took_part = [frozenset(repair.get("ranks") or []) for repair in self._repairs]
        self._ranks: list[Rank] = self._known()
        self._folds = len(self._ranks) > _ROWS_UNFOLDED
        self._draws_repairs = len(self._ranks) * len(self._repairs) <= _MOST_BLOCKS

    def _known(self) -> list[Rank]:
        """Also those lost ones that left no record where the report was made."""
        known = {one["rank"]: one for one in self._report.get("ranks") or []}
        for number, lost in self._lost.items():
            known.setdefault(number, {"rank": number, "host": lost["host"], "pid": lost["pid"], "begin": 0.0})
        return [known[number] for number in sorted(known)]

    # what a row is made of

    def _life(self, rank: Rank) -> list[Markup]:
        scale, lost = self._scale, self._lost.get(rank["rank"])
        begin = self._begin(rank)
        if lost is None:
            end = rank.get("end")
            ends = scale.at(self._scale.seconds if end is None else end)
            return [_bar("run", self._begin(rank), ends), *self._gaps(rank["rank"])]
        died, noticed = lost.get("died"), lost.get("noticed")
        known = [moment for moment in (died, noticed) if moment is not None]
        end = scale.at(min(known)) if known else 100.0
        after = scale.at(noticed) if noticed is not None else 100.0
        parts = [_bar("run", min(begin, end), end), *self._gaps(rank["rank"]), _bar("dead", end, 100.0)]
        if died is not None and after > end:
            parts.append(_bar("unnoticed", end, after))
        return [*parts, *self._blocks(rank["rank"]), _cross(end)]

    def _begin(self, rank: Rank) -> float:
        """The begin of the rank in the picture. The first process of a recovered rank began when all did."""
        back = any(one["rank"] == rank["rank"] for one in self._recovered)
        return 0.0 if back else self._scale.at(rank.get("begin") or 0.0)

    def _gaps(self, number: int) -> list[Markup]:
        """While no process stood for the rank."""
        parts: list[Markup] = []
        for one in self._recovered:
            if one["rank"] == number:
                begin, back = self._scale.at(_noticed(one)), self._scale.at(one["back"])
                parts += [_bar("dead", begin, max(back, begin + _NARROW)), _cross(begin)]
        return parts

    def _blocks(self, number: int) -> list[Markup]:
        if not self._draws_repairs:
            return []
        return [
            self._block(repair)
            for repair, members in zip(self._repairs, self._took_part)
            if number in members
        ]

    def _block(self, repair: Mapping[str, Any]) -> Markup:
        begin = self._scale.at(_start_of(repair))
        return _bar("repair", begin, max(self._scale.at(_end_of(repair)), begin + _NARROW))

    def _tip(self, rank: Rank) -> str:
        number, lost = rank["rank"], self._lost.get(rank["rank"])
        place = f"host {rank['host']}, pid {rank['pid']}" if rank["host"] else "its host is not known"
        parts = [f"Rank {number} ({place})"]
        for one in self._recovered:
            if one["rank"] == number:
                parts.append(f"died, noticed at {moment(_noticed(one))}, {words.cause(one)}, recovered at {moment(one['back'])}")
        if lost is None and len(parts) == 1:
            parts.append("was not lost")
        elif lost is None:
            parts.append("is not lost")
        else:
            if lost.get("died") is not None:
                parts.append(f"died at {moment(lost['died'])}")
            parts.append(words.cause(lost))
            if lost.get("noticed") is None:
                parts.append("no rank noticed it before the end")
            else:
                by = lost.get("noticed_by")
                who = f" by rank {by}" if by is not None else ""
                after = lost.get("detection")
                parts.append(f"noticed{who} {f'{duration(after)} later' if after is not None else 'at ' + moment(lost['noticed'])}")
        took_part = [str(at + 1) for at, members in enumerate(self._took_part) if number in members]
        if took_part:
            shown = ", ".join(took_part[:8]) + (", ..." if len(took_part) > 8 else "")
            parts.append(f"took part in repair{'s' if len(took_part) > 1 else ''} {shown}")
        return "; ".join(parts) + "."

    # rows

    def _track(self, *parts: str) -> Markup:
        return el("svg", *parts, class_="track", width="100%", aria_hidden="true")

    def _row(self, rank: Rank) -> Markup:
        number = rank["rank"]
        if number not in self._lost:
            label = el("span", f"rank {number}", class_="label")
            return el(
                "div",
                label,
                self._track(*self._life(rank), *self._blocks(number)),
                class_="row",
                tabindex=-1,
                data_tip=self._tip(rank),
            )
        label = el("span", el("span", "✕", class_="sign", aria_hidden="true"), f" rank {number}", class_="label")
        return el(
            "a",
            label,
            self._track(*self._life(rank)),
            class_="row lost",
            href=f"#loss-{number}",
            aria_label=self._tip(rank),
            data_tip=self._tip(rank),
        )

    def _host(self, host: str, ranks: Sequence[Rank]) -> Markup:
        lost = [rank for rank in ranks if rank["rank"] in self._lost]
        others = [rank for rank in ranks if rank["rank"] not in self._lost]
        told = f"{len(ranks)} rank{'s' if len(ranks) != 1 else ''}" + (f", {len(lost)} lost" if lost else "")
        name = host or "unknown host"
        head = el("h3", el("span", name, class_="name"), " ", el("small", told))
        if not self._folds:
            return el("section", head, *map(self._row, ranks), class_="host", aria_label=f"{name}: {told}")
        strip = [self._strip(others, self._many(others, lost))] if others else []
        rows = [*strip, *map(self._row, lost)]
        if others:
            rows.append(el("details", el("summary", f"Show the {self._many(others, lost)}"), *map(self._row, others)))
        return el("section", head, *rows, class_="host", aria_label=f"{name}: {told}")

    @staticmethod
    def _many(ranks: Sequence[Rank], lost: Sequence[Rank]) -> str:
        if lost:
            return f"{len(ranks)} other{'s' if len(ranks) != 1 else ''}"
        return f"{len(ranks)} rank{'s' if len(ranks) != 1 else ''}"

    def _strip(self, ranks: Sequence[Rank], name: str) -> Markup:
        """One row for all of them."""
        numbers = [rank["rank"] for rank in ranks]
        ends = [self._scale.seconds if (end := rank.get("end")) is None else end for rank in ranks]
        begin = self._scale.at(min(rank.get("begin") or 0.0 for rank in ranks))
        blocks = [
            self._block(repair)
            for repair, members in zip(self._repairs, self._took_part)
            if not members.isdisjoint(numbers)
        ]
        tip = f"{name}, none of them lost: {words.ranks_of(numbers, self._report['size'])}."
        label = el("span", name, class_="label")
        track = self._track(_bar("run many", begin, self._scale.at(max(ends))), *blocks)
        return el("div", label, track, class_="row strip", tabindex=-1, data_tip=tip)

    # what is above the rows

    def _lane(self, name: str, kind: str, marks: Iterable[tuple[float, str, str]]) -> Markup:
        """`marks`: the place, the object and the link of each. Marks that would cover each other become one."""
        groups: list[list[tuple[float, str, str]]] = []
        for mark in sorted(marks):
            if groups and mark[0] - groups[-1][0][0] < _NEAR:
                groups[-1].append(mark)
            else:
                groups.append([mark])
        label = el("span", name, class_="label")
        track = el("span", *(self._flag(kind, group) for group in groups), class_="track flags")
        return el("div", label, track, class_="lane")

    def _flag(self, kind: str, group: Sequence[tuple[float, str, str]]) -> Markup:
        most = 6
        tip = " ".join(tip for _, tip, _ in group[:most]) + (f" And {len(group) - most} more." if len(group) > most else "")
        text = ("✕" if kind == "loss" else "↻") + (f" {len(group)}" if len(group) > 1 else "")
        at = group[0][0]
        side = "left" if at < 97 else "right"
        return el(
            "a",
            text,
            class_=f"flag {kind} {side}",
            href=group[0][2],
            style=f"left:{_percent(at)}",
            aria_label=tip,
            data_tip=tip,
        )

    def _lanes(self) -> list[Markup]:
        losses = []
        for number, lost in self._lost.items():
            at = lost.get("died") if lost.get("died") is not None else lost.get("noticed")
            if at is not None:
                losses.append((self._scale.at(at), f"Rank {number} died at {moment(at)}: {words.cause(lost)}.", f"#loss-{number}"))
        for order, one in enumerate(self._recovered, 1):
            tip = f"Rank {one['rank']} died, noticed at {moment(_noticed(one))}: {words.cause(one)}; recovered at {moment(one['back'])}."
            losses.append((self._scale.at(_noticed(one)), tip, f"#recovered-{order}"))
        repairs = [
            (self._scale.at(repair["at"]), self._repair_tip(number, repair), f"#repair-{number}")
            for number, repair in enumerate(self._repairs, 1)
        ]
        lanes = []
        if losses:
            lanes.append(self._lane("losses", "loss", losses))
        if repairs:
            lanes.append(self._lane("repairs", "repair", repairs))
        return lanes

    def _repair_tip(self, number: int, repair: Mapping[str, Any]) -> str:
        return (
            f"Repair {number} of {render.communicator(repair)} at {moment(repair['at'])}, in "
            f"{duration(repair['seconds'])}: {repair['survivors']} of {repair['size']} continue."
        )

    def _axis(self) -> Markup:
        ticks = self._scale.ticks()
        step = ticks[1] if len(ticks) > 1 else self._scale.seconds
        digits = max(0, -math.floor(math.log10(step)))
        texts = [
            el("span", f"{tick:.{digits}f} s", class_="tick", style=f"left:{_percent(self._scale.at(tick))}")
            for tick in ticks
            if self._scale.at(tick) < 97
        ]
        label = el("span", "after MPI_Init", class_="label")
        return el("div", label, el("span", *texts, class_="track"), class_="axis", aria_hidden="true")

    def _grid(self) -> Markup:
        lines = [
            el("line", x1=_percent(self._scale.at(tick)), x2=_percent(self._scale.at(tick)), y1="0", y2="100%")
            for tick in self._scale.ticks()
        ]
        return el("svg", *lines, class_="grid", aria_hidden="true", width="100%", height="100%")

    def draw(self) -> Markup:
        hosts: dict[str, list[Rank]] = {}
        for rank in self._ranks:
            hosts.setdefault(rank["host"], []).append(rank)
        groups = [self._host(host, ranks) for host, ranks in hosts.items()]
        rows = len(self._lost) + len(hosts) if self._folds else len(self._ranks)
        size = "tall" if rows <= 20 else "middle" if rows <= 48 else "low"
        chart = el(
            "div",
            el("div", self._axis(), *self._lanes(), el("div", self._grid(), *groups, class_="groups"), class_="wide"),
            class_=f"chart {size}",
            id="chart",
        )
        return join([chart])


def timeline(report: Report) -> Markup:
    return _Timeline(report).draw()
