"""closeranks plan --layout: what a repair costs in the flat and in the hierarchical layout, and which one to take."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from . import durations, layout_model, layout_picture, repair_costs
from .layout_model import Death, Layout
from .options import UsageError
from .repair_costs import GROWTHS, Costs, Error, Measurements

_DAY = 86400.0
SWEEP = (*(2**step for step in range(2, 20)), 1_000_000)  # ranks


@dataclass(frozen=True)
class Plan:
    ranks: int
    mtbf: float | None  # of one rank
    measured: Measurements
    costs: Costs
    error: Error
    flat: Layout
    quickest: Layout  # of the hierarchical ones
    sparing: Layout  # of these, the one in which all ranks together lose least
    wanted: Layout | None  # hierarchical, with the size that the user gave
    pays_from: int | None  # ranks

    @property
    def hierarchical(self) -> Layout:
        """The one to compare with the flat one."""
        return self.wanted or (self.sparing if self.sparing.seconds < self.flat.seconds else self.quickest)

    @property
    def recommended(self) -> Layout:
        return self.hierarchical if self.hierarchical.seconds < self.flat.seconds else self.flat

    @property
    def layouts(self) -> tuple[Layout, ...]:
        """Each once."""
        found = [one for one in (self.flat, self.wanted, self.quickest, self.sparing) if one]
        return tuple({one.local_size: one for one in found}.values())

    def slower_at_most(self, others_go_on: bool) -> float | None:
        """The part by which the hierarchical layout may lengthen a run without failures, and still pay."""
        if self.mtbf is None:
            return None
        lost = Layout.lost_when_others_go_on if others_go_on else Layout.lost_when_all_wait
        left = 1 - lost(self.flat, self.mtbf)
        return (1 - lost(self.hierarchical, self.mtbf)) / left - 1 if left > 0 else None


def make(
    ranks: int, mtbf: float | None = None, local_size: int | None = None, growth: str | None = None, file: Path | None = None
) -> Plan:
    if local_size is not None and local_size >= ranks:
        raise UsageError(f"--local-size ({local_size}) is not below the number of ranks ({ranks}): that is the flat layout.")
    measured = repair_costs.read(file) if file else repair_costs.read_shipped()
    costs = repair_costs.fit(measured, growth)
    return Plan(
        ranks,
        mtbf,
        measured,
        costs,
        repair_costs.error(measured, costs.growth),
        layout_model.flat(costs, ranks),
        layout_model.quickest(costs, ranks),
        layout_model.most_sparing(costs, ranks),
        layout_model.hierarchical(costs, ranks, local_size) if local_size else None,
        layout_model.hierarchical_from(costs),
    )


# ---- as text ----


def _percent(part: float) -> str:
    return f"{part * 100:.2g} %"


def _a_day(part: float) -> str:
    return durations.told(part * _DAY)


def _cell(seconds: float, ranks: float) -> str:
    return f"{durations.told(seconds)}, {ranks:,.{1 if ranks < 100 and ranks % 1 else 0}f} ranks"


def _rows(plan: Plan) -> list[list[str]]:
    rows = [["layout", "a master fails", "another rank fails", "on average", *(["lost in a day"] if plan.mtbf else [])]]
    for layout in plan.layouts:
        deaths = [_cell(one.seconds, one.ranks) for one in (layout.master, layout.other)]
        name = "flat" if layout.is_flat else f"hierarchical, {layout.local_size:,}"
        row = [name, "–" if layout.is_flat else deaths[0], deaths[1], _cell(layout.seconds, layout.disturbed)]
        if plan.mtbf is not None:
            alone = _a_day(layout.lost_when_others_go_on(plan.mtbf))
            row.append(f"{_a_day(layout.lost_when_all_wait(plan.mtbf))} ({alone})")
        rows.append(row)
    return rows


def _table(rows: list[list[str]]) -> list[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return ["   ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]


def _head(plan: Plan) -> str:
    if plan.mtbf is None:
        return f"{plan.ranks:,} ranks, on a core each."
    between = durations.told(plan.mtbf / plan.ranks)
    return f"{plan.ranks:,} ranks, on a core each. Each fails once in {durations.told(plan.mtbf)}: a failure every {between}."


def _advice(plan: Plan) -> list[str]:
    if plan.pays_from is None:
        lines = ["The flat layout has the shorter repairs, whatever the number of ranks is."]
    else:
        lines = [f"From {plan.pays_from:,} ranks on, the hierarchical layout with its quickest size has shorter repairs than the flat one."]
    if not plan.wanted and plan.sparing.local_size != plan.quickest.local_size:
        lines.append(
            f"Size {plan.quickest.local_size:,} has the shortest repairs; with size {plan.sparing.local_size:,} all ranks together "
            "lose the least time."
        )
    chosen = plan.recommended
    lines.append("Take " + ("the flat one." if chosen.is_flat else f"hierarchical, {chosen.local_size:,}" + _if_cheap(plan)))
    return lines


def _if_cheap(plan: Plan) -> str:
    together, apart = plan.slower_at_most(False), plan.slower_at_most(True)
    if together is None or apart is None:
        return ", unless its collectives cost more while no rank fails: --mtbf tells how much they may."
    return (
        f", if it adds less than {_a_day(together)} to a day without failures ({_a_day(apart)}).\n"
        "A day is that of ranks that all wait for each repair. In brackets: ranks that it does not disturb continue."
    )


def _trust(plan: Plan) -> list[str]:
    points = plan.measured.points
    sizes = ", ".join(str(one.ranks) for one in points)
    lines = ["The figures for the hierarchical layout are the model's. Where measured, a local took a third to a half longer."]
    lines.append("closeranks itself lets all ranks repair the failure of a master (docs/developers/layouts.md).")
    lines.append(f"Calibrated by {plan.measured.source}: {plan.measured.machine}.")
    lines.append(
        f"The time for each of {sizes} ranks, told from the others: {_percent(plan.error.mean)} off on average, "
        f"{_percent(plan.error.most)} at most."
    )
    lines.append(
        f"The shrink: {plan.costs.growth}. From {points[-1].ranks + 1} ranks on that is an assumption; --shrink makes others."
    )
    return lines


def text(plan: Plan) -> str:
    local = plan.hierarchical
    lines = [_head(plan), "", *_table(_rows(plan)), ""]
    lines.append(
        f"hierarchical, {local.local_size:,}: {local.locals:,} local communicators of at most {local.local_size:,} ranks, and "
        f"a global one of {local.locals:,} masters."
    )
    return "\n".join([*lines, *_advice(plan), "", *_trust(plan)]) + "\n"


# ---- for programs ----


def _layout_data(plan: Plan, layout: Layout) -> dict[str, Any]:
    def messages(size: int) -> float | None:
        line = plan.costs.messages
        return max(0.0, line.at(repair_costs.levels(size))) if line else None

    lost = None
    if plan.mtbf is not None:
        lost = {
            "all_wait": layout.lost_when_all_wait(plan.mtbf),
            "undisturbed_go_on": layout.lost_when_others_go_on(plan.mtbf),
        }
    return {
        "layout": "flat" if layout.is_flat else "hierarchical",
        "local_size": layout.local_size,
        "locals": layout.locals,
        "seconds": {"master": layout.master.seconds, "other": layout.other.seconds, "mean": layout.seconds},
        "disturbed_ranks": {"master": layout.master.ranks, "other": layout.other.ranks, "mean": layout.disturbed},
        "messages_of_busiest_rank": messages(layout.local_size),
        "time_lost": lost,
    }


def _sweep_data(costs: Costs) -> list[dict[str, Any]]:
    def data(layout: Layout) -> dict[str, Any]:
        return {"local_size": layout.local_size, "seconds": layout.seconds, "disturbed_ranks": layout.disturbed}

    ways: dict[str, Callable[[Costs, int], Layout]] = {"flat": layout_model.flat, "quickest": layout_model.quickest, "most_sparing": layout_model.most_sparing}
    return [{"ranks": ranks} | {name: data(way(costs, ranks)) for name, way in ways.items()} for ranks in SWEEP]


def as_json(plan: Plan) -> dict[str, Any]:
    costs, measured = plan.costs, plan.measured
    return {
        "format": "closeranks-layout-plan",
        "version": 1,
        "ranks": plan.ranks,
        "seconds_between_deaths": plan.mtbf / plan.ranks if plan.mtbf is not None else None,
        "calibration": {
            "source": measured.source,
            "machine": measured.machine,
            "cores": measured.cores,
            "ranks": [one.ranks for one in measured.points],
            "detection": costs.detection,
            "seconds_per_level": costs.level,
            "shrink": {"growth": costs.growth, "fixed": costs.shrink.fixed, "slope": costs.shrink.slope},
            "relative_error_left_out": {str(ranks): off for ranks, off in plan.error.by_ranks.items()},
            "relative_error_of_shrinks": {one: repair_costs.shrink_error(measured, one).mean for one in GROWTHS},
        },
        "layouts": [_layout_data(plan, one) for one in plan.layouts],
        "recommended": {
            "layout": "flat" if plan.recommended.is_flat else "hierarchical",
            "local_size": plan.recommended.local_size,
        },
        "hierarchical_from": plan.pays_from,
        "slower_at_most": {"all_wait": plan.slower_at_most(False), "undisturbed_go_on": plan.slower_at_most(True)},
        "local_size": {
            "quickest": plan.quickest.local_size,
            "most_sparing": plan.sparing.local_size,
            "quickest_by_formula": layout_model.by_formula(plan.ranks, costs),
        },
        "sweep": _sweep_data(costs),
    }


def run(given: argparse.Namespace) -> None:
    """Raises UsageError."""
    plan = make(given.ranks, given.mtbf, given.local_size, given.shrink, given.calibration)
    if given.svg:
        picture = layout_picture.svg(plan.costs, plan.ranks, SWEEP)
        if given.svg == "-":
            sys.stdout.write(picture)
            return
        try:
            Path(given.svg).write_text(picture, encoding="utf-8")
        except OSError as error:
            raise UsageError(f"The picture {given.svg} cannot be written: {error.strerror}.") from error
    sys.stdout.write(json.dumps(as_json(plan), indent=2) + "\n" if given.json else text(plan))
