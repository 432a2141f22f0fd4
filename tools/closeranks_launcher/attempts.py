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
    restart_reasons,
    restarts,
    run,
    standard_input,
    verdict,
)
from .options import Option, UsageError, described

_TIME_LIMIT = 241  # mpirun's status


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
    reasons: restart_reasons.Reasons
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


def _run(
    asked: Asked, line: arguments.Line, folder: Path, restart: int, held: run.Held
) -> tuple[run.Ended, launch_record.Launch]:
    table, place, values = asked.table, asked.place, asked.values
    options = launch_record.describe_options(table, values, line.settings)
    if command.is_on(values, "verbose"):
        say(command.build(line, table, place, folder).quoted())
    with post.listening(folder) as letters:
        built = command.build(line, table, place, folder, launcher=letters.address if letters else "")
        built.environment.update(restarts.variables(restart, os.environ))
        shown = progress.Progress(folder) if command.is_on(values, "progress") else None
        launch = launch_record.begin(folder, place, asked.words, options)
        try:
            return run.run(built, folder, letters, held, shown), launch
        except OSError as error:
            raise UsageError(f"mpirun ({place.mpirun}) cannot be started: {error.strerror}.") from error


def _attempt(asked: Asked, line: arguments.Line, folder: Path, restart: int, held: run.Held) -> Attempt:
    """Runs it once, and says what the ranks could not say."""
    ended, launch = _run(asked, line, folder, restart, held)
    values = asked.values
    ranks = records.read(folder)
    kept = keepers.of_ranks(keepers.read(folder), ranks)
    judged = verdict.judge(ranks, ended.status, kept, ended.stopped, command.is_on(values, "allow_unprotected"))
    if judged.gave_up and restart < asked.restarts and not ended.signal:
        ended = replace(ended, signal=held.ending)  # it came when mpirun had ended
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
    reasons = restart_reasons.find(ranks, kept, report["seconds"])
    return Attempt(status, judged.gave_up, ended, report, reasons, restarts.gone(report, ranks))


def _why_not(asked: Asked, made: Sequence[Attempt]) -> str:
    """Why there is no other attempt, although the last one could not complete and one is left; or nothing."""
    last = made[-1]
    before = made[-2].reasons if len(made) > 1 else None
    if same := restart_reasons.would_recur(last.reasons, before):
        return f"{same}: this is the program's own failure"
    if last.ended.status == _TIME_LIMIT and (asked.line.has_mpirun_option("timeout") or "MPIEXEC_TIMEOUT" in os.environ):
        return "The time limit of mpirun was reached"
    if pids := ", ".join(map(str, last.ended.left_over)):
        return f"Processes of this attempt cannot be ended (pid {pids}), and may still write"
    return ""


def _announce(asked: Asked, restart: int, lost: Sequence[int], gone: Sequence[str], given: str) -> None:
    why = f"Without {keepers.list_ranks(lost)} the others could not complete. " if lost else ""
    hosts = f"{'hosts' if len(gone) > 1 else 'host'} {', '.join(gone)}"
    place = f" without the {hosts}, whose ranks go to the others" if gone else ""
    say(f"{why}The job is started again{place}: restart {restart} of {asked.restarts} (--restarts).")
    if given:
        say(given)


def _next_line(
    asked: Asked, made: Sequence[Attempt], folder: Path, stdin: standard_input.StandardInput
) -> arguments.Line | None:
    """That of the next attempt, if there is to be one; which is said."""
    last, restart = made[-1], len(made)
    if not last.gave_up or last.ended.signal or restart > asked.restarts:
        return None
    gone = sorted({host for attempt in made for host in attempt.gone})
    why_not = _why_not(asked, made)
    if not why_not:
        try:
            restarts.folder_of(folder, restart).mkdir(mode=0o700, exist_ok=True)
            line = restarts.again(asked.line, restart, gone, last.report, folder)
            _announce(asked, restart, last.reasons.lost, gone, stdin.rewind())
            return line
        except OSError as error:
            why_not = f"There is no place for the records of another attempt ({described(error)})"
        except restarts.NoHostLeft:
            why_not = f"No host is left but those that are gone ({', '.join(gone)})"
    say(f"{why_not}; the job is not started again (--restarts).")
    return None


def _attempts(asked: Asked, folder: Path) -> list[Attempt]:
    """All of them; the last one is the run's."""
    made: list[Attempt] = []
    stdin = standard_input.StandardInput()
    line: arguments.Line | None = asked.line
    with run.signals_held() as held:
        while line is not None:
            restart = len(made)
            try:
                made.append(_attempt(asked, line, restarts.folder_of(folder, restart), restart, held))
            except UsageError as error:
                if not made:
                    raise
                say(str(error))
                break
            line = _next_line(asked, made, folder, stdin)
    return made


def launch(asked: Asked, folder: Path) -> int:
    """Runs the job, writes the report, and returns the exit status. `folder`: for records."""
    made = _attempts(asked, folder)
    last = made[-1]
    if len(made) > 1 and not last.ended.signal:
        how = "could not complete either" if last.gave_up else f"ended with status {last.status}"
        say(f"Attempt {len(made)} {how}; {len(made) - 1} before could not complete.")
        sizes = [attempt.report["size"] for attempt in (made[0], last)]
        if 0 != sizes[1] != sizes[0]:
            say(f"It had {sizes[1]} ranks, and the first one {sizes[0]}.")
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
