"""Trials of closeranks doctor: small programs run by the launcher itself, as a user would run them, each within a
time limit."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from . import exit_status, keepers, r_language, records
from .findings import Finding, Level, ok, problem, untried
from .installation import Installation
from .options import Option, shortened

RANKS = 4
VICTIM = 2
_MOST_WORDS = 240  # characters of what a trial said
_OF_THE_MPIS = re.compile(r"\[[^]]+:\d+\]|\*\*\*")  # the MPI's lines about its components, and about errors in general
_GRACE = 5  # seconds that the launcher gets to end a trial
_COMPILING = 60  # seconds
_USES = re.compile(r"select: component (\w+) selected|mca: bml: Using (\w+) btl for send")


@dataclass(frozen=True)
class Ended:
    """`status` None: it had to be ended after the time limit."""

    status: int | None
    output: str
    messages: str
    seconds: float

    @property
    def last_words(self) -> str:
        """The output that most likely tells the reason: the launcher's own sentences, else the first lines."""
        lines = [line.strip() for line in self.messages.splitlines() if line.strip(" -")]
        own = [line.partition("closeranks: ")[2] for line in lines if line.startswith("closeranks: ")]
        others = [line for line in lines if not _OF_THE_MPIS.match(line)]
        return shortened(" ".join(own or others), _MOST_WORDS)


@dataclass
class Trials:
    """How trials are run."""

    script: Path
    place: Installation
    variables: Mapping[str, str]
    folder: Path  # for programs and reports
    patience: float
    has_hung: bool = False  # one of them

    def run(self, words: Sequence[str | Path], given: str = "") -> Ended:
        """`words`: for the launcher. `given`: by standard input."""
        command: list[str | Path] = [sys.executable, self.script, "run", "--oversubscribe", *words]
        begin = time.monotonic()
        with subprocess.Popen(
            command,
            env=dict(self.variables),
            cwd=self.folder,
            stdin=subprocess.PIPE if given else subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            errors="replace",
            start_new_session=True,
        ) as launcher:
            status: int | None
            try:
                output, messages = launcher.communicate(given or None, timeout=self.patience)
                status = launcher.returncode
            except subprocess.TimeoutExpired:
                output, messages = _end(launcher)
                status = None
                self.has_hung = True
            except BaseException:  # the user has interrupted the trial
                _end(launcher)
                raise
        return Ended(status, output, messages, time.monotonic() - begin)


def _end(launcher: subprocess.Popen[str]) -> tuple[str, str]:
    """The launcher ends its ranks when it is asked to. A process that does not end is killed with its whole session."""
    launcher.terminate()
    try:
        return launcher.communicate(timeout=_GRACE)
    except subprocess.TimeoutExpired:
        os.killpg(launcher.pid, signal.SIGKILL)
    try:
        return launcher.communicate(timeout=_GRACE)
    except subprocess.TimeoutExpired:  # another process outside of the group holds the pipes
        return "", ""


def variables_for(table: Sequence[Option], variables: Mapping[str, str], is_root: bool) -> dict[str, str]:
    """The user's environment without variables that would plan deaths, or change the end of the trial."""
    ours = {option.environment for option in table}
    told = {name: text for name, text in variables.items() if name not in ours}
    return told | ({"CLOSERANKS_ALLOW_ROOT": "yes"} if is_root else {})


# ---- a death ----


def survivor(place: Installation) -> Path | None:
    """The program that is killed: it is installed beside the checker of options."""
    if place.checker is None:
        return None
    path = place.checker.with_name("closeranks-check-survival")
    return path if path.exists() else None


def survival(trials: Trials) -> Iterator[Finding]:
    if trials.has_hung:
        yield untried("survival.death", "A death was not tried, because a program without one hung already.")
        return
    program = survivor(trials.place)
    if program is None:
        yield untried(
            "survival.death",
            "The program that would be killed (closeranks-check-survival) is not installed: whether a death is "
            "survived was not tried.",
            "Build or install closeranks again.",
        )
        return
    kept = trials.folder / "records"
    # At this level the MPI tells which transports it has chosen.
    telling = ["--mca", "pml_base_verbose", "10", "--mca", "btl_base_verbose", "10"]
    ended = trials.run([*telling, "--keep-records", kept, "-n", str(RANKS), program, str(VICTIM)])
    yield judged(ended, deaths(kept), trials.patience)
    if used := sorted({name for pair in _USES.findall(ended.messages) for name in pair if name}):
        yield ok("survival.transports", f"Seen at work: {', '.join(used)}.")


