"""--replicate with the real MPI: the output of a run without deaths, whichever processes die, and what is said of them."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from closeranks_launcher import replicate
from conftest import ROOT
from real_mpi import PLACE, build, closeranks, command

STEPS, RANKS = 100, 3
pytestmark = pytest.mark.skipif(
    not PLACE.library.with_name(replicate.LIBRARY).exists(), reason="the library for replicas is not built"
)


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> str:
    return build(tmp_path_factory, ROOT / "tests/launcher/replicated.c")


def _computed() -> tuple[list[str], list[str]]:
    """What the program prints, in the order of the alphabet: of the two streams."""
    numbers = list(range(RANKS))
    lines = []
    for step in range(STEPS):
        numbers = [(numbers[(rank - 1) % RANKS] * 3 + step) % 1000003 for rank in range(RANKS)]
        lines += [f"rank {rank} of {RANKS}, step {step}: {number}" for rank, number in enumerate(numbers)]
    errors = [f"rank {rank} is at step {step}" for step in range(0, STEPS, 10) for rank in range(RANKS)]
    return sorted([*lines, f"sum {sum(numbers)}"]), sorted(errors)


def _run(program: str, *options: str) -> subprocess.CompletedProcess[str]:
    words = command(*options, program, str(STEPS), ranks=RANKS)
    return subprocess.run(words, capture_output=True, text=True, timeout=120)


def _said(result: subprocess.CompletedProcess[str]) -> list[str]:
    return [line for line in result.stderr.splitlines() if line.startswith("closeranks: ")]


def _printed(result: subprocess.CompletedProcess[str]) -> tuple[list[str], list[str]]:
    errors = [line for line in result.stderr.splitlines() if not line.startswith("closeranks: ")]
    return sorted(result.stdout.splitlines()), sorted(errors)


def _in_order(lines: list[str], rank: int) -> bool:
    own = [line for line in lines if line.startswith(f"rank {rank} of")]
    return [int(line.split("step ")[1].split(":")[0]) for line in own] == list(range(STEPS))


def test_nothing_dies(program: str) -> None:
    result = _run(program, "--replicate", "100%")
    assert result.returncode == 0, result.stderr
    assert _printed(result) == _computed()
    assert _said(result) == []


@pytest.mark.parametrize(
    "degree, kills",
    [
        ("100%", "1@call:MPI_Send:40"),
        ("100%", "1.1@call:MPI_Send:40"),
        ("100%", "0@after:MPI_Wait:30,1.1@call:MPI_Irecv:50,2@call:MPI_Allreduce"),
        ("0", "0@call:MPI_Wait:60"),
    ],
)
def test_a_death_loses_nothing(degree: str, kills: str, program: str, tmp_path: Path) -> None:
    report = tmp_path / "report.json"
    result = _run(program, "--replicate", degree, "--kill", kills, "--report", str(report))
    assert result.returncode == 0, result.stderr
    assert _printed(result) == _computed()
    assert all(_in_order(result.stdout.splitlines(), rank) for rank in range(RANKS))
    told = json.loads(report.read_text())
    planned = kills.split(",")
    dead = told["replicas"]["died"]
    assert sorted(one["cause"].partition("planned by --kill ")[2] for one in dead) == sorted(planned), "each kill came"
    assert (told["lost"], told["size"], told["completed"]) == ([], RANKS, True)
    said = _said(result)
    assert len([line for line in said if "continues, and has no other process any more" in line]) == len(planned)
    assert "and nothing was lost" in said[-1]


def test_a_rank_that_has_lost_both_ends_the_program(program: str) -> None:
    result = _run(program, "--replicate", "100%", "--kill", "1@call:MPI_Send:20,1.1@call:MPI_Send:60")
    assert result.returncode == 84, result.stderr
    said = "\n".join(_said(result))
    assert "rank 1 has lost the last process" in said
    assert "rank 1 has lost its last process" in said, "the reason of the end"


def test_a_restart_completes(program: str) -> None:
    kills = "1@call:MPI_Send:20,1.1@call:MPI_Send:60"
    result = _run(program, "--replicate", "100%", "--restarts", "1", "--kill", kills)
    assert result.returncode == 0, result.stderr
    assert "restart 1 of 1" in result.stderr
    assert f"sum {_computed()[0][-1].split()[1]}" in result.stdout


def test_functions_that_are_not_covered_are_named_before_the_start(tmp_path_factory: pytest.TempPathFactory) -> None:
    source = tmp_path_factory.mktemp("source") / "windows.c"
    source.write_text(
        "#include <mpi.h>\nint main(int n, char **a) { MPI_Init(&n, &a); MPI_Win w; void *p;\n"
        "MPI_Win_allocate_shared(4, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &p, &w); MPI_Finalize(); return 0; }\n"
    )
    result = closeranks("--replicate", "100%", build(tmp_path_factory, source))
    assert result.returncode == 82
    assert "calls MPI_Win_allocate_shared, which --replicate does not cover yet" in result.stderr
