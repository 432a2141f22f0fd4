"""Programs that handle failures themselves get with closeranks what they get without it."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from examples.run import AFTER_LOSSES, BUILD, LAUNCHER, Finished, launch, run

MPIRUN = str(Path(os.environ["MPI_HOME"]) / "bin/mpirun")
ULFM = str(BUILD / "tests/policies/ulfm")
CHILDREN = str(BUILD / "tests/policies/children")
KINDS = {"returns": 4, "handler": 5, "insulation": 6, "retry": 5, "agree": 4, "master": 5, "respawn": 4}
OWN = "the program handles failures itself"
# As with closeranks: mpirun would end all children with one, and the parents, and MPI_Finalize would hang beside the dead.
GOES_ON = {
    "PRTE_MCA_state_base_recoverable": "1",
    "PRTE_MCA_state_base_notify_errors": "1",
    "PRTE_MCA_pmix_terminate_connected": "0",
    "OMPI_MCA_async_mpi_finalize": "1",
}


def bare(ranks: int, program: str, *words: str) -> Finished:
    command = ["timeout", "-k", "5", "60", MPIRUN, "--with-ft", "ulfm", "--oversubscribe", "-n", str(ranks), program, *words]
    return run(command, GOES_ON)


def lines(result: Finished) -> list[str]:
    return sorted(line for line in result.output.splitlines() if line.startswith(("rank ", "task ", "sum ")))


@pytest.mark.parametrize("kind", list(KINDS))
def test_a_program_with_ulfm_has_what_it_has_without_closeranks(kind: str) -> None:
    alone = bare(KINDS[kind], ULFM, kind)
    with_us = launch(KINDS[kind], [ULFM, kind])
    assert lines(with_us) == lines(alone) and len(lines(alone)) >= 2, f"{alone}\n{with_us}"
    assert with_us.status == AFTER_LOSSES, str(with_us)
    jobs = 2 if kind == "respawn" else 1  # each says it
    assert with_us.messages.count(OWN) == jobs, str(with_us)
    assert "(it uses MPIX_Comm_" in with_us.messages and "--failures closeranks changes that" in with_us.messages


def test_a_program_that_exports_nothing_is_known_as_well(tmp_path: Path) -> None:
    """GNU's linker then does not say in its table of exports how many imports there are."""
    source = Path(__file__).with_name("ulfm.c")
    mpicc = Path(os.environ["MPI_HOME"]) / "bin/mpicc"
    subprocess.run([mpicc, "-fPIC", "-no-pie", "-o", tmp_path / "ulfm", source], check=True)
    result = launch(4, [str(tmp_path / "ulfm"), "returns"])
    assert OWN in result.messages and result.status == AFTER_LOSSES, str(result)


def test_the_user_may_have_it_the_other_way() -> None:
    """Then a receive from a dead rank ends the program."""
    protected = launch(4, [ULFM, "returns"], more=["--failures", "closeranks"])
    assert protected.status == 84 and OWN not in protected.messages, str(protected)


@pytest.mark.parametrize("kind", ["returns", "handler", "any"])
def test_a_master_that_spawns_others_for_dead_children_completes(kind: str) -> None:
    """It uses nothing of ULFM but the class of the error."""
    alone = bare(1, CHILDREN, kind)
    with_us = launch(1, [CHILDREN, kind])
    assert lines(with_us) == lines(alone), f"{alone}\n{with_us}"
    assert f"sum 55, handled {3 if kind == 'handler' else 0}" in alone.output, str(alone)
    assert with_us.output.count("the child has failed: 1") == 3, str(with_us)
    assert with_us.status == AFTER_LOSSES, str(with_us)
    # No process of these jobs is left that could say it.
    assert with_us.messages.count(": summary: 1 of 1 ranks lost") == 3, str(with_us)
    assert OWN not in with_us.messages, str(with_us)


def test_without_a_handler_of_its_own_policies_apply() -> None:
    result = launch(1, [CHILDREN, "fatal"])
    assert result.status == 84 and "MPI_Recv" in result.messages, str(result)
    asked = launch(1, [CHILDREN, "returns"], more=["--policy", "Recv=abort"])
    assert asked.status == 84, str(asked)


def words(*arguments: str) -> str:
    said = subprocess.run([LAUNCHER, *arguments], capture_output=True, text=True).stdout
    return " ".join(said.split())


def test_doctor_tells_it() -> None:
    told = words("doctor", ULFM)
    assert "handles failures itself" in told and "--failures closeranks" in told, told
    told = words("doctor", CHILDREN)
    assert "handles failures itself" not in told and "error handler of its own" in told, told
