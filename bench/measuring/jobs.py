"""Runs of MPI programs, bare and protected."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from measuring import machine
from measuring.build import Build
from measuring.figures import BARE, STOCK
from measuring.stock import Stock
from mpitest.launch import Job, Mpi, Output, launch


# Variants of a commit: options that have another value than their default then.
_VARIANTS = {
    "collective": ("io", "collective"),
    "hierarchical": ("layout", "hierarchical"),
    "unwatched": ("deadlock_after", "0"),
}


def _options(kind: str) -> dict[str, str]:
    """The options of a protected run, such as `optimistic+collective`."""
    commit, *variants = kind.split("+")
    options = {"commit": commit, "io": "independent", "layout": "flat"}
    options.update(_VARIANTS.get(variant, (variant, "")) for variant in variants)
    return options


def say(text: str) -> None:
    print(f"bench: {text}", file=sys.stderr, flush=True)


@dataclass
class Runner:
    """Runs programs, and remembers which runs failed."""

    build: Build
    commits: Sequence[str]  # with which the library protects, and perhaps `+` a variant
    timeout: float
    stock: Stock | None = None
    failures: list[str] = field(default_factory=list)

    def rounds(self, repeats: int, stock: bool = False) -> Iterator[tuple[int, str]]:
        """Every kind in every repeat, so that a slow minute affects all; alternately forwards and backwards, so that
        no kind is always the first."""
        kinds = [BARE, *self.commits, *([STOCK] if stock and self.stock else [])]
        for repeat in range(repeats):
            for kind in kinds if repeat % 2 == 0 else reversed(kinds):
                yield repeat, kind

    def program(self, kind: str, name: str) -> str:
        """Its path, for a run of this kind."""
        programs = self.stock.programs if kind == STOCK and self.stock else self.build.programs
        return str(programs / f"bench_{name}")

    def _launch(
        self, kind: str, ranks: int, command: Sequence[str], variables: Mapping[str, str]
    ) -> Output:
        crowded = ranks > machine.cores()
        environment = {
            "OMPI_MCA_mpi_yield_when_idle": "1" if crowded else "0",
            "PRTE_MCA_hwloc_default_binding_policy": "none" if crowded else "core",
            "CLOSERANKS_RECORDS": "",  # only tests write them
        }
        mpi = Mpi(str(self.build.mpirun))
        if kind == STOCK and self.stock:
            mpi = Mpi(str(self.stock.mpirun), tolerant=False)
        else:
            # Both kinds run with the library's settings (docs/developers/design.md), so that the ratios do not compare
            # two choices of algorithm, and a bare run that repairs itself can end.
            environment |= {"OMPI_MCA_coll": "^han", "OMPI_MCA_async_mpi_finalize": "1"}
        if kind not in (BARE, STOCK):
            mpi = Mpi(str(self.build.mpirun), str(self.build.library))
            for option, value in _options(kind).items():
                environment[f"CLOSERANKS_{option.upper()}"] = value
        job = Job(command, ranks, self.timeout, environment | dict(variables))
        return launch(job, mpi)

    def run(
        self,
        kind: str,
        ranks: int,
        command: Sequence[str],
        variables: Mapping[str, str] | None = None,
        deaths: bool = False,
    ) -> Output | None:
        """None when the run failed, which is noted."""
        output = self._launch(kind, ranks, command, variables or {})
        if output.hang:
            problem = f"did not end in {self.timeout:g} s\n{output.hang}"
        elif output.status != 0 and not deaths:  # mpirun fails when a rank was killed
            problem = f"ended with status {output.status}\n{output.log[-2000:]}"
        else:
            return output
        self._note(kind, ranks, command, problem)
        return None

    def read(
        self,
        kind: str,
        ranks: int,
        command: Sequence[str],
        variables: Mapping[str, str] | None = None,
        deaths: bool = False,
    ) -> Any:
        """The JSON that rank 0 printed; None when the run failed."""
        output = self.run(kind, ranks, command, variables, deaths)
        if output is None:
            return None
        try:
            return json.loads("\n".join(output.stdout.get(0, [])))
        except ValueError:
            self._note(kind, ranks, command, f"printed no result\n{output.log[-2000:]}")
            return None

    def _note(self, kind: str, ranks: int, command: Sequence[str], problem: str) -> None:
        text = f"{' '.join(command)} ({kind}, {ranks} ranks) {problem}"
        self.failures.append(text)
        say(f"failed: {text}")

    def accepts(self, commit: str) -> bool:
        """Whether the library knows these values of the options. It says what it took."""
        program = [str(self.build.programs / "bench_repair"), "restart"]
        output = self._launch(commit, 1, program, {"CLOSERANKS_DUMP_CONFIG": "yes"})
        return all(f"{name} = {value} " in output.log for name, value in _options(commit).items())
