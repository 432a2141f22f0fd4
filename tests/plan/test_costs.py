"""closeranks plan production, steps and memory: against published figures and simpler computations."""

from __future__ import annotations

import random
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))

from closeranks_launcher.planning import memory, production, steps  # noqa: E402
from closeranks_launcher.planning.memory import Machine, Program  # noqa: E402
from closeranks_launcher.planning.production import Account, Production  # noqa: E402
from closeranks_launcher.planning.steps import Costs  # noqa: E402

# ---- a production run: 130,000 cores, 24 hours, nine failures ----

S3D = Production(time=86_400, step=5.30, commit=55, recovery=471 + 44)
SAMPLES = 3000  # of published 10,000; the standard deviation of the mean overhead is 0.1 points


def test_the_published_account_adds_up() -> None:
    """The table itself; what is computed from it is exact to its last digit."""
    account = Account(65_752, 1_126, 4_242 + 396, 14_884)
    assert account.total == 86_400
    assert 100 * account.overhead == pytest.approx(31.40, abs=0.005)
    shares = [100 * one / account.useful for one in (1_126, 4_242, 396, 14_884)]
    assert shares == pytest.approx([1.72, 6.45, 0.60, 22.63], abs=0.01)


def test_the_account_follows_from_nine_failures() -> None:
    """Nine recoveries of 515 s are 4,635 of 4,638 s; half an interval for each is within 2.5 % of the rollback."""
    run = mean_of(600)
    assert 9 * S3D.recovery == pytest.approx(4_242 + 396, rel=0.01)
    assert 9 * (600 * S3D.step + S3D.commit) / 2 == pytest.approx(14_884, rel=0.025)
    assert run.checkpoints == pytest.approx(1_126, rel=0.05)


def mean_of(every: int) -> Account:
    return production.mean(S3D, every, 9, SAMPLES, 1)


@pytest.mark.parametrize(("every", "overhead"), [(600, 27.65), (190, 17.66)])
def test_published_overheads_of_nine_random_failures(every: int, overhead: float) -> None:
    """To 0.4 points: four standard deviations of 3,000 runs against 10,000."""
    assert 100 * mean_of(every).overhead == pytest.approx(overhead, abs=0.4)


def test_published_shares_at_the_best_interval() -> None:
    """190 steps: checkpoints 5.42 %, recovery 6.14 %, rollback 6.09 %, throughput 84.98 %; tolerance as above."""
    run = mean_of(190)
    shares = [100 * one / run.useful for one in (run.checkpoints, run.recovery, run.rollback)]
    assert shares == pytest.approx([5.42, 6.14, 6.09], abs=0.15)
    assert 100 * run.throughput == pytest.approx(84.98, abs=0.3)


def test_the_published_interval_is_the_best() -> None:
    """190 steps; around the best the curve is flat, so all from 150 to 240 are within a third of a point of it."""
    found = {every: mean_of(every).overhead for every in (60, 120, 150, 190, 240, 400)}
    assert min(found, key=lambda every: found[every]) in (150, 190, 240)
    assert found[60] > found[120] > found[190] < found[400]


def test_a_new_recovery_cuts_the_one_before_short() -> None:
    run = Production(time=1000, step=1, commit=1, recovery=100)
    account = production.played(run, 9, [500, 540])
    assert account.recovery == 40 + 100
    assert account.rollback == 0 and account.useful == 9 * 50 + 9 * 36
    assert production.played(run, 9, [455]).rollback == 5
    assert production.played(run, 9, [990]).recovery == 10


# ---- S3D with Fenix, failures every 47, 94 and 189 s ----

FENIX = Costs(step=1.182, commit=0.0748, process=8.06, data=0.0748)
SHRINK, ERA = 6.85, 0.43  # of the 8.06 s; with the newer agreement
PUBLISHED = {47: (31, 17.9), 94: (15, 8.4), 189: (10, 6.2)}


def test_published_intervals() -> None:
    """Two, three and four or five steps: 189 s give 4.5, which the authors rounded to four."""
    assert [steps.whole_steps(FENIX, mtbf) for mtbf in (47, 94)] == [2, 3]
    assert steps.whole_steps(FENIX, 189) in (4, 5)


