"""--replicate on a cluster of namespaces, half of which dies: the output of a run without deaths, each byte once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from closeranks_launcher import replicate
from real_mpi import PLACE, build
from test_nodes_with_mpi import Job

pytestmark = pytest.mark.skipif(
    not PLACE.library.with_name(replicate.LIBRARY).exists(), reason="the library for replicas is not built"
)
RANKS, NODES, STEPS = 4, 4, 80
# A number goes around, and each rank prints it at each step. At a step in the middle there is a file.
SOURCE = r"""
#include <mpi.h>
#include <stdio.h>
#include <unistd.h>
int main(int argc, char **argv) {
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    long number = rank, next = 0;
    for (int step = 0; step < 80; ++step) {
        MPI_Sendrecv(&number, 1, MPI_LONG, (rank + 1) % size, 1, &next, 1, MPI_LONG, (rank + size - 1) % size, 1,
                     MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        number = (next * 3 + step) % 1000003;
        printf("rank %d of %d, step %d: %ld\n", rank, size, step, number);
        if (step == 30 && rank == 3) fclose(fopen(argv[1], "w"));
        usleep(5000);
    }
    MPI_Finalize();
    return 0;
}
"""


@pytest.fixture(scope="session")
def program(tmp_path_factory: pytest.TempPathFactory) -> str:
    source = tmp_path_factory.mktemp("source") / "around.c"
    source.write_text(SOURCE)
    return build(tmp_path_factory, source)


@pytest.fixture
def job(tmp_path: Path) -> Iterator[Job]:
    made = Job(tmp_path, NODES)
    yield made
    made.cluster.end()


def _computed() -> list[str]:
    numbers, lines = list(range(RANKS)), []
    for step in range(STEPS):
        numbers = [(numbers[(rank - 1) % RANKS] * 3 + step) % 1000003 for rank in range(RANKS)]
        lines += [f"rank {rank} of {RANKS}, step {step}: {number}" for rank, number in enumerate(numbers)]
    return sorted(lines)


@pytest.mark.parametrize(
    ("nodes", "dead"),
    [
        ((1, 2), {"rank 2: its leader", "rank 3: its leader", "rank 0: its twin", "rank 1: its twin"}),
        ((2, 3), {f"rank {rank}: its twin" for rank in range(RANKS)}),
    ],
)
def test_half_of_the_nodes_die(nodes: Sequence[int], dead: set[str], job: Job, program: str) -> None:
    """The leaders of ranks 0 and 1 are on the first node, then those of 2 and 3, and the twins in this order."""
    mapping = ("--map-by", "slot", "-n", str(RANKS), "--replicate", "100%")
    result = job.run(program, str(job.place / "middle"), kill=nodes, after="middle", mapping=mapping)
    assert result.returncode == 0, result.stderr
    assert sorted(result.stdout.splitlines()) == _computed(), result.stderr
    told = {line.split(": ", 1)[1].split(" (")[0] for line in result.stderr.splitlines() if "has died" in line and " its " in line}
    assert dead == told, result.stderr
    assert "4 of 8 processes have died, and nothing was lost" in result.stderr
