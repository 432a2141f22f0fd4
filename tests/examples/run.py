"""Running an example as a user does: by the launcher, or by a script that calls it."""

from __future__ import annotations

import os
import subprocess
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from mpitest import pauses, processes, standstill

ROOT = Path(__file__).resolve().parents[2]
BUILD = Path(os.environ.get("CLOSERANKS_BUILD", ROOT / "build"))
LAUNCHER = ROOT / "tools" / "closeranks"

# What the launcher's exit status means.
CLEAN = 0
AFTER_LOSSES = 83


@dataclass(frozen=True)
class Finished:
    status: int
    output: str  # stdout
    messages: str  # stderr
    stood_still: float = 0.0  # the machine, for so many seconds meanwhile
    slow: str = ""  # where all ranks were at the time limit, when it ended by itself after that

    def value(self, key: str) -> list[str]:
        """The words after `key` on the first line that begins with it."""
        for line in self.output.splitlines():
            if line.startswith(key + " "):
                return line[len(key) :].split()
        raise AssertionError(f"there is no line '{key} ...' in the output:\n{self}")

    def __str__(self) -> str:
        return f"status {self.status}\n{self.output}\n{self.messages}"


def _communicate(process: subprocess.Popen[str], seconds: float) -> tuple[str, str]:
    """As Popen.communicate(), with seconds in which the machine runs."""
    limit = standstill.Limit(seconds)
    while True:
        try:
            return process.communicate(timeout=limit.left())
        except subprocess.TimeoutExpired:
            if limit.left() == 0:
                raise


def run(
    command: Sequence[str], environment: Mapping[str, str] | None = None, timeout: float = 120.0, patience: float = 0.0
) -> Finished:
    """Runs `command` to its end; one that hangs fails the test, and no process is left behind. One that is not through
    after `timeout` seconds has so many more to show that it was slow and does not hang: campaigns on a busy machine."""
    mark = uuid.uuid4().hex
    before = standstill.seconds()
    root = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
    # What a process that comes back has neither set nor got out of a checkpoint shows in the result.
    perturbed = {"MALLOC_PERTURB_": "165"}
    process = subprocess.Popen(
        command,
        env=dict(os.environ) | root | perturbed | dict(environment or {}) | {processes.MARKER: mark},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    stacks = ""
    try:
        with pauses.of_run(mark):
            try:
                output, messages = _communicate(process, timeout)
            except subprocess.TimeoutExpired:
                stacks = processes.stacks(mark)
                output, messages = _communicate(process, patience)
    except subprocess.TimeoutExpired:
        processes.end_all(mark)
        output, messages = process.communicate()
        raise AssertionError(f"it hangs: {command}\n{output}\n{messages}\n{stacks}") from None
    finally:
        processes.end_all(mark)
    output = output.replace("\0", "")  # mpirun hands on a NUL byte now and then
    return Finished(process.returncode, output, messages, standstill.seconds() - before, stacks)


def launch(
    ranks: int, program: Sequence[str], kills: Sequence[str] = (), more: Sequence[str] = (), patience: float = 0.0
) -> Finished:
    """`closeranks MORE... --kill ... -n ranks program`"""
    options = [*more, *(word for kill in kills for word in ("--kill", kill))]
    return run([str(LAUNCHER), *options, "--oversubscribe", "-n", str(ranks), *program], patience=patience)
