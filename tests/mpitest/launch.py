"""Starting one MPI job, with a time limit, in a place of its own that is swept afterwards."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from mpitest import node_events, pauses, processes
from mpitest.cluster import Cluster
from mpitest.kills import NodeEvent, NodeEventKind

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent / "tools"))
from closeranks_launcher import node_watch  # noqa: E402
from closeranks_launcher.records import parse as records_of  # noqa: E402

# Every rank writes to files of its own: PRRTE's tags mix stdout and stderr of a rank when both are busy. The verdict
# must not depend on that.
_OWN_FILES = 'to=$CLOSERANKS_TEST_OUTPUT/$PMIX_RANK; exec "$@" >"$to.out" 2>"$to.err"'

# Seconds that the daemons of other nodes may take to end after mpirun's end.
_LAST_DAEMON = 5.0
_LAST_MOMENT = 2.0  # seconds that a killed process may take to be gone

# The dynamic linker's message about a library that it does not find.
_NOT_LOADED = re.compile(r"^.*ld\.so: object '.*' from LD_PRELOAD cannot be preloaded.*$", re.MULTILINE)

# Which process stands for which rank (docs/developers/testing.md); the library reads these.
_MODES_OF_MEMBERS = ("CLOSERANKS_TEST_PERMUTE", "CLOSERANKS_SPARES")

# The rest of the output of a program that prints without end has no reader.
_LONGEST_OUTPUT = 1_000_000


class NotLoaded(Exception):
    """The processes ran without the required library: the run shows nothing."""


@dataclass(frozen=True)
class Mpi:
    """Which MPI and which closeranks the tests use."""

    mpirun: str
    library: str = ""  # libcloseranks.so to preload; empty: linked, or bare MPI
    tolerant: bool = True  # its ULFM is switched on

    @staticmethod
    def from_environment() -> Mpi:
        """CLOSERANKS_TEST_MPIRUN and CLOSERANKS_TEST_LIBRARY, which ctest sets."""
        return Mpi(
            os.environ.get("CLOSERANKS_TEST_MPIRUN", "mpirun"),
            os.environ.get("CLOSERANKS_TEST_LIBRARY", ""),
        )


@dataclass
class Job:
    """The job to run."""

    command: Sequence[str]
    ranks: int
    timeout: float = 60.0
    environment: Mapping[str, str] = field(default_factory=dict)
    mpirun_options: Sequence[str] = ()
    nodes: int = 0  # more than 1: on a cluster of so many, the first ranks on the first of them
    by_node: bool = False  # or one rank after the other on another node
    node_events: Sequence[NodeEvent] = ()
    node_timeout: int = node_watch.DEFAULT_PATIENCE  # seconds

    def __post_init__(self) -> None:
        nodes = self.nodes or int(os.environ.get("CLOSERANKS_TEST_NODES", "1"))
        self.nodes = min(nodes, self.ranks)

    def patience(self) -> float:
        """Seconds that the daemons of other nodes may take to end after mpirun."""
        is_dark = any(event.kind is NodeEventKind.GOES_DARK for event in self.node_events)
        return _LAST_DAEMON + (self.node_timeout if is_dark else 0)

    def ranks_of_node(self, node: int) -> range:
        """The ranks on a node."""
        return range(node * self.ranks // self.nodes, (node + 1) * self.ranks // self.nodes)


@dataclass
class Output:
    """The outcome of the job."""

    status: int
    seconds: float
    log: str  # everything that was printed: mpirun's lines, then each rank's
    lines: dict[int, list[str]]  # by rank: its lines on stdout and stderr
    stdout: dict[int, list[str]]  # by rank: its lines on stdout alone
    records: dict[int, str]  # by rank: the text of its records
    hang: str = ""  # the stacks of all ranks, when the time limit was reached
    left_behind: Sequence[int] = ()  # processes that outlived mpirun


def commit_under_test() -> str:
    """The commit that all runs use, from CLOSERANKS_TEST_COMMIT; empty: the library's default."""
    return os.environ.get("CLOSERANKS_TEST_COMMIT", "")


