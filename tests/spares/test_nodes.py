"""A whole node dies, and spares on another one, or processes that are started, take the places of its ranks."""

from __future__ import annotations

import re

import pytest

from examples.run import BUILD, LAUNCHER
from mpitest.kills import NodeEvent
from mpitest.launch import Job, Mpi, launch  # which knows where the launcher's modules are

from closeranks_launcher import installation  # isort: skip

HEAT = [str(BUILD / "examples/heat"), "200", "4000", "20"]


def _result(stdout: list[str]) -> str:
    return next(line for line in stdout if line.startswith("after "))


def _ends_well(job: Job, mpi: Mpi) -> str:
    """The log of a job whose result is that of the bare MPI."""
    bare = launch(Job(job.command, 8), Mpi(mpi.mpirun))
    assert bare.status == 0, bare.log
    output = launch(job, mpi)
    assert not output.hang and not output.left_behind, output.log
    assert _result(output.stdout[0]) == _result(bare.stdout[0]), output.log
    return output.log


@pytest.mark.parametrize(("node", "dying"), [(1, [2, 3]), (2, [4, 5])])
def test_a_node_dies(node: int, dying: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    place = installation.find(LAUNCHER)
    monkeypatch.setenv("CLOSERANKS_SPARES", "2")  # they are on the last node
    last = dying[-1]
    environment = {"CLOSERANKS_SPARES": "2", "CLOSERANKS_KILL": f"{last}@call:MPI_Sendrecv:3000"}
    job = Job(HEAT, 8, environment=environment, nodes=4, node_events=[NodeEvent.parse(f"{node}@rank{last}")])
    log = _ends_well(job, Mpi(str(place.mpirun), str(place.library)))
    for rank in dying:  # one may be noticed, and brought back, before the other
        line = rf"rank {rank} \(host node{node}, .*; back after .* in process [89] \(host node3,"
        assert re.search(line, log), log


@pytest.mark.parametrize(("node", "dying"), [(1, [2, 3]), (3, [6, 7])])
def test_its_ranks_are_started_elsewhere(node: int, dying: list[int]) -> None:
    place = installation.find(LAUNCHER)
    last = dying[-1]
    environment = {"CLOSERANKS_RECOVERY": "respawn,shrink", "CLOSERANKS_KILL": f"{last}@call:MPI_Sendrecv:3000"}
    job = Job(HEAT, 8, environment=environment, nodes=4, node_events=[NodeEvent.parse(f"{node}@rank{last}")])
    log = _ends_well(job, Mpi(str(place.mpirun), str(place.library)))
    for rank in dying:
        line = rf"rank {rank} \(host node{node}, .*; back after .* in process [89] \(host node[^{node}],"
        assert re.search(line, log), log
