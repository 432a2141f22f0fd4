"""The launcher on a cluster of namespaces, one node of which dies."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from conftest import ROOT
from real_mpi import PLACE, SCRIPT, build, is_mended
from test_dying_with_mpi import dying  # noqa: F401: a fixture

sys.path.append(str(ROOT / "tests"))

from mpitest import processes, standstill  # noqa: E402
from mpitest.cluster import Cluster, is_possible  # noqa: E402

if PLACE.keeper is None or not is_possible():
    pytest.skip("This takes keepers and the right to make namespaces.", allow_module_level=True)

NODES = 3
MAPPING = ("--map-by", "slot", "-n", str(2 * NODES))

# Like ssh: it stays until the daemon ends, and returns 255 when its connection breaks.
AGENT = """#!/bin/sh
place=$1 node=$2
shift 2
nsenter --target="$(cat "$place/$node")" --all -- env -i PATH=/usr/bin:/bin HOME="$HOME" TMPDIR="$place" \\
    /bin/sh -c "$*" 2> "$place/agent-$node" || exit 255
"""


class Job:
    """A program of two processes on each node, under the launcher, whose folder only the first node has."""

    def __init__(self, place: Path, nodes: int = NODES) -> None:
        self.place = place
        self.cluster = Cluster(nodes, place)
        self.private = place / "private"
        self.private.mkdir()
        mount = ["mount", "-t", "tmpfs", "none"]
        subprocess.run(self.cluster.on_first([*mount, str(self.private)]), check=True)
        for node in range(nodes):  # the shared memory of a node ends with it
            subprocess.run(self.cluster.on(node, [*mount, "/dev/shm"]), check=True)

    def run(
        self, *words: str, kill: int | Sequence[int] = 0, after: str = "", mapping: Sequence[str] = MAPPING, given: str = ""
    ) -> subprocess.CompletedProcess[str]:
        """The nodes `kill` die as soon as a file of the name `after` is in the place. `given`: by standard input."""
        agent = self.place / "agent"
        agent.write_text(AGENT)
        agent.chmod(0o755)
        variables = self.cluster.environment() | {"TMPDIR": str(self.private)}
        variables["PRTE_MCA_plm_ssh_agent"] = f"{agent} {self.place}"
        hosts = ",".join(f"{name}:2" for name in self.cluster.names)
        options = ["--allow-root", "--host", hosts, *mapping]
        options += ["--mca", "mpi_yield_when_idle", "1", "-x", f"{processes.MARKER}={self.place}"]
        launcher = subprocess.Popen(
            self.cluster.on_first(["timeout", "50", sys.executable, str(SCRIPT), *options, *words]),
            env=os.environ | variables | {processes.MARKER: str(self.place)},
            stdin=subprocess.PIPE if given else None,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            errors="replace",
        )
        if kill:
            self._wait_for(after, launcher)
            for node in (kill,) if isinstance(kill, int) else kill:
                self.cluster.kill(node)
        out, err = launcher.communicate(given or None, timeout=60)
        return subprocess.CompletedProcess(words, launcher.returncode, out, err)

    def _wait_for(self, name: str, launcher: subprocess.Popen[str]) -> None:
        """Until the program has made that file."""
        limit = standstill.Limit(30)
        while not (self.place / name).exists():
            if launcher.poll() is not None or limit.left() == 0:
                hang = processes.stacks(str(self.place))
                launcher.kill()
                pytest.fail(f"there is no {name}\n{''.join(launcher.communicate())}\n{hang}")
            time.sleep(0.02)


@pytest.fixture
def job(tmp_path: Path) -> Iterator[Job]:
    made = Job(tmp_path)
    yield made
    made.cluster.end()


# The survivors add up until rank 2's node has been dead for a while; then they return the status.
ADDS = r"""
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
int main(int argc, char **argv) {
    int rank, one = 1, sum = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int left = 10; left > 0; left -= sum < 6) {
        usleep(50000);
        MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
        if (rank == 2) fclose(fopen(argv[1], "w"));
    }
    if (rank == 0) printf("sum %d\n", sum);
    MPI_Finalize();
    return rank == 5 ? atoi(argv[2]) : 0;
}
"""


@pytest.fixture(scope="session")
def adds(tmp_path_factory: pytest.TempPathFactory) -> str:
    source = tmp_path_factory.mktemp("source") / "adds.c"
    source.write_text(ADDS)
    return build(tmp_path_factory, source)


SHARED = pytest.mark.parametrize("is_shared", [True, False])


def records(job: Job, is_shared: bool) -> list[str]:
    return ["--keep-records", str(job.place / "records")] if is_shared else []


@SHARED
def test_the_survivors_decide_and_not_the_ssh_of_the_dead_node(
    job: Job, adds: str, is_shared: bool
) -> None:
    words = [*records(job, is_shared), adds, str(job.place / "up"), "0"]
    result = job.run(*words, kill=1, after="up")
    assert result.returncode == 83, result.stderr
    assert "sum 4\n" in result.stdout
    assert "summary: 2 of 6 ranks lost, 4 completed" in result.stderr


@SHARED
def test_a_survivor_that_fails_shows(job: Job, adds: str, is_shared: bool) -> None:
    words = [*records(job, is_shared), adds, str(job.place / "up"), "7"]
    result = job.run(*words, kill=1, after="up")
    assert result.returncode not in (0, 83, 84), result.stderr
    assert "sum 4\n" in result.stdout


@pytest.mark.parametrize("moment", ["constructor", "before"])
def test_nobody_waits_for_a_rank_of_another_node(job: Job, dying: str, moment: str) -> None:  # noqa: F811
    begin = time.monotonic()
    result = job.run(dying, moment, "3", "11")
    assert time.monotonic() - begin < 5 + 20, "5 s, and the time to start on three nodes, beside other tests"
    assert result.returncode == 84, result.stderr
    assert "closeranks: rank 3 (host node1, pid " in result.stderr
    assert "killed by signal 11 (SIGSEGV) before MPI_Init; 5 other ranks wait" in result.stderr


def test_a_death_after_finalize_on_another_node(job: Job, dying: str) -> None:  # noqa: F811
    result = job.run(dying, "after", "5", "11")
    assert result.returncode == 83, result.stderr
    assert "rank 5 (host node2, pid " in result.stderr
    assert "killed by signal 11 (SIGSEGV) after MPI_Finalize" in result.stderr


def test_an_unprotected_program_on_other_nodes(job: Job, dying: str) -> None:  # noqa: F811
    result = job.run("env", "-u", "LD_PRELOAD", "-u", "LD_LIBRARY_PATH", dying)
    assert (result.returncode, result.stdout) == (85, "sum 6\n"), result.stderr
    assert "The MPI calls of ranks 0, 1, 2, 3, 4, 5 did not reach closeranks" in result.stderr


def test_nothing_is_lost_on_several_nodes(job: Job, dying: str) -> None:  # noqa: F811
    result = job.run(dying)
    assert (result.returncode, result.stdout) == (0, "sum 6\n"), result.stderr
    assert "closeranks:" not in result.stderr


@pytest.mark.parametrize(
    ("is_shared", "mapping"), [(True, MAPPING), (False, MAPPING), (False, ())], ids=["shared", "not-shared", "by-mpirun"]
)
def test_a_restart_leaves_out_the_node_that_died(
    job: Job, is_shared: bool, mapping: Sequence[str], tmp_path_factory: pytest.TempPathFactory
) -> None:
    """And the others share its ranks, also where the slots decided how many there are."""
    program = build(tmp_path_factory, ROOT / "tests/launcher/checkpointing.c")
    options = ["--strict", "--restarts", "1", "--report", str(job.place / "report.json"), *records(job, is_shared)]
    result = job.run(*options, program, str(job.place / "state"), "60", kill=1, after="state", mapping=mapping)
    assert result.returncode == 0, result.stderr
    place = "without the host node1, whose ranks go to other hosts"
    assert f"The job is started again {place}: restart 1 of 1" in result.stderr
    assert f"sum {sum(range(61)) * sum(range(7))}\n" in result.stdout
    report = json.loads((job.place / "report.json").read_text())
    (first,) = report["earlier"]
    # The program may have ended before anybody noticed both, and whoever ended with it may have been noticed.
    assert {2, 3} & {one["rank"] for one in first["lost"]} and report["lost"] == []
    assert first["hosts"] == {"node0": [0, 1], "node1": [2, 3], "node2": [4, 5]}
    assert report["hosts"] == {"node0": [0, 1, 2], "node2": [3, 4, 5]}


@pytest.mark.skipif(not is_mended("26-standard-input"), reason="This MPI loses pieces of it.")
def test_standard_input_of_a_rank_on_another_node(job: Job) -> None:
    result = job.run("/bin/sh", "-c", "sleep 0.3; wc -c", mapping=("--nolocal", "-n", "1"), given="x" * 1_000_000)
    assert result.stdout.strip() == "1000000", result.stderr
    assert "ERROR" not in result.stderr, result.stderr