def _environment(job: Job, mpi: Mpi, run: str, place: Path) -> dict[str, str]:
    environment = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("CLOSERANKS_", "OMPI_", "PMIX_", "PRTE_", "PYTHONUNBUFFERED"))
    }
    libraries = str(Path(shutil.which(mpi.mpirun) or mpi.mpirun).resolve().parent.parent / "lib")
    environment |= {
        processes.MARKER: run,
        "TMPDIR": str(place),
        # The user's settings for Open MPI and PRRTE do not count, nor the language of their messages.
        "HOME": str(place / "home"),
        "LC_ALL": "C.UTF-8",
        "CLOSERANKS_RECORDS": str(place / "records"),
        "CLOSERANKS_TEST_OUTPUT": str(place / "output"),
        "LD_LIBRARY_PATH": ":".join(
            filter(None, [libraries, environment.get("LD_LIBRARY_PATH", "")])
        ),
        "OMPI_ALLOW_RUN_AS_ROOT": "1",
        "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
        # More ranks than cores: do not bind, and let a waiting rank give way to a working one.
        "PRTE_MCA_rmaps_default_mapping_policy": ":oversubscribe",
        "PRTE_MCA_hwloc_default_binding_policy": "none",
        "OMPI_MCA_mpi_yield_when_idle": "1",
        # Spawned processes do not inherit what --with-ft says of this job (docs/explanation/failures.md).
        "PRTE_MCA_state_base_recoverable": "1",
        "PRTE_MCA_state_base_notify_errors": "1",
        "PRTE_MCA_pmix_terminate_connected": "0",
        # Children of a parent who died meanwhile; the time limit of most tests is 60 s.
        "CLOSERANKS_SPAWN_PATIENCE": "15",
        # Killed ranks cannot remove their shared-memory segments, so the test does.
        "OMPI_MCA_btl_sm_backing_directory": str(place / "shm"),
    }
    if "TSAN_OPTIONS" in environment:
        # The thread sanitizer keeps the addresses for itself where PMIx wants its shared memory.
        environment["PMIX_MCA_gds"] = "hash"
    if commit := commit_under_test():
        environment["CLOSERANKS_COMMIT"] = commit
    if local_size := os.environ.get("CLOSERANKS_TEST_LOCAL_SIZE", ""):
        environment["CLOSERANKS_LAYOUT"] = "hierarchical"
        environment["CLOSERANKS_LOCAL_SIZE"] = local_size
        environment["CLOSERANKS_LAYOUT_THRESHOLD"] = "2"
    if transport := os.environ.get("CLOSERANKS_TEST_TRANSPORT", ""):
        environment["OMPI_MCA_btl"] = f"{transport},self"  # "tcp": as between hosts
    if os.environ.get("CLOSERANKS_TEST_THREADS", ""):
        environment["OMPI_MPI_THREAD_LEVEL"] = "3"  # of MPI_Init: MPI_THREAD_MULTIPLE
    for mode in ("CLOSERANKS_TEST_HOSTS", *(_MODES_OF_MEMBERS if mpi.library else ())):
        if value := os.environ.get(mode, ""):
            environment[mode] = value
    return environment | dict(job.environment)


def _extra_processes(mpi: Mpi) -> int:
    """How many more processes than ranks the run has; the library hides them."""
    return int(os.environ.get("CLOSERANKS_SPARES", "") or 0) if mpi.library else 0


def _command(job: Job, mpi: Mpi, environment: Mapping[str, str], cluster: Cluster | None) -> list[str]:
    command = [mpi.mpirun, *(("--with-ft", "ulfm") if mpi.tolerant else ())]
    command += ["-n", str(job.ranks + _extra_processes(mpi))]
    command += job.mpirun_options
    if mpi.library:
        command += ["-x", f"LD_PRELOAD={mpi.library}"]
    if cluster:
        counts = [len(job.ranks_of_node(node)) for node in range(len(cluster.names))]
        counts[-1] += _extra_processes(mpi)
        slots = (f"{name}:{count}" for name, count in zip(cluster.names, counts, strict=True))
        command = [*cluster.on_first(command), "--host", ",".join(slots), "--map-by", "node" if job.by_node else "slot"]
        for name in environment:
            if name.startswith(("CLOSERANKS_", "LD_LIBRARY_PATH", "TMPDIR")):
                command += ["-x", name]
    return [*command, "/bin/sh", "-c", _OWN_FILES, "sh", *job.command]


def _environment_on(cluster: Cluster | None, job: Job, mpi: Mpi) -> dict[str, str]:
    """What mpirun needs on a cluster. Silent nodes are noticed as with the launcher."""
    if not cluster:
        return {}
    added = cluster.environment()
    if mpi.library:
        added |= node_watch.settings(Path(mpi.library).resolve().parent, job.node_timeout, os.environ)
    return added


