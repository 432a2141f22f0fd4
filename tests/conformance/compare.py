"""Running a case with the bare MPI and with closeranks, and saying what differs."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from conformance import judge
from conformance.case import Case, Verdicts
from mpitest.launch import Job, Mpi, Output, launch

BARE, OURS = "bare", "ours"

# MPICH's tests spawn processes only while the attribute MPI_UNIVERSE_SIZE has room for them.
_SLOTS = ("--host", "localhost:64")

# Kinds of results.
BOTH_PASS = "pass"
BOTH_FAIL = "fail"
OURS_FAILS = "fails with closeranks"
BARE_FAILS = "fails bare"
UNSTABLE = "unstable"


@dataclass
class Result:
    """The verdicts on one test, run by run: empty for a pass, else why it failed."""

    group: str
    name: str
    bare: list[str]
    ours: list[str]
    seconds: float  # of the first run on both sides
    logs: str = ""

    @property
    def kind(self) -> str:
        bare, ours = {not reason for reason in self.bare}, {not reason for reason in self.ours}
        if len(bare) > 1 or len(ours) > 1:
            return UNSTABLE
        if bare == ours:
            return BOTH_PASS if True in bare else BOTH_FAIL
        return OURS_FAILS if True in bare else BARE_FAILS

    @property
    def fails_otherwise(self) -> bool:
        """Fails on both sides, but in ways that have nothing in common."""
        ways = [{judge.kind(reason) for reason in side} for side in (self.bare, self.ours)]
        return self.kind == BOTH_FAIL and not ways[0] & ways[1]

    @property
    def is_ours(self) -> bool:
        """A difference that has to be explained: what always passes bare has failed with us."""
        return any(self.ours) and not any(self.bare)


@contextmanager
def _own_directory(files: Path) -> Iterator[Path]:
    """A new directory with links to everything in `files`: what a test writes is gone afterwards,
    and the next one does not find it."""
    place = Path(tempfile.mkdtemp(prefix="closeranks-conformance-"))
    try:
        for path in files.iterdir():
            (place / path.name).symlink_to(path)
        yield place
    finally:
        shutil.rmtree(place, ignore_errors=True)


@dataclass
class Comparison:
    """Which MPI, which library, where to put the logs."""

    mpirun: str
    library: str
    logs: Path
    reruns: int  # of both sides, when their verdicts differ
    was_protected: bool = False  # some run has left records of closeranks

    def run(self, case: Case) -> list[Result]:
        """One result for each part of the case; all of it is run again if any part differs."""
        sides: dict[str, list[Verdicts]] = {BARE: [], OURS: []}
        seconds = self._run_once(case, sides)
        if _differ(sides):
            for _ in range(self.reruns):
                self._run_once(case, sides)
        parts = dict.fromkeys(part for runs in sides.values() for run in runs for part in run)
        return [self._result(case, part, sides, seconds) for part in parts]

    def _run_once(self, case: Case, sides: dict[str, list[Verdicts]]) -> float:
        seconds = 0.0
        for side, runs in sides.items():
            output = self._launch(case, side)
            self.was_protected |= side == OURS and bool(output.records)
            verdicts = case.judge(output)
            if any(verdicts.values()):
                self._keep_log(case, f"{side}-{len(runs) + 1}", output, verdicts)
            runs.append(verdicts)
            seconds += output.seconds
        return seconds

    def _launch(self, case: Case, side: str) -> Output:
        with _own_directory(case.files) as place:
            job = Job(
                case.command,
                case.ranks,
                case.seconds,
                dict(case.environment),
                (*_SLOTS, "--wdir", str(place)),
            )
            return launch(job, Mpi(self.mpirun, self.library if side == OURS else ""))

    def _directory(self, case: Case) -> Path:
        return self.logs / case.name.replace("/", "_").replace(" ", "_")[:150]

    def _keep_log(self, case: Case, run: str, output: Output, verdicts: Verdicts) -> None:
        self._directory(case).mkdir(parents=True, exist_ok=True)
        failures = [f"{part} {reason}".strip() for part, reason in verdicts.items() if reason]
        text = [f"{case.name}: {case.ranks} ranks, {' '.join(case.command)}", *failures]
        text += [f"status {output.status}, {output.seconds:.1f} s", output.log, output.hang]
        (self._directory(case) / f"{run}.log").write_text("\n".join(text) + "\n")

    def _result(
        self, case: Case, part: str, sides: dict[str, list[Verdicts]], seconds: float
    ) -> Result:
        def of(side: str) -> list[str]:
            return [run.get(part, "absent: it was not reached") for run in sides[side]]

        name = f"{case.name}: {part}" if part else case.name
        result = Result(case.group, name, of(BARE), of(OURS), round(seconds, 1))
        if result.kind != BOTH_PASS:
            result.logs = str(self._directory(case))
        return result


def _differ(sides: dict[str, list[Verdicts]]) -> bool:
    def passed(side: str) -> dict[str, bool]:
        return {part: not reason for part, reason in sides[side][0].items()}

    return passed(BARE) != passed(OURS)
