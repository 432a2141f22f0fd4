"""A stencil that continues without the lost ranks: how much of its result is wrong (docs/explanation/plan.md#quality)."""

from __future__ import annotations

import argparse
import math
from dataclasses import dataclass

from ..options import UsageError
from . import values
from .answer import Answer, Plot, Table, percent
from .progress import Progress

SUMMARY = "what a stencil loses when it continues without the lost ranks"


@dataclass(frozen=True)
class Stencil:
    """Each cell becomes (1 - 2 dimensions weight) of itself and `weight` of each of the cells next to it, or, with weight 0,
    anything that depends on these cells."""

    dimensions: int
    side: int  # cells of a rank's domain in each direction
    ranks: int
    weight: float

    def error(self, distance: int, iterations: int) -> float:
        """The most that a cell so far from the lost ones can be off after so many iterations, as a share of the largest
        change that the lost cells would have had: the chance that a random walk has been so far."""
        if distance > iterations:
            return 0.0
        if self.weight == 0:
            return 1.0
        width = 2 * math.sqrt(self.weight * iterations)
        return min(1.0, (math.erfc((distance - 0.5) / width) + math.erfc((distance + 0.5) / width)) / 2)

    def depth(self, iterations: int, tolerance: float) -> int:
        """Cells farther from the lost ones are off by at most that share."""
        low, high = 0, iterations
        while low < high:
            middle = (low + high) // 2
            low, high = (middle + 1, high) if self.error(middle + 1, iterations) > tolerance else (low, middle)
        return low

    def off(self, iterations: int, tolerance: float, lost: int) -> float:
        """The share of all cells that may be off by more, the lost ones among them; of ranks that are far from each other."""
        box = self.side + 2 * self.depth(iterations, tolerance)
        return float(min(1.0, lost * (box / self.side) ** self.dimensions / self.ranks))

    def last(self, iterations: int, tolerance: float, lost: int, most: float) -> int:
        """The most iterations, of all that there are, after which the share is at most `most`."""
        low, high = 0, iterations
        while low < high:
            middle = (low + high + 1) // 2
            low, high = (middle, high) if self.off(middle, tolerance, lost) <= most else (low, middle - 1)
        return low


# ---- the command ----


def add_arguments(made: argparse.ArgumentParser) -> None:
    made.add_argument("--grid", type=values.grid, default=(16, 16, 16), metavar="XxYxZ", help="ranks of the stencil [16x16x16]")
    made.add_argument("--side", type=values.whole(1, 100_000), default=50, metavar="CELLS", help="of a rank's domain in each direction [50]")
    made.add_argument("--iterations", type=values.whole(1, 10**9), required=True, metavar="N", help="of the run")
    made.add_argument("--weight", type=values.between(0.0001, 0.5), metavar="W", help="of a neighbour in the new value of a cell, for equations of heat and diffusion [unknown: any equation]")  # fmt: skip
    made.add_argument("--lost", type=values.whole(1, 1_000_000), default=1, metavar="RANKS", help="that are lost [1]")
    made.add_argument("--tolerance", type=values.between(0.01, 50), default=1.0, metavar="PERCENT", help="a cell may be off by so much of what the lost cells would have changed [1]")  # fmt: skip
    made.add_argument("--loss", type=values.between(0.001, 100), default=1.0, metavar="PERCENT", help="of the cells may be off by more, or lost [1]")


def answer(given: argparse.Namespace, _progress: Progress) -> Answer:
    dimensions = max(1, sum(side > 1 for side in given.grid))
    weight = given.weight or 0.0
    if weight > 0.5 / dimensions:
        raise UsageError(f"--weight ({weight:g}) is above {0.5 / dimensions:.3g}, where an iteration in {dimensions} dimensions is not stable.")
    stencil = Stencil(dimensions, given.side, math.prod(given.grid), weight)
    tolerance, loss = given.tolerance / 100, given.loss / 100
    rows, data = [], []
    for part in (0.01, 0.05, 0.1, 0.25, 0.5, 0.75, 1.0):
        left = max(1, round(part * given.iterations))
        depth, off = stencil.depth(left, tolerance), stencil.off(left, tolerance, given.lost)
        rows.append((f"{left:,}", f"{depth:,} cells", f"{depth / given.side:.3g}", percent(off)))
        data.append({"iterations_left": left, "depth_cells": depth, "off": off})
    last = stencil.last(given.iterations, tolerance, given.lost, loss)
    lost = given.lost / stencil.ranks
    name = "a rank" if given.lost == 1 else f"{given.lost:,} ranks"
    first = f"If {name} of {stencil.ranks:,} fails in the last {last:,} of {given.iterations:,} iterations, at most {given.loss:g} % of the cells "
    first += f"are lost or off by more than {given.tolerance:g} %."
    if lost > loss:
        first = f"{name[0].upper()}{name[1:]} of {stencil.ranks:,} are {percent(lost)} of the cells: more than the result may lack."
    heads = ("iterations after the failure", "cells are off up to", "in ranks", "of all cells")
    curve = [(float(100 - 100 * one["iterations_left"] / given.iterations), 100 * one["off"]) for one in reversed(data)]
    return Answer(
        "quality", (first,), (Table(heads, tuple(rows)),), (_advice(last, given.iterations),),
        {"last_iterations": last, "lost": lost, "parts": data},
        ("Off: by more than that share of the largest change that the lost cells would have had (docs/explanation/plan.md#quality).",
         "For heat and diffusion." if weight else "For any equation: all cells that depend on the lost ones. --weight tells more for heat and diffusion."),
        (Plot("Cells that are lost or off", "failure after so many % of the iterations", "% of the cells", {"": curve}),),
    )  # fmt: skip


def _advice(last: int, iterations: int) -> str:
    if last >= iterations:
        return "Recommended: continue without the lost ranks (policy ignore for its receives), and mark the cells that are missing."
    if last < 0.05 * iterations:
        return "Recommended: spares and checkpoints (--spares, docs/how-to/recover.md): without the lost ranks too much is wrong."
    return f"Recommended: spares and checkpoints (docs/how-to/recover.md) up to the last {last:,} iterations; then continue without the lost ranks."
