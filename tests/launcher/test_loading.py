"""That the program's MPI calls come to closeranks: odd install paths, and programs that open the MPI
themselves."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from closeranks_launcher import installation
from real_mpi import PLACE, RANKS, closeranks

# By ctypes: rank 1 kills itself before the third sum.
FINDS = r"""
import ctypes, os, signal, sys

mpi = ctypes.CDLL(None if sys.argv[1] == "None" else sys.argv[1])

def object_of(name):
    return ctypes.c_void_p(ctypes.addressof(ctypes.c_char.in_dll(mpi, name)))

world, plus, kind = map(object_of, ("ompi_mpi_comm_world", "ompi_mpi_op_sum", "ompi_mpi_long"))
rank = ctypes.c_int()
mpi.MPI_Init(None, None)
mpi.MPI_Comm_rank(world, ctypes.byref(rank))
for number in range(1, 6):
    if number == 3 and rank.value == 1 and sys.argv[2] == "die":
        os.kill(os.getpid(), signal.SIGKILL)
    mine, total = ctypes.c_long(1 << rank.value), ctypes.c_long()
    mpi.MPI_Allreduce(ctypes.byref(mine), ctypes.byref(total), 1, kind, plus, world)
os.write(1, f"sum {total.value}\n".encode())
mpi.MPI_Finalize()
"""


@pytest.fixture
def finds(tmp_path: Path) -> tuple[str, str]:
    program = tmp_path / "finds.py"
    program.write_text(FINDS)
    return sys.executable, str(program)


def survived(result: subprocess.CompletedProcess[str]) -> bool:
    everybody_else = (1 << RANKS) - 1 - 2
    return result.returncode == 83 and result.stdout.count(f"sum {everybody_else}\n") == RANKS - 1


@pytest.mark.parametrize("name", ["None", "libmpi.so.40", "libmpi.so", "path"])
def test_a_program_that_opens_the_mpi(finds: tuple[str, str], name: str) -> None:
    library = str(PLACE.mpi_libdir / "libmpi.so.40") if name == "path" else name
    result = closeranks(*finds, library, "die")
    assert survived(result), result.stderr


def older_mpi() -> Path | None:
    """The folder of the libraries of the system's Open MPI 4, if it has one, with an mpirun that is in the path."""
    mpirun = Path("/usr/bin/mpirun")
    if not mpirun.exists():
        return None
    told = subprocess.run([mpirun, "--version"], capture_output=True, text=True).stdout
    found = sorted(Path("/usr/lib").glob("*/libmpi.so.40"))
    return found[0].parent if "(Open MPI) 4" in told and found else None


@pytest.mark.skipif(older_mpi() is None, reason="the system has no Open MPI 4")
@pytest.mark.parametrize("library", ["5", "4"])
def test_an_older_mpirun_is_not_advised_what_it_has_not(finds: tuple[str, str], library: str) -> None:
    folder = PLACE.mpi_libdir if library == "5" else older_mpi()
    exports = {"LD_LIBRARY_PATH": folder, "LD_PRELOAD": PLACE.library, "OMPI_ALLOW_RUN_AS_ROOT": 1}
    words = ["/usr/bin/mpirun", "--allow-run-as-root", "--oversubscribe", "-n", "2"]
    words += [word for name, text in exports.items() for word in ("-x", f"{name}={text}")]
    result = subprocess.run([*words, *finds, "None", "live"], capture_output=True, text=True, timeout=60)
    assert result.returncode == 0 and result.stdout.count("sum 3\n") == 2, result.stderr
    assert result.stderr.count("fault tolerance is not active in this run, so nothing is protected") == 1
    assert "tools/setup --build-mpi builds one" in result.stderr
    if library == "5":
        assert "this mpirun is older than Open MPI 5 and has none: start with the closeranks launcher" in result.stderr
    else:
        assert "this MPI has none" in result.stderr and "--with-ft" not in result.stderr


@pytest.mark.parametrize("name", ["a space", "a:colon", "a;semicolon"])
def test_an_install_path_with(finds: tuple[str, str], tmp_path: Path, name: str) -> None:
    folder = tmp_path / name
    folder.mkdir()
    for file in PLACE.library.parent.glob("libcloseranks.so*"):
        shutil.copy2(file, folder, follow_symlinks=False)
    shutil.copytree(PLACE.library.parent / "closeranks", folder / "closeranks", symlinks=True)
    config = folder / installation.CONFIG
    config.write_text(
        json.dumps(
            {
                "library": "libcloseranks.so",
                "mpirun": str(PLACE.mpirun),
                "mpi_prefix": str(PLACE.mpirun.parent.parent),
                "mpi_libdir": str(PLACE.mpi_libdir),
                "version": PLACE.version,
            }
        )
    )
    for library in ("None", "libmpi.so.40"):
        result = closeranks(*finds, library, "die", place=config)
        assert survived(result), result.stderr


def test_another_mpi_is_said_to_be_unprotected(finds: tuple[str, str], tmp_path: Path) -> None:
    other = tmp_path / "libmpi.so.40"
    shutil.copy2(PLACE.mpi_libdir / "libmpi.so.40", other)
    result = closeranks(*finds, str(other), "live")
    assert result.stderr.count(f"straight to {other}, which is not the MPI that closeranks was") == 1
    assert f"The MPI calls of ranks 0, 1, 2, 3 went straight to {other}: nothing" in result.stderr
