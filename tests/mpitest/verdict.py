"""Judges one run: did exactly the planned ranks die, and did all other ranks do everything right?"""

from __future__ import annotations

import math
import re
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass, field

from mpitest import seen
from mpitest.kills import Kill
from mpitest.launch import Job, Output, commit_under_test
from mpitest.records import Records


@dataclass
class Letters:
    """How many service messages a repair may cost a rank: a multiple of log2(size), and some."""

    factor: int
    beside: int = 0

    def limit(self, ranks: int) -> int:
        return self.factor * math.ceil(math.log2(ranks)) + self.beside


@dataclass
class Expected:
    """The expected outcome of a run."""

    name: str  # every survivor prints "ok: NAME"
    kills: Sequence[Kill] = ()
    may_kill: Sequence[Kill] = ()  # kills that the program may be too short for
    dies: Sequence[int] = ()  # ranks which end by themselves, without MPI_Finalize
    function: str = ""  # the function under test: kills at its calls are kills at rounds
    protected: bool = True  # the library is there, so there are records
    aborts: bool = False  # the ranks have to end the job before its end
    letters: Letters | None = None
    asks: int | None = None  # in so many repairs a rank asks which member is ahead, at the most
    votes: int | None = None  # a rank votes before so many repairs, at the most
    repairers: range | None = None  # so many take part in the largest repair before MPI_Finalize
    prints: Sequence[str] = ()  # patterns that the log must contain
    never_prints: Sequence[str] = ()


@dataclass
class Verdict:
    """`failures` is empty for a pass. `more_deaths`: survivors lost to Open MPI's own known fault."""

    failures: list[str] = field(default_factory=list)
    more_deaths: list[str] = field(default_factory=list)
    dead: set[int] = field(default_factory=set)
    repairs: int = 0

    @property
    def passed(self) -> bool:
        return not self.failures


# Open MPI 5.0.7: a late failure event meets an agreement that has been released already.
_CRASH = re.compile(r"Signal: (Segmentation fault|Bus error|Aborted)")
_IN_AGREEMENT = re.compile(r"ftagree|\bera_|_era")


# A frame in a function that is local to the library: Open MPI prints its place only.
_LOCAL_FRAME = re.compile(r"(/\S*libmpi\.so\S*)\(\+(0x[0-9a-f]+)\)")


def _local_names(text: str) -> str:
    """The names of the first local functions on the stack, as gdb finds them."""
    names = []
    for library, offset in _LOCAL_FRAME.findall(text)[:2]:
        command = ["gdb", "-nx", "-batch", "-ex", f"info symbol {offset}", library]
        found = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
        names.append(found.stdout)
    return "".join(names)


def _died_in_agreement(lines: Sequence[str]) -> bool:
    text = "\n".join(lines)
    return bool(_CRASH.search(text) and _IN_AGREEMENT.search(text + _local_names(text)))


def _was_killed(kill: Kill, records: Records) -> bool:
    """Some kills leave no record when they strike: the rank's records just end."""
    ended = not records.finished and not records.left
    if kill.when == "time":
        return records.planned and ended
    if kill.when == "message":
        return ended
    return records.injected


def _find_dead(job: Job, expected: Expected, records: dict[int, Records], verdict: Verdict) -> None:
    verdict.dead |= set(expected.dies)
    for kill in expected.kills:
        verdict.dead.add(kill.rank)
        if expected.protected and not _was_killed(kill, records[kill.rank]):
            verdict.failures.append(f"rank {kill.rank} was not killed ({kill.text})")
    for kill in expected.may_kill:
        if _was_killed(kill, records[kill.rank]):
            verdict.dead.add(kill.rank)
    for death in (event for event in job.node_events if event.kind.is_death):
        for rank in job.ranks_of_node(death.node):
            verdict.dead.add(rank)
            if expected.protected and records[rank].finished:
                verdict.failures.append(f"rank {rank} outlived its node ({death.text})")


def _judge_pauses(job: Job, output: Output, verdict: Verdict) -> None:
    """A node that is unreachable must hold the job up; otherwise the test has shown nothing."""
    for pause in (event for event in job.node_events if not event.kind.is_death):
        if output.seconds < pause.seconds + (pause.length or 0.0):
            verdict.failures.append(f"the job ended before node {pause.node} was back ({pause.text})")


def _judge_end(
    rank: int, output: Output, expected: Expected, records: Records, verdict: Verdict
) -> None:
    """A survivor prints its last line and comes to the end of MPI_Finalize."""
    lines = output.lines.get(rank, [])
    problems = []
    if f"ok: {expected.name}" not in lines:
        problems.append(f"rank {rank} did not print \"ok: {expected.name}\"")
    if expected.protected and not records.finished:
        problems.append(f"rank {rank} has no record of having finished")
    in_message = any(kill.when == "message" and kill.rank == rank for kill in expected.may_kill)
    if (records.planned or in_message) and records.finished:
        return  # it was killed between MPI_Finalize and the last line
    if problems and _died_in_agreement(lines):
        verdict.more_deaths.append(f"rank {rank} died of a crash inside Open MPI's agreement")
        verdict.dead.add(rank)
        return
    verdict.failures += problems


def _may_go_unnoticed(expected: Expected) -> set[int]:
    """A rank that dies in or after MPI_Finalize may die after the last look of the other ranks."""
    return {
        kill.rank
        for kill in (*expected.kills, *expected.may_kill)
        if kill.when in ("time", "message") or (kill.function == "MPI_Finalize" and kill.when != "before")
    }