# The failures of the published runs, in seconds from one to the next: rpois() of R with the seed 10, as the source says.
# With a mean of 10 that gives nine of the ten times that it prints (19, 24, 32, 41, 51, 61, 70, 78, 91; the first one is
# 10 in place of 12). The source shows the first 600 seconds, in which there are 12, 6 and 3; as many failures are in the
# times of shrinks that the authors subtract.
INJECTED = {
    47: (47, 45, 37, 42, 49, 38, 45, 42, 54, 52, 45, 53),
    94: (94, 92, 80, 88, 97, 82),
    189: (189, 186, 178),
}
INTERVALS = {47: 2, 94: 3, 189: 4}
# Measured with a failure every 47 s: "about five seconds" of rollback for each. Half an interval of two steps is 1.2 s of
# it. Until all ranks have seen the failure they compute in vain.
DETECTION = 5.0 - 2 * FENIX.step / 2


def of_the_injected(mtbf: int, shrink: float, detection: float) -> float:
    """Per cent, as `plan steps` computes it."""
    costs = Costs(FENIX.step, FENIX.commit, FENIX.process - SHRINK + shrink, FENIX.data, detection)
    return 100 * (steps.time(costs, 500, INTERVALS[mtbf], steps.first(iter(INJECTED[mtbf]), None)) / (500 * FENIX.step) - 1)


def test_the_injected_failures_are_those_of_the_first_ten_minutes() -> None:
    for mtbf, gaps in INJECTED.items():
        assert sum(gaps) < 600 < sum(gaps) + mtbf * 1.1
        assert [12, 6, 3][[47, 94, 189].index(mtbf)] == len(gaps)


@pytest.mark.parametrize(("mtbf", "told"), [(47, 29.6), (94, 15.9), (189, 8.6)])
def test_published_overheads_of_s3d(mtbf: int, told: float) -> None:
    """31, 15 and 10 % were measured, in whole per cents. To 1.5 points: the detection is that of one of the three runs, told
    as "about five seconds", and half a second of it is 1.0, 0.5 and 0.25 points."""
    found = of_the_injected(mtbf, SHRINK, DETECTION)
    assert found == pytest.approx(told, abs=0.1)
    assert found == pytest.approx(PUBLISHED[mtbf][0], abs=1.5)


@pytest.mark.parametrize(("mtbf", "told"), [(47, 16.9), (94, 9.9), (189, 5.9)])
def test_published_overheads_of_s3d_with_the_newer_agreement(mtbf: int, told: float) -> None:
    """17.9, 8.4 and 6.2 %, which the authors estimated. To 1.6 points, as above."""
    found = of_the_injected(mtbf, ERA, DETECTION)
    assert found == pytest.approx(told, abs=0.1)
    assert found == pytest.approx(PUBLISHED[mtbf][1], abs=1.6)


def test_without_detection_the_published_overheads_are_not_met() -> None:
    """What the detection explains: without it the model is 8.7, 2.8 and 3.7 points below."""
    for mtbf, below in ((47, 8.7), (94, 2.8), (189, 3.7)):
        assert PUBLISHED[mtbf][0] - of_the_injected(mtbf, SHRINK, 0.0) == pytest.approx(below, abs=0.1)


@pytest.mark.parametrize(("mtbf", "failures"), [(47, 12), (94, 6), (189, 3.5)])
def test_published_overheads_with_the_newer_agreement(mtbf: int, failures: float) -> None:
    """The authors took 6.42 s for each failure off what they had measured. Failures of the time without overheads, 591 s:
    12, 6 and 3, or 3.5 on average of the last. To 0.1 points."""
    measured, told = PUBLISHED[mtbf]
    work = 500 * FENIX.step
    assert int(work / mtbf) == int(failures)
    assert measured - 100 * failures * (SHRINK - ERA) / work == pytest.approx(told, abs=0.1)