def deaths(kept: Path) -> dict[int, str]:
    """The ranks that died by the records, with the causes from the keepers (an empty text without a keeper)."""
    if not kept.is_dir():
        return {}
    causes = {keeper.rank: keeper.cause for keeper in keepers.read(kept)}
    ends = ("finish", "left", "ending")
    ranks = [rank for rank in records.read(kept) if rank.has("start") and not any(map(rank.has, ends))]
    return {rank.rank: causes.get(rank.rank, "") for rank in ranks}


def judged(ended: Ended, dead: Mapping[int, str], patience: float) -> Finding:
    """The values must be those without the dead ranks, from all survivors. The dead ranks must have died by the
    signal."""
    check = "survival.death"
    mend = "Mend what the other findings name; if there are none, please report it with this output."
    if ended.status is None:
        return problem(check, f"The trial hung: it had not ended after {patience:g} s, and was ended.", mend)
    said = f" It said: {ended.last_words}" if ended.last_words else ""
    if ended.status != exit_status.COMPLETED_AFTER_LOSSES:
        return problem(
            check,
            f"One of {RANKS} ranks was to die, and the others to continue; but the launcher ended with status "
            f"{ended.status}, "
            f"and not with {int(exit_status.COMPLETED_AFTER_LOSSES)}.{said}",
            mend,
        )
    if set(dead) != {VICTIM} or dead[VICTIM] and "signal 9" not in dead[VICTIM]:
        told = ", ".join(f"rank {rank} ({cause or 'why is not known'})" for rank, cause in dead.items())
        return problem(
            check, f"Rank {VICTIM} alone was to be killed by signal 9; died, by the records: {told or 'none'}.", mend
        )
    everybody = (1 << RANKS) - 1
    rest = everybody & ~(1 << VICTIM)
    alive = [rank for rank in range(RANKS) if rank != VICTIM]
    wanted = [f"rank {rank} of {RANKS}: sum {everybody}, then {rest}; from rank 0 came {rest}" for rank in alive]
    # What mpirun hands on has a NUL byte before it now and then (2 of 330 such runs).
    lines = ended.output.replace("\0", "").splitlines()
    computed = sorted(line for line in lines if line.startswith("rank "))
    if computed != wanted:
        return problem(
            check, f"The survivors computed something else than they should: {' / '.join(computed) or 'nothing'}.", mend
        )
    return ok(
        check,
        f"Rank {VICTIM} was {dead[VICTIM] or 'killed'}; ranks {', '.join(map(str, alive))} continued, and all have "
        "the sum of "
        f"the survivors ({everybody} before, {rest} after). It took {ended.seconds:.1f} s.",
    )


# ---- languages ----

_C = """\
#include <mpi.h>
#include <stdio.h>
int main(int argc, char **argv) {
    int rank, one = 1, sum = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0) printf("sum %d\\n", sum);
    MPI_Finalize();
    return 0;
}
"""

_FORTRAN = """\
program trial
    use mpi
    implicit none
    integer :: rank, total, error
    call MPI_Init(error)
    call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
    call MPI_Allreduce(1, total, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, error)
    if (rank == 0) print '(a, i0)', 'sum ', total
    call MPI_Finalize(error)
end program trial
"""

_PYTHON = """\
from mpi4py import MPI
total = MPI.COMM_WORLD.allreduce(1)
if MPI.COMM_WORLD.rank == 0:
    print("sum", total)
"""

_R = """\
suppressMessages(library(Rmpi))
total <- mpi.allreduce(1L, type = 1, op = "sum", comm = 0)
if (mpi.comm.rank(0) == 0) cat("sum", total, "\\n", sep = " ")
invisible(mpi.finalize())
"""


