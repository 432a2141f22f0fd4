"""The job scripts for schedulers, run as sbatch and qsub would: with the environment of a job, whose node this machine is.

The real ones are not asked; what the scripts ask of them is read from their lines #SBATCH and #PBS."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path

import pytest

from examples.run import AFTER_LOSSES, BUILD, CLEAN, ROOT, run

sys.path.insert(0, str(ROOT / "tools"))

from closeranks_launcher import doctor_scheduler  # noqa: E402
from closeranks_launcher.findings import Level  # noqa: E402

JOBS = ROOT / "examples/jobs"
TASKS = 4
NODES = 4  # as the scripts ask for
KILL = {"CLOSERANKS_KILL": "3@call:MPI_Reduce:10"}
# The machine that stands for the node may have fewer cores than the node.
HERE = {"PRTE_MCA_hwloc_default_binding_policy": "none", "CLOSERANKS_ALLOW_ROOT": "yes"}

WAITS = """
#include <mpi.h>
#include <stdio.h>
#include <unistd.h>
int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Barrier(MPI_COMM_WORLD);
    fclose(fopen("started", "w"));
    sleep(100);
    MPI_Finalize();
    return 0;
}
"""


def asked(script: Path, mark: str) -> list[str]:
    """What the script asks the scheduler for."""
    words = re.findall(rf"^#{mark} (.*)$", script.read_text(), re.MULTILINE)
    assert words, f"{script} asks for nothing"
    return words


def slurm(nodes: int) -> dict[str, str]:
    """What sbatch tells a job (sbatch(1), "OUTPUT ENVIRONMENT VARIABLES")."""
    name = socket.gethostname()
    return {
        "SLURM_JOB_ID": "7",
        "SLURM_JOBID": "7",
        "SLURM_JOB_NODELIST": name,
        "SLURM_NODELIST": name,
        "SLURM_JOB_NUM_NODES": str(nodes),
        "SLURM_NNODES": str(nodes),
        "SLURM_NTASKS": str(TASKS),
        "SLURM_TASKS_PER_NODE": str(TASKS),
        "SLURM_JOB_CPUS_PER_NODE": str(TASKS),
        "SLURM_KILL_BAD_EXIT": "1",
    }


def pbs(place: Path) -> dict[str, str]:
    (place / "nodes").write_text(TASKS * f"{socket.gethostname()}\n")
    return {
        "PBS_ENVIRONMENT": "PBS_BATCH",
        "PBS_JOBID": "7.server",
        "PBS_NODEFILE": str(place / "nodes"),
        "PBS_O_WORKDIR": str(place),
    }


def executable(path: Path, commands: str) -> None:
    path.write_text(f"#!/bin/sh\n{commands}\n")
    path.chmod(0o755)


@pytest.fixture()
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder from which the job is sent: the program is there."""
    # Less of it than the scripts ask for.
    executable(tmp_path / "pi", f"exec '{BUILD}/examples/pi' 20 1000")
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin/closeranks").symlink_to(ROOT / "tools/closeranks")
    # mpirun asks for it, and needs it for other nodes only.
    executable(tmp_path / "bin/srun", "echo 'srun of the test: there is no Slurm' >&2; exit 1")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", f"{tmp_path}/bin", prepend=":")
    return tmp_path


@pytest.mark.parametrize("name", ["slurm", "pbs"])
@pytest.mark.parametrize(("more", "status"), [({}, CLEAN), (KILL, AFTER_LOSSES)])
def test_a_job(place: Path, name: str, more: Mapping[str, str], status: int) -> None:
    told = slurm(1) if name == "slurm" else pbs(place)
    result = run([str(JOBS / f"{name}.sh")], told | HERE | more)
    assert result.status == status, str(result)
    (written,) = place.glob("pi-7*.json")
    report = json.loads(written.read_text())
    assert len(report["ranks"]) == TASKS, "a rank for each task"
    assert result.value("pi")


def told_to_launcher(script: Path, place: Path, told: Mapping[str, str]) -> dict[str, str]:
    """The environment in which the script calls the launcher."""
    (place / "bin/closeranks").unlink()
    executable(place / "bin/closeranks", f"exec env -0 >'{place}/told'")
    result = run([str(script)], told)
    assert result.status == 0, str(result)
    return dict(entry.split("=", 1) for entry in (place / "told").read_text().split("\0") if entry)


def test_doctor_finds_nothing_to_mend_in_slurm_s_job(place: Path) -> None:
    assert "--no-kill" in asked(JOBS / "slurm.sh", "SBATCH")
    told = told_to_launcher(JOBS / "slurm.sh", place, slurm(NODES))
    assert {found.level for found in doctor_scheduler.findings(told)} == {Level.OK}
    without = {found.level for found in doctor_scheduler.findings(slurm(NODES))}
    assert {Level.PROBLEM, Level.WARNING} <= without, "the script mends what it finds otherwise"


def test_what_doctor_advises_for_pbs_is_in_the_job(place: Path) -> None:
    told = told_to_launcher(JOBS / "pbs.sh", place, pbs(place))
    (found,) = doctor_scheduler.findings(told)
    (advised,) = re.findall(r"-W \S+", found.mend.rstrip("."))
    assert advised in asked(JOBS / "pbs.sh", "PBS")


def test_the_time_limit_of_slurm(place: Path) -> None:
    """--signal=B:TERM: SIGTERM to the script alone, which is the launcher by then."""
    assert "--signal=B:TERM@60" in asked(JOBS / "slurm.sh", "SBATCH")
    (place / "waits.c").write_text(WAITS)
    subprocess.run([os.environ["CLOSERANKS_TEST_MPICC"], "waits.c", "-o", "pi"], check=True)
    job = subprocess.Popen([JOBS / "slurm.sh"], env=os.environ | slurm(1) | HERE, stderr=subprocess.PIPE, text=True)
    try:
        while not (place / "started").exists():
            assert job.poll() is None
            time.sleep(0.05)
        job.send_signal(signal.SIGTERM)
        _, messages = job.communicate(timeout=60)
    finally:
        job.kill()
    assert job.returncode == 128 + signal.SIGTERM, messages
    assert json.loads((place / "pi-7.json").read_text())["interrupted"]
