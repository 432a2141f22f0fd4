"""A report for people, as text."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from .plain import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any

Report = Mapping[str, "Any"]

_MOST_LACKING = 8  # lines that one wants to read; the report has all


def duration(value: float) -> str:
    """How long something took."""
    return f"{value * 1e3:.1f} ms" if value < 1 else f"{value:.2f} s"


def moment(value: float) -> str:
    """When something happened, as the runtime has it (summary.cpp)."""
    return f"{value:.2f} s"


def _counts(counts: Mapping[str, int]) -> str:
    ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return ", ".join(f"{function} {count}" for function, count in ordered)


def _dead(lost: Mapping[str, Any]) -> str:
    """The dead rank, its cause of death, and when the death was noticed, if it was."""
    place = f" (host {lost['host']}, pid {lost['pid']})" if lost["host"] else ""
    cause = f", {lost['cause']}" if lost.get("cause") else ""
    noticed = f", noticed {moment(lost['noticed'])} after MPI_Init" if lost.get("noticed") is not None else ""
    return f"  rank {lost['rank']}{place}{cause}{noticed}"


def lost_line(lost: Mapping[str, Any]) -> str:
    return _dead(lost) + (", never noticed by another" if lost.get("noticed") is None else "")


def recovered_line(one: Mapping[str, Any]) -> str:
    now, noticed = one["now"], one.get("noticed")
    when = f"{moment(one['back'])} after MPI_Init" if noticed is None else f"after {duration(one['back'] - noticed)}"
    return f"{_dead(one)}; back {when} in process {now['process']} (host {now['host']}, pid {now['pid']})"


def replicas(report: Report) -> list[str]:
    """The end of a replicated run in which processes have died."""
    told = report.get("replicas")
    if not told or not told["died"]:
        return []
    count = len(told["died"])
    dead = f"{count} of {told['processes']} processes {'has' if count == 1 else 'have'} died"
    if told["lost"]:
        return [f"replicas: {dead}; {names(told['lost'])} {'has' if len(told['lost']) == 1 else 'have'} lost the last process"]
    alone = f"; {names(told['alone'])} {'has' if len(told['alone']) == 1 else 'have'} one process left" if told["alone"] else ""
    return [f"replicas: {dead}, and nothing was lost{alone}"]


def _replica_lines(report: Report) -> list[str]:
    """Which processes of ranks that have two have died."""
    told = report.get("replicas")
    if not told:
        return []
    lines = [f"  {len(told['ranks'])} of {report['size']} ranks had a twin ({told['processes']} processes)"]
    for one in told["died"]:
        on = "".join(f", process {other['process']} (host {other['host']}, pid {other['pid']}) continued" for other in one["goes_on"])
        lines.append(
            f"  rank {one['rank']}: its {one['role']}, process {one['process']} (host {one['host']}, pid {one['pid']}), died at "
            f"{moment(one['died'])}: {one['cause']}{on or ', and no process was left'}"
        )
    return lines + [f"  {text}" for text in replicas(report)]


def spawned_lines(report: Report) -> list[str]:
    """The lost ranks of each job that MPI_Comm_spawn has started."""
    lines = []
    for job in report.get("spawned") or []:
        if job["lost"]:
            lines.append(f"  {len(job['lost'])} of {job['size']} processes of the spawned job {job['job']} lost:")
            lines += [f"  {lost_line(one)}" for one in job["lost"]]
    return lines


def names(ranks: Sequence[int]) -> str:
    """rank 3; ranks 3, 4 and 7"""
    texts = [str(rank) for rank in ranks]
    if not texts:
        return "no rank"
    return f"rank {texts[0]}" if len(texts) == 1 else f"ranks {', '.join(texts[:-1])} and {texts[-1]}"


def ending(ended: Mapping[str, Any]) -> str:
    """rank 3 ended the program with code 7: ..."""
    why = f": {ended['why']}" if ended.get("why") else ""
    return f"rank {ended['rank']} ended the program with code {ended['code']}{why}"


def last_call_line(one: Mapping[str, Any]) -> str:
    who, several = names(one["ranks"]), len(one["ranks"]) > 1
    if one["inside"]:
        return f"  {who} {'were' if several else 'was'} in {one['call']}"
    return f"  {who} had called {one['call']} last"


def _why(report: Report) -> str:
    """The reason why no rank completed MPI_Finalize, to stand behind that; or nothing."""
    if aborted := report.get("aborted"):
        needs = "any rank" if aborted["needs"] < 0 else f"rank {aborted['needs']}"
        return f", for rank {aborted['rank']} needs {needs} in {aborted['function']}"
    if report.get("stalled"):
        if not report["lost"]:
            return ", for each rank waited for what only another one could have done"
        return ", for the survivors waited for what only the lost could have done"
    if ended := report.get("ended_by"):
        return f", for {ending(ended)}"
    return ""


def made_good(report: Report) -> str:
    """2 losses made good, """
    back = len(report.get("recovered") or [])
    return f"{back} {'loss' if back == 1 else 'losses'} made good, " if back else ""


def _first_line(report: Report, by_signal: bool) -> str:
    count = f"{made_good(report)}{len(report['lost'])} of {report['size']} ranks lost"
    if not by_signal and report["completed"]:
        return f"summary: {count}, {report['size'] - len(report['lost'])} completed"
    if not by_signal:
        return f"summary: {count}; no rank got through MPI_Finalize{_why(report)}"
    if report["completed"]:  # and its ranks have said which ranks they lost
        count = "the program had completed"
    elif not report["size"]:
        count = "no rank had started"
    else:
        count += " until then"
    return f"summary: {report['interrupted']}; {count}"


def summary(report: Report, by_signal: bool = False) -> list[str]:
    """The summary of the survivors, when none of them reached the end, or the reporting rank died. `by_signal`: a
    signal ended the launcher or mpirun."""
    is_said = by_signal and report["completed"]
    lost, recovered = ([], []) if is_said else (report["lost"], report.get("recovered") or [])
    if not (lost or recovered or by_signal):
        return []
    lines = [_first_line(report, by_signal), *map(recovered_line, recovered), *map(lost_line, lost)]
    if any(one["rank"] == 0 for one in lost):
        lines.append("  rank 0 is among them: what only rank 0 prints or writes is missing")
    if by_signal:  # which nobody can blame a call for
        return lines
    needed = (report.get("aborted") or {}).get("function")  # that is in the first line
    lacking = [one for one in (report.get("lacking") or []) if one["function"] != needed]
    lines += [lacking_line(one) for one in lacking[:_MOST_LACKING]]
    lines += [window_line(one) for one in (report.get("windows") or [])[:_MOST_LACKING]]
    if report["completed"]:
        lines += _damage(report)
    if not report.get("stalled"):  # that was said with the reason
        lines += [last_call_line(one) for one in (report.get("last_calls") or [])]
    return lines


def communicator(one: Mapping[str, Any]) -> str:
    """MPI_COMM_WORLD; image 1 (ranks 4 to 7); window halo (ranks 4 to 7)"""
    members = f" ({one['members']})" if one.get("members") else ""
    number = one["communicator"]
    what = one.get("window") or one.get("name") or (f"communicator {number}" if number else "MPI_COMM_WORLD")
    return f"{what}{members}"


def communicator_as_one(one: Mapping[str, Any]) -> str:
    """the communicator of the 2 ranks of color 1 of ..."""
    text = communicator(one)
    return f"the communicator of {text}" if text.startswith("the ") else text


def lacking_line(one: Mapping[str, Any]) -> str:
    who, calls = names(one["ranks"]), one.get("calls")
    count = "in 1 call " if calls == 1 else f"in {calls} calls "
    told = f"  {one['function']} on {communicator(one)} lacked {who} {count if calls else ''}from {moment(one['since'])}"
    if one.get("until") is not None:
        return f"{told} until the recovery at {moment(one['until'])}"
    return f"{told} on{contributions(one)}"


def contributions(one: Mapping[str, Any]) -> str:
    """: 96 of 120 contributions (80 %)"""
    there, expected = one.get("contributions") or 0, one.get("expected") or 0
    if one.get("until") is not None:
        return ""
    return f": {there} of {expected} contributions ({100 * there // expected} %)" if expected else ""


WRONG_IF_ALL_ARE_NEEDED = "a result that needs the parts of all ranks is wrong from then on"
_BRINGS = re.compile("ecv|robe|cast|(?<!educe_s)catter")


def lacks_to_the_end(report: Report) -> bool:
    """Whether the used results had only some ranks' parts."""
    return any(
        one.get("until") is None and not one.get("window") and "arrier" not in one["function"]  # which brings nothing
        for one in report.get("lacking") or []
    )


