"""`cmake --install build --prefix DIR`, with a blank in DIR: what was installed finds itself, wherever that is."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

BUILD = Path(os.environ["CLOSERANKS_BUILD"])
MPI = Path(os.environ["MPI_HOME"])
RANKS = 3
KILL = ["--kill", "1@call:MPI_Allreduce:3"]

PROGRAM = """
#include <closeranks.h>
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, one = 1, sum = 0, alive = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int round = 0; round < 5; ++round)
        MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    closeranks_contributors(MPI_COMM_WORLD, &alive);
    if (rank == 0) printf("sum %d of %d\\n", sum, alive);
    MPI_Finalize();
    return 0;
}
"""

FORTRAN = """
program user
    use mpi_f08
    use closeranks
    use closeranks_store
    implicit none
    type(closeranks_store_handle) :: store
    integer, target :: mine
    integer :: rank, missing, had, count
    call MPI_Init()
    call MPI_Comm_rank(MPI_COMM_WORLD, rank)
    call closeranks_store_create(MPI_COMM_WORLD, 'buddy', store)
    mine = 7 * rank
    call closeranks_store_member(store, 0, mine, 1, MPI_INTEGER)
    call closeranks_store_commit(store, 0_8)
    call MPI_Barrier(MPI_COMM_WORLD)
    call closeranks_missing_count(MPI_COMM_WORLD, missing)
    call closeranks_store_restore_from(store, 1, 0, had, 1, MPI_INTEGER, count)
    if (rank == 0) print '(i0, a, i0)', missing, ' missing, and had ', had
    call MPI_Finalize()
end program
"""

# Both sides of a checkpoint: what rank 1 had is still there when it is lost.
STORE = """
#include <closeranks.h>
#include <closeranks_store.h>
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, had = -1, missing;
    MPI_Count count;
    closeranks_store store;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int mine = 7 * rank;
    closeranks_store_create(MPI_COMM_WORLD, "buddy", &store);
    closeranks_store_member(store, 0, &mine, 1, MPI_INT);
    closeranks_store_commit(store, 0);
    MPI_Barrier(MPI_COMM_WORLD);
    closeranks_missing_count(MPI_COMM_WORLD, &missing);
    closeranks_store_restore_from(store, 1, 0, &had, 1, MPI_INT, &count);
    if (rank == 0) printf("%d missing, and had %d\\n", missing, had);
    MPI_Finalize();
    return 0;
}
"""

FENIX = """
#include <fenix.h>
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int role, error, rank;
    MPI_Comm comm;
    MPI_Init(&argc, &argv);
    Fenix_Init(&role, MPI_COMM_WORLD, &comm, &argc, &argv, 0, 0, MPI_INFO_NULL, &error);
    MPI_Comm_rank(comm, &rank);
    if (rank == 0) printf("initial %d\\n", role == FENIX_ROLE_INITIAL_RANK);
    Fenix_Finalize();
    MPI_Finalize();
    return 0;
}
"""

PROJECT = """
cmake_minimum_required(VERSION 3.22)
project(user LANGUAGES C)
find_package(closeranks 0.1 REQUIRED)
find_package(MPI REQUIRED COMPONENTS C)
add_executable(linked program.c)
target_link_libraries(linked PRIVATE closeranks::closeranks MPI::MPI_C)
add_executable(stub program.c)
target_link_libraries(stub PRIVATE closeranks::stub MPI::MPI_C)
add_executable(store store.c)
target_link_libraries(store PRIVATE closeranks::store closeranks::stub MPI::MPI_C)
add_executable(fenix fenix.c)
target_link_libraries(fenix PRIVATE closeranks::fenix MPI::MPI_C)
"""


def run(*words: str | Path, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    # The build tree must not be found by its variables.
    unset = ("CLOSERANKS_BUILD", "CLOSERANKS_INSTALLATION", "MPI_HOME")
    told = {name: text for name, text in os.environ.items() if name not in unset}
    told["CLOSERANKS_ALLOW_ROOT"] = "yes"
    return subprocess.run(words, cwd=cwd, env=told, capture_output=True, text=True, errors="replace", timeout=120)


def must(*words: str | Path, cwd: Path | None = None) -> str:
    result = run(*words, cwd=cwd)
    assert result.returncode == 0, f"{words}: {result.stdout}\n{result.stderr}"
    return result.stdout


@pytest.fixture(scope="module")
def prefix(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Installed to one place and moved to another."""
    first = tmp_path_factory.mktemp("first") / "not here"
    must("cmake", "--install", BUILD, "--prefix", first)
    moved = tmp_path_factory.mktemp("moved") / "with space"
    shutil.move(first, moved)
    return moved


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory, prefix: Path) -> Path:
    source = tmp_path_factory.mktemp("project")
    (source / "program.c").write_text(PROGRAM)
    (source / "store.c").write_text(STORE)
    (source / "fenix.c").write_text(FENIX)
    (source / "CMakeLists.txt").write_text(PROJECT)
    must("cmake", "-S", source, "-B", source / "build", f"-DCMAKE_PREFIX_PATH={prefix}")
    must("cmake", "--build", source / "build")
    return source / "build"


