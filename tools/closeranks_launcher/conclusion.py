"""The consequences of a run of mpirun that has ended: the messages, the report, the exit status, and whether to run
again."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path

from . import (
    arguments,
    checks,
    command,
    exit_status,
    keepers,
    launch_record,
    merge,
    mpirun_end,
    planned,
    records,
    render,
    replicas,
    report_file,
    report_shape,
    restart_reasons,
    restarts,
    run,
    signals,
    spares,
    standard_input,
    verdict,
)
from .asked import Asked, Start, say
from .options import described
from .plain import TYPE_CHECKING, dataclass, replace

if TYPE_CHECKING:
    from typing import Any

_TIME_LIMIT = 241  # mpirun's status
_MOST_JOBS = 8  # spawned ones whose summaries are said


@dataclass(frozen=True)
class Attempt:
    """An attempt that has ended."""

    status: int
    gave_up: bool  # another one may complete
    ended: run.Ended
    report: dict[str, Any]
    reasons: restart_reasons.Reasons
    gone: list[str]  # hosts


def _hint(line: arguments.Line, waiting: int, twins: int, status: int) -> str:
    """A hint when mpirun itself gave up before any rank started. `waiting`: how many spares."""
    asked = run.processes([application.processes for application in line.applications])
    if status == 0 or line.has_mpirun_option("oversubscribe"):
        return ""
    if more := waiting + twins:
        word, option = ("spare", "--spares") if waiting else ("twin", "--replicate")
        return (
            f"{asked} ranks and {more} {word}{'s' if more > 1 else ''} ({option}) need {asked + more} slots; if "
            f"mpirun found fewer, add --oversubscribe, take fewer {word}s, or name more hosts or slots (--host, --hostfile)."
        )
    cores = len(os.sched_getaffinity(0))
    if asked > cores and not line.has_mpirun_option("hostfile", "host", "H", "machinefile"):
        return (
            f"mpirun starts one process for each core unless told otherwise, and {asked} were "
            f"asked for on {cores}; add --oversubscribe if that is why it stopped."
        )
    return ""


def _died_before_it_spoke(ranks: Sequence[records.Rank], kept: Sequence[keepers.Keeper]) -> bool:
    """Whether the ranks noticed losses and did not print the summary: the rank that prints it for all may have died
    before."""
    first = [rank for rank in ranks if rank.job == 1]
    is_due = any(rank.has("lost") or rank.has("recovered") for rank in first)
    is_known = all(keeper.is_complete for keeper in kept)
    return is_due and is_known and not any(rank.has("summary") for rank in first)


def summaries_of_spawned(
    ranks: Sequence[records.Rank], report: Mapping[str, Any], launch: launch_record.Launch, by_signal: bool
) -> list[str]:
    """The summary of each spawned job that has lost processes, where none of its survivors has printed one.
    `report`: of the first job."""
    said = {rank.job for rank in ranks if rank.has("summary")}
    was_ended = any(rank.has("ending") for rank in ranks if rank.job == 1)
    untold = [job["job"] for job in report["spawned"] if job["lost"] and job["job"] not in said]
    lines = []
    for job in untold[:_MOST_JOBS]:
        own = merge.merge(ranks, job, was_ended=was_ended, launch=launch)
        lines += [f"spawned job {job}: {text}" for text in render.summary(report_shape.printable(own), by_signal)]
    if more := untold[_MOST_JOBS:]:
        lines.append(f"{len(more)} more spawned jobs have lost processes; closeranks report and --report have them.")
    return lines


def of_attempt(
    asked: Asked, start: Start, ended: run.Ended, launch: launch_record.Launch, held: signals.Held
) -> Attempt:
    """Prints what the ranks could not print."""
    values, folder, restart = asked.values, start.folder, start.restart
    found = replicas.read(folder, launch)
    ranks, kept, state = found.ranks, found.kept, found.state
    ended = replace(ended, mpirun_signal=mpirun_end.by_signal(ended, records.read_launch(folder), kept))
    replicas_died = state is not None and bool(state.deaths())
    allowed = command.is_on(values, "allow_unprotected")
    broken = state.broken_start() if state is not None else ""
    judged = verdict.judge(ranks, ended.status, kept, ended.stopped, allowed, replicas_died, broken)
    if judged.gave_up and restart < asked.restarts and not ended.signal:
        ended = replace(ended, signal=held.ending)  # it came when mpirun had ended
    by_request = ended.limit and any(keeper.signal == asked.limits.signal for keeper in kept)
    if judged.gave_up and by_request and not ended.signal:
        ended = replace(ended, signal=asked.limits.signal)
    by_signal = ended.signal or ended.mpirun_signal
    own = exit_status.SIGNAL + by_signal if by_signal else judged.status
    if own is exit_status.COMPLETED_AFTER_LOSSES and command.is_on(values, "ok_if_lost"):
        own = exit_status.CLEAN
    status, unlike = exit_status.numbered(own, values.get("exit_status") == "classic")
    launch.add(
        "concluded",
        status=status,
        signal=ended.signal,
        stopped=ended.stopped,
        mpirun=ended.mpirun_signal,
        by_itself=ended.by_itself,
        limit=ended.limit,
    )
    report = merge.merge(ranks, 1, kept, False, records.read_last_calls(folder), launch, state)
    for text in keepers.unstarted(kept):
        say(text)
    if state is not None and not command.is_on(values, "quiet"):
        for text in render.replicas(report):
            say(text)
    is_untold = by_signal or not report["completed"] or _died_before_it_spoke(ranks, kept)
    if is_untold and not command.is_on(values, "quiet"):
        for text in render.summary(report_shape.printable(report), bool(by_signal)):
            say(text)
    if not command.is_on(values, "quiet"):
        for text in summaries_of_spawned(ranks, report, launch, bool(by_signal)):
            say(text)
    if not by_signal:
        hint = "" if ranks or kept else _hint(start.line, spares.number_of_spares(values), len(state.roles.twins) if state else 0, ended.status)
        reason = hint or judged.reason
        kills = "" if restart and not command.is_on(values, "kill_again") else values.get("kill", "")
        missed = planned.unreached(kills, ranks, kept) if state is None else replicas.unreached(kills, state)
        for text in (reason, missed, unlike):
            if text:
                say(text)
    reasons = restart_reasons.find(ranks, kept, report["seconds"])
    gave_up = judged.gave_up and not mpirun_end.is_from_outside(ended.mpirun_signal)
    return Attempt(status, gave_up, ended, report, reasons, restarts.gone(report, ranks))


def _why_not(asked: Asked, made: Sequence[Attempt]) -> str:
    """The reason why there is no other attempt, although the last one could not complete and one is left; or
    nothing."""
    last = made[-1]
    before = made[-2].reasons if len(made) > 1 else None
    if same := restart_reasons.would_recur(last.reasons, before):
        return f"{same}: this is the program's own failure"
    if last.ended.status == _TIME_LIMIT and (asked.line.has_mpirun_option("timeout") or "MPIEXEC_TIMEOUT" in os.environ):
        return "The time limit of mpirun was reached"
    if asked.limits.leaves_no_time():
        return "No attempt could end before the time limit (--time-limit)"
    if pids := ", ".join(map(str, last.ended.left_over)):
        return f"Processes of this attempt cannot be ended (pid {pids}), and may still write"
    return ""


def _announce(asked: Asked, restart: int, lost: Sequence[int], gone: Sequence[str], given: str) -> None:
    why = f"Without {keepers.list_ranks(lost)} the other ranks could not complete. " if lost else ""
    hosts = f"{'hosts' if len(gone) > 1 else 'host'} {', '.join(gone)}"
    place = f" without the {hosts}, whose ranks go to other hosts" if gone else ""
    say(f"{why}The job is started again{place}: restart {restart} of {asked.restarts} (--restarts).")
    if given:
        say(given)


def next_start(
    asked: Asked, made: Sequence[Attempt], folder: Path, stdin: standard_input.StandardInput
) -> Start | None:
    """The start of the next attempt, if there is one. Tells the user of it. `folder`: of all attempts."""
    last, restart = made[-1], len(made)
    if not last.gave_up or last.ended.signal or restart > asked.restarts:
        return None
    gone = sorted({host for attempt in made for host in attempt.gone})
    why_not = _why_not(asked, made)
    if not why_not:
        try:
            own_folder = restarts.folder_of(folder, restart)
            own_folder.mkdir(mode=0o700, exist_ok=True)
            line = restarts.again(asked.line, restart, gone, last.report, folder)
            _announce(asked, restart, last.reasons.lost, gone, stdin.rewind())
            return Start(line, own_folder, restart, restarts.variables(os.environ))
        except OSError as error:
            why_not = f"There is no place for the records of another attempt ({described(error)})"
        except restarts.NoHostLeft:
            why_not = f"All hosts are lost ({', '.join(gone)})"
    say(f"{why_not}; the job is not started again (--restarts).")
    return None


def of_all(asked: Asked, made: Sequence[Attempt]) -> int:
    """Prints and writes the results of all attempts. Returns the exit status."""
    last = made[-1]
    if len(made) > 1 and not last.ended.signal:
        how = "could not complete either" if last.gave_up else f"ended with status {last.status}"
        say(f"Attempt {len(made)} {how}; {len(made) - 1} before could not complete.")
        sizes = [attempt.report["size"] for attempt in (made[0], last)]
        if 0 != sizes[1] != sizes[0]:
            say(f"It had {sizes[1]} ranks, and the first one {sizes[0]}.")
    if "report" in asked.values:
        written = _write_report(asked.values["report"], merge.with_earlier([attempt.report for attempt in made]))
        if written and (last.ended.signal or last.ended.mpirun_signal) and not command.is_on(asked.values, "quiet"):
            say(f"The report is in {asked.values['report']}.")
    return last.status


def page_of(report: dict[str, Any]) -> str:
    from .page import page

    return page.html(report_shape.printable(report))


def _write_report(path: str, report: dict[str, Any]) -> bool:
    """Whether the report is in a file. A name with the ending of a page makes it a page for a browser."""
    try:
        text = page_of(report) if report_file.is_page(path) else report_file.to_text(report)
        if path == checks.STDOUT:
            print(text, end="", flush=True)
        else:
            Path(path).write_text(text)
            return True
    except OSError as error:
        say(f"The report ({path}) cannot be written: {described(error)}.")
    return False
