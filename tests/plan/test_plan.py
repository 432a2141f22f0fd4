"""closeranks plan: the model against exact formulas, against a simpler simulation, and against published figures."""

from __future__ import annotations

import itertools
import json
import math
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))

from closeranks_launcher import durations, plan_model  # noqa: E402
from closeranks_launcher.plan_model import Death, Job  # noqa: E402
import in_process  # noqa: E402
from small_steps import by_small_steps  # noqa: E402

DAY = 86400.0
WAYS = ["continue", "share", "spares", "respawn", "restarts", "from scratch"]
JOB = ["--hosts", "1000", "--mtbf", "5y", "--work", "2d", "--commit", "20s"]


# ---- durations ----


@pytest.mark.parametrize(
    ("text", "value", "told"),
    [
        ("90", 90, "1 min 30 s"), ("1.5h", 5400, "1 h 30 min"), ("2d 12h", 2.5 * DAY, "2 d 12 h"),
        ("5y", 5 * 365.25 * DAY, "5 y"), ("250ms", 0.25, "250 ms"), ("3599s", 3599, "1 h"), ("42 min", 2520, "42 min"),
    ],
)  # fmt: skip
def test_durations_are_read_and_told(text: str, value: float, told: str) -> None:
    assert durations.seconds(text) == pytest.approx(value)
    assert durations.told(value) == told


@pytest.mark.parametrize("text", ["", "h", "-3", "3x", "3hh", "1e5", "3 h 2 q"])
def test_what_is_no_duration_is_refused(text: str) -> None:
    with pytest.raises(ValueError):
        durations.seconds(text)


# ---- one run ----


def scripted(*deaths: tuple[float, int]) -> Iterator[Death]:
    return itertools.chain((Death(*one) for one in deaths), itertools.repeat(Death(math.inf, 1)))


def test_a_run_without_deaths_pays_for_checkpoints_alone() -> None:
    job = Job(hosts=4, work=100, mtbf=1, commit=1, recovery=5)
    for answer in (plan_model.all_go_back, plan_model.go_back_with_fewer, plan_model.share_work):
        assert answer(job, 10, scripted()) == plan_model.Outcome(100 + 9, 0)
    assert plan_model.start_again(job, 10, scripted()) == plan_model.Outcome(100, 0)


def test_a_death_worked_out_by_hand() -> None:
    job = Job(hosts=2, work=100, mtbf=1, commit=1, recovery=5)
    # Ten seconds of work are kept after 11; 4.5 more are lost, and all do them again.
    assert plan_model.all_go_back(job, 10, scripted((15.5, 1))) == plan_model.Outcome(15.5 + 5 + 90 + 8, 1)
    # Who is left does what both have left, 180 seconds, with 17 checkpoints.
    assert plan_model.go_back_with_fewer(job, 10, scripted((15.5, 1))) == plan_model.Outcome(15.5 + 5 + 180 + 17, 1)
    # Who is left does what both had left, and the 4.5 seconds of the dead one: 171 + 4.5, with 17 checkpoints.
    assert plan_model.share_work(job, 10, scripted((15.5, 1))) == plan_model.Outcome(15.5 + 5 + 175.5 + 17, 1)
    assert plan_model.start_again(job, 10, scripted((15.5, 1))) == plan_model.Outcome(15.5 + 5 + 100, 1)
    # A death within the recovery begins it anew.
    assert plan_model.all_go_back(job, 10, scripted((15.5, 1), (2, 1))) == plan_model.Outcome(17.5 + 5 + 98, 2)


@pytest.mark.parametrize("seed", range(40))
def test_the_quick_simulation_agrees_with_a_plain_one(seed: int) -> None:
    chance = random.Random(seed)
    job = Job(hosts=50, work=1000, mtbf=chance.uniform(5_000, 40_000), commit=chance.uniform(0, 5), recovery=chance.uniform(0, 20))
    interval = chance.uniform(10, 200)
    answers = (plan_model.all_go_back, True, True), (plan_model.go_back_with_fewer, True, False), (plan_model.share_work, False, False)
    for answer, goes_back, replaced in answers:
        for deaths in (plan_model.exponential(job), plan_model.bursts(job, 2)):
            quick = answer(job, interval, deaths(random.Random(seed)))
            plain = by_small_steps(job, interval, deaths(random.Random(seed)), goes_back, replaced)
            assert quick.time == pytest.approx(plain.time, rel=1e-6)
            assert quick.dead == plain.dead


