"""Adding a call is one entry in the spec (docs/adding-a-call.md).

In a copy of the tree: without the entry of MPI_Alltoallw the build stops and names it; with the entry
back, and nothing else touched, the library is built and ranks die in that very call. (That a missing
entry is found by the header alone, test_headers.py shows.)
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from generator import headers, load
from tree import MAIN, Tree

ROOT = Path(__file__).resolve().parents[2]
MPICC = shutil.which(os.environ.get("CLOSERANKS_TEST_MPICC", "mpicc"))
CMAKE = shutil.which("cmake")
CALL = "MPI_Alltoallw"
IGNORED = shutil.ignore_patterns(".git", "build*", "__pycache__", ".*_cache")

pytestmark = pytest.mark.skipif(MPICC is None or CMAKE is None, reason="needs mpicc and cmake")


def _run(command: list[str], place: Path, timeout: float = 1200) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command,
        cwd=place,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=timeout,
        check=False,
    )


def _succeed(command: list[str], place: Path) -> None:
    done = _run(command, place)
    assert done.returncode == 0, done.stdout[-4000:]


def _symbols(library: Path) -> set[str]:
    done = _run(["nm", "-D", "--defined-only", str(library)], library.parent)
    return {line.split()[-1] for line in done.stdout.splitlines()}


def test_adding_a_call_is_one_entry(tmp_path: Path) -> None:
    assert MPICC is not None and CMAKE is not None
    if headers.version_of(headers.preprocess(MPICC)) != load.load(ROOT).header:
        pytest.skip("another version of Open MPI, where a missing entry is a warning")
    copy, build = Tree(tmp_path / "closeranks"), tmp_path / "build"
    shutil.copytree(ROOT, copy.root, ignore=IGNORED)
    complete = (copy.root / MAIN).read_text()
    mpi = Path(MPICC).parent.parent
    configure = [CMAKE, "-S", str(copy.root), "-B", str(build), f"-DMPI_HOME={mpi}"]
    configure += ["-DCLOSERANKS_TESTS=OFF", "-DCLOSERANKS_EXAMPLES=OFF", "-DCMAKE_BUILD_TYPE=Debug"]
    make = [CMAKE, "--build", str(build), "--target", "closeranks", "--parallel", "2"]

    def remove(spec: dict[str, dict[str, object]]) -> None:
        del spec["functions"][CALL]

    _succeed(configure, tmp_path)
    copy.edit(MAIN, remove)
    stopped = _run(make, tmp_path)
    assert stopped.returncode != 0
    assert re.search(f"error: .*{CALL}: ", stopped.stdout), stopped.stdout[-4000:]

    (copy.root / MAIN).write_text(complete)
    _succeed(make, tmp_path)
    library = build / "libcloseranks.so"
    assert {CALL, f"P{CALL}"} <= _symbols(library)
    for made in sorted((copy.root / "generated").iterdir()):
        assert made.read_text() == (ROOT / "generated" / made.name).read_text(), made.name

    program = build / "kill_matrix"
    sources = sorted(str(source) for source in (copy.root / "tests/kill").glob("*.cpp"))
    _succeed([str(mpi / "bin/mpicxx"), "-std=c++20", *sources, "-o", str(program)], tmp_path)
    launch = [sys.executable, str(copy.root / "tests/run_mpi_test"), "-n", "5", "--function", CALL]
    launch += ["--lenient", "--mpirun", str(mpi / "bin/mpirun"), "--library", str(library), "--name", CALL]
    launch += ["--kill", f"3@inside:{CALL}:2", "--kill", f"1@call:{CALL}:4"]
    _succeed([*launch, "--", str(program), CALL], tmp_path)
