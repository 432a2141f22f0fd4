"""What happened in the run, in sentences."""

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


def cause(lost: Mapping[str, Any]) -> str:
    return lost.get("cause") or "for a reason that is not known"


def _kind_of_cause(lost: Mapping[str, Any]) -> str:
    """Without the item of the plan, which is of one rank."""
    text, planned, by = cause(lost).partition(", planned by ")
    return f"{text}{planned}{by.split(' ')[0]}"


def headline(report: Report) -> str:
    lost, size = len(report["lost"]), report["size"]
    back = len(report.get("recovered") or [])
    who = f"{lost} of {size} ranks {'was' if lost == 1 else 'were'} lost" if lost else "No rank was lost"
    if back:
        who = f"{back} {'loss was' if back == 1 else 'losses were'} made good, " + (who if lost else "and no rank is lost")
    if earlier := report.get("earlier"):
        before = [f"{len(one['lost'])} in attempt {number}" for number, one in enumerate(earlier, 1)]
        who += f" in attempt {len(earlier) + 1}, {' and '.join(before)}"
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
        waited = "survivor waited for what only the lost" if report["lost"] else "rank waited for what only another one"
        yield f"It ended because every {waited} could have done."
    elif ended := report.get("ended_by"):
        yield f"Rank{render.ending(ended).removeprefix('rank')}."


def _losses(report: Report) -> Iterator[str]:
    lost = report["lost"]
    recovered = report.get("recovered") or []
    for one in recovered[:_MOST]:
        noticed = one.get("noticed")
        when = f", noticed {moment(noticed)} after MPI_Init" if noticed is not None else ""
        yield f"Rank {one['rank']} died{when}: {cause(one)}; it was recovered at {moment(one['back'])}."
    if len(recovered) > _MOST:
        yield f"{len(recovered) - _MOST} more losses were made good."
    for text in render.replicas(report):
        yield f"{text.removeprefix('replicas: ')}."
    if len(lost) <= 3:
        for one in lost:
            died = one.get("died")
            when = f", {moment(died)} after MPI_Init" if died is not None else ""
            yield f"Rank {one['rank']} died{when}: {cause(one)}."
    else:
        kinds = Counter(_kind_of_cause(one) for one in lost)
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
    """For a job that was started again: each earlier attempt, a sentence or more each."""
    return [
        f"Attempt {number}: {headline(one)} {story(one)}" for number, one in enumerate(report.get("earlier") or [], 1)
    ]


def _lacking(one: Mapping[str, Any], size: int) -> str:
    calls = one.get("calls")
    count = f" in {calls:,} call{'s' if calls != 1 else ''}" if calls else ""
    until = "on" if one.get("until") is None else f"until the recovery at {moment(one['until'])}"
    return (
        f"{one['function']} on {render.communicator(one)} lacked the contribution of {ranks_of(one['ranks'], size)}"
        f"{count}, from {moment(one['since'])} {until}{render.contributions(one)}."
    )


def before_recoveries(report: Report) -> list[str]:
    """Results that lacked a rank until lost ranks were recovered."""
    return [_lacking(one, report["size"]) for one in report.get("lacking") or [] if one.get("until") is not None]


def missing(report: Report) -> list[str]:
    """The missing parts of the result, a sentence each."""
    size = report["size"]
    lines = []
    if any(one["rank"] == 0 for one in report["lost"]):
        lines.append("Rank 0 is lost: what only rank 0 prints or writes is missing.")
    lines += [_lacking(one, size) for one in report.get("lacking") or [] if one.get("until") is None]
    if render.lacks_to_the_end(report):
        lines.append(f"{render.WRONG_IF_ALL_ARE_NEEDED[0].upper()}{render.WRONG_IF_ALL_ARE_NEEDED[1:]}.")
    for file in report.get("files") or []:
        lost = ranks_of(file["ranks"], size)
        if file.get("written_by") == "HDF5":
            lines.append(
                f"The file {file['name']} was open when {lost} died: HDF5 may not be able to read it; take it for lost."
            )
            continue
        lines.append(f"In the file {file['name']}, what {lost} had not written is missing, unless others wrote it.")
    for window in report.get("windows") or []:
        lines.append(f"The memory of {ranks_of(window['ranks'], size)} in {window_name(window)} is lost.")
    if skipped := report["skipped"]:
        until = "" if report["lost"] or not report.get("recovered") else " and had not been recovered yet"
        lines.append(f"{sum(skipped.values()):,} calls were skipped, because the rank that they needed was lost{until}.")
    if render.lacks_messages(report):
        lines.append("The result lacks, or repeats, what lost ranks should have brought in these calls.")
    if passed := report["passed_through"]:
        lines.append(f"{sum(passed.values()):,} calls of functions that are not protected were made after a loss.")
    return lines
