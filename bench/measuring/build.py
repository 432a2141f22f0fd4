"""The build that is measured."""

from __future__ import annotations

import subprocess
from dataclasses import dataclass
from pathlib import Path


class Unusable(Exception):
    """There is nothing to measure with. The text says what to do."""


@dataclass(frozen=True)
class Build:
    mpirun: Path
    library: Path
    programs: Path
    examples: Path

    @staticmethod
    def find(directory: Path) -> Build:
        configure = f"cmake -S . -B {directory} -DCLOSERANKS_BENCH=ON"
        hint = f"build with: {configure} && cmake --build {directory}"
        if not directory.is_dir():
            raise Unusable(f"there is no build {directory}; {hint}")
        library = directory / "libcloseranks.so"
        programs = directory / "bench"
        sessions = (f"sessions_{name}" for name in ("ep", "dt", "discovery"))
        names = ("calls", "files", "instructions", "monte_carlo", "repair", *sessions, "windows")
        for needed in (library, *(programs / f"bench_{name}" for name in names)):
            if not needed.is_file():
                raise Unusable(f"{needed} is not there; {hint}")
        mpirun = Path((programs / "mpirun").read_text().strip())
        if not mpirun.is_file():
            raise Unusable(f"{mpirun}, the mpirun of this build, is not there; run tools/setup")
        directory = directory.resolve()
        return Build(mpirun, directory / library.name, directory / "bench", directory / "examples")

    def mpi_version(self) -> str:
        command = [str(self.mpirun), "--version"]
        result = subprocess.run(command, capture_output=True, text=True, timeout=30, check=False)
        return (result.stdout.splitlines() or ["unknown"])[0]
