"""Running the job, once or, with --restarts, until it completes; and what is said and returned at the end."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from . import (
    arguments,
    checks,
    command,
    installation,
    keepers,
    launch_record,
    merge,
    planned,
    post,
    progress,
    records,
    render,
    report_file,
    report_shape,
    restarts,
    run,
    verdict,
)
from .options import Option, UsageError, described


def say(text: str) -> None:
    print(f"closeranks: {text}", file=sys.stderr, flush=True)


@dataclass(frozen=True)
class Asked:
    """What the user has asked for."""

    line: arguments.Line
    table: Sequence[Option]
    place: installation.Installation
    words: Sequence[str]  # as they were given
    values: dict[str, str]

    @property
    def restarts(self) -> int:
        return int(self.values.get("restarts", "0"))


@dataclass(frozen=True)
class Attempt:
    """One that has ended."""

    status: int
    gave_up: bool  # another one may complete
    ended: run.Ended
    report: dict[str, Any]
    gone: list[str]  # hosts


def _hint(line: arguments.Line, status: int) -> str:
    """What may help when mpirun itself gave up before any rank started."""
    asked = run.processes([application.processes for application in line.applications])
    cores = len(os.sched_getaffinity(0))
    knows = line.has_mpirun_option("oversubscribe", "hostfile", "host", "H", "machinefile")
    if status != 0 and asked > cores and not knows:
        return (
            f"mpirun starts one process for each core unless told otherwise, and {asked} were "
            f"asked for on {cores}; add --oversubscribe if that is why it stopped."
        )
    return ""


def _run(asked: Asked, line: arguments.Line, folder: Path, held: run.Held) -> tuple[run.Ended, launch_record.Launch]:
    table, place, values = asked.table, asked.place, asked.values
    options = launch_record.describe_options(table, values, line.settings)
    if command.is_on(values, "verbose"):
        say(command.build(line, table, place, folder).quoted())
    with post.listening(folder) as letters:
        built = command.build(line, table, place, folder, launcher=letters.address if letters else "")
        shown = progress.Progress(folder) if command.is_on(values, "progress") else None
        launch = launch_record.begin(folder, place, asked.words, options)
        try:
            return run.run(built, folder, letters, held, shown), launch
        except OSError as error:
            raise UsageError(f"mpirun ({place.mpirun}) cannot be started: {error.strerror}.") from error


def _attempt(asked: Asked, line: arguments.Line, folder: Path, restart: int, held: run.Held) -> Attempt:
    """Runs it once, and says what the ranks could not say."""
    ended, launch = _run(asked, line, folder, held)
    values = asked.values
    ranks = records.read(folder)
    kept = keepers.read(folder)
    keepers.give_ranks(kept, ranks)
    judged = verdict.judge(ranks, ended.status, kept, ended.stopped, command.is_on(values, "allow_unprotected"))
    own = verdict.SIGNAL + ended.signal if ended.signal else judged.status
    status, unlike = verdict.numbered(own, values.get("exit_status") == "classic")
    launch.add("concluded", status=status, signal=ended.signal, stopped=ended.stopped)
    report = merge.merge(ranks, 1, kept, False, records.read_last_calls(folder), launch)
    if not report["completed"] and not command.is_on(values, "quiet"):
        for text in render.summary(report_shape.printable(report)):
            say(text)
    if not ended.signal:
        reason = judged.reason if ranks or kept else _hint(line, ended.status)
        kills = "" if restart and not command.is_on(values, "kill_again") else values.get("kill", "")
        for text in (reason, planned.unreached(kills, ranks), unlike):
            if text:
                say(text)
    return Attempt(status, judged.gave_up, ended, report, restarts.gone(report, ranks))


def _announce(asked: Asked, restart: int, gone: Sequence[str]) -> None:
    without = f" without {'the hosts' if len(gone) > 1 else 'the host'} {', '.join(sorted(gone))}" if gone else ""
    say(f"The job is started again{without}: restart {restart} of {asked.restarts} (--restarts).")


def _attempts(asked: Asked, folder: Path) -> list[Attempt]:
    """All of them; the last one is the run's."""
    line, gone = asked.line, set[str]()
    made: list[Attempt] = []
    with run.signals_held() as held:
        while True:
            restart = len(made)
            place = restarts.folder_of(folder, restart)
            place.mkdir(mode=0o700, exist_ok=True)
            attempt = _attempt(asked, line, place, restart, held)
            made.append(attempt)
            if not attempt.gave_up or attempt.ended.signal or restart == asked.restarts:
                return made
            if number := held.ending:
                made[-1] = replace(attempt, status=verdict.SIGNAL + number, gave_up=False)
                return made
            gone.update(attempt.gone)
            _announce(asked, restart + 1, sorted(gone))
            line = restarts.again(asked.line, restart + 1, gone, attempt.report, folder)


def launch(asked: Asked, folder: Path) -> int:
    """Runs the job, writes the report, and returns the exit status. `folder`: for records."""
    made = _attempts(asked, folder)
    last = made[-1]
    if len(made) > 1 and not last.ended.signal:
        how = "could not complete either" if last.gave_up else f"ended with status {last.status}"
        say(f"Attempt {len(made)} {how}; {len(made) - 1} before could not complete.")
    if "report" in asked.values:
        _write_report(asked.values["report"], merge.with_earlier([attempt.report for attempt in made]))
    return last.status


def _write_report(path: str, report: dict[str, Any]) -> None:
    text = report_file.to_text(report)
    try:
        if path == checks.STDOUT:
            print(text, end="", flush=True)
        else:
            Path(path).write_text(text)
    except OSError as error:
        say(f"The report ({path}) cannot be written: {described(error)}.")
