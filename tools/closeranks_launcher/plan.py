"""closeranks plan: the cost of failures for a job, how often to keep a checkpoint, how many hosts in reserve; and
the cost of a repair in each layout."""

from __future__ import annotations

import argparse
import json
import math
import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from . import (
    durations,
    exit_status,
    installation,
    layout_model,
    plan_layout,
    plan_model,
    repair_costs,
)
from .planning import bursts, commands
from .options import UsageError, shortened
from .plan_model import Best, Deaths, Job, Outcome

_STEPS = 33  # intervals that are tried
_MOST_SIMULATED = 2_000_000  # deaths, so that an answer comes within seconds
_MOST_DEATHS = 20_000  # of one run
_START = 0.07  # seconds that it takes longer to start a process than to wake a spare (docs/reference/measurements.md)

# Which of the options belong to one of the two plans, and which of these it needs.
_OF_RECOVERY = ("--hosts", "--work", "--commit", "--repair", "--respawn", "--restart", "--deaths", "--runs", "--seed")
_OF_LAYOUT = ("--ranks", "--local-size", "--shrink", "--calibration", "--svg")
_NEEDED = {"--recovery": ("--hosts", "--mtbf", "--work", "--commit"), "--layout": ("--ranks",)}

_EPILOG = f"""\
With --recovery: --mtbf, {", ".join(_OF_RECOVERY)}. With --layout: --mtbf, {", ".join(_OF_LAYOUT)}.

DURATION: a number of seconds, or one with ms, s, min, h, d or y: 90, 1.5h, "2d 12h".

DEATHS: exponential: hosts fail independently of each other; weibull:SHAPE: with a shape below 1 one failure makes
another one soon more likely, 0.7 is what logs of clusters show; bursts:MEAN: so many hosts at once; olcf, lanl18,
lanl19: as the logs of three machines have them.

exit status: 0: the plan was made; 82: plan was called wrongly
"""


_USAGE = """closeranks plan --ranks N --time DURATION [...]     what to do before a long run
       closeranks plan --recovery [...]                    what failures cost, and how often to keep a checkpoint
       closeranks plan --layout [...]                      what a repair costs, and which layout of communicators to take
       closeranks plan MODEL [...]                         one question; the models are below"""