def test_a_hopeless_run_is_given_up() -> None:
    job = Job(hosts=100, work=1000, mtbf=1000, commit=30, recovery=20)  # a death every 10 s
    assert math.isinf(plan_model.all_go_back(job, 30, plan_model.exponential(job)(random.Random(1))).time)
    assert math.isinf(plan_model.start_again(job, 30, plan_model.exponential(job)(random.Random(1))).time)


# ---- many runs ----


def test_means_are_those_of_the_exact_formula() -> None:
    """Daly 2006, equation 20, with a last interval that is not kept."""
    job = Job(hosts=10, work=1000, mtbf=3000, commit=10, recovery=15)
    mean, interval = job.between_deaths, 50

    def expected(phase: float) -> float:
        return mean * math.exp(job.recovery / mean) * (math.exp(phase / mean) - 1)

    deaths = plan_model.exponential(job)
    found = plan_model.outcomes(job, plan_model.all_go_back, interval, deaths, range(3000))
    assert plan_model.mean_time(found) == pytest.approx(19 * expected(60) + expected(50), rel=0.01)
    short = Job(hosts=10, work=400, mtbf=3000, commit=10, recovery=15)
    found = plan_model.outcomes(short, plan_model.start_again, 1, deaths, range(6000))
    assert plan_model.mean_time(found) == pytest.approx(expected(400), rel=0.03)


@pytest.mark.parametrize("kind", ["exponential", "weibull", "bursts"])
def test_each_host_dies_as_often_as_it_was_said(kind: str) -> None:
    job = Job(hosts=100, work=1000, mtbf=2000, commit=1, recovery=1)
    deaths = {
        "exponential": plan_model.exponential(job), "weibull": plan_model.weibull(job, 0.7), "bursts": plan_model.bursts(job, 3),
    }[kind](random.Random(3))  # fmt: skip
    time = dead = 0.0
    for death in itertools.islice(deaths, 40_000):
        time += death.after
        dead += death.hosts
    assert dead / time == pytest.approx(job.hosts / job.mtbf, rel=0.03)


def test_the_best_interval_is_near_that_of_the_formulas() -> None:
    job = Job(hosts=1000, work=10 * DAY, mtbf=365 * DAY, commit=30, recovery=30)
    deaths, seeds = plan_model.exponential(job), range(100)
    young = plan_model.young(job.commit, job.between_deaths)
    back = plan_model.best_interval(job, plan_model.all_go_back, young, deaths, seeds)
    assert back and 0.5 < back.interval / young < 2
    # Where a death costs the work of one host only, the time between the deaths of one host counts.
    share = plan_model.best_interval(job, plan_model.share_work, young, deaths, seeds)
    assert share and share.interval > 4 * young
    assert plan_model.mean_time(share.outcomes) < plan_model.mean_time(back.outcomes)


def test_daly_is_young_where_checkpoints_are_cheap() -> None:
    assert plan_model.daly(1, 1e6) == pytest.approx(plan_model.young(1, 1e6), rel=0.001)
    assert plan_model.daly(30, 10) == 10


# ---- the command ----


def planned(*words: str) -> subprocess.CompletedProcess[str]:
    return in_process.planned("--recovery", *words)


def test_the_plan_is_told() -> None:
    done = planned(*JOB, "--runs", "200")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("1,000 hosts. Each fails once in 5 y: a failure every 1 d 20 h, 1.1 in 2 d of work.\n")
    for row in WAYS:
        assert f"\n{row}" in done.stdout
    assert "42 min (Young)" in done.stdout