def lacks_messages(report: Report) -> bool:
    """Whether a lost rank would have brought something in a call that was skipped, as the runtime has it (summary.cpp)."""
    return bool(report["lost"]) and any(_BRINGS.search(name) for name in report["skipped"])


def _damage(report: Report) -> list[str]:
    lines = []
    if lacks_messages(report):
        lines.append("  the result lacks, or repeats, what lost ranks should have brought in calls that were skipped")
    if lacks_to_the_end(report):
        lines.append(f"  {WRONG_IF_ALL_ARE_NEEDED}; --strict ends the program instead")
    return lines


def _detection(lost: Mapping[str, Any]) -> str:
    seconds = lost.get("detection")
    if seconds is None:
        return ""
    by = f", by rank {lost['noticed_by']}" if lost.get("noticed_by") is not None else ""
    return f", {duration(seconds)} after its death{by}"


def _phases(repair: Mapping[str, Any]) -> str:
    """; MPI_Reduce: asking 0.2 ms, voting 0.3 ms, ..."""
    phases = {name: seconds for name, seconds in (repair.get("phases") or {}).items() if seconds is not None}
    if not phases:
        return ""
    told = ", ".join(f"{name} {duration(seconds)}" for name, seconds in phases.items())
    return f"; in {repair.get('function') or 'a call'}: {told}"


