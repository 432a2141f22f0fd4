"""closeranks plan quality: against a stencil that is computed twice, with and without a rank."""

from __future__ import annotations

import random
import sys
from itertools import product
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))

from closeranks_launcher.planning.quality import Stencil  # noqa: E402
from in_process import planned  # noqa: E402

Field = dict[tuple[int, ...], float]


def walked(distance: int, iterations: int, weight: float) -> float:
    """The chance that a walk, which goes each way with `weight`, has been so far: step by step, with a wall there."""
    chances, arrived = {0: 1.0}, 0.0
    for _ in range(iterations):
        after: dict[int, float] = {}
        for at, chance in chances.items():
            for step, part in ((-1, weight), (0, 1 - 2 * weight), (1, weight)):
                after[at + step] = after.get(at + step, 0.0) + chance * part
        arrived += after.pop(distance, 0.0)
        chances = after
    return arrived


@pytest.mark.parametrize("weight", [0.05, 0.25])
@pytest.mark.parametrize("iterations", [10, 60, 200])
def test_the_error_is_the_chance_of_a_walk(iterations: int, weight: float) -> None:
    """A normal distribution in place of whole steps: 0.05 too much after ten of them, and 0.01 too little. The depth is
    within a cell."""
    stencil = Stencil(1, 50, 10, weight)
    exact = {distance: walked(distance, iterations, weight) for distance in range(1, 40)}
    for distance, chance in exact.items():
        assert -0.01 < stencil.error(distance, iterations) - chance < 0.05
    for tolerance in (0.01, 0.1):
        depth = max([0, *(distance for distance, chance in exact.items() if chance > tolerance)])
        assert abs(stencil.depth(iterations, tolerance) - depth) <= 1


def computed(start: Field, weight: float, iterations: int, lost: set[tuple[int, ...]]) -> list[Field]:
    """All fields of the run. Lost cells stay as they were: neighbours see the last values that they got."""
    fields = [start]
    for _ in range(iterations):
        before, after = fields[-1], {}
        for cell, value in before.items():
            if cell in lost:
                after[cell] = value
                continue
            total = 0.0
            for axis, step in product(range(len(cell)), (-1, 1)):
                other = list(cell)
                other[axis] += step
                total += before.get(tuple(other), 0.0) - value  # zero around the domain
            after[cell] = value + weight * total
        fields.append(after)
    return fields


@pytest.mark.parametrize(("shape", "side", "iterations"), [((61,), 9, 60), ((31, 31), 7, 40), ((15, 15, 15), 5, 16)])
def test_no_cell_of_a_computed_stencil_is_farther_off(shape: tuple[int, ...], side: int, iterations: int) -> None:
    """Ranks of `side` cells; the one in the middle is lost at the start. Each cell is off by at most the share that is told,
    of the largest change of the lost cells; and the telling is not idle: some cell has a third of it."""
    weight = 0.9 / (2 * len(shape))
    chance = random.Random(1)
    start = {cell: chance.random() for cell in product(*map(range, shape))}
    first = [(length - side) // 2 for length in shape]
    lost = {cell for cell in start if all(begin <= at < begin + side for at, begin in zip(cell, first))}
    whole, left = computed(start, weight, iterations, set()), computed(start, weight, iterations, lost)
    change = max(abs(field[cell] - start[cell]) for field in whole for cell in lost)
    stencil = Stencil(len(shape), side, len(start) // len(lost), weight)
    nearest = 0.0
    counted = len(lost)
    for cell in start.keys() - lost:
        distance = max(max(begin - at, at - begin - side + 1) for at, begin in zip(cell, first))
        off, most = abs(whole[-1][cell] - left[-1][cell]) / change, stencil.error(distance, iterations)
        assert off <= most + 0.02
        nearest = max(nearest, off / most if most > 0.1 else 0.0)
        counted += off > 0.05
    assert nearest > 1 / 3
    assert counted / len(start) <= stencil.off(iterations, 0.05, 1) * 1.05


def test_a_jump_at_a_wall_has_exactly_that_error() -> None:
    """In one dimension, where the lost cells would have jumped by one at once, the error is the chance of the walk: so no
    smaller bound holds for all programs."""
    weight, iterations = 0.25, 40
    errors = [1.0] + [0.0] * 60
    for _ in range(iterations):
        errors = [1.0] + [errors[at] + weight * (errors[at - 1] + errors[at + 1] - 2 * errors[at]) for at in range(1, 60)] + [0.0]
    for distance in (1, 5, 10):
        assert errors[distance] == pytest.approx(walked(distance, iterations, weight), abs=1e-6)


def test_without_a_weight_all_cells_that_can_depend_are_off() -> None:
    stencil = Stencil(2, 10, 100, 0.0)
    assert stencil.depth(7, 0.01) == 7
    assert stencil.off(5, 0.01, 1) == pytest.approx(20 * 20 / (100 * 10 * 10))
    assert stencil.off(1000, 0.01, 1) == 1.0


def test_the_last_iterations_are_those_within_the_loss() -> None:
    stencil = Stencil(3, 50, 4096, 0.1)
    last = stencil.last(5000, 0.01, 1, 0.01)
    assert stencil.off(last, 0.01, 1) <= 0.01 < stencil.off(last + 200, 0.01, 1)
    assert stencil.last(100, 0.01, 1, 0.01) == 100 and stencil.last(100, 0.01, 100, 0.01) == 0


@pytest.mark.parametrize(
    ("words", "advice"),
    [
        ("--iterations 100 --weight 0.1", "Recommended: continue without the lost ranks"),
        ("--iterations 5000 --weight 0.1", "Recommended: spares and checkpoints (docs/how-to/recover.md) up to the last 2,8"),
        ("--iterations 5000", "Recommended: spares and checkpoints (--spares"),
        ("--iterations 5000 --lost 100", "Recommended: spares and checkpoints (--spares"),
    ],
)
def test_each_advice_is_given_where_it_suits(words: str, advice: str) -> None:
    assert planned("quality", *words.split()).stdout.splitlines()[-1].startswith(advice)


def test_an_iteration_that_is_not_stable_is_refused() -> None:
    done = planned("quality", "--iterations", "100", "--weight", "0.3")
    assert (done.returncode, done.stdout) == (82, "")
    assert "--weight (0.3) is above 0.167, where an iteration in 3 dimensions is not stable." in done.stderr
