"""Replicas on several nodes, of which up to half die: all ranks print what they print without deaths."""

from __future__ import annotations

import functools

import pytest

from mpitest.cluster import is_possible
from mpitest.kills import NodeEvent
from replicas.replicated import Ended, run

if not is_possible():
    pytest.skip("This user may not make namespaces.", allow_module_level=True)

# The leaders of ranks 0 and 1 are on the first node, where mpirun is; then those of 2 and 3, and the twins in this order.
_RANKS, _NODES = 4, 4
_TWINS = (0, 1, 2, 3)
_PROGRAMS = ("exchange", "mixed", "first_come")
# By node, the process that dies first there, its name, and a call to which it always comes in each program. Its death
# takes the node along.
_FIRST = {1: (2, "2"), 2: (4, "0.1"), 3: (6, "2.1")}
_CALLS = {
    "exchange": ("MPI_Isend:9", "MPI_Isend:14", "MPI_Isend:20"),
    "mixed": ("MPI_Allreduce:12", "MPI_Allreduce:50", "MPI_Allreduce:70"),
    "first_come": ("MPI_Recv:2", "MPI_Send:20", "MPI_Recv:2"),
}


@functools.cache
def _undisturbed(program: str) -> Ended:
    return run(program, _RANKS, _TWINS, nodes=_NODES)


def _judge(program: str, ended: Ended) -> None:
    """Which worker does which task is another one in each run; all else is determined."""
    if program == "first_come":
        assert "all 200 tasks were done once" in ended.survivor(0)
        return
    for rank in range(_RANKS):
        assert ended.survivor(rank) == _undisturbed(program).survivor(rank), f"rank {rank}\n{ended.output.log}"


@pytest.mark.sample(5)
@pytest.mark.parametrize("nodes", [(1,), (2,), (1, 2), (2, 3)], ids=str)
@pytest.mark.parametrize("program", _PROGRAMS)
def test_nodes_die(program: str, nodes: tuple[int, ...]) -> None:
    """Each rank has a process on the other nodes."""
    events = [NodeEvent.parse(f"{node}@rank{_FIRST[node][0]}") for node in nodes]
    kills = [f"{_FIRST[node][1]}@call:{_CALLS[program][node - 1]}" for node in nodes]
    ended = run(program, _RANKS, _TWINS, nodes=_NODES, node_events=events,
                more={"CLOSERANKS_KILL": ",".join(kills)})  # fmt: skip
    assert {_FIRST[node][0] for node in nodes} <= set(ended.dead()), ended.output.log
    _judge(program, ended)


@pytest.mark.sample(3)
@pytest.mark.parametrize("seconds", [0.0, 0.002, 0.01])
def test_nodes_die_in_mpi_init(seconds: float) -> None:
    """The processes have not talked to each other before."""
    events = [NodeEvent.parse(f"{node}@{seconds}s") for node in (1, 2)]
    ended = run("exchange", _RANKS, _TWINS, nodes=_NODES, node_events=events)
    _judge("exchange", ended)
