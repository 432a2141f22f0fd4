"""Python programs with mpi4py whose interpreter ends by an exception, and such whose exceptions are caught."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from real_mpi import RANKS, closeranks

PYTHON = "/usr/bin/python3"  # whose mpi4py is that of the system

if subprocess.run([PYTHON, "-c", "import mpi4py"], capture_output=True).returncode != 0:
    pytest.skip("the system's python3 has no mpi4py", allow_module_level=True)

BEGIN = """
import sys
from array import array
from mpi4py import MPI

comm = MPI.COMM_WORLD
rank = comm.rank

class Context:
    def __enter__(self): return self
    def __exit__(self, *what): return False

def fail():
    raise ValueError("no such thing")

def keep():
    "as debuggers and test runners do"
    sys.last_type, sys.last_value, sys.last_traceback = sys.exc_info()

def count():
    total = array("i", [0])
    comm.Allreduce(array("i", [1]), total)
    return total[0]

comm.Barrier()
"""
END = """
import os
os.write(1, f"counted {count()}\\n".encode())  # at once, so that lines of several ranks do not mix
"""


def run(folder: Path, middle: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    script = folder / "script.py"
    script.write_text(BEGIN + middle + END)
    return closeranks(*arguments, PYTHON, str(script))


@pytest.mark.parametrize(
    "raising",
    [
        "if rank == 1: fail()",
        "if rank == 1:\n    with Context(): fail()",
        "try:\n    if rank == 1: fail()\nfinally:\n    sys.stdout.flush()",
        "try:\n    if rank == 1: fail()\nexcept ValueError:\n    raise",
        "if rank == 1:\n    import threading\n    threading.Thread(target=print).start()\n    fail()",
        "sys.excepthook = lambda *what: sys.__excepthook__(*what)\nif rank == 1: fail()",
    ],
    ids=["plain", "with", "finally", "raised again", "thread", "a hook of its own"],
)
def test_a_rank_that_ends_by_an_exception_is_lost(tmp_path: Path, raising: str) -> None:
    result = run(tmp_path, raising)
    assert result.returncode == 83, result.stderr
    assert result.stdout.splitlines().count(f"counted {RANKS - 1}") == RANKS - 1
    assert "ValueError: no such thing" in result.stderr, "Python's own words stay"
    assert "closeranks: rank 1 ended by an uncaught exception (ValueError), so it does not wait" in result.stderr
    assert "rank 1 (host" in result.stderr and "exit status 1 without MPI_Finalize" in result.stderr


def test_a_survivor_that_needs_it_ends_the_program(tmp_path: Path) -> None:
    result = run(tmp_path, "if rank == 1: fail()\nelse: comm.Bcast(array('i', [0]), root=1)")
    assert result.returncode == 84, result.stderr
    assert "needs rank 1 in MPI_Bcast, which is lost" in result.stderr


def test_strict_ends_the_program_without_it(tmp_path: Path) -> None:
    result = run(tmp_path, "if rank == 1: fail()", "--strict")
    assert result.returncode == 84 and "counted" not in result.stdout, result.stderr


def test_an_exception_of_all_ranks_ends_all(tmp_path: Path) -> None:
    result = run(tmp_path, "fail()")
    assert result.returncode == 1, result.stderr
    # Python writes its own words in pieces, which those of other ranks may come between.
    assert result.stderr.count("ended by an uncaught exception (ValueError), so it does not") == RANKS


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    "catching",
    [
        "try: fail()\nexcept ValueError: keep()",
        "def work():\n    try: fail()\n    except ValueError: keep()\nwork()",
        "try:\n    fail()\nexcept ValueError:\n    pass",
        "import ctypes\nctypes.pythonapi.PyRun_SimpleString(b'raise ValueError')",
    ],
    ids=["kept", "kept in a function", "caught", "printed by an extension"],
)
@pytest.mark.parametrize("leaving, status", [("", 0), ("if count(): sys.exit(0)", 0), ("if count(): sys.exit(3)", 3)])
def test_a_caught_exception_changes_nothing(tmp_path: Path, catching: str, leaving: str, status: int) -> None:
    result = run(tmp_path, catching + "\n" + leaving)
    assert result.returncode == status, result.stderr
    assert "closeranks" not in result.stderr


def test_mpi4py_may_end_the_program_as_ever(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(BEGIN + "if rank == 1: fail()" + END)
    result = closeranks(PYTHON, "-m", "mpi4py", str(script))
    assert result.returncode == 1, result.stderr
    assert "uncaught exception" not in result.stderr
