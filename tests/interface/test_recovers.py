"""Functions that are called after a recovery, in each language, also where another language makes the call of resume."""

from __future__ import annotations

import pytest

from examples.run import BUILD, CLEAN, LAUNCHER, ROOT, run

RANKS = 4
VICTIM = 1
PYTHON = ["/usr/bin/python3", "-B", str(ROOT / "tests/interface/recovers.py")]


def recover(program: list[str], functions: str) -> None:
    """The victim dies once, and comes back; each rank has the last total and has called the functions."""
    words = [str(LAUNCHER), "--spares", "1", "--kill", f"{VICTIM}@call:MPI_Allreduce:3", "--oversubscribe", "-n", str(RANKS)]
    result = run([*words, *program], {"PYTHONPATH": str(ROOT / "runtime/python")})
    assert result.status == CLEAN, str(result)
    assert result.messages.count(f"rank {VICTIM} is recovered, ") == 1, str(result)
    total = RANKS * (RANKS + 1) // 2
    roles = {rank: "recovered" if rank == VICTIM else "survivor" for rank in range(RANKS)}
    expected = [f"rank {rank}: turn 6, total {total}, {functions.replace('ROLE', role)}" for rank, role in roles.items()]
    assert sorted(result.output.splitlines()) == expected, str(result)


def test_in_c() -> None:
    recover([str(BUILD / "tests/interface/recovers")], "first:ROLE second:ROLE")


def test_in_fortran() -> None:
    program = BUILD / "tests/interface/recovers_f08"
    if not program.exists():
        pytest.skip("the MPI has no Fortran")
    recover([str(program)], "first:ROLE second:ROLE")


@pytest.mark.parametrize(
    ("way", "functions"),
    [("", "first:ROLE second:ROLE"), ("c", "first:ROLE second:ROLE"), ("raise", "first:ROLE raised")],
    ids=["python", "c", "raise"],
)
def test_in_python(way: str, functions: str) -> None:
    pytest.importorskip("mpi4py")
    recover([*PYTHON, way], functions)
