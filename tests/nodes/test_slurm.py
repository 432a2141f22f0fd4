"""Jobs under a real Slurm on a cluster of namespaces: nodes die, time is over, jobs are ended by hand. By hand, as root, with
Debian's slurm-wlm; it takes minutes:

    CLOSERANKS_BUILD=$PWD/build CLOSERANKS_TEST_MPICC=$MPI_HOME/bin/mpicc tests/run_pytest tests/nodes/test_slurm.py
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests"))

from mpitest import cluster as clusters  # noqa: E402
from mpitest.slurm import Slurm, is_there, wait_for  # noqa: E402

JOB = (ROOT / "examples/jobs/slurm.sh").read_text()
PER_NODE = 2

# Continues until there is a file `finish`, so that the test decides what comes to pass before.
PROGRAM = """
#include <mpi.h>
#include <stdio.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    int rank, counts[2] = {0, 0};
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int step = 0; counts[1] == 0; ++step) {
        int mine[2] = {1, rank == 0 && access("finish", F_OK) == 0};
        MPI_Allreduce(mine, counts, 2, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
        if (step == 5 && rank == 0) fclose(fopen("started", "w"));
        usleep(50000);
    }
    if (rank == 0) printf("sum %d\\n", counts[0]);
    MPI_Finalize();
    return 0;
}
"""

pytestmark = pytest.mark.skipif(not (is_there() and clusters.is_possible()), reason="no Slurm, or no right to make nodes")


@dataclass
class Desk:
    """From where jobs are sent."""

    cluster: clusters.Cluster
    slurm: Slurm
    place: Path

    def send(self, nodes: int, *options: str, script: str = JOB, starts: bool = True) -> int:
        """If the program is to start, returns when it runs on all ranks."""
        (self.place / "job.sh").write_text(script)
        words = ["sbatch", "--parsable", f"--nodes={nodes}", f"--ntasks-per-node={PER_NODE}", "--output=out", *options]
        sent = self.slurm.run([*words, "job.sh"])
        assert sent.returncode == 0, sent.stderr
        job = int(sent.stdout)
        if starts:
            wait_for((self.place / "started").exists, 60, f"the program of job {job} ({self.place}/out)")
        return job

    def node_dies(self, number: int) -> None:
        """Returns when Slurm has noticed."""
        self.cluster.kill(number)

        def down() -> bool:
            return "down" in self.slurm.run(["sinfo", "--noheader", f"--nodes=node{number}", "--format=%T"]).stdout

        wait_for(down, 120, f"Slurm's notice of node {number}")

    def finish(self, job: int) -> tuple[str, str]:
        (self.place / "finish").touch()
        return self.slurm.await_end(job, 60)

    def output(self) -> str:
        return (self.place / "out").read_text(errors="replace")

    def report(self, job: int) -> Any:
        return json.loads((self.place / f"pi-{job}.json").read_text())


@pytest.fixture()
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Desk]:
    place = tmp_path / "jobs"
    place.mkdir()
    monkeypatch.chdir(place)
    monkeypatch.setenv("PATH", f"{ROOT}/tools", prepend=":")
    monkeypatch.setenv("CLOSERANKS_ALLOW_ROOT", "yes")
    (place / "pi.c").write_text(PROGRAM)
    subprocess.run([os.environ["CLOSERANKS_TEST_MPICC"], "pi.c", "-o", "pi"], check=True)
    cluster = clusters.Cluster(4, tmp_path)
    try:
        (tmp_path / "slurm").mkdir()
        slurm = Slurm(cluster, tmp_path / "slurm", cpus=PER_NODE)
        try:
            yield Desk(cluster, slurm, place)
        finally:
            slurm.end()
    finally:
        cluster.end()


def test_nobody_dies(desk: Desk) -> None:
    job = desk.send(4)
    assert desk.finish(job) == ("COMPLETED", "0:0"), desk.output()
    assert f"sum {4 * PER_NODE}\n" in desk.output()
    assert {rank["host"] for rank in desk.report(job)["ranks"]} == {"node0", "node1", "node2", "node3"}


def test_a_node_dies(desk: Desk) -> None:
    job = desk.send(4)
    desk.node_dies(2)
    assert desk.slurm.state(job)[0] == "RUNNING", desk.output()
    assert desk.finish(job) == ("FAILED", "83:0"), desk.output()
    assert f"sum {3 * PER_NODE}\n" in desk.output()
    report = desk.report(job)
    assert report["exit_status"] == 83
    assert {rank["host"] for rank in report["lost"]} == {"node2"}


def test_a_node_dies_and_the_job_is_started_again(desk: Desk) -> None:
    """By the launcher, on the nodes that are left; --strict, for otherwise the program would continue."""
    job = desk.send(4, script=JOB.replace("exec closeranks ", "exec closeranks --strict --restarts 1 "))
    (desk.place / "started").unlink()
    desk.cluster.kill(2)
    wait_for((desk.place / "started").exists, 60, "the second attempt")
    assert desk.finish(job) == ("COMPLETED", "0:0"), desk.output()
    assert f"sum {4 * PER_NODE}\n" in desk.output(), "as many ranks as before"
    assert "The job is started again without the host node2, whose ranks go to other hosts: restart 1 of 1" in desk.output()
    report = desk.report(job)
    assert {host: len(ranks) for host, ranks in report["hosts"].items()} == {"node0": 3, "node1": 3, "node3": 2}
    assert {rank["host"] for rank in report["earlier"][0]["lost"]} >= {"node2"}


def without(*lines: str) -> str:
    script = JOB
    for line in lines:
        assert f"\n{line}\n" in script
        script = script.replace(f"\n{line}\n", "\n")
    return script


@pytest.mark.parametrize(
    ("nodes", "script", "end"),
    [
        (4, without("#SBATCH --no-kill"), "NODE_FAIL"),
        (4, without("export SLURM_NO_KILL=set"), "FAILED"),
        (2, JOB, "FAILED"),  # with it goes the last node of the step of mpirun's daemons
    ],
    ids=["job", "step", "last"],
)
def test_what_the_settings_are_for(desk: Desk, nodes: int, script: str, end: str) -> None:
    job = desk.send(nodes, script=script)
    desk.node_dies(1)
    state, status = desk.slurm.await_end(job, 60)
    assert (state, status == "83:0") == (end, False), desk.output()
    assert "\nsum " not in desk.output()


def test_a_word_that_srun_does_not_take(desk: Desk) -> None:
    """As of Slurm 22.05: mpirun finds no srun that works, and tries ssh."""
    job = desk.send(4, script=JOB.replace("SLURM_NO_KILL=set", "SLURM_NO_KILL=1"), starts=False)
    assert desk.slurm.await_end(job, 60)[0] == "FAILED"
    assert "Invalid --no-kill specification" in desk.output()


def test_the_time_is_over(desk: Desk) -> None:
    """The second of two minutes begins with SIGTERM."""
    job = desk.send(2, "--time=2")
    assert desk.slurm.await_end(job, 150) == ("FAILED", "143:0"), desk.output()
    assert "SIGTERM" in desk.report(job)["interrupted"]
    assert "closeranks: summary:" in desk.output()


@pytest.mark.parametrize(("options", "end"), [(["--batch", "--signal=TERM"], "FAILED"), ([], "CANCELLED")])
def test_scancel(desk: Desk, options: Sequence[str], end: str) -> None:
    job = desk.send(2)
    desk.slurm.run(["scancel", *options, str(job)])
    assert desk.slurm.await_end(job, 60) == (end, "143:0"), desk.output()
    wait_for((desk.place / f"pi-{job}.json").exists, 10, "the report")
    assert "SIGTERM" in desk.report(job)["interrupted"]


# With a report for each time that the job begins.
REQUEUED = JOB.replace("--no-requeue", "--requeue").replace("$SLURM_JOB_ID", "$SLURM_JOB_ID-${SLURM_RESTART_COUNT:-0}")


NOT_KEPT = REQUEUED.replace("\n#SBATCH --no-kill\n", "\n")


def begins_again(desk: Desk, job: int) -> None:
    """Returns when the program runs again, from its beginning; then it is let finish."""
    wait_for((desk.place / "started").exists, 120, f"the program of job {job}, which was requeued")
    assert desk.slurm.restarts(job) == 1
    assert desk.finish(job) == ("COMPLETED", "0:0"), desk.output()
    report = json.loads((desk.place / f"pi-{job}-1.json").read_text())
    assert report["exit_status"] == 0 and report["lost"] == []
    assert desk.output().count("sum ") == 1


@pytest.mark.parametrize("script", [REQUEUED, NOT_KEPT], ids=["kept", "not-kept"])
def test_requeue_by_hand(desk: Desk, script: str) -> None:
    job = desk.send(2, "--open-mode=append", script=script)
    (desk.place / "started").unlink()
    desk.slurm.run(["scontrol", "requeue", str(job)])
    begins_again(desk, job)
    assert "DUE TO JOB REQUEUE" in desk.output(), "what the first run has printed is still there"
    assert "SIGTERM" in json.loads((desk.place / f"pi-{job}-0.json").read_text())["interrupted"]


def test_requeue_because_a_node_died(desk: Desk) -> None:
    job = desk.send(3, script=NOT_KEPT)
    (desk.place / "started").unlink()
    desk.cluster.kill(1)
    begins_again(desk, job)
    assert "SIGTERM" in json.loads((desk.place / f"pi-{job}-0.json").read_text())["interrupted"]


def test_requeue_because_the_node_of_the_script_died(desk: Desk) -> None:
    job = desk.send(2, "--exclude=node0", script=NOT_KEPT)
    (desk.place / "started").unlink()
    desk.cluster.kill(1)
    begins_again(desk, job)
    assert not (desk.place / f"pi-{job}-0.json").exists(), "the launcher was killed"


def test_no_requeue_of_a_job_that_is_kept_without_its_script(desk: Desk) -> None:
    """With --no-kill, Slurm 22.05 has a job continue of which no process is left."""
    job = desk.send(2, "--exclude=node0", script=REQUEUED)
    desk.node_dies(1)
    is_there = desk.cluster.on(2, ["pgrep", "-x", "pi"])
    wait_for(lambda: subprocess.run(is_there, capture_output=True, check=False).returncode == 1, 60, "the end of the ranks")
    time.sleep(20)  # longer than it takes a job to begin again
    assert desk.slurm.state(job)[0] == "RUNNING" and desk.slurm.restarts(job) == 0


def test_no_requeue_of_a_job_that_goes_on(desk: Desk) -> None:
    job = desk.send(4, script=REQUEUED)
    desk.node_dies(2)
    assert desk.finish(job) == ("FAILED", "83:0"), desk.output()
    assert desk.slurm.restarts(job) == 0
    assert f"sum {3 * PER_NODE}\n" in desk.output()


def test_no_requeue(desk: Desk) -> None:
    job = desk.send(2)
    refused = desk.slurm.run(["scontrol", "requeue", str(job)])
    assert refused.returncode != 0 and "disabled" in refused.stderr, refused.stderr
    assert desk.finish(job) == ("COMPLETED", "0:0"), desk.output()


def test_salloc(desk: Desk) -> None:
    (desk.place / "finish").touch()
    words = ["salloc", "--no-kill", "--nodes=2", f"--ntasks-per-node={PER_NODE}", "--immediate=30"]
    kill = ["--kill", "3@call:MPI_Allreduce:1"]
    result = desk.slurm.run([*words, "closeranks", *kill, "./pi"], {"SLURM_NO_KILL": "set"})
    assert result.returncode == 83, result.stdout + result.stderr
    assert f"sum {2 * PER_NODE - 1}\n" in result.stdout


def libpmix() -> bool:
    """What Slurm's plugin opens: Debian has the name in libpmix-dev."""
    return bool(list(Path("/usr/lib").glob("*/libpmix.so")) + list(Path("/usr/lib").glob("*/pmix2/lib/libpmix.so")))