def test_the_same_seed_makes_the_same_plan() -> None:
    first, again, other = (json.loads(planned(*JOB, "--json", "--runs", "50", "--seed", seed).stdout) for seed in "112")
    assert first == again != other
    assert first["format"] == "closeranks-plan" and first["young"] == pytest.approx(2512, rel=0.001)
    assert [one["answer"] for one in first["answers"]] == WAYS
    assert first["missing_results_without_checkpoints"] == pytest.approx(0.0011, abs=0.0005)


def test_a_start_costs_time_and_a_dead_host_its_work() -> None:
    """Each on its own: with many hosts the work of one is nothing, and with few deaths the start is."""

    def more(*words: str) -> dict[str, float]:
        plan = json.loads(planned("--work", "10h", "--commit", "1s", "--runs", "100", "--json", *words).stdout)
        return {one["answer"]: one["seconds"] / 36_000 - 1 for one in plan["answers"] if one["seconds"]}

    starts = ["--hosts", "1000000", "--mtbf", "2000000h", "--repair", "10s"]  # 5 deaths
    in_time, late = more(*starts), more(*starts, "--respawn", "100s")
    assert late["spares"] == in_time["spares"]
    assert 0.03 < (in_time["respawn"] - in_time["spares"]) * 36_000 / 5 < 0.14
    assert late["respawn"] == pytest.approx(in_time["spares"] + 5 * 90 / 36_000, rel=0.05)
    few = more("--hosts", "4", "--mtbf", "100h")  # 0.4 deaths, each in the middle: a third longer for half of the time
    assert few["respawn"] - few["spares"] == pytest.approx(0.4 / 6, rel=0.35)


def test_what_no_run_gets_through_is_told() -> None:
    done = planned("--hosts", "100", "--mtbf", "1000", "--work", "1000", "--commit", "30", "--repair", "20", "--runs", "5")
    assert done.returncode == 0
    assert "spares        more than 50 times its work" in done.stdout
    answers = json.loads(planned("--hosts", "100", "--mtbf", "1000", "--work", "1000", "--commit", "30", "--runs", "5", "--json").stdout)["answers"]
    assert answers[-1] == {"answer": "from scratch", "seconds": None}


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--mtbf", "soon"], "argument --mtbf: (soon) is no duration of at least a millisecond, such as 90 or 1.5h"),
        (["--hosts", "1"], "argument --hosts: (1) is no whole number from 2 to 10000000"),
        (["--runs", "0"], "argument --runs: (0) is no whole number from 1 to 1000000"),
        (["--deaths", "weibull:0"], "--deaths (weibull:0) is neither exponential nor olcf"),
        (["--deaths", "bursts:2000"], "--deaths (bursts:2000) is neither exponential nor olcf, lanl18 or lanl19 nor weibull:SHAPE"),
        (["--mtbf", "1h"], "With a failure every 3.6 s there would be 48,000 of them in 2 d of work"),
    ],
)
def test_wrong_values_are_named(words: list[str], sentence: str) -> None:
    done = planned(*JOB, *words)
    assert done.returncode == 82
    assert done.stdout == ""
    assert sentence in done.stderr


def test_what_is_to_be_planned_has_to_be_said() -> None:
    done = in_process.planned(*JOB)
    assert done.returncode == 82
    assert "--recovery" in done.stderr


def test_the_way_in_is_told() -> None:
    """Without a word, or with the first of those that a newcomer would try."""
    empty, ranks = in_process.planned(), in_process.planned("--ranks", "4096")
    assert (empty.returncode, empty.stdout, ranks.returncode, ranks.stdout) == (82, "", 82, "")
    assert "closeranks plan --ranks N --time DURATION" in empty.stderr
    assert "The plan needs --time, or a report that has it" in ranks.stderr
    assert "closeranks plan --ranks N --time DURATION" in in_process.planned("--help").stdout


def test_the_page_shows_what_the_command_prints() -> None:
    assert in_process.is_excerpt("explanation/plan.md", planned(*JOB).stdout)
