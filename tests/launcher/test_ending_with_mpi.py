"""The summary of a program that was ended after a loss, so that no rank could print one."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from real_mpi import build, closeranks


@pytest.fixture(scope="session")
def ending(tmp_path_factory: pytest.TempPathFactory) -> str:
    return build(tmp_path_factory, Path(__file__).with_name("ending.c"))


OTHERS = [
    "rank 1 was in MPI_Recv from rank 0, tag 7, MPI_COMM_WORLD",
    "rank 3 was in MPI_Finalize, MPI_COMM_WORLD",
    r"MPI_Allreduce on MPI_COMM_WORLD lacked rank 2 from \d+\.\d\d s on",
]


@pytest.mark.parametrize(
    ("how", "status", "calls"),
    [
        ("recv", 84, ["rank 0 was in MPI_Recv", *OTHERS]),
        ("abort", 9, ["rank 0 had called MPI_Allreduce last", *OTHERS]),
        ("error", 2, ["rank 0 was in MPI_Send", *OTHERS]),
        ("alltoall", 84, ["ranks 0, 1 and 3 were in MPI_Alltoall"]),
        ("crash", 84, ["ranks 0, 1 and 3 had called MPI_Allreduce last"]),
    ],
)
def test_the_last_calls_of_those_that_were_ended(
    ending: str, tmp_path: Path, how: str, status: int, calls: list[str]
) -> None:
    report = tmp_path / "report.json"
    result = closeranks("--report", str(report), ending, how)
    assert result.returncode == status, result.stderr
    told = result.stderr.partition("closeranks: summary: ")[2]
    for call in calls:
        # Once each: nothing is said twice.
        assert len(re.findall(f"^closeranks:   {call}", told, re.MULTILINE)) == 1, told
    by_code = f", for rank 0 ended the program with code {status}\n"
    assert (by_code in told) == (how in ("abort", "error")), told
    ranks = [rank for one in json.loads(report.read_text())["last_calls"] for rank in one["ranks"]]
    assert sorted(ranks) == [0, 1, 3]


def test_who_got_through_finalize_has_no_last_call(ending: str, tmp_path: Path) -> None:
    folder = tmp_path / "records"
    result = closeranks("--keep-records", str(folder), "--kill", "2@call:MPI_Barrier:1", ending, "no")
    assert "had called" not in result.stderr
