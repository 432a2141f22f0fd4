"""Running the examples whose lost ranks come back, and what that has to come to."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from examples.run import BUILD, CLEAN, Finished, launch, run

RANKS = 6


@dataclass
class Example:
    """Each step of all of them has calls of MPI_Sendrecv, and the end has one MPI_Gather."""

    program: list[str]
    short: list[str]  # arguments for some hundred calls
    long: list[str]  # for some seconds
    options: list[str] = field(default_factory=list)  # of mpirun
    bare_lines: dict[tuple[int, tuple[str, ...]], str] = field(default_factory=dict)

    def bare(self, ranks: int, arguments: Sequence[str], patience: float = 0.0) -> str:
        """What it prints without closeranks."""
        key = (ranks, tuple(arguments))
        if key not in self.bare_lines:
            words = [*self.options, "--oversubscribe", "-n", str(ranks), *self.program, *arguments]
            mpi = os.environ["MPI_HOME"]
            # The distribution's mpi4py was built for another MPI, which closeranks hides from it.
            # Open MPI takes 32 MiB for each collective write, and would fill them (MALLOC_PERTURB_).
            environment = {"LD_LIBRARY_PATH": f"{mpi}/lib", "MALLOC_PERTURB_": "0"}
            result = run([f"{mpi}/bin/mpirun", *words], environment, patience=patience)
            assert result.status == 0, str(result)
            (self.bare_lines[key],) = result.output.splitlines()
        return self.bare_lines[key]

    def run(
        self,
        place: Path,
        ranks: int,
        arguments: Sequence[str],
        spares: int,
        kills: Sequence[str],
        recovery: str = "spare,shrink",
    ) -> tuple[Finished, dict[str, Any]]:
        report = place / "report.json"
        more = ["--recovery", recovery, "--spares", str(spares), "--report", str(report), *self.options]
        result = launch(ranks, [*self.program, *arguments], kills, more)
        return result, json.loads(report.read_text())

    def comes_back(
        self,
        place: Path,
        kills: Sequence[str],
        ranks: int = RANKS,
        arguments: Sequence[str] = (),
        mode: str = "spare",
    ) -> Finished:
        """Everybody who is to die does, and comes back; the output is that of the bare MPI, and a line on that.

        By `mode` all have spares, all are started once more, or the last of them is, when the spares are used up."""
        arguments = arguments or self.short
        spares = {"spare": len(kills), "respawn": 0, "spare,respawn": len(kills) - 1}[mode]
        result, report = self.run(place, ranks, arguments, spares, kills, mode)
        assert result.status == CLEAN, str(result)
        back = sorted(one["rank"] for one in report["recovered"])
        assert back == sorted(int(kill.partition("@")[0]) for kill in kills), str(result)
        assert all("SIGKILL" in one["cause"] for one in report["recovered"]), str(result)
        assert report["lost"] == [] and report["completed"], str(result)
        lines = result.output.splitlines()
        assert lines[0] == self.bare(ranks, arguments), str(result)
        assert [line.split()[:4] for line in lines[1:]] == [["lost", "ranks", "were", "recovered"]] * bool(kills)
        return result


HEAT = Example([str(BUILD / "examples/heat")], ["500", "300", "20"], ["20000", "8000", "100"])
WAVE = Example([str(BUILD / "examples/wave")], ["8", "100", "10"], ["24", "1500", "25"])
DIFFUSION = Example([str(BUILD / "examples/diffusion")], ["8", "100", "10"], ["24", "4000", "50"])
