"""The known facts of a job before it runs, each given, taken from the report of a run, or a default; and its source."""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .. import durations
from ..options import UsageError
from . import values
from .values import Rate

# Those of closeranks itself (docs/how-to/choose.md): which the plan takes as alike.
LOSSY, TASKS, WHOLE = ("monte-carlo", "ensemble"), ("farm",), ("comeback", "strict")
PROFILES = (*LOSSY, *TASKS, *WHOLE)
_RANKS_OF_HOST = 16


@dataclass(frozen=True)
class Inputs:
    ranks: int
    hosts: int
    mtbf: float  # of a host
    time: float  # of the job if no rank dies
    state: float  # bytes of a rank that a checkpoint has
    step: float  # of an iteration: checkpoints come after whole ones
    profile: str
    link: float  # bytes a second from the memory of a rank to that of another one
    files: float  # bytes a second that the file system takes and gives
    repair: float  # seconds until all compute again, without the state
    restart: float  # seconds of a start of the whole job, without the state
    loss: float  # the most that a result may lack

    @property
    def in_memory(self) -> float:
        """Seconds of a checkpoint in another rank's memory."""
        return self.state / self.link

    @property
    def in_files(self) -> float:
        return self.state * self.ranks / self.files

    @property
    def ranks_of_host(self) -> int:
        return -(-self.ranks // self.hosts)


@dataclass(frozen=True)
class Known:
    name: str
    told: str
    source: str


def add_arguments(made: argparse.ArgumentParser) -> None:
    job = made.add_argument_group("the job")
    job.add_argument("-n", "--ranks", type=values.whole(2, 10_000_000), metavar="N", help="[those of --report]")
    job.add_argument("--hosts", type=values.whole(2, 10_000_000), metavar="N", help=f"[those of --report, or one for {_RANKS_OF_HOST} ranks]")
    job.add_argument("--mtbf", type=values.rate, metavar="RATE", help="mean time between failures: 5y/host, 80y/rank, 8h/job [5y/host]")
    job.add_argument("--time", type=values.duration, metavar="DURATION", help="the job takes so long if no rank dies [that of --report]")
    job.add_argument("--state", type=values.size, metavar="SIZE", help="of a rank, that a checkpoint has [1GB]")
    job.add_argument("--step", type=values.duration, metavar="DURATION", help="of an iteration; checkpoints come after whole ones [1s]")
    job.add_argument("--profile", choices=PROFILES, help="what kind of program it is, as closeranks --profile has it (docs/how-to/choose.md) [comeback]")  # fmt: skip
    job.add_argument("--loss", type=values.between(0, 100), metavar="PERCENT", help="the most that a result may lack, with monte-carlo and ensemble [1]")
    job.add_argument("--report", type=Path, metavar="FILE", help="the report of a run of it (--report of closeranks)")
    machine = made.add_argument_group("the machine")
    machine.add_argument("--link", type=values.size, metavar="SIZE", help="from a rank's memory to another one's in a second [100MB]")
    machine.add_argument("--files", type=values.size, metavar="SIZE", help="that the file system takes in a second [12.5GB]")
    machine.add_argument("--repair", type=values.duration, metavar="DURATION", help="until all compute again [that of --report, or 1s]")
    machine.add_argument("--restart", type=values.duration, metavar="DURATION", help="of a start of the whole job [30s]")


def _report(file: Path | None) -> dict[str, Any]:
    """Raises UsageError."""
    if file is None:
        return {}
    from ..report_main import load

    try:
        report: dict[str, Any] = load(file, 1)
    except ValueError as error:
        raise UsageError(str(error)) from error
    return report


def _measured_repair(report: dict[str, Any]) -> float | None:
    """The longest mean of what the run has: recoveries, or repairs."""
    means = []
    for name in ("recovered", "repairs"):
        seconds = [one["seconds"] for one in report.get(name) or []]
        if seconds:
            means.append(sum(seconds) / len(seconds))
    return max(means, default=None)


class _Reader:
    """Takes each value from the first place that has it, and remembers which."""

    def __init__(self, report: dict[str, Any]) -> None:
        self.known: list[Known] = []
        self._report = report

    def take(self, name: str, given: Any, measured: Any, default: Any, told: Any, why: str = "default") -> Any:
        found, source = next(
            ((value, source) for value, source in ((given, "given"), (measured, "report"), (default, why)) if value is not None), (None, "")
        )
        if found is None:
            raise UsageError(f"The plan needs --{name}, or a report that has it (--report FILE).")
        self.known.append(Known(name, told(found), source))
        return found


def read(given: argparse.Namespace) -> tuple[Inputs, list[Known]]:
    """Raises UsageError."""
    report = _report(given.report)
    reader = _Reader(report)
    count = "{:,}".format
    ranks = reader.take("ranks", given.ranks, report.get("size"), None, count)
    if ranks < 2:
        raise UsageError("A plan is for two ranks or more.")
    measured = len(report.get("hosts") or {})
    hosts = reader.take("hosts", given.hosts, measured if measured >= 2 and given.ranks is None else None,
                        max(2, -(-ranks // _RANKS_OF_HOST)), count, f"default: one for {_RANKS_OF_HOST} ranks, at least 2")  # fmt: skip
    if hosts > ranks:
        raise UsageError(f"There are more hosts ({hosts}) than ranks ({ranks}).")
    rate: Rate = reader.take("mtbf", given.mtbf, None, Rate(5 * durations.YEAR, "host"), lambda one: f"{durations.told(one.seconds)} of a {one.of}")  # fmt: skip
    mtbf = rate.seconds * {"host": 1.0, "rank": hosts / ranks, "job": hosts}[rate.of]
    seconds = report.get("seconds")
    time = reader.take("time", given.time, seconds if seconds and seconds >= 0.001 else None, None, durations.told)
    state = reader.take("state", given.state, None, 1e9, lambda one: f"{values.size_told(one)} of a rank")
    step = reader.take("step", given.step, None, min(1.0, time), durations.told)
    profile = reader.take("profile", given.profile, None, "comeback", str)
    loss = reader.take("loss", given.loss, None, 1.0, "{:g} %".format) / 100 if profile in LOSSY else 0.0
    link = reader.take("link", given.link, None, 100e6, lambda one: f"{values.size_told(one)} a second")
    files = reader.take("files", given.files, None, 12.5e9, lambda one: f"{values.size_told(one)} a second")
    repair = reader.take("repair", given.repair, _measured_repair(report), 1.0, durations.told)
    restart = reader.take("restart", given.restart, None, 30.0, durations.told)
    return Inputs(ranks, hosts, mtbf, time, state, step, profile, link, files, repair, restart, loss), reader.known