def launch(prefix: Path, words: Sequence[str | Path]) -> subprocess.CompletedProcess[str]:
    return run(prefix / "bin/closeranks", "--oversubscribe", "-n", str(RANKS), *words)


def test_nothing_names_the_build_or_the_first_place(prefix: Path) -> None:
    for path in prefix.rglob("*"):
        if path.is_file() and path.suffix in (".json", ".pc", ".cmake", ".py", ""):
            text = path.read_bytes()
            if text.startswith(b"\x7fELF"):
                continue  # debug information names sources
            assert b"/not here" not in text and str(BUILD).encode() not in text, path


def test_the_mpi_is_where_it_is_said_to_be(prefix: Path) -> None:
    """Debian's own MPI has a folder for linkers, and another one from which programs load it."""
    config = json.loads((prefix / "share/closeranks/closeranks-config.json").read_text())
    (front,) = prefix.rglob("closeranks/front/libmpi.so.*")
    (mpi,) = re.findall(r"Shared library: \[(/.*)\]", must("readelf", "-d", front))
    assert Path(mpi).is_file() and str(Path(mpi).parent) == config["mpi_libdir"]


def test_a_program_survives_by_the_installed_launcher(prefix: Path, project: Path) -> None:
    result = launch(prefix, [*KILL, project / "stub"])
    assert result.returncode == 83, result.stderr
    assert f"sum {RANKS - 1} of {RANKS - 1}\n" in result.stdout


def test_records_are_read_by_the_installed_reader(
    prefix: Path, project: Path, tmp_path: Path
) -> None:
    launch(prefix, ["--keep-records", tmp_path / "r", *KILL, project / "stub"])
    assert f"{RANKS} ranks, 1 lost" in must(prefix / "bin/closeranks-report", tmp_path / "r")
    page = must(prefix / "bin/closeranks", "report", tmp_path / "r", "--html", "-")
    assert f"1 of {RANKS} ranks was lost" in page and ".chart {" in page and "ArrowDown" in page
    assert (prefix / "share/closeranks/report.schema.json").is_file()
    assert (prefix / "share/closeranks/repairs.json").is_file()


def test_mpirun_has_the_node_watch(prefix: Path, tmp_path: Path) -> None:
    result = launch(prefix, ["--keep-records", tmp_path, "printenv", "LD_PRELOAD"])
    assert result.stdout == RANKS * "libcloseranks.so\n", result.stderr  # what mpirun starts goes without
    assert "ld.so" not in result.stderr
    watched = [path.read_text() for path in tmp_path.glob("client-rank-*.jsonl")]
    assert len(watched) == RANKS and all("watched" in text for text in watched)


def test_a_linked_program_needs_no_launcher(project: Path) -> None:
    mpirun = [str(MPI / "bin/mpirun"), "--allow-run-as-root", "--oversubscribe", "--with-ft", "ulfm"]
    plan = ["-x", f"CLOSERANKS_KILL={KILL[1]}"]
    result = run(*mpirun, *plan, "-n", str(RANKS), project / "linked")
    assert f"sum {RANKS - 1} of {RANKS - 1}\n" in result.stdout, result.stderr


def test_the_stub_alone(project: Path) -> None:
    mpirun = [str(MPI / "bin/mpirun"), "--allow-run-as-root", "--oversubscribe"]
    assert f"sum {RANKS} of {RANKS}\n" in must(*mpirun, "-n", str(RANKS), project / "stub")