def srun(desk: Desk, *kill: str) -> subprocess.CompletedProcess[str]:
    """The library alone, without launcher and mpirun, with Open MPI's own detector of failures."""
    told = {"OMPI_MCA_mpi_ft_enable": "1", "OMPI_MCA_mpi_ft_detector": "1", "OMPI_MCA_pml": "ob1"}
    words = ["srun", "--mpi=pmix", "--kill-on-bad-exit=0", "--nodes=2", f"--ntasks-per-node={PER_NODE}"]
    preload = f"LD_PRELOAD={os.environ['CLOSERANKS_BUILD']}/libcloseranks.so"
    return desk.slurm.run([*words, "env", preload, *kill, "./pi"], told, timeout=60)


@pytest.mark.skipif(not libpmix(), reason="Slurm finds no libpmix.so")
def test_srun_directly(desk: Desk) -> None:
    (desk.place / "finish").touch()
    result = srun(desk)
    assert (result.returncode, result.stdout) == (0, f"sum {2 * PER_NODE}\n"), result.stderr
    result = srun(desk, "CLOSERANKS_KILL=3@call:MPI_Allreduce:1")
    assert result.returncode == 137 and "sum" not in result.stdout, result.stderr
    # The survivors had noticed, and Slurm kills them.
    assert "closeranks: lost rank 3 of 4" in result.stderr
    assert "Error handler invoked" in result.stderr and "Job step aborted" in result.stderr