@contextlib.contextmanager
def _cluster(job: Job, place: Path) -> Iterator[Cluster | None]:
    """The cluster that the job asks for. Its nodes die as planned."""
    if job.nodes == 1:
        yield None
        return
    cluster = Cluster(job.nodes, place)
    try:
        with node_events.happening(cluster, job.node_events, job.ranks, lambda: _read_records(place)):
            yield cluster
    finally:
        cluster.end()


def _wait(process: subprocess.Popen[bytes], run: str, timeout: float, place: Path) -> str:
    """Returns an empty string, or the stacks of a job that did not end in time."""
    if processes.ends_within(process.pid, timeout):
        process.wait()
        return ""
    found = processes.stacks(run)
    if gaps := processes.cut_off_queues(place / "shm"):
        found = f"{gaps}\n{found}"
    if process.poll() is not None:
        found = "(slow, not hanging: it ended while the stacks were taken)\n" + found
    processes.end_all(run)
    process.wait()
    return found or "(no rank was left, but mpirun did not end)"


def _read(path: Path) -> str:
    with open(path, errors="replace") as file:
        return file.read(_LONGEST_OUTPUT)


def _read_output(place: Path, stream: str, ranks: Mapping[int, int]) -> dict[int, list[str]]:
    """By rank, its lines on the stream. `ranks`: by process."""
    files = (place / "output").glob(f"*.{stream}")
    return {ranks[int(path.stem)]: _read(path).splitlines() for path in files}


def _ranks_of_processes(records: Mapping[int, str], size: int, count: int) -> dict[int, int]:
    """The rank of each process, as its records say. Processes without records have the remaining ranks; processes
    without a rank come last. `size`: of MPI_COMM_WORLD. Spawned processes have ranks of other worlds."""
    found = {}
    for rank, text in records.items():
        for event in records_of(text):
            if event["event"] == "start" and event["size"] == size and event["process"] < count:
                found[event["process"]] = rank
    left = iter(sorted(set(range(count)) - set(found.values())))
    return {process: found[process] if process in found else next(left) for process in range(count)}


def _merge(log: str, out: dict[int, list[str]], err: dict[int, list[str]]) -> str:
    lines = log.splitlines()
    for rank in sorted(out | err):
        lines += [f"[{rank}] {line}" for line in out.get(rank, [])]
        lines += [f"[{rank}, stderr] {line}" for line in err.get(rank, [])]
    return "\n".join(lines)


def _read_records(place: Path) -> dict[int, str]:
    """The records of the ranks that mpirun has started. The names of spawned processes begin with the number of
    their job."""
    found = {path: re.fullmatch(r"rank-(\d+)\.jsonl", path.name) for path in (place / "records").rglob("*")}
    return {int(match[1]): path.read_text(errors="replace") for path, match in found.items() if match}


def launch(job: Job, mpi: Mpi) -> Output:
    """Runs the job to its end or its time limit. Leaves no process, file or segment behind. Raises NotLoaded."""
    run = uuid.uuid4().hex
    place = Path(tempfile.mkdtemp(prefix="crt-", dir="/dev/shm"))
    try:
        (place / "records").mkdir()
        (place / "output").mkdir()
        (place / "shm").mkdir()
        (place / "home").mkdir()
        started = time.monotonic()
        with open(place / "log", "wb") as log, _cluster(job, place) as cluster:
            environment = _environment(job, mpi, run, place)
            process = subprocess.Popen(
                _command(job, mpi, environment, cluster),
                env=environment | _environment_on(cluster, job, mpi),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
            hang = "interrupted"
            try:
                with pauses.of_run(run):
                    hang = _wait(process, run, job.timeout, place)
            finally:
                # The daemons of other nodes end when they see mpirun's end. On a busy machine a process that mpirun has
                # killed may exist for a moment longer.
                patience = job.patience() if cluster else _LAST_MOMENT
                left_behind = processes.end_all(run, 0.0 if hang else patience)
                process.wait()
        seconds = time.monotonic() - started
        # mpirun ends its help messages with a zero byte, at the start of the next line.
        records = _read_records(place)
        ranks = _ranks_of_processes(records, job.ranks, job.ranks + _extra_processes(mpi))
        out, err = _read_output(place, "out", ranks), _read_output(place, "err", ranks)
        text = _merge(_read(place / "log"), out, err)
        if mpi.library and (complaint := _NOT_LOADED.search(text)):
            raise NotLoaded(complaint[0])
        return Output(
            process.returncode,
            seconds,
            text,
            {rank: out.get(rank, []) + err.get(rank, []) for rank in out | err},
            out,
            records,
            hang,
            left_behind,
        )
    finally:
        shutil.rmtree(place, ignore_errors=True)