def parser(script: Path) -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(
        prog="closeranks plan",
        usage=_USAGE,
        description="Tells what failures will cost a job, how often to keep a checkpoint, how many hosts to have in reserve; or "
        "what a repair costs in which layout of communicators.",
        epilog=_EPILOG + "\n" + _others(),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    which = made.add_mutually_exclusive_group(required=True)
    which.add_argument("--recovery", action="store_true", help="plan checkpoints and hosts in reserve")
    which.add_argument("--layout", action="store_true", help="plan the layout of communicators")
    made.add_argument(
        "--mtbf", type=_duration, metavar="DURATION",
        help="mean time between failures of one host; with --layout: of one rank",
    )  # fmt: skip
    made.add_argument("--json", action="store_true", help="print the plan for a program to read, in seconds")
    made.add_argument("--version", action="version", version=f"closeranks plan {installation.version(script)}")
    _add_recovery(made)
    _add_layout(made)
    return made


def _others() -> str:
    """What else plan does."""
    lines = ["closeranks plan --time 1d --help has the options of the recommendation before a long run.", ""]
    lines += ["models (closeranks plan MODEL --help):", *(f"  {name:12}{text}" for name, text in commands.summaries())]
    return "\n".join(lines)


def _add_recovery(made: argparse.ArgumentParser) -> None:
    group = made.add_argument_group("with --recovery")
    group.add_argument("--hosts", type=_hosts, metavar="N", help="the job has so many")
    group.add_argument("--work", type=_duration, metavar="DURATION", help="the job takes so long if no host fails")
    group.add_argument("--commit", type=_duration, metavar="DURATION", help="one checkpoint takes so long")
    group.add_argument(
        "--repair", type=_duration, metavar="DURATION",
        help="from a failure until all compute again, with the checkpoint read [1s]",
    )  # fmt: skip
    group.add_argument(
        "--respawn", type=_duration, metavar="DURATION",
        help=f"the same where processes are started for failed ones [that of --repair, and {_START:g}s]",
    )  # fmt: skip
    group.add_argument(
        "--restart", type=_duration, metavar="DURATION",
        help="the same where the job is started again [30s, or that of --repair if it is longer]",
    )  # fmt: skip
    group.add_argument("--deaths", metavar="DEATHS", help="how they come [exponential]")
    group.add_argument("--runs", type=_runs, metavar="K", help="simulate so many for each interval [at most 1000]")
    group.add_argument("--seed", type=int, metavar="N", help="of the simulation [1]")


def _add_layout(made: argparse.ArgumentParser) -> None:
    group = made.add_argument_group("with --layout")
    group.add_argument("-n", "--ranks", type=_ranks, metavar="N", help="the job has so many")
    group.add_argument(
        "--local-size", type=_ranks, metavar="K", help="local communicators have at most so many ranks [what is best]"
    )
    group.add_argument(
        "--shrink", choices=tuple(repair_costs.GROWTHS), metavar="GROWTH",
        help="how the cost of a shrink grows with its ranks [what fits best]",
    )  # fmt: skip
    group.add_argument(
        "--calibration", type=Path, metavar="FILE",
        help="the results.json that bench/run wrote on your machine [what this closeranks was measured with]",
    )  # fmt: skip
    group.add_argument("--svg", metavar="FILE", help="draw costs and sizes over the number of ranks; - for stdout")


def _check(made: argparse.ArgumentParser, given: argparse.Namespace) -> None:
    """Ends like argparse does when an option is missing, or belongs to the other plan."""
    plan, other = ("--layout", "--recovery") if given.layout else ("--recovery", "--layout")

    def is_given(option: str) -> bool:
        return getattr(given, option.removeprefix("--").replace("-", "_")) is not None

    if missing := [option for option in _NEEDED[plan] if not is_given(option)]:
        made.error(f"{plan} needs {', '.join(missing)}")
    if strange := [option for option in (_OF_RECOVERY if given.layout else _OF_LAYOUT) if is_given(option)]:
        made.error(f"{', '.join(strange)}: only with {other}")


def _duration(text: str) -> float:
    try:
        found = durations.seconds(text)
    except ValueError:
        found = 0.0
    if not 0.001 <= found <= 1e12:
        raise argparse.ArgumentTypeError(f"({shortened(text)}) is no duration of at least a millisecond, such as 90 or 1.5h")
    return found


def _whole(text: str, least: int, most: int) -> int:
    if not re.fullmatch("[0-9]{1,9}", text) or not least <= int(text) <= most:
        raise argparse.ArgumentTypeError(f"({shortened(text)}) is no whole number from {least} to {most}")
    return int(text)


def _hosts(text: str) -> int:
    return _whole(text, 2, 10_000_000)


def _ranks(text: str) -> int:
    return _whole(text, 2, layout_model.LARGEST)


def _runs(text: str) -> int:
    return _whole(text, 1, 1_000_000)


def _deaths(text: str, job: Job) -> Deaths:
    if text == "exponential":
        return plan_model.exponential(job)
    if text in bursts.LOGS:
        return bursts.deaths(job, bursts.LOGS[text])
    kind, _, number = text.partition(":")
    value = float(number) if re.fullmatch(r"[0-9]{1,6}(\.[0-9]{1,6})?", number) else 0.0
    if kind == "weibull" and 0.1 <= value <= 10:
        return plan_model.weibull(job, value)
    if kind == "bursts" and 1 <= value <= job.hosts:
        return plan_model.bursts(job, value)
    raise UsageError(
        f"--deaths ({shortened(text)}) is neither exponential nor olcf, lanl18 or lanl19 nor weibull:SHAPE (0.1 to 10) "
        "nor bursts:MEAN (1 to the number of hosts)."
    )


_WITHOUT_CHECKPOINT = ("continue", "from scratch")


@dataclass(frozen=True)
class Row:
    """One way to answer failures."""

    name: str
    what: str
    best: Best | None  # None: no run, or not every run, gets to its end

    @property
    def time(self) -> float:
        return plan_model.mean_time(self.best.outcomes) if self.best else math.inf

    def dead(self, part: float) -> int:
        assert self.best
        return plan_model.quantile([one.dead for one in self.best.outcomes], part)


@dataclass(frozen=True)
class Plan:
    job: Job
    deaths: str
    runs: int
    young: float
    daly: float
    rows: tuple[Row, ...]
    missing: float  # of the results, where survivors continue without the lost ranks


def _continued(job: Job, deaths: Deaths, seeds: Sequence[int]) -> list[Outcome]:
    """Runs whose survivors continue as if nothing had happened."""
    return plan_model.outcomes(replace(job, commit=0.0, recovery=0.0), plan_model.until_the_end, job.work, deaths, seeds)


def make(job: Job, respawn: float, restart: float, kind: str, runs: int | None, seed: int) -> Plan:
    """`respawn`, `restart`: take the place of job.recovery there."""
    deaths = _deaths(kind, job)
    expected = job.work / job.between_deaths
    if expected > _MOST_DEATHS:
        raise UsageError(
            f"With a failure every {durations.told(job.between_deaths)} there would be {expected:,.0f} of them in "
            f"{durations.told(job.work)} of work; there is no plan for more than {_MOST_DEATHS:,}."
        )
    count = runs or int(min(1000, max(5, _MOST_SIMULATED / _STEPS / (2 * expected + 1))))
    seeds = range(seed, seed + count)
    anew, again = replace(job, recovery=respawn), replace(job, recovery=restart)
    young, daly = plan_model.young(job.commit, job.between_deaths), plan_model.daly(job.commit, job.between_deaths)
    share = plan_model.young(job.commit, job.mtbf)  # a death costs the work of one host, not of all
    from_start = plan_model.outcomes(again, plan_model.start_again, job.work, deaths, seeds)
    never = Best(job.work, from_start, job.work, job.work) if math.isfinite(plan_model.mean_time(from_start)) else None
    continued = _continued(job, deaths, seeds)
    missing = sum(min(one.dead, job.hosts) for one in continued) / len(continued) / job.hosts
    rows = (
        Row("continue", f"survivors continue; {missing * 100:.3g} % of the results are missing on average",
            Best(job.work, continued, job.work, job.work)),
        Row("share", "survivors continue, and share the work of lost ranks",
            plan_model.best_interval(job, plan_model.share_work, share, deaths, seeds)),
        Row("spares", "processes in reserve take the places of lost ranks; all go back",
            plan_model.best_interval(job, plan_model.all_go_back, daly, deaths, seeds)),
        Row("respawn", "processes are started for lost ranks, on the remaining hosts; all go back",
            plan_model.best_interval(anew, plan_model.go_back_with_fewer, daly, deaths, seeds)),
        Row("restarts", "the job is started again, from its checkpoint",
            plan_model.best_interval(again, plan_model.all_go_back, daly, deaths, seeds)),
        Row("from scratch", "the job is started again, without a checkpoint", never),
    )  # fmt: skip
    return Plan(job, kind, count, young, daly, rows, missing)


# ---- what the user sees ----


def _interval(row: Row) -> str:
    if row.name in _WITHOUT_CHECKPOINT:
        return "none"
    if row.best is None:
        return ""
    return f"{durations.told(row.best.interval)} ({durations.told(row.best.least)} to {durations.told(row.best.most)})"


def text(plan: Plan) -> str:
    job = plan.job
    count = job.work / job.between_deaths
    lines = [
        f"{job.hosts:,} hosts. Each fails once in {durations.told(job.mtbf)}: a failure every "
        f"{durations.told(job.between_deaths)}, {count:.3g} in {durations.told(job.work)} of work.",
        "",
        f"{'way':14}{'checkpoint every':38}{'the job takes':14}{'more':>8}   most failed hosts in 50, 95, 99 % of runs",
    ]
    for row in plan.rows:
        if row.best is None:
            lines.append(f"{row.name:14}more than {plan_model.MOST_STRETCH:.0f} times its work in some run")
            continue
        more = f"{(row.time / job.work - 1) * 100:.3g} %"
        dead = ", ".join(str(row.dead(part)) for part in (0.5, 0.95, 0.99))
        lines.append(f"{row.name:14}{_interval(row):38}{durations.told(row.time):14}{more:>8}   {dead}")
    lines += [""] + [f"{row.name}: {row.what}." for row in plan.rows]
    lines += [
        "",
        f"By formula, for spares: {durations.told(plan.young)} (Young), {durations.told(plan.daly)} (Daly). In brackets: the "
        "intervals that cost at most 1 % more.",
        f"Means of {plan.runs:,} simulated runs for each interval. A run with spares takes a host in reserve for each that fails.",
        "With respawn no host is in reserve: the remaining hosts do the work of the failed ones, as if it were shared evenly.",
    ]
    return "\n".join(lines) + "\n"


def as_json(plan: Plan) -> dict[str, Any]:
    def row(one: Row) -> dict[str, Any]:
        if one.best is None:
            return {"answer": one.name, "seconds": None}
        return {
            "answer": one.name,
            "seconds": one.time,
            "interval": None if one.name in _WITHOUT_CHECKPOINT else one.best.interval,
            "interval_within_1_percent": None if one.name in _WITHOUT_CHECKPOINT else [one.best.least, one.best.most],
            "dead_hosts": {"50": one.dead(0.5), "95": one.dead(0.95), "99": one.dead(0.99)},
        }

    return {
        "format": "closeranks-plan",
        "version": 1,
        "hosts": plan.job.hosts,
        "seconds_between_deaths": plan.job.between_deaths,
        "deaths": plan.deaths,
        "runs": plan.runs,
        "young": plan.young,
        "daly": plan.daly,
        "answers": [row(one) for one in plan.rows],
        "missing_results_without_checkpoints": plan.missing,
    }


def _plan_recovery(given: argparse.Namespace) -> None:
    repair = given.repair or 1.0
    job = Job(given.hosts, given.work, given.mtbf, given.commit, repair)
    seed = 1 if given.seed is None else given.seed
    respawn = given.respawn or repair + _START
    plan = make(job, respawn, given.restart or max(30.0, repair), given.deaths or "exponential", given.runs, seed)
    sys.stdout.write(json.dumps(as_json(plan), indent=2) + "\n" if given.json else text(plan))


def _wants_recommendation(words: Sequence[str]) -> bool:
    """`--time` or `--report` is of the recommendation alone, and `--ranks` of it and of the layout."""
    names = {word.partition("=")[0] for word in words}
    of_others = {"--recovery", "--layout", "--work", "--commit", "--local-size"}
    asks = {"--time", "--report"} if names & {"-h", "--help"} else {"--time", "--report", "--ranks", "-n"}
    return bool(names & asks) and not names & of_others


def main(script: Path, words: Sequence[str]) -> int:
    if words and words[0] in commands.MODELS:
        return commands.run(script, words[0], words[1:])
    if _wants_recommendation(words):
        return commands.recommend(script, words)
    made = parser(script)
    if not words:
        print(f"usage: {_USAGE}\n\nThe guide is docs/how-to/before-a-long-run.md; closeranks plan --help tells more.", file=sys.stderr)
        return int(exit_status.USAGE)
    try:
        given = made.parse_args(words)
        _check(made, given)
    except SystemExit as ended:  # argparse has its own number for a wrong call
        raise SystemExit(int(exit_status.USAGE) if ended.code else 0) from None
    try:
        (plan_layout.run if given.layout else _plan_recovery)(given)
    except UsageError as error:
        print(f"closeranks plan: {error}", file=sys.stderr)
        return int(exit_status.USAGE)
    return int(exit_status.CLEAN)
