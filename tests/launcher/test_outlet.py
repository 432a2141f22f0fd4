"""The two keepers of a rank and the launcher's outlet, without an MPI: each byte is there once, whichever process dies."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from conftest import ROOT

KEEPER = Path(os.environ.get("CLOSERANKS_BUILD", ROOT / "build")) / "closeranks-keeper"
pytestmark = pytest.mark.skipif(not KEEPER.exists(), reason="there is no keeper")

# Runs two keepers, as mpirun would, and kills what it is told: the program, its keeper, or nothing.
RUN = f"""
import os, signal, subprocess, sys, time
sys.path.insert(0, {str(ROOT / "tools")!r})
from closeranks_launcher import outlet
victim, kind, delay, *program = sys.argv[1:]
with outlet.opened({{0: 1}}, 0) as opened:
    opened.start()
    keepers = []
    for process in ("0", "1"):
        own = {{"PMIX_RANK": process, "OMPI_COMM_WORLD_SIZE": "2", "CLOSERANKS_REPLICATE": "0"}}
        keepers.append(
            subprocess.Popen([{str(KEEPER)!r}, *program], env=os.environ | opened.variables | own, stdin=subprocess.DEVNULL)
        )
    time.sleep(float(delay))
    keeper = keepers[int(victim)]
    if kind == "keeper":
        keeper.kill()
    elif kind == "program":
        with open(f"/proc/{{keeper.pid}}/task/{{keeper.pid}}/children") as children:
            for child in children.read().split():
                os.kill(int(child), signal.SIGKILL)
    for one in keepers:
        one.wait()
"""
PRINTING = """
import sys, time
for i in range(600):
    sys.stdout.write(f"line {i} of a text that is long enough to be cut anywhere\\n")
    if i % 7 == 0:
        sys.stderr.write(f"error {i}\\n")
    if i % 20 == 0:
        sys.stdout.flush()
        time.sleep(0.002)
"""
SAID = "".join(f"line {i} of a text that is long enough to be cut anywhere\n" for i in range(600))
ERRORS = "".join(f"error {i}\n" for i in range(0, 600, 7))


def _run(victim: int, kind: str, delay: float, program: Sequence[str], given: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", RUN, str(victim), kind, str(delay), *program],
        input=given,
        capture_output=True,
        text=True,
        timeout=60,
    )


@pytest.mark.parametrize("kind", ["program", "keeper"])
@pytest.mark.parametrize("victim", [0, 1])
@pytest.mark.parametrize("seed", range(4))
def test_each_byte_is_there_once(victim: int, kind: str, seed: int) -> None:
    result = _run(victim, kind, random.Random(seed).uniform(0, 0.3), [sys.executable, "-c", PRINTING])
    assert result.stdout == SAID
    assert result.stderr == ERRORS


@pytest.mark.parametrize("kind", ["none", "program"])
def test_both_get_standard_input(kind: str) -> None:
    given = "".join(f"input {i}\n" for i in range(20000))
    slow = "import sys, time\nfor line in sys.stdin:\n    sys.stdout.write(line)\n    'input 999' in line and time.sleep(0.02)\n"
    result = _run(0, kind, 0.2, [sys.executable, "-c", slow], given)
    assert result.stdout == given
    assert result.stderr == ""


def test_a_program_that_reads_nothing_ends() -> None:
    result = _run(0, "none", 0, [sys.executable, "-c", "print('done')"], "x" * 10_000_000)
    assert result.stdout == "done\n"


def test_a_program_in_a_group_of_its_own_may_close_its_input() -> None:
    """The keeper's SIGPIPE is none of the program's signals, which it hands on there."""
    program = (
        "import os, signal, time\nos.setpgid(0, 0)\nsignal.signal(signal.SIGPIPE, signal.SIG_DFL)\n"
        "os.close(0)\ntime.sleep(0.5)\nprint('done')"
    )
    assert _run(0, "none", 0, [sys.executable, "-c", program], "x" * 1_000_000).stdout == "done\n"


def test_what_is_left_of_a_great_output_is_brought() -> None:
    result = _run(0, "none", 0, [sys.executable, "-c", "print('x' * 5_000_000)"])
    assert result.stdout == "x" * 5_000_000 + "\n"


def test_the_program_sees_its_rank(tmp_path: Path) -> None:
    result = _run(0, "none", 0, ["/bin/sh", "-c", 'echo "$OMPI_COMM_WORLD_RANK of $OMPI_COMM_WORLD_SIZE"; exit 0'])
    assert result.stdout == "0 of 1\n"
    assert result.stderr == "", "the two print the same"


def test_a_difference_is_told() -> None:
    result = _run(0, "none", 0, ["/bin/sh", "-c", "echo process $PMIX_RANK"])
    assert result.stdout == "process 0\n"
    assert "rank 0: stdout: its two processes print different bytes, from byte 8 on" in result.stderr


@pytest.fixture
def terminal() -> Iterator[tuple[int, int]]:
    master, slave = os.openpty()
    yield master, slave
    os.close(master)


def test_a_terminal_stays_one(terminal: tuple[int, int]) -> None:
    """Programs print by lines into a terminal; one whose leader has died has printed what it had."""
    master, slave = terminal
    program = "import os, sys\nprint('is a terminal' if os.isatty(1) else 'is none')"
    process = subprocess.Popen(
        [sys.executable, "-c", RUN, "0", "none", "0", sys.executable, "-c", program],
        stdin=subprocess.DEVNULL,
        stdout=slave,
        stderr=subprocess.PIPE,
    )
    os.close(slave)
    assert process.wait(60) == 0
    deadline = time.monotonic() + 5
    data = b""
    while b"\n" not in data and time.monotonic() < deadline:
        data += os.read(master, 1000)
    assert data == b"is a terminal\r\n", "mpirun's terminal makes the end of the line"
    assert process.stderr is not None and process.stderr.read() == b""
    process.stderr.close()


def test_nobody_reads() -> None:
    """The launcher ends mpirun then, as the kernel would."""
    process = subprocess.Popen(
        [sys.executable, "-c", RUN, "0", "none", "0", sys.executable, "-c", PRINTING],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        preexec_fn=lambda: signal.signal(signal.SIGPIPE, signal.SIG_IGN),
    )
    assert process.stdout is not None
    process.stdout.close()
    assert process.wait(60) == 0, "it drains the rest"
