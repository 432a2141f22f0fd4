"""Judges a run."""

from __future__ import annotations

import enum
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from programs.program import Program
from programs.trial import Trial

ABORTED, AFTER_LOSSES = 84, 83
# An end is late so many seconds after both the last death and the time that the program takes by itself: until
# then the survivors may well have worked.
LATE = 5.0


class Kind(enum.Enum):
    """The values are the words of the page."""

    SAME = "complete"
    LESS = "less"
    CHANGED = "of those left"
    CHECKED = "fails its check"
    NOTHING = "no result"
    ENDED = "ends"
    OWN = "own error"
    UNHARMED = "nobody died"
    HANG = "HANG"
    WRONG = "WRONG"
    LATE = "LATE"
    CRASH = "CRASH"
    NEEDLESS = "NEEDLESS END"


BAD = {Kind.HANG, Kind.WRONG, Kind.LATE, Kind.CRASH, Kind.NEEDLESS}


@dataclass(frozen=True)
class Verdict:
    kind: Kind
    note: str = ""

    def __str__(self) -> str:
        return f"{self.kind.value}{': ' if self.note else ''}{self.note}"


# closeranks' line that says why the program ends.
_REASON = re.compile(
    r"closeranks: *(.*so the program ends.*|No rank .*|.*cannot do without it.*|.*: the program is ended.*)"
)
_POLLED = "empty polls"  # no process can know that a program that polls is stuck: docs/explanation/stalls.md


def _reason(trial: Trial) -> str:
    found = [match[1] for match in map(_REASON.match, trial.said) if match]
    return found[0] if found else ""


def _is_late(trial: Trial, usual: float) -> bool:
    waited = trial.after_death is not None and trial.after_death > LATE
    return waited and trial.seconds > usual + LATE


def _ended(program: Program, trial: Trial, usual: float) -> Verdict:
    reason = _reason(trial)
    if not reason:
        return Verdict(Kind.WRONG, f"status {trial.status} without a reason")
    if _is_late(trial, usual) and _POLLED not in reason:
        return Verdict(Kind.LATE, f"{trial.after_death:.1f} s after the death; {reason}")
    if program.is_farm and not trial.plan.options:
        return Verdict(Kind.NEEDLESS, reason)
    return Verdict(Kind.ENDED, reason)


def _result(program: Program, trial: Trial, right: Sequence[str]) -> Verdict:
    """The verdict on a run that completed after losses."""
    if trial.failed:
        allowed = program.is_farm or bool(trial.plan.options)
        return Verdict(Kind.CHECKED if allowed else Kind.WRONG, "its own check failed")
    if trial.facts == list(right):
        return Verdict(Kind.SAME)
    if not trial.facts:
        return Verdict(Kind.NOTHING)
    if not Counter(trial.facts) - Counter(right):
        return Verdict(Kind.LESS, f"{len(trial.facts)} of {len(right)}")
    told = trial.lacking + trial.skipped
    if not told:
        return Verdict(Kind.WRONG, "the result differs, and nothing is said of it")
    return Verdict(Kind.CHANGED, "told: " + ", ".join(told))


def _computes(stacks: str) -> bool:
    """Whether some rank was not in a call of MPI when its time was over."""
    ranks = re.split(r"^--- rank.*$", stacks, flags=re.MULTILINE)[1:]
    return any("#0" in rank and "MPI_" not in rank for rank in ranks)


def _crashed(trial: Trial) -> dict[int, str]:
    """Survivors that a signal ended, but for those by which mpirun ends a job."""
    return {
        rank: cause
        for rank, cause in trial.lost.items()
        if rank not in trial.killed
        and cause.startswith("killed by signal")
        and "SIGKILL" not in cause
        and "SIGTERM" not in cause
    }


def judge(program: Program, trial: Trial, right: Sequence[str], usual: float) -> Verdict:
    """`right`: the facts of the bare runs; `usual`: the seconds of a run without deaths."""
    if trial.status is None and trial.plan.options and _computes(trial.stacks):
        return Verdict(Kind.OWN, "it ran for ever by itself")
    if trial.status is None:
        return Verdict(Kind.HANG, f"{trial.seconds:.0f} s")
    if trial.plan.victims and not trial.killed:
        return Verdict(Kind.UNHARMED)
    crashed = _crashed(trial)
    if crashed and all("SIGABRT" in cause for cause in crashed.values()):
        return Verdict(Kind.OWN, "it called abort()")  # an assertion of its own
    if crashed:
        # A program that is made to continue without a result that it needs may crash.
        return Verdict(Kind.OWN if trial.plan.options else Kind.CRASH, str(crashed))
    if not trial.killed:
        same = trial.status == 0 and trial.facts == list(right) and not trial.said
        return Verdict(Kind.SAME) if same else Verdict(Kind.WRONG, f"status {trial.status}")
    if trial.status == 0:
        return Verdict(Kind.WRONG, "status 0 after a death")
    if trial.status == AFTER_LOSSES:
        return _result(program, trial, right)
    if trial.status == ABORTED:
        return _ended(program, trial, usual)
    return Verdict(Kind.OWN, f"status {trial.status}")
