"""Public sources of some of the programs: fetched, and built with the set-up MPI."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Source:
    """`name` is that of --source; `build` runs in its folder, by the shell, with the MPI's compilers in PATH."""

    name: str
    address: str
    commit: str
    build: str
    gives: str  # a program that is there when it is built


_NAS_DEFINITIONS = r"""
printf '%s\n' 'MPIF77 = mpif77' 'FLINK = mpif77' 'FFLAGS = -O3 -fallow-argument-mismatch -fallow-invalid-boz -w' 'FLINKFLAGS = -O3' \
    'MPICC = mpicc' 'CLINK = mpicc' 'CFLAGS = -O3 -w' 'CLINKFLAGS = -O3' 'CC = cc' 'BINDIR = ../bin' 'RAND = randi8' \
    > config/make.def
"""

SOURCES = (
    Source(
        "nas",
        "https://github.com/wzzhang-HIT/NAS-Parallel-Benchmark",
        "c92edd6b0daef178912aae23d54322fc9cac96e6",
        f"""cd NPB3.3-MPI && mkdir -p bin && {_NAS_DEFINITIONS}
for one in ep.A is.B ft.A cg.A mg.A lu.W bt.W sp.W ep.W is.A ft.W cg.W mg.W lu.S bt.S sp.S; do
    make ${{one%.*}} NPROCS=4 CLASS=${{one#*.}} && ln -sf NPB3.3-MPI/bin/$one.4 ../$one.x || exit 1
done""",
        "sp.S.x",
    ),
    Source(
        "comd",
        "https://github.com/ECP-copa/CoMD",
        "3d48396b77ca8caa3124bc2391f9139c3ffb556c",
        "mkdir -p bin && cd src-mpi && cp Makefile.vanilla Makefile && make",
        "bin/CoMD-mpi",
    ),
    Source(
        "minife",
        "https://github.com/Mantevo/miniFE",
        "c79e0f7f7afdd6c8191936efce7a668316159cc3",
        "cd ref/src && make && ln -sf ref/src/miniFE.x ../..",
        "miniFE.x",
    ),
    Source(
        "hpcg",
        "https://github.com/hpcg-benchmark/hpcg",
        "114602d458d1034faa52b71e4c15aba9b3a17698",
        "mkdir -p made && cd made && ../configure Linux_MPI && make && ln -sf made/bin/xhpcg ..",
        "xhpcg",
    ),
    Source(
        "lulesh",
        "https://github.com/LLNL/LULESH",
        "3e01c40b3281aadb7f996525cdd4a3354f6d3801",
        "make CXX='mpicxx -DUSE_MPI=1' CXXFLAGS='-O3 -I.' LDFLAGS=-O3",
        "lulesh2.0",
    ),
    Source(
        "cloverleaf",
        "https://github.com/UK-MAC/CloverLeaf_ref",
        "0fdb917bf10d20363dd8b88d762851908643925b",
        "make -j 1 MPI_COMPILER=mpif90 C_MPI_COMPILER=mpicc OPTIONS='-O3 -fallow-argument-mismatch' C_OPTIONS=-O3",
        "clover_leaf",
    ),
    Source(
        "mpi4py",
        "https://github.com/mpi4py/mpi4py",
        "7c8dac2c58203a4d538961c6524e3940b04a42dc",
        "ln -sfn demo/futures futures && ln -sfn demo/mandelbrot mandelbrot",
        "futures/run_primes.py",
    ),
)


def default_folder() -> Path:
    """Where they are put, and looked for."""
    cache = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(cache) / "closeranks" / "programs" / "sources"


def built(folder: Path) -> dict[str, Path]:
    """The folders of the sources that are there, by name."""
    return {source.name: folder / source.name for source in SOURCES if (folder / source.name / source.gives).exists()}


def fetch(source: Source, folder: Path, address: str) -> None:
    """Fetches only that commit of the repository. Raises CalledProcessError."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for words in (["init", "--quiet"], ["fetch", "--quiet", "--depth", "1", address, source.commit],
                  ["checkout", "--quiet", "FETCH_HEAD"]):  # fmt: skip
        subprocess.run(["git", *words], cwd=folder, check=True)


def make(source: Source, folder: Path, mpi: Path, log: Path) -> bool:
    """Whether it could be built."""
    environment: Mapping[str, str] = os.environ | {"PATH": f"{mpi / 'bin'}:{os.environ['PATH']}"}
    with open(log, "wb") as out:
        subprocess.run(["/bin/sh", "-c", source.build], cwd=folder, env=environment, stdout=out, stderr=out, check=False)
    return (folder / source.gives).exists()
