"""What happened, in sentences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from .. import render
from ..render import Report, duration, moment, window_name

_MOST = 6  # ranks that are named one by one


def ranges(numbers: Sequence[int]) -> str:
    """0 to 3, 5 and 7; so many, when that would be long."""
    runs: list[list[int]] = []
    for number in sorted(set(numbers)):
        if runs and number == runs[-1][1] + 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    if len(runs) > _MOST:
        shown = ", ".join(_run(run) for run in runs[:_MOST])
        return f"{shown} and {len(set(numbers)) - sum(b - a + 1 for a, b in runs[:_MOST])} more"
    texts = [_run(run) for run in runs]
    return texts[0] if len(texts) == 1 else f"{', '.join(texts[:-1])} and {texts[-1]}" if texts else "none"


def _run(run: Sequence[int]) -> str:
    if run[0] == run[1]:
        return str(run[0])
    return f"{run[0]}, {run[1]}" if run[1] == run[0] + 1 else f"{run[0]} to {run[1]}"


def ranks_of(numbers: Sequence[int], size: int) -> str:
    """rank 3; ranks 0 to 2; 2 connected processes, whose numbers begin at `size`."""
    own = [number for number in numbers if number < size]
    others = len(numbers) - len(own)
    texts = []
    if own:
        texts.append(f"rank{'s' if len(own) > 1 else ''} {ranges(own)}")
    if others:
        texts.append(f"{others} connected process{'es' if others > 1 else ''}")
    return " and ".join(texts) or "no rank"


def communicator(one: Mapping[str, Any]) -> str:
    return "MPI_COMM_WORLD" if one["communicator"] == 0 else render.communicator(one)


def _planned(lost: Mapping[str, Any]) -> str:
    """The item of the test plan that killed it, if one did."""
    kind, _, item = (lost.get("cause") or "").partition(": ")
    return item if kind in ("injected", "planned") else ""


def cause(lost: Mapping[str, Any]) -> str:
    if item := _planned(lost):
        return f"killed by the test plan ({item})"
    return lost.get("cause") or "for a reason that is not known"


def headline(report: Report) -> str:
    lost, size = len(report["lost"]), report["size"]
    who = "No rank was lost" if lost == 0 else f"{lost} of {size} ranks {'was' if lost == 1 else 'were'} lost"
    if report["completed"]:
        return f"{who}; the program completed."
    return f"{who}; the program did not complete."


def _ending(report: Report) -> Iterator[str]:
    if interrupted := report.get("interrupted"):
        yield f"It was ended from outside: {interrupted}."
    if aborted := report.get("aborted"):
        needs = "any rank" if aborted["needs"] < 0 else f"rank {aborted['needs']}"
        yield (
            f"It ended because rank {aborted['rank']} needed {needs} in {aborted['function']}, and the policy of that "
            "function is abort."
        )
    elif report.get("stalled"):
        yield "It ended because every survivor waited for what only the lost could have done."
    elif ended := report.get("ended_by"):
        yield f"Rank{render.ending(ended).removeprefix('rank')}."


def _losses(report: Report) -> Iterator[str]:
    lost = report["lost"]
    if len(lost) <= 3:
        for one in lost:
            died = one.get("died")
            when = f", {moment(died)} after MPI_Init" if died is not None else ""
            yield f"Rank {one['rank']} died{when}: {cause(one)}."
    else:
        kinds = Counter("killed by the test plan" if _planned(one) else cause(one) for one in lost)
        yield f"Lost: {ranks_of([one['rank'] for one in lost], report['size'])}. Why they died: " + "; ".join(f"{count} {text}" for text, count in kinds.most_common(4)) + "."
    for job in report.get("spawned") or []:
        if job["lost"]:
            yield f"Of the {job['size']} processes of the spawned job {job['job']} {len(job['lost'])} died."
    known = [one["detection"] for one in lost if one.get("detection") is not None]
    if known:
        yield f"A death was noticed after {duration(max(known))} {'at the latest' if len(known) > 1 else ''}".rstrip() + "."
    repairs = report["repairs"]
    if repairs:
        total = sum(one["seconds"] for one in repairs)
        times = "once" if len(repairs) == 1 else f"{len(repairs)} times"
        yield f"The survivors repaired a communicator {times}, in {duration(total)}{' together' if len(repairs) > 1 else ''}."


def story(report: Report) -> str:
    hosts = len(report.get("hosts") or {})
    where = f" on {hosts} host{'s' if hosts != 1 else ''}" if hosts else ""
    first = f"{report['size']} ranks ran{where} for {duration(report['seconds'])} after MPI_Init."
    return " ".join([first, *_ending(report), *_losses(report)])


def attempts(report: Report) -> list[str]:
    """Of a job that was started again: what happened in each attempt before, a sentence or more each."""
    return [
        f"Attempt {number}: {headline(one)} {story(one)}" for number, one in enumerate(report.get("earlier") or [], 1)
    ]


def missing(report: Report) -> list[str]:
    """What the result lacks, a sentence each."""
    size = report["size"]
    lines = []
    if any(one["rank"] == 0 for one in report["lost"]):
        lines.append("Rank 0 is lost: what only rank 0 prints or writes is missing.")
    for one in report.get("lacking") or []:
        calls = one.get("calls")
        count = f" in {calls:,} call{'s' if calls != 1 else ''}" if calls else ""
        lines.append(
            f"{one['function']} on {communicator(one)} lacked the contribution of "
            f"{ranks_of(one['ranks'], size)}{count}, from {moment(one['since'])} on."
        )
    for file in report.get("files") or []:
        lines.append(
            f"In the file {file['name']}, what {ranks_of(file['ranks'], size)} had not written is missing, unless "
            "others wrote it."
        )
    for window in report.get("windows") or []:
        lines.append(f"The memory of {ranks_of(window['ranks'], size)} in {window_name(window)} is lost.")
    if skipped := report["skipped"]:
        lines.append(f"{sum(skipped.values()):,} calls were skipped, because the rank that they needed was lost.")
    if passed := report["passed_through"]:
        lines.append(f"{sum(passed.values()):,} calls of functions that are not protected were made after a loss.")
    return lines
