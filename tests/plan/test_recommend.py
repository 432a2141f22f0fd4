"""closeranks plan --ranks ... --time ...: against a plain simulation of the same job, and the command."""

from __future__ import annotations

import argparse
import json
import math
import random
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))

from closeranks_launcher import plan_model  # noqa: E402
from closeranks_launcher.planning import bursts, inputs, places, recommend, replicas  # noqa: E402
from closeranks_launcher.planning.inputs import Inputs  # noqa: E402
from closeranks_launcher.planning.recommend import Found  # noqa: E402
from in_process import is_excerpt, planned  # noqa: E402
from small_steps import by_pairs, by_small_steps  # noqa: E402

EXAMPLE = "--ranks 4096 --hosts 256 --mtbf 5y/host --time 24h --state 2GB --step 5s".split()
REPORT = ROOT / "tests/launcher/report-version-1.json"


# ---- against a plain simulation ----


def drawn(chance: random.Random) -> Inputs:
    """A job with 0.1 to 20 deaths and at most some hundred checkpoints."""
    hosts = chance.randint(2, 200)
    time = 10 ** chance.uniform(3, 6)
    return Inputs(
        ranks=hosts * chance.randint(1, 64), hosts=hosts, mtbf=time * hosts / 10 ** chance.uniform(-1, 1.3), time=time,
        state=10 ** chance.uniform(6, 10), step=time / chance.randint(100, 1000), profile=chance.choice(list(inputs.PROFILES)),
        link=100e6, files=12.5e9, repair=chance.uniform(0.1, 10), restart=chance.uniform(1, 100), loss=chance.uniform(0, 0.5),
    )  # fmt: skip


def plain_time(one: Inputs, found: Found, seeds: range, near: bool = False) -> float:
    """Of the same way with the same interval and the same deaths."""
    way, job = found.way, found.way.job
    total = 0.0
    for seed in seeds:
        deaths = recommend.distribution("exponential", near, way)(random.Random(seed))
        if way.name == "continue":
            total += one.time
        elif way.twins:
            total += by_pairs(job, found.steps * one.step, deaths, way.twins)
        elif way.name == "from scratch":
            total += by_small_steps(job, 2 * one.time, deaths, True, True).time
        else:
            goes_back, replaced = way.name != "share", way.name in ("spares", "restarts") or one.profile in inputs.WHOLE
            ranks = one.ranks if way.name == "respawn" and one.profile in inputs.WHOLE else 0
            total += by_small_steps(job, found.steps * one.step, deaths, goes_back, replaced, ranks).time
    return total / len(seeds)


def comparable(one: Inputs, found: Found, seeds: range) -> bool:
    """A run in which all hosts die, or nearly so, ends differently in the two, and one that is given up never ends."""
    return math.isfinite(found.time) and max(outcome.dead for outcome in found.outcomes) < (1000 if found.way.in_reserve else one.hosts - 1)


@pytest.mark.parametrize("number", range(100))
def test_the_recommendation_is_that_of_a_plain_simulation(number: int) -> None:
    """100 drawn jobs, six runs each with the same deaths: the times are the same to rounding, and so no other way is
    better by more than the thousandth within which the plan takes the simpler one. Half of the jobs have failures near
    each other."""
    one, seeds, near = drawn(random.Random(number)), range(number, number + 6), number % 2 == 1
    found = [recommend.find(one, way, recommend.distribution("exponential", near, way), seeds) for way in recommend.ways(one)]
    fit = [item for item in found if not item.way.unfit and comparable(one, item, seeds)]
    costs = {}
    for item in fit:
        plain = plain_time(one, item, seeds, near)
        assert item.time == pytest.approx(plain, rel=1e-6), item.way.name
        costs[item.way.name] = plain * item.hosts
    best = recommend.choose(found)
    if best is not None and best.way.name in costs:
        assert costs[best.way.name] <= min(costs.values()) * 1.0011


@pytest.mark.parametrize("number", range(5))
def test_the_interval_is_as_good_as_any(number: int) -> None:
    """Of a hundred intervals, none is better by more than 2 %: those that are tried are a factor of 1.4 apart."""
    one, seeds = drawn(random.Random(1000 + number)), range(60)
    way = next(way for way in recommend.ways(one) if way.name == "spares")
    deaths = plan_model.exponential(way.job)
    found = recommend.find(one, way, deaths, seeds)
    steps = sorted({max(1, round(one.time / one.step * 0.93**power)) for power in range(100)})
    best = min(plan_model.mean_time(plan_model.outcomes(way.job, way.answer, every * one.step, deaths, seeds)) for every in steps)
    assert found.time <= best * 1.02


