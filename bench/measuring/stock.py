"""The MPI that users have, beside which calls are measured: `bench/run --stock PREFIX`."""

from __future__ import annotations

import subprocess
from dataclasses import dataclass
from pathlib import Path

from measuring.build import Unusable


@dataclass(frozen=True)
class Stock:
    mpirun: Path
    programs: Path

    @staticmethod
    def make(prefix: Path, sources: Path, programs: Path) -> Stock:
        """Compiles bench_calls from `sources` with the compiler of the MPI at `prefix`, into `programs`."""
        compiler, mpirun = prefix / "bin" / "mpicxx", prefix / "bin" / "mpirun"
        for needed in (compiler, mpirun):
            if not needed.is_file():
                raise Unusable(f"--stock {prefix}: {needed} is not there")
        programs.mkdir(parents=True, exist_ok=True)
        command = [str(compiler), "-std=c++20", "-O2", str(sources / "calls.cpp")]
        command += [f"-Wl,-rpath,{prefix}/lib", "-o", str(programs / "bench_calls")]
        result = subprocess.run(command, capture_output=True, text=True, check=False)
        if result.returncode != 0:
            raise Unusable(f"--stock {prefix}: its compiler fails on {sources / 'calls.cpp'}:\n{result.stderr}")
        return Stock(mpirun, programs)
