"""Whom an end takes along: the members of its communicator as lost ranks, or the whole job (groups.c)."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from examples.run import AFTER_LOSSES, BUILD, CLEAN, Finished, launch

PROGRAM = str(BUILD / "tests/end_scope/groups")
RANKS = 6
FIRST, SECOND = [0, 1, 2], [3, 4, 5]
CODE = 7  # of MPI_Abort in groups.c
CODE_OF_FIRST = 5  # of the first half
ENDED_BY_POLICY = 84
BY_SIGKILL = "killed by signal 9 (SIGKILL)"
NAME = "the 3 ranks of color 1 of MPI_Comm_split on MPI_COMM_WORLD"
SCOPE = ["--end-scope", "communicator"]


class Run:
    """One of groups.c, and what its report says."""

    def __init__(self, what: str, options: Sequence[str], place: Path, ranks: int = RANKS) -> None:
        report = place / "report.json"
        self.finished: Finished = launch(ranks, [PROGRAM, what], more=[*options, "--report", str(report)])
        self.report: dict[str, Any] = json.loads(report.read_text()) if report.exists() else {}

    @property
    def causes(self) -> dict[int, str]:
        return {one["rank"]: one["cause"] for one in self.report["lost"]}

    def __str__(self) -> str:
        return f"{self.finished}\n{self.causes}"

    def others_complete(self, left: Sequence[int]) -> None:
        """And have the values of a run without losses; all that the lost have printed is there."""
        lines = [line for line in self.finished.output.splitlines() if not line.endswith(" comes to it")]
        assert sorted(lines) == [f"rank {rank} has 100 sums, {len(left)} ranks are left" for rank in left], str(self)
        assert self.finished.status == AFTER_LOSSES, str(self)


ERROR = f"a fatal error in MPI_Send on {NAME}: MPI_ERR_RANK: invalid rank"
ABORT = f"called MPI_Abort on {NAME} with code {CODE}"

# What happens; the rank that it is about, its cause, and that of the other members.
ENDS = {
    "abort": (5, ABORT, f"ended with rank 5, which {ABORT}"),
    "busy": (5, ABORT, f"ended with rank 5, which {ABORT}"),
    "fatal": (5, ERROR, f"ended with rank 5, which had {ERROR}"),
    "errors_abort": (5, ERROR, f"ended with rank 5, which had {ERROR}"),
    "block": (5, BY_SIGKILL, f"ended with rank 5: MPI_Alltoall on {NAME} lacks what they would have contributed"),
    "root": (3, BY_SIGKILL, f"ended with rank 3: MPI_Bcast on {NAME} needs it"),
    "message": (5, BY_SIGKILL, f"ended with rank 5: MPI_Recv on {NAME} needs it"),
}


@pytest.mark.parametrize("what", ENDS)
def test_the_members_end_and_the_others_complete(what: str, tmp_path: Path) -> None:
    run = Run(what, SCOPE, tmp_path)
    run.others_complete(FIRST)
    rank, own, others = ENDS[what]
    assert run.causes == dict.fromkeys(SECOND, others) | {rank: own}, str(run)
    sentence = f"the members of the communicator of {NAME} (ranks 3 to 5) end, and the other 3 ranks continue (--end-scope)"
    assert run.finished.messages.count(sentence) == 1, str(run)
    assert "the program ends" not in run.finished.messages, str(run)
    printed = [line for line in run.finished.output.splitlines() if line.endswith(" comes to it")]
    killed = {rank} if own == BY_SIGKILL else set()
    assert {f"rank {rank} comes to it" for rank in set(SECOND) - killed} <= set(printed), str(run)


def test_a_stall_among_the_members(tmp_path: Path) -> None:
    run = Run("stall", SCOPE, tmp_path)
    run.others_complete(FIRST)
    assert run.causes[5] == BY_SIGKILL, str(run)
    for rank in [3, 4]:
        assert run.causes[rank].startswith("ended: rank 3 could not continue in MPI_Recv from any rank, tag 0, "), str(run)


def test_an_abort_of_one_rank_alone(tmp_path: Path) -> None:
    run = Run("self", SCOPE, tmp_path)
    run.others_complete([0, 1, 2, 3, 4])
    assert run.causes == {5: f"called MPI_Abort on MPI_COMM_SELF with code {CODE}"}, str(run)


ALONE = "a fatal error in MPI_Send on a rank alone: MPI_ERR_RANK: invalid rank"
NO_OBJECT = "a fatal error in MPI_Type_size on MPI_COMM_SELF: MPI_ERR_TYPE: invalid datatype"


@pytest.mark.parametrize(("what", "cause"), [("alone", ALONE), ("no object", NO_OBJECT)])
def test_an_error_that_the_mpi_raises(what: str, cause: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a communicator of one rank, and on none: MPI 4 has that raised on MPI_COMM_SELF."""
    monkeypatch.setenv("OMPI_MCA_mpi_compat_mpi3", "false")
    run = Run(what, SCOPE, tmp_path)
    run.others_complete([0, 1, 2, 3, 4])
    assert run.causes == {5: cause}, str(run)