def test_ranks_on_the_hosts_that_are_left_go_at_the_pace_of_the_fullest() -> None:
    job = plan_model.Job(hosts=4, work=100, mtbf=1, commit=0, recovery=5)
    answer = plan_model.go_back_at_the_slowest(16)
    deaths = iter([plan_model.Death(50, 1), plan_model.Death(1e9, 1)])
    # Six ranks on a host in place of four: the other half takes half as long again.
    assert answer(job, 50, deaths) == plan_model.Outcome(50 + 5 + 75, 1)


# ---- inputs ----


def read(*words: str) -> tuple[Inputs, dict[str, str]]:
    parser = argparse.ArgumentParser()
    inputs.add_arguments(parser)
    found, known = inputs.read(parser.parse_args(words))
    return found, {one.name: one.source for one in known}


def test_inputs_come_from_the_line_a_report_or_a_default() -> None:
    report = json.loads(REPORT.read_text())
    found, sources = read("--report", str(REPORT), "--time", "2h")
    assert found.ranks == report["size"] and found.time == 7200
    assert sources["ranks"] == "report" and sources["time"] == "given" and sources["state"] == "default"
    seconds = [one["seconds"] for one in report["repairs"]]
    assert found.repair == pytest.approx(sum(seconds) / len(seconds)) and sources["repair"] == "report"
    assert read("--report", str(REPORT))[0].time == report["seconds"]


def test_a_rate_is_of_a_host_a_rank_or_the_job() -> None:
    words = ["--ranks", "64", "--hosts", "4", "--time", "1h", "--mtbf"]
    for rate, mtbf in (("1y/host", 1), ("1y/rank", 1 / 16), ("1y/job", 4), ("1y", 1), ("1y/node", 1)):
        assert read(*words, rate)[0].mtbf == pytest.approx(mtbf * 365.25 * 86400)


# ---- the command ----


def test_the_answer_comes_first_and_the_command_last() -> None:
    done = planned(*EXAMPLE)
    lines = done.stdout.splitlines()
    assert done.returncode == 0
    assert lines[0] == "Keep a host in reserve (16 spares), with a checkpoint every 990 steps (1 h 22 min)."
    assert lines[-1] == "    closeranks --profile comeback --spares 16 -n 4096 ./program"
    assert sum(line.startswith("Recommended: ") for line in lines) == 1


OFTEN = [*EXAMPLE, "--mtbf", "1h/job", "--state", "8GB", "--samples", "20"]


def test_replicas_are_recommended_where_failures_are_frequent() -> None:
    """A failure each hour, and 45 minutes for a checkpoint in files: the other ways take more than two jobs' time."""
    done = planned(*OFTEN, "--link", "1MB")
    assert done.stdout.startswith("Give ranks replicas (100 % of them)"), done.stdout
    assert done.stdout.splitlines()[-1].startswith("    closeranks --profile strict --replicate 100% --restarts ")
    assert len([line for line in done.stdout.splitlines() if line.startswith("replicas, ")]) == 2


def test_mean_failures_up_to_an_interruption_are_those_of_drawn_runs() -> None:
    """5 %: three standard deviations of 2,000 runs."""
    for ranks, pairs in ((16, 0), (16, 4), (16, 16), (40, 20)):
        runs = [replicas.survived(ranks, pairs / ranks, random.Random(seed)) for seed in range(2000)]
        assert replicas.mean_failures(ranks, pairs) == pytest.approx(sum(runs) / 2000, rel=0.05)


# ---- both copies of a checkpoint ----


@pytest.mark.parametrize("near", [False, True])
def test_the_chance_to_lose_both_copies_is_that_of_drawn_runs(near: bool) -> None:
    """Counted failures within a recovery that hit the host before or after: 10 % is three standard deviations."""
    hosts, gap, recovery = 400, 10.0, 5.0
    victims = (places.TITAN.victims(hosts) if near else places.evenly(hosts))(random.Random(1))
    chance = random.Random(2)
    copies = plan_model.Copies(hosts)
    count, lost = 300_000, 0
    for _ in range(count):
        after = chance.expovariate(1 / gap)
        lost += copies.lost(plan_model.Death(after, 1, next(victims)), after >= recovery)
    part = places.TITAN.neighbour(hosts) if near else 2 / hosts
    # A third failure within the recovery of the second one meets two hosts without copies, and so on: 1 / (1 - p) in all.
    within = -math.expm1(-recovery / gap)
    assert lost / count == pytest.approx(part * within / (1 - within), rel=0.1)


