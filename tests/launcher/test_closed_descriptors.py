"""Programs that close all descriptors that are not theirs, as daemons do: among them is the way to the keeper."""

from __future__ import annotations

import sys

from real_mpi import RANKS, closeranks

# What the keeper, its parent, has had of a processor since, in seconds: spinning it has a good part of each one.
PROGRAM = """
import os, time
def used():
    with open(f"/proc/{os.getppid()}/stat") as file:
        fields = file.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
with open(f"/proc/{os.getppid()}/comm") as file:
    assert file.read() == "closeranks-keep\\n"
os.closerange(3, 256)
before = used()
time.sleep(2)
print("used", used() - before)
"""


def test_the_keeper_sleeps() -> None:
    result = closeranks(sys.executable, "-c", PROGRAM)
    assert result.returncode == 0, result.stderr
    used = [float(word) for word in result.stdout.split() if word != "used"]
    assert len(used) == RANKS and max(used) < 0.05, result.stdout
