"""Which ranks of a stencil to put on a node, so that the failure of a node delays few others (docs/explanation/plan.md#mapping)."""

from __future__ import annotations

import argparse
import math
from collections.abc import Iterable, Iterator
from pathlib import Path

from ..options import UsageError
from . import values
from .answer import Answer, Table
from .progress import Progress

SUMMARY = "which ranks of a stencil to put on a node, as a rankfile"

Place = tuple[int, int, int]


def linear(rank: int, grid: Place) -> Place:
    """Along x first, then y, then z."""
    x, y, _ = grid
    return rank % x, rank // x % y, rank // (x * y)


def rank_of(place: Place, grid: Place) -> int:
    return place[0] + grid[0] * (place[1] + grid[1] * place[2])


def cell(rank: int, grid: Place, prism: Place) -> Place:
    """The one that the rank gets where each node's ranks, which follow each other, have a prism of cells."""
    (nx, ny, _), (gx, gy, gz) = grid, prism
    size = gx * gy * gz
    node_z = rank // (gz * nx * ny)
    along = rank // size - node_z * nx * ny // (gx * gy)
    node_x, node_y = along % (nx // gx), along // (nx // gx)
    core_z = rank % size // (gx * gy)
    within = rank % size - core_z * gx * gy
    return node_x * gx + within % gx, node_y * gy + within // gx, node_z * gz + core_z


def first_wave(cells: Iterable[Place], grid: Place, periodic: bool = False) -> int:
    """Cells that wait for those of a node in the next iteration."""
    failed, waiting = set(cells), set()
    for place in failed:
        for axis in range(3):
            for step in (-1, 1):
                other = list(place)
                other[axis] += step
                if periodic:
                    other[axis] %= grid[axis]
                if 0 <= other[axis] < grid[axis]:
                    waiting.add((other[0], other[1], other[2]))
    return len(waiting - failed)


def prisms(size: int, grid: Place) -> Iterator[Place]:
    """Of so many cells, that fill the grid."""
    for x in (one for one in range(1, size + 1) if size % one == 0):
        for y in (one for one in range(1, size // x + 1) if size // x % one == 0):
            prism = x, y, size // x // y
            if all(side % edge == 0 for side, edge in zip(grid, prism)):
                yield prism


def middle_wave(grid: Place, prism: Place, periodic: bool = False) -> int:
    """That of a node in the middle, where it is largest."""
    nodes = [side // edge for side, edge in zip(grid, prism)]
    corner = [edge * (count // 2) for edge, count in zip(prism, nodes)]
    gx, gy, gz = prism
    cells = [(corner[0] + a, corner[1] + b, corner[2] + c) for a in range(gx) for b in range(gy) for c in range(gz)]
    return first_wave(cells, grid, periodic)


def linear_wave(grid: Place, size: int, periodic: bool = False) -> int:
    """The largest of the nodes around the middle that take ranks as they come."""
    middle = math.prod(grid) // size // 2
    near = range(max(0, middle - grid[0] * 2), min(math.prod(grid) // size, middle + grid[0] * 2 + 1))
    return max(first_wave([linear(node * size + one, grid) for one in range(size)], grid, periodic) for node in near)


def best_first(size: int, grid: Place, periodic: bool = False) -> list[Place]:
    return sorted(prisms(size, grid), key=lambda prism: (middle_wave(grid, prism, periodic), prism[::-1]))


def places(grid: Place, prism: Place, c_order: bool) -> list[tuple[int, int]]:
    """For each rank as the program numbers its cells: the node, and the core of it."""
    found = [(0, 0)] * math.prod(grid)
    turned = grid[2], grid[1], grid[0]
    for rank in range(len(found)):
        place = cell(rank, grid, prism)
        own = rank_of((place[2], place[1], place[0]), turned) if c_order else rank_of(place, grid)
        found[own] = divmod(rank, math.prod(prism))
    return found


def rankfile(grid: Place, prism: Place, hosts: list[str], c_order: bool) -> str:
    """For mpirun --map-by rankfile:file=FILE. Without hosts: +n0 is the first of the allocation, and so on."""
    lines = []
    for rank, (node, core) in enumerate(places(grid, prism, c_order)):
        lines.append(f"rank {rank}={hosts[node] if hosts else f'+n{node}'} slot={core}")
    return "\n".join(lines) + "\n"


# ---- the command ----


def add_arguments(made: argparse.ArgumentParser) -> None:
    made.add_argument("--grid", type=values.grid, required=True, metavar="XxYxZ", help="ranks of the stencil")
    made.add_argument("--node", type=values.whole(1, 1024), required=True, metavar="RANKS", help="of a node")
    made.add_argument("--periodic", action="store_true", help="the last rank of a row is a neighbour of the first")
    made.add_argument("--order", choices=("c", "fortran"), default="c", help="which direction the program numbers first: the last, as MPI_Cart_create does (c), or the first [c]")  # fmt: skip
    made.add_argument("--rankfile", type=Path, metavar="FILE", help="write the mapping for mpirun to FILE")
    made.add_argument("--hosts", type=Path, metavar="FILE", help="names of the hosts, one a line [those of the allocation, as they come]")


def _hosts(file: Path | None, needed: int) -> list[str]:
    """Raises UsageError."""
    if file is None:
        return []
    try:
        words = [line.split()[0] for line in file.read_text().splitlines() if line.split()]
    except (OSError, ValueError) as error:
        raise UsageError(f"The hosts {file} cannot be read: {error}.") from error
    if len(words) < needed:
        raise UsageError(f"The file {file} has {len(words)} hosts, and the grid needs {needed}.")
    return words


def answer(given: argparse.Namespace, _progress: Progress) -> Answer:
    grid, size = given.grid, given.node
    ranks = math.prod(grid)
    found = best_first(size, grid, given.periodic)
    if not found:
        raise UsageError(f"No prism of {size} ranks fills a grid of {'x'.join(map(str, grid))}: choose sides that share factors with it.")
    chosen = found[0]
    # In C order the last direction is the one that ranks follow first.
    turned = (grid[2], grid[1], grid[0]) if given.order == "c" else grid
    plain = linear_wave(turned, size, given.periodic)
    wave = middle_wave(grid, chosen, given.periodic)
    name = "x".join(map(str, chosen))
    rows = [("as they come", str(plain))]
    rows += [("x".join(map(str, prism)), str(middle_wave(grid, prism, given.periodic))) for prism in found[:6]]
    first = f"When a node of {size} ranks fails, {plain} others wait in the next iteration; {wave} where the node has {name} of the grid."
    command = ""
    advice: tuple[str, ...] = (f"Recommended: give each node {name} ranks of the grid.",)
    if wave >= plain:
        advice = ("Recommended: leave the ranks as they come: no prism delays fewer others.",)
    elif given.rankfile:
        text = rankfile(grid, chosen, _hosts(given.hosts, ranks // size), given.order == "c")
        try:
            given.rankfile.write_text(text)
        except OSError as error:
            raise UsageError(f"The rankfile {given.rankfile} cannot be written: {error.strerror}.") from error
        command = f"closeranks -n {ranks} --map-by rankfile:file={given.rankfile} ./program"
    else:
        advice += ("--rankfile FILE writes it for mpirun.",)
    data = {"ranks": ranks, "recommended": list(chosen), "first_wave": {"linear": plain, "prism": wave},
            "prisms": [{"prism": list(one), "first_wave": middle_wave(grid, one, given.periodic)} for one in found]}  # fmt: skip
    return Answer("mapping", (first,), (Table(("ranks of a node", "others that wait"), tuple(rows)),), advice, data,
                  ("Neighbours are those of a 5- or 7-point stencil (docs/explanation/plan.md#mapping).",), (), command)  # fmt: skip