def test_an_error_without_an_object_is_one_on_the_world(tmp_path: Path) -> None:
    """As Open MPI has it by default."""
    run = Run("no object", SCOPE, tmp_path)
    assert run.finished.status not in (CLEAN, AFTER_LOSSES), str(run.finished)
    assert "has 100 sums" not in run.finished.output, str(run.finished)


@pytest.mark.parametrize("what", ["alone", "no object"])
def test_an_error_that_the_mpi_raises_loses_the_rank(what: str, tmp_path: Path) -> None:
    run = Run(what, ["--abort-loses", "rank"], tmp_path)
    run.others_complete([0, 1, 2, 3, 4])
    assert list(run.causes) == [5], str(run)


@pytest.mark.parametrize("what", ["alone", "no object"])
def test_an_error_that_the_mpi_raises_ends_the_job_by_default(what: str, tmp_path: Path) -> None:
    run = Run(what, [], tmp_path)
    assert run.finished.status not in (CLEAN, AFTER_LOSSES), str(run)
    assert "has 100 sums" not in run.finished.output, str(run)


@pytest.mark.parametrize("what", ["self", "world"])
def test_an_abort_loses_the_rank(what: str, tmp_path: Path) -> None:
    """As --abort-loses says, whatever the communicator."""
    run = Run(what, ["--abort-loses", "rank"], tmp_path)
    assert run.causes == {5: f"called MPI_Abort with code {CODE}"}, str(run)
    run.others_complete([0, 1, 2, 3, 4])


@pytest.mark.parametrize("what", ["last", "last busy"])
def test_the_last_group_is_the_job(what: str, tmp_path: Path) -> None:
    """Also if it has made no call of MPI since the other group ended."""
    run = Run(what, SCOPE, tmp_path)
    assert run.finished.status == CODE, str(run)
    messages = run.finished.messages
    assert "the members of the communicator of the 3 ranks of color 0 of " in messages, str(run)
    assert "color 1 of MPI_Comm_split on MPI_COMM_WORLD (ranks 3 to 5) end" not in messages, str(run)


def test_both_groups_end_at_once(tmp_path: Path) -> None:
    run = Run("both", SCOPE, tmp_path)
    assert run.finished.status in (CODE, CODE_OF_FIRST), str(run)
    assert "has 100 sums" not in run.finished.output, str(run)


@pytest.mark.parametrize(("what", "status"), [("abort", CODE), ("block", ENDED_BY_POLICY), ("self", CODE)])
def test_the_job_ends_by_default(what: str, status: int, tmp_path: Path) -> None:
    """And says how less would."""
    run = Run(what, [], tmp_path)
    assert run.finished.status == status, str(run)
    assert "has 100 sums" not in run.finished.output, str(run)
    whom = "MPI_COMM_SELF (rank 5)" if what == "self" else f"the communicator of {NAME} (ranks 3 to 5)"
    assert f"to end the members of {whom} alone: --end-scope communicator" in run.finished.messages, str(run)


@pytest.mark.parametrize("options", [[], SCOPE])
def test_an_abort_of_the_only_rank(options: list[str], tmp_path: Path) -> None:
    run = Run("abort", options, tmp_path, ranks=1)
    assert run.finished.status == CODE, str(run.finished)
    assert "lost" not in run.finished.messages, str(run.finished)


def test_an_abort_on_the_world_ends_the_job(tmp_path: Path) -> None:
    run = Run("world", SCOPE, tmp_path)
    assert run.finished.status == CODE, str(run)
    assert "--end-scope" not in run.finished.messages, str(run)
