"""closeranks plan masking: against the recurrence itself and against published figures."""

from __future__ import annotations

import random
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))

from closeranks_launcher.planning import masking  # noqa: E402
from closeranks_launcher.planning.masking import Failure, Run  # noqa: E402

SAMPLES = 2500  # of published 10,048: the standard deviation of a share is a point at most
TOLERANCE = 5.0  # points: three standard deviations, and what the figures in the text are rounded by ("almost 70 %", "55+")


def published(side: int, every: int = 1, iterations: int = 100, recovery: float = 300.0) -> Run:
    return Run((side, side, side), iterations, 100.0, float(every), recovery, every)


@pytest.mark.parametrize("every", [1, 2, 3])
@pytest.mark.parametrize("seed", range(6))
def test_delays_are_those_of_the_recurrence(every: int, seed: int) -> None:
    """Also several failures of one rank, within a recovery, and while a rank waits: 40 failures on 60 ranks."""
    pytest.importorskip("numpy")
    run = Run((5, 4, 3), 30, 10.0, 1.0, 25.0, every)
    for count in (1, 2, 5, 40):
        failures = masking.drawn(run, count, random.Random(100 * seed + count))
        assert masking.overhead(run, failures) == pytest.approx(masking.by_recurrence(run, failures), abs=1e-6)


def test_failures_worked_out_by_hand() -> None:
    run = Run((9, 1, 1), 10, 100.0, 1.0, 300.0)
    assert masking.overhead(run, [Failure(50, (0, 0, 0))]) == 350
    # Two failures at once far from each other cost as one; the second on the same rank in its recovery begins it anew.
    assert masking.overhead(run, [Failure(50, (0, 0, 0)), Failure(60, (8, 0, 0))]) == 360
    assert masking.overhead(run, [Failure(50, (0, 0, 0)), Failure(150, (0, 0, 0))]) == 450
    # After the delay has come, both count: the ranks are in iteration 8 then.
    assert masking.overhead(run, [Failure(50, (0, 0, 0)), Failure(350 + 7 * 101 + 10, (1, 0, 0))]) == pytest.approx(350 + 310)
    assert masking.overhead(run, []) == 0


def test_one_failure_costs_what_the_histogram_shows() -> None:
    """300 to 401: the recovery and up to an iteration, which the printed formula leaves out."""
    found = masking.overheads(published(27), 1, SAMPLES, 1, everybody=True)
    assert 300 <= found[0] < 302 and 399 < found[-1] <= 401
    assert sum(found) / len(found) == pytest.approx(350.5, abs=2)


def test_limits_are_the_published_ones() -> None:
    """500 + 350 (k - 1), read off a plot to ten units; 151, 252, 353, 454 are exact."""
    assert [published(27).limit(k) for k in (1, 2, 3, 4)] == pytest.approx([500, 850, 1200, 1550], abs=10)
    assert [published(27, recovery=50.0).limit(k) for k in (1, 2, 3, 4)] == [151, 252, 353, 454]


def test_two_failures_in_one_iteration_when_all_recover() -> None:
    """2.8 % were published; a share of 3 % has a standard deviation of 0.2 points in 10,048 runs."""
    run = published(27)
    assert 100 * masking.masked(run, masking.overheads(run, 2, 10_048, 1, everybody=True), 1) == pytest.approx(2.8, abs=0.6)


@pytest.mark.parametrize("count", [2])
def test_most_pairs_lie_between_the_limits_of_a_short_recovery(count: int) -> None:
    """T_R = 50: about 75 % of two failures that all recover lie between 151 and 252, by eye."""
    run = published(27, recovery=50.0)
    found = masking.overheads(run, count, SAMPLES, 1, everybody=True)
    assert 100 * (masking.masked(run, found, 2) - masking.masked(run, found, 1)) == pytest.approx(75, abs=TOLERANCE)


@pytest.mark.parametrize(
    ("side", "failures", "masks_as", "share", "more"),
    [
        (27, 2, 1, 47.6, {}), (27, 4, 2, 69, {}), (27, 20, 4, 55, {}),
        (100, 4, 1, 70, {}), (100, 20, 2, 70.4, {}),
        (100, 10, 1, 60, {"every": 2}), (100, 20, 2, 98.9, {"every": 2}),
        (100, 6, 4, 73, {"iterations": 1000}), (100, 20, 8, 67, {"iterations": 1000}),
        (100, 20, 6, 88, {"iterations": 1000, "every": 2}),
    ],
)  # fmt: skip
def test_published_shares(side: int, failures: int, masks_as: int, share: float, more: dict[str, int]) -> None:
    run = published(side, **more)
    found = masking.overheads(run, failures, SAMPLES, 1)
    assert 100 * masking.masked(run, found, masks_as) == pytest.approx(share, abs=TOLERANCE)


def test_ten_failures_seldom_cost_as_one() -> None:
    """Less than 8 % were published."""
    run = published(100)
    assert 100 * masking.masked(run, masking.overheads(run, 10, SAMPLES, 1), 1) < 8 + 1.7  # three standard deviations


def test_noise_is_no_failure() -> None:
    pytest.importorskip("numpy")
    run = Run((6, 6, 6), 40, 100.0, 1.0, 300.0)
    assert 0 < masking.by_recurrence(run, [], 0.01) < 40 * 1.01
    failures = masking.drawn(run, 3, random.Random(1))
    quiet, noisy = masking.by_recurrence(run, failures), masking.by_recurrence(run, failures, 0.01)
    assert quiet < noisy < quiet + 45
