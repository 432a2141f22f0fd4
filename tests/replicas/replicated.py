"""Runs a program with replicas, kills processes of it, and compares what the ranks print."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from mpitest.kills import NodeEvent
from mpitest.launch import Job, Mpi, Output, launch

BUILD = Path(os.environ["CLOSERANKS_BUILD"])
MPIRUN = str(Path(os.environ["MPI_HOME"]) / "bin" / "mpirun")
_DIES = "test: this process dies"


@dataclass(frozen=True)
class Death:
    """A process dies at a step of the program, or so many microseconds after MPI_Init, if it is there then."""

    process: int
    step: int | None = None
    moment: int | None = None

    def __str__(self) -> str:
        return f"{self.process}#{self.step}" if self.moment is None else f"{self.process}@{self.moment}"


@dataclass
class Ended:
    """What a run has shown."""

    ranks: int
    twins: Sequence[int]  # their ranks; process `ranks + i` is that of twins[i]
    output: Output
    on_dead_nodes: frozenset[int] = frozenset()  # processes

    def rank_of(self, process: int) -> int:
        """The rank of a process."""
        return process if process < self.ranks else self.twins[process - self.ranks]

    def dead(self) -> list[int]:
        """The processes that said that they die, and those that died with their nodes."""
        said = {process for process, lines in self.output.lines.items() if _DIES in lines}
        return sorted(said | {process for process in self.on_dead_nodes if not self.text(process).endswith("done")})

    def text(self, process: int) -> str:
        """Its stdout."""
        return "\n".join(self.output.stdout.get(process, []))

    def survivor(self, rank: int) -> str:
        """What a process of the rank has printed that came to its end."""
        alive = [p for p in range(self.ranks + len(self.twins)) if self.rank_of(p) == rank and p not in self.dead()]
        assert alive, f"rank {rank} is lost"
        return self.text(alive[0])

    def microseconds(self) -> int:
        """How long the slowest process took between MPI_Init and MPI_Finalize."""
        return max(int(found) for found in re.findall(r"test: took (\d+) us", self.output.log))


def run(program: str, ranks: int, twins: Sequence[int], deaths: Sequence[Death] = (), arguments: Sequence[str] = (),
        timeout: float = 90.0, may_miss: bool = False, nodes: int = 0, node_events: Sequence[NodeEvent] = (),
        more: Mapping[str, str] | None = None, behind: Path | None = None) -> Ended:
    """Every rank comes to its end; both processes of a rank print the same, as far as the dead ones came. `may_miss`:
    a process may not come to the step at which it is to die. `more`: of the environment. `behind`: a library that is
    preloaded behind ours."""
    environment = {
        "CLOSERANKS_REPLICATE": ",".join(map(str, twins)),
        "TEST_DIES": ",".join(map(str, deaths)),
        **(more or {}),
    }
    library = str(BUILD / "libcloseranks_replicas.so") + (f":{behind}" if behind else "")
    job = Job([str(BUILD / "tests" / "replicas" / f"replicas_{program}"), *arguments], ranks + len(twins),
              timeout, environment, nodes=nodes, node_events=node_events)
    on_dead_nodes = frozenset(process for event in node_events for process in job.ranks_of_node(event.node))
    output = launch(job, Mpi(MPIRUN, library))
    ended = Ended(ranks, twins, output, on_dead_nodes)
    assert not output.hang, f"{output.log}\n{output.hang}"
    assert not output.left_behind, f"processes outlived mpirun\n{output.log}"
    assert "wrong: " not in output.log, output.log
    dead = ended.dead()
    for death in deaths:
        assert may_miss or death.moment is not None or death.process in dead, f"{death} did not happen\n{output.log}"
    for rank in range(ranks):
        whole = ended.survivor(rank)
        assert whole.endswith("done"), f"rank {rank} has not come to its end\n{output.log}"
        for process in range(ranks + len(twins)):
            if ended.rank_of(process) == rank:
                part = ended.text(process)
                is_right = whole.startswith(part) if process in dead else whole == part
                assert is_right, f"the processes of rank {rank} differ\n{output.log}"
    return ended