def test_both_copies_are_those_of_the_hosts_before_and_after() -> None:
    job = plan_model.Job(hosts=4, work=100, mtbf=1, commit=0, recovery=5)
    for place, done in ((1, 0), (3, 0), (2, 50), (0, 50)):
        deaths = iter([plan_model.Death(50, 1, 0), plan_model.Death(2, 1, place), plan_model.Death(1e9, 1, 0)])
        assert plan_model.all_go_back(job, 10, deaths).time == 52 + 5 + 100 - done
    later = iter([plan_model.Death(50, 1, 0), plan_model.Death(5, 1, 1), plan_model.Death(1e9, 1, 0)])
    assert plan_model.all_go_back(job, 10, later).time == 55 + 5 + 50


def test_failures_near_each_other_are_told_as_a_risk() -> None:
    words = ["--ranks", "64000", "--hosts", "4000", "--mtbf", "4h/job", "--time", "48h", "--state", "2GB", "--samples", "20"]
    risks = []
    for more in ([], ["--places", "titan"], ["--places", "titan", "--deaths", "olcf"]):
        line = next(line for line in planned(*words, *more).stdout.splitlines() if "of runs lose a host" in line)
        risks.append(float(line.split()[1]))
    assert risks[0] * 1.5 < risks[1] < risks[2], risks


@pytest.mark.parametrize("name", bursts.LOGS)
def test_the_share_of_short_gaps_is_that_of_drawn_gaps(name: str) -> None:
    """1.5 points: three standard deviations of 10,000 gaps."""
    chance, log = random.Random(5), bursts.LOGS[name]
    gaps = [log.gap(chance) for _ in range(10_000)]
    for gap in (0.01, 0.1, 0.5, 1.0, 2.0):
        assert sum(one <= gap for one in gaps) / 10_000 == pytest.approx(log.within(gap), abs=0.015)


@pytest.mark.parametrize(
    ("words", "way", "command"),
    [
        ("--ranks 64 --time 1h", "from scratch", "mpirun -n 64 ./program"),
        ("--ranks 1000 --time 24h --profile monte-carlo --mtbf 5y", "continue", "closeranks --profile monte-carlo -n 1000 ./program"),
        ("--ranks 1000 --time 7d --profile farm --mtbf 30d --state 100MB", "share", "closeranks --profile farm -n 1000 ./program"),
        ("--ranks 256 --hosts 256 --time 2d --state 1GB", "spares", "closeranks --profile comeback --spares"),
        ("--ranks 6400 --hosts 400 --time 24h --mtbf 60d --state 2GB --link 1MB --files 1TB", "restarts", "closeranks --profile strict --restarts"),
    ],
)
def test_each_way_is_recommended_where_it_suits(words: str, way: str, command: str) -> None:
    told = json.loads(planned(*words.split(), "--json").stdout)
    assert told["recommended"] == way
    assert told["command"].startswith(command)


def test_options_of_the_command_are_those_of_closeranks() -> None:
    options = {option["name"]: option for option in json.loads((ROOT / "spec/options.json").read_text())["options"]}
    assert {"spares", "recovery", "restarts"} <= set(options)
    assert set(inputs.PROFILES) == set(options["profile"]["values"]) - {"none"}


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("--time 1d", "The plan needs --ranks, or a report that has it (--report FILE)."),
        ("--ranks 4 --hosts 8 --time 1d", "There are more hosts (8) than ranks (4)."),
        ("--ranks 4096 --time 1d --mtbf 5y/cabinet", "(5y/cabinet) is no mean time between failures of a host, a rank or the job"),
        ("--ranks 4096 --time 1y --mtbf 1s/job", "there is no plan for more than 5,000."),
        ("--ranks 1000 --time 10h --mtbf 60s/job --state 20GB", "No way ends: hosts fail so often"),
        ("--time 1d --report no/such.json", "no/such.json does not exist"),
    ],
)
def test_wrong_values_are_named(words: str, sentence: str) -> None:
    done = planned(*words.split())
    assert (done.returncode, done.stdout) == (82, "") and sentence in done.stderr


def test_the_guide_shows_what_the_command_prints() -> None:
    assert is_excerpt("how-to/before-a-long-run.md", planned(*EXAMPLE).stdout)


def test_a_page_has_answer_tables_and_plots(tmp_path: Path) -> None:
    assert planned(*EXAMPLE, "--html", str(tmp_path / "plan.html")).returncode == 0
    page = (tmp_path / "plan.html").read_text()
    assert page.count("<svg") == 2 and "--spares 16" in page and "from scratch" in page