@pytest.mark.parametrize(("commit", "told"), [(3.74, 40.6), (0.748, 21.0)])
def test_published_overheads_of_larger_checkpoints(commit: float, told: float) -> None:
    """858 and 85.8 MB a core, by formula at 94.6 s: exact but for the second, where 20.7 of 94.6 s are printed as 21 %."""
    costs = Costs(1.182, commit, 8.06, commit)
    assert 100 * steps.by_formula(costs, 94.608) == pytest.approx(told, abs=0.1 if told > 30 else 1.0)


def test_a_run_in_steps_worked_out_by_hand() -> None:
    costs = Costs(step=1, commit=0.5, process=3, data=1)
    never = iter([1e9])
    assert steps.time(costs, 10, 2, never) == 10 + 4 * 0.5
    # Two intervals are kept at 5.0; 1.5 s are lost, and 4 s recovered.
    assert steps.time(costs, 10, 2, iter([6.5, 1e9])) == 6.5 + 4 + 6 + 2 * 0.5
    late = Costs(step=1, commit=0.5, process=3, data=1, detection=2)
    assert steps.time(late, 10, 2, iter([6.5, 1e9])) == 6.5 + 2 + 4 + 6 + 2 * 0.5
    assert steps.time(costs, 10, 2, steps.first(iter([6.5, 6.5]), 1)) == steps.time(costs, 10, 2, iter([6.5, 1e9]))


# ---- memory ----


def program(terabytes: float) -> Program:
    return Program(terabytes * 1e12, 0.75, 16_000, 43_200)


def relative(terabytes: float) -> float:
    one, machine = program(terabytes), Machine()
    full = memory.expected(one, machine, memory.cores_for_memory(one, machine))
    return full.core_seconds / memory.expected(one, machine, memory.least_cores(one, machine)).core_seconds


@pytest.mark.parametrize(("terabytes", "told", "tolerance"), [(50, 0.66, 0.02), (5, 0.97, 0.005)])
def test_published_core_hours(terabytes: float, told: float, tolerance: float) -> None:
    """0.675 and 0.967 by formula. 50 TB: with a failure each 8 h and checkpoints of 50 min an interval more or less of
    the 2.4 of a run is a hundredth; "about 66 %" was read off a plot."""
    assert relative(terabytes) == pytest.approx(told, abs=tolerance)


def test_published_cores() -> None:
    """Exact."""
    assert memory.least_cores(program(20), Machine()) == 10_000
    assert memory.cores_for_memory(program(20), Machine()) == 25_000


def test_published_gain_of_a_lower_resolution() -> None:
    """8 of 20 TB on 10,000 cores: 1.19 times better than its share, and 6.2 % of the whole. By formula 1.173 and 5.9:
    whether a recovery reads the checkpoint is not said, and with that it is 1.192."""
    one, machine = program(20), Machine()
    for reads, gain in ((False, 1.173), (True, 1.192)):
        machine = Machine(reads=reads)
        base = memory.expected(one, machine, 10_000).core_seconds
        less = memory.expected(memory.smaller(one, 0.4), machine, 10_000).core_seconds
        assert 0.4 * base / less == pytest.approx(gain, abs=0.002) == pytest.approx(1.19, abs=0.02)
        assert 100 * (0.4 - less / base) == pytest.approx(6.2, abs=0.4)


def test_the_formula_is_the_mean_of_runs() -> None:
    """2 %: three standard deviations of 1,500 runs."""
    one, machine = program(20), Machine()
    told = memory.expected(one, machine, 10_000)
    step = told.time and one.sequential / 10_000
    costs = Costs(step, told.commit, machine.recovery, 0.0)
    between = machine.mtbf / (10_000 / machine.cores)
    times = [steps.time(costs, one.iterations, told.steps, steps.exponential(between, random.Random(seed))) for seed in range(1500)]
    assert sum(times) / len(times) == pytest.approx(told.time, rel=0.02)


def test_a_program_that_does_not_scale_stays_small() -> None:
    one = Program(5e12, 0.75, 16_000, 43_200, scaling=0.3)
    full = memory.expected(one, Machine(), memory.cores_for_memory(one, Machine()))
    assert full.core_seconds > memory.expected(one, Machine(), memory.least_cores(one, Machine())).core_seconds