def languages(trials: Trials) -> Iterator[Finding]:
    """Whether calls come to closeranks: the launcher ends with 0 only if they all did."""
    tries: tuple[Callable[[], Finding | None], ...] = (
        lambda: _compiled(trials, "C", "mpicc", "trial.c", _C),
        lambda: _compiled(trials, "Fortran", "mpifort", "trial.f90", _FORTRAN),
        lambda: _python(trials),
        lambda: _r(trials),
    )
    for one in tries:
        if trials.has_hung:  # the rest would hang, too, and take long
            return
        if found := one():
            yield found


def _r(trials: Trials) -> Finding | None:
    """Nothing where R or its package for MPI is not installed: most users want neither."""
    program = shutil.which("Rscript")
    looks = "quit(status = !nzchar(system.file(package = 'Rmpi')))"
    if program is None or not _succeeds([program, "-e", looks], trials.variables):
        return None
    script = trials.folder / "trial.R"
    script.write_text(_R)
    told = trials.variables.get(r_language.VARIABLE)
    found = _reached(trials, "reach.r", f"An R program (Rmpi of {program})", [program, script])
    if told is None or found.level is Level.OK:
        return found
    return problem(found.check, found.text, f"unset {r_language.VARIABLE} ({told}), which the launcher then sets as it has to be.")


def _compiled(trials: Trials, language: str, compiler: str, name: str, text: str) -> Finding:
    check = f"reach.{language.lower()}"
    wrapper = trials.place.mpirun.with_name(compiler)
    if not wrapper.exists():
        return untried(check, f"A {language} program was not tried: there is no {wrapper}.")
    source, program = trials.folder / name, trials.folder / f"trial-{language.lower()}"
    source.write_text(text)
    try:
        made = subprocess.run(
            [wrapper, source, "-o", program],
            cwd=trials.folder,
            env=dict(trials.variables),
            capture_output=True,
            text=True,
            errors="replace",
            timeout=_COMPILING,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return untried(check, f"A {language} program was not tried: {wrapper} did not compile it ({error}).")
    if made.returncode != 0:
        said = made.stderr.strip().splitlines() or ["no message"]
        why = next((line for line in said if "rror" in line), said[0])
        return untried(check, f"A {language} program was not tried: {wrapper} did not compile it ({why}).")
    return _reached(trials, check, f"A {language} program", [program])


def _python(trials: Trials) -> Finding:
    check = "reach.python"
    for python in dict.fromkeys(filter(None, (shutil.which("python3"), "/usr/bin/python3"))):
        if _has_mpi4py(python, trials.variables):
            program = trials.folder / "trial.py"
            program.write_text(_PYTHON)
            return _reached(trials, check, f"A Python program (mpi4py of {python})", [python, program])
    return untried(check, "A Python program was not tried: no python3 here has mpi4py.")


def _has_mpi4py(python: str, variables: Mapping[str, str]) -> bool:
    """Looks for it without importing it, because an import would load an MPI."""
    looks = "import importlib.util, sys; sys.exit(importlib.util.find_spec('mpi4py') is None)"
    return _succeeds([python, "-c", looks], variables)


def _succeeds(command: Sequence[str], variables: Mapping[str, str]) -> bool:
    try:
        return subprocess.run(command, env=dict(variables), capture_output=True, timeout=_COMPILING).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False


def _reached(trials: Trials, check: str, what: str, words: Sequence[str | Path]) -> Finding:
    ended = trials.run(["-n", "2", *words])
    if ended.status == exit_status.CLEAN and re.search(r"^sum 2\s*$", ended.output, re.MULTILINE):
        return ok(check, f"{what} ran on 2 ranks, and its calls came to closeranks.")
    if ended.status is None:
        return problem(
            check,
            f"{what} hung: it had not ended after {trials.patience:g} s, and was ended.",
            "See the other findings first.",
        )
    said = f" It said: {ended.last_words}" if ended.last_words else ""
    if ended.status == exit_status.UNPROTECTED:
        return problem(check, f"{what} ran without protection.{said}", 'docs/explanation/loading.md, "Status 85".')
    return problem(
        check,
        f"{what} did not run: the launcher ended with {ended.status}.{said}",
        "See the other findings first.",
    )