def test_pkg_config(prefix: Path, tmp_path: Path) -> None:
    if shutil.which("pkg-config") is None:
        pytest.skip("there is no pkg-config")
    (tmp_path / "program.c").write_text(PROGRAM)
    folder = next(prefix.rglob("pkgconfig"))
    mpicc = MPI / "bin/mpicc"
    flags = f'eval "{mpicc}" program.c -o program $(PKG_CONFIG_PATH="{folder}" pkg-config --cflags --libs closeranks)'
    must("sh", "-c", flags, cwd=tmp_path)
    needed = must("readelf", "-d", tmp_path / "program")
    assert needed.index("libcloseranks.so.0") < needed.index("libmpi.so")


def check_store(prefix: Path, program: Path) -> None:
    result = launch(prefix, ["--kill", "1@call:MPI_Barrier", program])
    assert (result.returncode, result.stdout) == (83, "1 missing, and had 7\n"), result.stderr


def test_the_store_and_fenix_by_cmake(prefix: Path, project: Path) -> None:
    check_store(prefix, project / "store")
    result = launch(prefix, [project / "fenix"])
    assert (result.returncode, result.stdout) == (0, "initial 1\n"), result.stderr


@pytest.mark.parametrize(
    ("text", "packages"),
    [(STORE, "closeranks-store closeranks-stub"), (FENIX, "closeranks-fenix"), (PROGRAM, "closeranks-stub")],
)
def test_the_store_the_stub_and_fenix_by_pkg_config(prefix: Path, tmp_path: Path, text: str, packages: str) -> None:
    if shutil.which("pkg-config") is None:
        pytest.skip("there is no pkg-config")
    (tmp_path / "program.c").write_text(text)
    (folder,) = prefix.rglob("pkgconfig")
    flags = f'$(PKG_CONFIG_PATH="{folder}" pkg-config --cflags --libs {packages})'
    must("sh", "-c", f'eval "{MPI}/bin/mpicc" program.c -o program {flags} "-Wl,-rpath,\'{folder.parent}\'"', cwd=tmp_path)
    if text == STORE:
        check_store(prefix, tmp_path / "program")
    else:
        result = launch(prefix, [tmp_path / "program"])
        assert (result.returncode, result.stdout) in ((0, "initial 1\n"), (0, f"sum {RANKS} of {RANKS}\n")), result.stderr


def test_the_fortran_modules(prefix: Path, tmp_path: Path) -> None:
    (tmp_path / "mpi.f90").write_text("use mpi_f08\nend\n")
    if run(MPI / "bin/mpifort", "-fsyntax-only", tmp_path / "mpi.f90").returncode != 0:
        pytest.skip("there is no mpi_f08")
    modules = [prefix / f"share/closeranks/fortran/{name}.f90" for name in ("closeranks", "closeranks_store")]
    (tmp_path / "program.f90").write_text(FORTRAN)
    (library,) = prefix.rglob("libcloseranks_store.so")
    words = [f"-L{library.parent}", "-lcloseranks_store", f"-Wl,-rpath,{library.parent}", library.parent / "libcloseranks_stub.a"]
    must(MPI / "bin/mpifort", "-O2", *modules, "program.f90", *words, "-o", "program", cwd=tmp_path)
    result = launch(prefix, ["--kill", "1@call:MPI_Barrier", tmp_path / "program"])
    assert (result.returncode, result.stdout) == (83, "1 missing, and had 7\n"), result.stderr


def test_the_python_modules(prefix: Path) -> None:
    if run("/usr/bin/python3", "-c", "import mpi4py").returncode != 0:
        pytest.skip("there is no mpi4py")
    modules = prefix / "share/closeranks/python"
    script = "import closeranks.futures as f; assert f.MPIPoolExecutor().submit(abs, -3).result() == 3; print(f.__file__)"
    more = ["--allow-root", "--oversubscribe", "-x", f"PYTHONPATH={modules}", "-n", "1"]
    told = must(prefix / "bin/closeranks", *more, "/usr/bin/python3", "-B", "-c", script)
    assert told == f"{modules / 'closeranks/futures/__init__.py'}\n"
    assert not list(modules.rglob("__pycache__"))
