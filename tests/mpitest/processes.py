"""The processes of one run: finding them, taking their stacks, and ending all of them."""

from __future__ import annotations

import os
import re
import select
import signal
import struct
import subprocess
import time
from pathlib import Path

from mpitest import standstill

# Every process of a run inherits this variable, with a value of that run only. It finds them also after mpirun's end,
# and never a process of another user or run.
MARKER = "CLOSERANKS_TEST_RUN"


def environment_of(pid: int) -> dict[str, str]:
    """The environment that process `pid` was started with. Empty: it has ended, or belongs to another user."""
    try:
        raw = Path(f"/proc/{pid}/environ").read_bytes()
    except OSError:
        return {}
    pairs = (entry.partition(b"=") for entry in raw.split(b"\0") if entry)
    return {key.decode(errors="replace"): value.decode(errors="replace") for key, _, value in pairs}


def is_zombie(pid: int) -> bool:
    try:
        stat = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return True
    return stat.rpartition(")")[2].split()[0] in "ZX"


def ends_within(pid: int, seconds: float) -> bool:
    """Waits for a process, at most so long. Popen.wait(timeout) would look for it every 50 ms."""
    try:
        descriptor = os.pidfd_open(pid)
    except ProcessLookupError:
        return True
    limit = standstill.Limit(seconds)
    with open(descriptor, "rb", buffering=0) as process:
        while not select.select([process], [], [], limit.left())[0]:
            if limit.left() == 0:
                return False
    return True


def of_run(run: str) -> dict[int, dict[str, str]]:
    """All living processes of the run, by process id, with their environments."""
    found = {}
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit() or int(entry.name) == os.getpid():
            continue
        environment = environment_of(int(entry.name))
        if environment.get(MARKER) == run and not is_zombie(int(entry.name)):
            found[int(entry.name)] = environment
    return found


def _is_keeper(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/comm").read_text().startswith("closeranks-keep")
    except OSError:
        return False


def all_ranks_of(run: str) -> list[int]:
    """The process ids of the living ranks of the run, those of spawned jobs included."""
    return [pid for pid, environment in of_run(run).items() if "PMIX_RANK" in environment and not _is_keeper(pid)]


def ranks_of(run: str) -> dict[int, int]:
    """The process ids of the living ranks of the run. A keeper has the environment of its rank."""
    return {
        int(environment["PMIX_RANK"]): pid
        for pid, environment in of_run(run).items()
        if environment.get("PMIX_RANK", "").isdigit() and not _is_keeper(pid)
    }


# Open MPI 5.0.7: a queue's head and tail are offsets, and this one stands for none (opal/mca/btl/sm/btl_sm_fifo.h). A
# process that is killed while it appends leaves a gap: it has set the tail, and not yet the head or the link before it.
# Nothing arrives behind a gap (tools/openmpi-patches/reports/06-queue.md).
_NO_FRAGMENT = -2
_TASKS = str(Path(__file__).with_name("task_stacks.py"))
_WAITS_FOR_LINK = re.compile(r"=> .*<mca_btl_sm_component_progress.*(?:\n.*)?cmp +\$0xfffffffffffffffe")


def stacks(run: str) -> str:
    """A stack trace of every rank of the run, and what is known of it."""
    parts = []
    for rank, pid in sorted(ranks_of(run).items()):
        commands = ["-ex", "x/2i $pc", "-ex", "thread apply all bt"]
        commands += ["-ex", "thread 1", "-x", _TASKS]
        command = ["gdb", "-nx", "-p", str(pid), "-batch", *commands]
        try:
            result = subprocess.run(
                command, capture_output=True, text=True, errors="replace", timeout=60, check=False
            )
            lines = [line for line in result.stdout.splitlines() if line.startswith(("#", "Thread"))]
            if _WAITS_FOR_LINK.search(result.stdout):
                lines.insert(0, "(its queue has a gap: it waits for a link that a killed process owes)")
        except (OSError, subprocess.TimeoutExpired) as problem:
            lines = [f"(no stack: {problem})"]
        parts.append(f"--- rank {rank}, process {pid}\n" + "\n".join(lines))
    return "\n".join(parts)


def cut_off_queues(segments: Path) -> str:
    """The queues in shared memory with a gap at their head. The queue is at the start of each process's segment. The
    queues are numbered in the order of a node's processes, not by rank. Those of dead processes are soon removed."""
    found = []
    for path in sorted(segments.rglob("sm_segment.*")):
        with open(path, "rb") as file:
            start = file.read(2 * struct.calcsize("q"))
        if len(start) < 2 * struct.calcsize("q"):
            continue
        head, tail = struct.unpack("2q", start)
        if head == _NO_FRAGMENT and tail != _NO_FRAGMENT:
            found.append(f"the queue {path.name} has a gap: its process is cut off")
    return "\n".join(found)


def end_the_run_when_ended() -> None:
    """A script that is told to end (SIGTERM, as of `timeout`) ends its job, as after Ctrl-C. Otherwise stopped ranks
    (pauses.py) and computing ranks would stay behind."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)


def end_all(run: str, patience: float = 0.0) -> list[int]:
    """Kills the remaining processes of the run after so many seconds, and waits for their end. Returns their process
    ids. A process that is ending has no environment some time before its end."""
    killed: list[int] = []
    until = time.monotonic() + patience
    while time.monotonic() < until and of_run(run):
        time.sleep(0.02)
    for _ in range(50):
        left = of_run(run)
        if not left:
            break
        for pid in left:
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                continue
            if pid not in killed:
                killed.append(pid)
        time.sleep(0.02)
    for pid in killed:
        ends_within(pid, 10.0)
    return killed
