"""Processes die in MPI_Finalize, while a twin that is late still needs what they have sent."""

from __future__ import annotations

from mpitest.launch import Job, Mpi, Output, launch
from replicas.replicated import BUILD, MPIRUN

_RESULT = "rank 1: 1225\ndone"


def _run(deaths: str) -> Output:
    """Ranks 0 and 1 are processes 0 and 1; their twins are 2 and 3, which are late."""
    environment = {"CLOSERANKS_REPLICATE": "0,1", "TEST_LATE": "2:3", "TEST_DIES": deaths}
    output = launch(Job([str(BUILD / "tests/replicas/replicas_late")], 4, 60.0, environment),
                    Mpi(MPIRUN, str(BUILD / "libcloseranks_replicas.so")))  # fmt: skip
    assert not output.hang, f"{output.log}\n{output.hang}"
    assert output.log.count("test: this process dies") == deaths.count(",") + 1, output.log
    return output


def _text(output: Output, process: int) -> str:
    return "\n".join(output.stdout.get(process, []))


def test_the_leader_sends_its_log_in_mpi_finalize() -> None:
    """Process 2 dies when process 0 has finished, and process 3 needs the rest."""
    output = _run("2@500000")
    assert _text(output, 1) == _text(output, 3) == _RESULT, output.log


def test_a_late_twin_ends_alone_if_its_leader_has_finished() -> None:
    """Rank 0 has finished, and then lost its last process. Rank 1's leader has all; its twin lacks messages for ever."""
    output = _run("2@500000,0@1500000")
    assert _text(output, 1) == _RESULT and "done" not in _text(output, 3), output.log
    assert "its twin (process 3) is given up" in output.log, output.log


def test_a_rank_without_its_leader_is_lost_with_what_it_lacks() -> None:
    """Rank 1 has the late process only, and rank 0 none: the job ends, and does not wait."""
    output = _run("1#40,2@500000,0@1500000")
    assert output.status == 84, f"status {output.status}\n{output.log}"
    assert "done" not in _text(output, 3), output.log
