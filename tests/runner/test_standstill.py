"""What a machine stands still for does not count for the limits of tests: here the one who waits is stopped."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

HEAD = f"""
import sys
sys.path[:0] = {sys.path!r}
job = ["/bin/sh", "-c", 'touch "$0" && exec sleep 6', sys.argv[1]]
"""
WITHIN = """
import subprocess
from mpitest import processes
job = subprocess.Popen(job)
print(processes.ends_within(job.pid, 4.5), flush=True)
"""
RUN = """
from examples.run import run
try:
    found = run(job, timeout=4.5)
    print(found.status == 0 and 2 < found.stood_still < 6, flush=True)
except AssertionError:
    print(False, flush=True)
"""


@pytest.mark.parametrize("program", [WITHIN, RUN], ids=["within", "run"])
@pytest.mark.parametrize("stopped", [4, 0])
def test_only_what_it_ran(program: str, stopped: int, tmp_path: Path) -> None:
    """Six seconds are less than four and a half when it was stopped for four of them."""
    begun = tmp_path / "begun"
    waits = subprocess.Popen([sys.executable, "-c", HEAD + program, begun], stdout=subprocess.PIPE, text=True)
    while not begun.exists():
        assert waits.poll() is None
        time.sleep(0.02)
    time.sleep(0.5)
    if stopped:
        os.kill(waits.pid, signal.SIGSTOP)
        time.sleep(stopped)
        os.kill(waits.pid, signal.SIGCONT)
    output, _ = waits.communicate(timeout=60)
    assert output == f"{stopped != 0}\n"