def _judge_survivors(
    job: Job, output: Output, expected: Expected, records: dict[int, Records], verdict: Verdict
) -> None:
    for rank in sorted(set(range(job.ranks)) - verdict.dead):
        _judge_end(rank, output, expected, records[rank], verdict)
    for rank in sorted(set(range(job.ranks)) - verdict.dead):
        verdict.repairs = max(verdict.repairs, records[rank].repairs)
        if not expected.protected:
            continue
        lost = records[rank].lost
        if lost <= verdict.dead and verdict.dead - lost <= _may_go_unnoticed(expected):
            continue
        verdict.failures.append(
            f"rank {rank} recorded the loss of {sorted(lost)}, "
            f"not of {sorted(verdict.dead)}"
        )


def _judge_letters(
    job: Job, expected: Expected, records: dict[int, Records], verdict: Verdict
) -> None:
    if expected.letters is None:
        return
    limit = expected.letters.limit(job.ranks)
    most = max(records[rank].letters for rank in range(job.ranks))
    if not 0 < most <= limit:
        verdict.failures.append(f"a repair took {most} letters of one rank, which may be {limit}")


def _judge_asking(expected: Expected, records: dict[int, Records], verdict: Verdict) -> None:
    if expected.asks is None:
        return
    most = max(records[rank].asked for rank in records)
    if not 0 < most <= expected.asks:
        verdict.failures.append(f"a rank asked who is ahead in {most} repairs, and may in {expected.asks}")


def _judge_votes(expected: Expected, records: dict[int, Records], verdict: Verdict) -> None:
    if expected.votes is None:
        return
    most = max(records[rank].voted for rank in records)
    if not 0 < most <= expected.votes:
        verdict.failures.append(f"a rank voted before {most} repairs, and may before {expected.votes}")


def _judge_repairers(
    expected: Expected, records: dict[int, Records], verdict: Verdict
) -> None:
    if expected.repairers is None:
        return
    most = max(records[rank].repairers for rank in records)
    if most not in expected.repairers:
        least, last = expected.repairers.start, expected.repairers.stop - 1
        verdict.failures.append(f"{most} ranks took part in a repair, and {least} to {last} may")


def _judge_log(output: Output, expected: Expected, verdict: Verdict) -> None:
    for line in output.log.splitlines():
        if "wrong: " in line or "SUMMARY: ThreadSanitizer" in line:
            verdict.failures.append(line)
    for pattern in expected.prints:
        if not re.search(pattern, output.log):
            verdict.failures.append(f"nothing printed matches {pattern}")
    for pattern in expected.never_prints:
        if match := re.search(f".*(?:{pattern}).*", output.log):
            verdict.failures.append(f"this must not be printed: {match[0]}")


def _judge_abort(
    output: Output, expected: Expected, records: dict[int, Records], verdict: Verdict
) -> None:
    """A rank ends the job with a status, and no rank gets to the end. The status of mpirun itself is 0 now and then
    when several ranks end the job at once: the launcher goes by the records."""
    if expected.protected and not any(records[rank].ended for rank in records):
        verdict.failures.append("no rank has a record of ending the job")
    if not expected.protected and output.status == 0:
        verdict.failures.append("the job ended with status 0 instead of aborting")
    for rank in records:
        if records[rank].finished or f"ok: {expected.name}" in output.lines.get(rank, []):
            verdict.failures.append(f"rank {rank} finished as if nothing had happened")


def judge(job: Job, expected: Expected, output: Output) -> Verdict:
    """Compares the outcome with the expected one."""
    verdict = Verdict()
    records = {rank: Records.parse(output.records.get(rank, "")) for rank in range(job.ranks)}
    _find_dead(job, expected, records, verdict)
    if output.hang:
        verdict.failures.append(f"hang: not finished after {job.timeout:.0f} s")
        return verdict
    if output.left_behind:
        verdict.failures.append(f"processes outlived mpirun: {list(output.left_behind)}")
    _judge_log(output, expected, verdict)
    _judge_pauses(job, output, verdict)
    if expected.aborts:
        _judge_abort(output, expected, records, verdict)
        return verdict
    if output.status != 0:
        verdict.failures.append(f"mpirun ended with status {output.status}")
    _judge_survivors(job, output, expected, records, verdict)
    _judge_letters(job, expected, records, verdict)
    _judge_asking(expected, records, verdict)
    _judge_votes(expected, records, verdict)
    _judge_repairers(expected, records, verdict)
    if not verdict.dead and "closeranks: " in output.log and not expected.prints:
        verdict.failures.append("nothing happened, and yet closeranks printed something")
    at_function = [
        kill for kill in (*expected.kills, *expected.may_kill) if kill.function == expected.function
    ]
    optimistic = commit_under_test() == "optimistic"
    verdict.failures += seen.judge(output.lines, job.ranks, verdict.dead, at_function, optimistic)
    return verdict


def explain(job: Job, expected: Expected, output: Output, verdict: Verdict) -> str:
    """One line for a clean pass; for anything else, all known facts."""
    word = "pass" if verdict.passed else "FAIL"
    parts = [
        f"{word}: {expected.name}, {job.ranks} ranks, killed {sorted(verdict.dead)}, "
        f"{verdict.repairs} repairs, {output.seconds:.1f} s"
    ]
    parts += [f"  one more failure: {death}" for death in verdict.more_deaths]
    parts += [f"  {failure}" for failure in verdict.failures]
    if not verdict.passed or verdict.more_deaths:
        parts += ["---- output", output.log.rstrip()]
    if not verdict.passed:
        for rank, text in sorted(output.records.items()):
            parts += [f"---- records of rank {rank}", text.rstrip()]
    if output.hang:
        parts += ["---- where it hangs", output.hang]
    return "\n".join(parts)