def window_name(window: Mapping[str, Any]) -> str:
    return f"window {window['name']}" if window["name"] else f"a window of {window['made_by']}"


def window_line(window: Mapping[str, Any]) -> str:
    return f"  {window_name(window)}: the memory of {names(window['ranks'])} is lost, {window['bytes']} bytes"


def text(report: Report) -> str:
    """Plain text, about one line for each thing that happened, in all attempts."""
    earlier = report.get("earlier") or []
    if not earlier:
        return _attempt(report)
    told = [*earlier, report]
    return "".join(f"attempt {number} of {len(told)}: {_attempt(one)}" for number, one in enumerate(told, 1))


def _attempt(report: Report) -> str:
    lost = report["lost"]
    end = "completed" if report["completed"] else "did not complete"
    recovered = report.get("recovered") or []
    back = made_good(report)
    lines = [f"{report['size']} ranks, {back}{len(lost)} lost; the program {end} after {duration(report['seconds'])}"]
    if interrupted := report.get("interrupted"):
        lines.append(f"  ended from outside: {interrupted}")
    lines += _replica_lines(report)
    lines += [recovered_line(one) for one in recovered]
    lines += [lost_line(one) + _detection(one) for one in lost]
    lines += spawned_lines(report)
    for repair in report["repairs"]:
        lines.append(
            f"  {communicator_as_one(repair)} repaired at {moment(repair['at'])} in "
            f"{duration(repair['seconds'])}: {repair['survivors']} of {repair['size']}{_phases(repair)}"
        )
    for file in (report.get("files") or []):
        ranks = ", ".join(str(rank) for rank in file["ranks"])
        by = f", by {file['written_by']}" if file.get("written_by") else ""
        lines.append(f"  open for writing when ranks were lost ({ranks}): {file['name']}{by}")
        lines += [
            f"    rank {gap['rank']}'s bytes {gap['begin']} to {gap['end'] - 1} may be missing"
            for gap in file["gaps"]
        ]
    lines += [window_line(one) for one in report.get("windows") or []]
    lacking = (report.get("lacking") or [])
    lines += [lacking_line(one) for one in lacking]
    lines += [last_call_line(one) for one in (report.get("last_calls") or [])]
    named = {one["function"] for one in lacking}
    others = {name: n for name, n in report["incomplete"].items() if name not in named}
    until = ", until they were recovered" if recovered and not lost else ""
    for counts, title in (
        (report["skipped"], f"calls skipped, all ranks together{until}"),
        (others, f"collectives without the lost ranks' contributions{until}"),
        (report["passed_through"], "calls that passed through unprotected"),
        (report.get("redone") or {}, "calls done again after a repair, on the busiest rank"),
    ):
        if counts:
            lines.append(f"  {title}: {_counts(counts)}")
    lines += _damage(report)
    return "\n".join(lines) + "\n"
