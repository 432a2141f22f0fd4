"""Slurm (Debian: slurm-wlm) on a cluster of namespaces: a daemon on each node, and all of its files in one folder.

The nodes share /tmp, but the plugin for PMIx has folders of the same names on each: so each has a TmpFS of its own.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from .cluster import Cluster, end_with_parent

PROGRAMS = ("munged", "slurmctld", "slurmd", "sbatch", "salloc", "srun")

# How many seconds a job that was put back into the queue stays there at least: as long as what it was given before is valid.
_PATIENCE_OF_REQUEUE = 15

# States of a job that stay. The others come and go, as SIGNALING.
_ENDS = ("BOOT_FAIL", "CANCELLED", "COMPLETED", "DEADLINE", "FAILED", "NODE_FAIL", "OUT_OF_MEMORY", "PREEMPTED", "TIMEOUT")

_CONFIGURATION = """
ClusterName=test
SlurmctldHost=node0
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket={place}/munge/socket,cred_expire={patience_of_requeue}
CryptoType=crypto/munge
StateSaveLocation={place}/state
SlurmdSpoolDir={place}/spool.%n
TmpFS={place}/tmp.%n
SlurmctldPidFile={place}/slurmctld.pid
SlurmdPidFile={place}/slurmd.%n.pid
SlurmctldLogFile={place}/slurmctld.log
SlurmdLogFile={place}/slurmd.%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
JobAcctGatherType=jobacct_gather/none
JobCompType=jobcomp/filetxt
JobCompLoc={place}/jobs
SelectType=select/linear
SlurmdParameters=config_overrides
SchedulerType=sched/builtin
SchedulerParameters=sched_interval=5
ReturnToService=2
SlurmdTimeout={patience}
KillWait=5
NodeName={nodes} CPUs={cpus} State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
"""


class Slurm:
    def __init__(self, cluster: Cluster, place: Path, cpus: int, patience: int = 5) -> None:
        """`place`: a folder for its files; `cpus`: of each node; a node that is silent for `patience` s is down."""
        self._cluster = cluster
        self._place = place
        self._daemons: list[subprocess.Popen[bytes]] = []
        (place / "state").mkdir()
        self._start_munge()
        names = ",".join(cluster.names)
        text = _CONFIGURATION.format(
            place=place, nodes=names, cpus=cpus, patience=patience, patience_of_requeue=_PATIENCE_OF_REQUEUE
        )
        (place / "slurm.conf").write_text(text)
        self._daemon(0, "slurmctld", "-D", "-i")
        for number, name in enumerate(cluster.names):
            (place / f"spool.{name}").mkdir()
            (place / f"tmp.{name}").mkdir()
            self._daemon(number, "slurmd", "-D", "-N", name)
        self._await_nodes()

    def _start_munge(self) -> None:
        """One munge for all nodes: they share the files, and so its socket."""
        place = self._place / "munge"
        place.mkdir(mode=0o755)
        (place / "key").write_bytes(os.urandom(128))
        (place / "key").chmod(0o400)
        files = {"key-file": "key", "socket": "socket", "pid-file": "pid", "log-file": "log", "seed-file": "seed"}
        options = [f"--{option}={place / name}" for option, name in files.items()]
        self._daemon(0, "munged", "--foreground", "--force", *options)
        wait_for(lambda: (place / "socket").exists(), 10, "munged")

    def _daemon(self, number: int, *command: str) -> None:
        with (self._place / "daemons.log").open("ab") as log:
            environment = {**os.environ, **self._environment()}
            nsenter, *rest = self._cluster.on(number, command)
            # What has no processes of its own is itself, and not the child of nsenter: it would stay behind.
            words = [nsenter, "--no-fork", *rest] if number == 0 else [nsenter, *rest]
            self._daemons.append(
                subprocess.Popen(
                    words,
                    env=environment,
                    stdin=subprocess.DEVNULL,
                    stdout=log,
                    stderr=log,
                    preexec_fn=end_with_parent,
                )
            )

    def _environment(self) -> dict[str, str]:
        return {"SLURM_CONF": f"{self._place}/slurm.conf"}

    def _await_nodes(self) -> None:
        def all_idle() -> bool:
            states = self.run(["sinfo", "--noheader", "--Node", "--format=%T"], timeout=20).stdout.split()
            return states == ["idle"] * len(self._cluster.names)

        wait_for(all_idle, 60, "the nodes of Slurm")

    def run(
        self, command: Sequence[str], variables: Mapping[str, str] | None = None, timeout: float = 180
    ) -> subprocess.CompletedProcess[str]:
        """Runs a command on the first node."""
        environment = {**os.environ, **self._environment(), **(variables or {})}
        return subprocess.run(
            self._cluster.on_first(command), env=environment, capture_output=True, text=True, errors="replace",
            stdin=subprocess.DEVNULL, timeout=timeout, check=False,
        )  # fmt: skip

    def state(self, job: int) -> tuple[str, str]:
        """The state of a job, and its exit status: `FAILED`, `83:0`."""
        words = self._shown(job)
        return words.get("JobState", "?"), words.get("ExitCode", "?")

    def restarts(self, job: int) -> int:
        """How often Slurm has begun with a job again."""
        return int(self._shown(job)["Restarts"])

    def _shown(self, job: int) -> dict[str, str]:
        shown = self.run(["scontrol", "show", "job", str(job)]).stdout
        return dict(word.split("=", 1) for word in shown.split() if "=" in word)

    def await_end(self, job: int, patience: float) -> tuple[str, str]:
        def over() -> bool:
            return self.state(job)[0] in _ENDS

        wait_for(over, patience, f"the end of job {job}")
        return self.state(job)

    def end(self) -> None:
        """Ends the jobs and the daemons. The processes on the other nodes end with them."""
        with contextlib.suppress(subprocess.TimeoutExpired, TimeoutError):
            self.run(["scancel", "--user=root"], timeout=20)
            wait_for(lambda: not self.run(["squeue", "--noheader"], timeout=20).stdout, 30, "the end of all jobs")
        for daemon in reversed(self._daemons):
            daemon.terminate()
        for daemon in self._daemons:
            try:
                daemon.wait(10)
            except subprocess.TimeoutExpired:
                daemon.kill()
                daemon.wait()


def wait_for(what: Callable[[], bool], seconds: float, name: str) -> None:
    end = time.monotonic() + seconds
    while not what():
        if time.monotonic() > end:
            raise TimeoutError(f"{name}: not there after {seconds} s")
        time.sleep(0.2)


def is_there() -> bool:
    return all(shutil.which(program, path=f"{os.environ['PATH']}:/usr/sbin") for program in PROGRAMS)
