"""MPICH's test suite, built against an MPI that is not MPICH."""

from __future__ import annotations

import functools
import hashlib
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from conformance import judge, sources, testlist
from conformance.case import Absent, Case, Verdicts
from conformance.sources import Problem
from mpitest.launch import Output

# In the order in which they are run: what most programs use comes first.
DIRECTORIES = (
    "pt2pt coll comm attr errhan topo group info init datatype "
    "threads part spawn io rma mpi_t f77 f90 f08 errors"
).split()

LEFT_OUT = {
    "basic": "MPICH's own list leaves it out: the programs print timings and other free text",
    "ckpoint": "needs BLCR and MPICH's mpiexec",
    "cxx": "the C++ bindings, which MPI 3.0 removed and Open MPI 5 does not have",
    "ft": "MPICH's own fault tolerance, by options of its mpiexec",
    "impls": "MPICH's inner functions",
    "manual": "to be started and judged by hand",
    "perf": "timings: the verdict depends on the machine",
}

_OPTIONS = [
    "--enable-threads=multiple",
    "--enable-fortran=all",
    "--disable-checkpointing",
    "CFLAGS=-O1 -w",
    # Open MPI's library has the functions that MPI 3.0 removed, its mpi.h hides them.
    "CPPFLAGS=-DOMPI_OMIT_MPI1_COMPAT_DECLS=0",
    "FFLAGS=-fallow-argument-mismatch",
    "FCFLAGS=-fallow-argument-mismatch",
]
# configure builds the tests of mpi_f08 for MPICH alone: it does not check whether others have it.
_F08_FOR_MPICH_ONLY = ' -a "$FROM_MPICH" = "yes" ; then\n   f08dir=f08\n'
_SUPPORT = ("util", "dtpools")  # libraries that the tests link


def _mpi_version(mpi: Path) -> tuple[int, ...]:
    header = (mpi / "include" / "mpi.h").read_text(errors="replace")
    found = re.findall(r"^# *define MPI_(?:SUB)?VERSION +(\d+)", header, re.MULTILINE)
    return tuple(int(number) for number in found[:2])


class Suite:
    """The suite in the directory `work`, for the MPI at the prefix `mpi`."""

    def __init__(
        self, work: Path, mpi: Path, longest: float, memory: float, lists: Sequence[str]
    ) -> None:
        key = hashlib.sha256("\n".join([str(mpi), *_OPTIONS]).encode()).hexdigest()[:12]
        self._work, self._mpi, self._longest, self._memory = work, mpi, longest, memory
        self._lists = lists
        self.build = work / f"mpich-build-{key}"
        self.logs = self.build / "build-logs"

    def prepare(self, directories: list[str], jobs: int) -> None:
        """Builds what is not built yet. Tests that cannot be compiled are no problem: they are
        Absent later. Raises Problem."""
        self._configure()
        for directory in [*_SUPPORT, *directories]:
            done = self.logs / f"{directory}.done"
            if not done.exists():
                print(f"building {directory} ...", flush=True)
                make = ["make", "--keep-going", f"--jobs={jobs}", "-C", directory]
                status = sources.run_logged(make, self.logs / f"{directory}.log", self.build)
                if status != 0 and directory in _SUPPORT:
                    raise Problem(f"{directory} cannot be built; see {self.logs}/{directory}.log.")
                self._build_listed(directory)
                done.touch()

    def _configure(self) -> None:
        if (self.build / "Makefile").exists():
            return
        source = sources.unpacked("mpich", self._work, only="test/mpi") / "test" / "mpi"
        script = (source / "configure").read_text(errors="surrogateescape")
        script = script.replace(_F08_FOR_MPICH_ONLY, " ; then\n   f08dir=f08\n")
        (source / "configure").write_text(script, errors="surrogateescape")
        print("configuring MPICH's test suite ...", flush=True)
        self.build.mkdir(parents=True, exist_ok=True)
        command = [str(source / "configure"), f"--with-mpi={self._mpi}", *_OPTIONS]
        if sources.run_logged(command, self.logs / "configure.log", self.build) != 0:
            raise Problem(f"configure failed; see {self.logs}/configure.log.")

    def _build_listed(self, directory: str) -> None:
        """What is not among the programs that make builds by itself."""
        for below, entry in self._walk(directory):
            if not (self.build / below / entry.program).exists():
                make = ["make", "-C", below, entry.program]
                sources.run_logged(make, self.logs / f"{directory}.log", self.build, append=True)

    def _walk(self, directory: str) -> Iterator[tuple[str, testlist.Entry]]:
        source = self._work / "mpich" / "test" / "mpi"
        return testlist.walk(self.build, directory, source, self._lists)

    def tests(self, directories: list[str]) -> Iterator[Case | Absent]:
        """Every test of the lists, in their order."""
        version = _mpi_version(self._mpi)
        for directory in directories:
            for below, entry in self._walk(directory):
                name = f"{below}/{entry.name}"
                reason = self._absent(below, entry, version)
                yield Absent(directory, name, reason) if reason else self._case(
                    directory, below, entry
                )

    def _absent(self, below: str, entry: testlist.Entry, version: tuple[int, ...]) -> str:
        needs = tuple(int(part) for part in entry.mpi_version.split(".") if part.isdigit())
        if needs > version:
            return f"needs MPI {entry.mpi_version}"
        if entry.launcher_arguments:
            return f"needs an option of MPICH's mpiexec ({' '.join(entry.launcher_arguments)})"
        if entry.gigabytes > self._memory:
            return f"needs {entry.gigabytes:g} GB"
        if entry.result_test not in ("", *testlist.RESULT_TESTS) or entry.unknown:
            return f"its line is not understood ({entry.result_test or entry.unknown})"
        if not (self.build / below / entry.program).exists():
            return "does not compile" + (" (an extension of MPICH)" if entry.uses_mpix else "")
        return ""

    def _case(self, directory: str, below: str, entry: testlist.Entry) -> Case:
        return Case(
            directory,
            f"{below}/{entry.name}",
            (*judge.SHELL, f"./{entry.program}", *entry.arguments),
            entry.ranks,
            min(entry.seconds, self._longest),
            self.build / below,
            functools.partial(_verdicts, entry.ranks, entry.result_test),
            dict(setting.split("=", 1) for setting in entry.environment),
        )


def _verdicts(ranks: int, result_test: str, output: Output) -> Verdicts:
    return {"": judge.verdict(output, ranks, result_test)}
