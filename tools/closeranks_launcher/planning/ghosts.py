"""Wider ghost regions: fewer exchanges, slower spread of a delay, more to compute (docs/explanation/plan.md#ghosts)."""

from __future__ import annotations

import argparse
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import product

from . import values
from .answer import Answer, Plot, Table, percent
from .progress import Progress

SUMMARY = "ghost cells for several iterations: what they cost, how slowly a failure spreads"

Place = tuple[int, int, int]


@dataclass(frozen=True)
class Stencil:
    dimensions: int  # 2 or 3
    side: int  # cells of a rank's domain in each direction
    thickness: int = 1  # cells that are looked at in each direction

    @property
    def cells(self) -> int:
        return int(self.side**self.dimensions)

    def ghosts(self, every: int) -> int:
        """Cells that a rank gets where ranks exchange every so many iterations."""
        i, p, n = every, self.thickness, self.side
        if self.dimensions == 2:
            return 2 * i * (i - 1) * p**2 + 4 * i * p * n
        return 6 * i * p * n**2 + 6 * (i - 1) * i * p**2 * n + 4 * (i - 2) * (i - 1) * i * p**3 // 3

    def neighbours(self, every: int) -> int:
        """Ranks that one exchanges with, while a ghost region is no wider than a domain."""
        if self.dimensions == 2:
            return 4 if every == 1 else 8
        return {1: 6, 2: 18}.get(every, 26)

    def more_work(self, every: int) -> float:
        """Cells that are computed twice, as a share of a rank's own, on average over the iterations between exchanges:
        in each of them the layers that the ones after it still need."""
        return sum(self.ghosts(left) for left in range(1, every)) / every / self.cells

    @property
    def most(self) -> int:
        """The widest ghost region that no second row of ranks takes part in."""
        return self.side // self.thickness


def _exchanges(one: Sequence[int], other: Place, grid: Place, neighbours: int, periodic: bool) -> int:
    """Until a delay of one is at the other: each takes it in one direction further, or in two or three at once."""
    apart = [abs(a - b) for a, b in zip(one, other)]
    if periodic:
        apart = [min(distance, side - distance) for distance, side in zip(apart, grid)]
    if neighbours in (4, 6):
        return sum(apart)
    if neighbours == 18:
        return max(*apart, math.ceil(sum(apart) / 2))
    return max(apart)


def spread(grid: Place, failed: Iterable[Place], neighbours: int, periodic: bool = False) -> list[int]:
    """How many ranks are late after so many exchanges, from none to all."""
    sources = list(failed)
    counts: dict[int, int] = {}
    for place in product(*map(range, grid)):
        after = min(_exchanges(place, source, grid, neighbours, periodic) for source in sources)
        counts[after] = counts.get(after, 0) + 1
    total, found = 0, []
    for after in range(max(counts) + 1):
        total += counts.get(after, 0)
        found.append(total)
    return found


# ---- the command ----


def add_arguments(made: argparse.ArgumentParser) -> None:
    made.add_argument("--dimensions", type=int, choices=(2, 3), default=3, help="of the stencil [3]")
    made.add_argument("--side", type=values.whole(1, 100_000), default=50, metavar="CELLS", help="of a rank's domain [50]")
    made.add_argument("--thickness", type=values.whole(1, 100), default=1, metavar="CELLS", help="that are looked at in each direction: 1 for 7 points, 2 for 13 [1]")  # fmt: skip
    made.add_argument("--grid", type=values.grid, default=(16, 16, 16), metavar="XxYxZ", help="ranks of the stencil [16x16x16]")
    made.add_argument("--node", type=values.whole(1, 1024), default=16, metavar="RANKS", help="of a node, which fail together [16]")
    made.add_argument("--periodic", action="store_true", help="the last rank of a row is a neighbour of the first")
    made.add_argument("--stages", type=values.whole(1, 100), default=1, metavar="N", help="exchanges in an iteration where ghost regions are as usual [1]")  # fmt: skip
    made.add_argument("--limit", type=values.between(0, 1000), default=25.0, metavar="PERCENT", help="more to compute is too much [25]")


def answer(given: argparse.Namespace, progress: Progress) -> Answer:
    stencil = Stencil(given.dimensions, given.side, given.thickness)
    x, y, z = given.grid
    if stencil.dimensions == 2:
        z = 1
    ranks = list(product(range(z), range(y), range(x)))[: given.node]
    failed = [(a, b, c) for c, b, a in ranks]
    by_kind = {kind: spread((x, y, z), failed, kind, given.periodic) for kind in {stencil.neighbours(i) for i in (1, 2, 3)}}
    rows, data = [], []
    for every in range(1, min(8, max(1, stencil.most)) + 1):
        progress.tell("ghost regions", every, 8)
        exchanges = len(by_kind[stencil.neighbours(every)]) - 1
        after = math.ceil(exchanges / given.stages) if every == 1 else exchanges * every
        work = stencil.more_work(every)
        rows.append((str(every), f"{stencil.ghosts(every):,}", percent(stencil.ghosts(every) / stencil.cells),
                     str(stencil.neighbours(every)), percent(work), f"{after} iterations"))  # fmt: skip
        data.append({"every": every, "ghost_cells": stencil.ghosts(every), "neighbours": stencil.neighbours(every),
                     "more_work": work, "all_late_after_iterations": after})  # fmt: skip
    best = [one for one in data if one["more_work"] <= given.limit / 100][-1]
    heads = ("exchange every", "ghost cells", "of its cells", "neighbours", "more to compute", "all ranks late after")
    widths: list[tuple[float, float]] = [(one["every"], 100 * one["more_work"]) for one in data]
    first = f"With ghost regions for {best['every']} iterations a rank computes {percent(best['more_work'])} more, and a failure "
    first += f"is at all {x * y * z:,} ranks after {best['all_late_after_iterations']} iterations, in place of {data[0]['all_late_after_iterations']}."
    advice = f"Recommended: exchange every {best['every']} iterations: the most that adds at most {given.limit:g} % of computing."
    if best["every"] == 1:
        advice = f"Recommended: exchange in each iteration: less often adds more than {given.limit:g} % of computing."
    return Answer(
        "ghosts", (first,), (Table(heads, tuple(rows)),), (advice,), {"widths": data, "recommended": best["every"]},
        ("Computing is counted in cells; exchanges that are saved are not (docs/explanation/plan.md#ghosts).",),
        (Plot("More to compute", "iterations between exchanges", "% of a rank's cells", {"computed twice": widths}),
         Plot("All ranks are late after", "iterations between exchanges", "iterations",
              {"": [(one["every"], one["all_late_after_iterations"]) for one in data]})),
    )  # fmt: skip
