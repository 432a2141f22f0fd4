"""Tests that meet faults of the MPI: which of the named faults this MPI has, and how such a test is judged then.

A test names the quirks (spec/quirks.json) that have to be mended before it can pass: by closeranks_needs_mended() in
CMake, by @pytest.mark.needs_mended in Python. With an MPI that has none of them, as that of set-up, it must pass.
"""

from __future__ import annotations

import enum
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tools")]

from closeranks_launcher.doctor_mpi import mended_in  # noqa: E402

VARIABLE = "CLOSERANKS_TEST_NEEDS_MENDED"  # "fails:epoch,turn", set by CMake
_UNTRIED = "0.0.0"  # a version of which nothing is known
SKIPPED = 77  # the status by which ctest knows a test that was skipped


class Then(enum.Enum):
    """What becomes of a test where the MPI has the fault."""

    FAILS = "fails"  # always: it must fail
    MAY_FAIL = "may_fail"  # now and then: a failure does not count
    HANGS = "hangs"  # or takes the machine along: it is not run


@dataclass(frozen=True)
class Unmended:
    """The faults that a test meets in this MPI."""

    then: Then
    quirks: tuple[str, ...]

    @property
    def reason(self) -> str:
        return f"this MPI has, or may have: {', '.join(self.quirks)} (docs/developers/quirks.md)"


def met(then: Then, names: Sequence[str], version: str, mended: Iterable[str]) -> Unmended | None:
    """Which of the quirks an MPI of that version has, if these patches are in it. A quirk that was not tried in the
    version may strike or not. Raises ValueError for a name that is no quirk with a patch."""
    from generator import quirks as table  # it takes a moment, and most tests name no quirk

    known = {quirk.id: quirk for quirk in table.load(ROOT) if quirk.patch}
    if unknown := [name for name in names if name not in known]:
        raise ValueError(f"These are no quirks with a patch: {', '.join(unknown)} (spec/quirks.json).")
    states = {name: known[name].in_version(version) for name in names if known[name].patch not in mended}
    there = tuple(name for name, state in states.items() if state != "free")
    if not there:
        return None
    is_certain = any(states[name] == "has" for name in there)
    return Unmended(then if is_certain or then is not Then.FAILS else Then.MAY_FAIL, there)


def met_here(then: Then, names: Sequence[str], prefix: Path) -> Unmended | None:
    """The same for the MPI in a folder."""
    mended = mended_in(prefix) or ()
    if met(then, names, _UNTRIED, mended) is None:
        return None
    said = subprocess.run([prefix / "bin/mpirun", "--version"], capture_output=True, text=True, timeout=60).stdout
    found = re.search(r"\d+\.\d+\.\d+\S*", said)
    if found is None:
        raise ValueError(f"This mpirun ({prefix}/bin/mpirun) does not say its version.")
    return met(then, names, found[0], mended)


def judged(main: Callable[[], int]) -> int:
    """The status of a test that may have named quirks in the environment. Wrong usage (2) stays what it is."""
    if VARIABLE not in os.environ:
        return main()
    then, _, names = os.environ[VARIABLE].partition(":")
    unmended = met_here(Then(then), names.split(","), Path(os.environ["MPI_HOME"]))
    if unmended is None:
        return main()
    if unmended.then is Then.HANGS:
        print(f"not run, for it would hang: {unmended.reason}")
        return SKIPPED
    status = main()
    if status == 1:
        print(f"it failed, as expected: {unmended.reason}")
        return 0 if unmended.then is Then.FAILS else SKIPPED
    if status == 0 and unmended.then is Then.FAILS:
        print(f"it passed, which it cannot: {unmended.reason}")
        return 1
    return status
