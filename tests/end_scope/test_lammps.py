"""LAMMPS as the distribution built it, with two partitions of two ranks: one rank dies, and its partition with it."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from examples.run import AFTER_LOSSES, CLEAN, LAUNCHER, ROOT, Finished, run

NAME = "the 2 ranks of color 1 of MPI_Comm_split on MPI_COMM_WORLD"
RUNS = 8


def lammps(place: Path, *options: str) -> Finished:
    place.mkdir()
    mpi = subprocess.run([ROOT / "tools/setup", "--print-mpi"], check=True, capture_output=True, text=True).stdout.strip()
    program = ["lmp", "-partition", "2x2", "-in", str(ROOT / "examples/lammps/in.universe")]
    settings = ["-log", "none", "-screen", "none", "-var", "steps", "400"]
    # Debian 12's lmp was built against Open MPI 4.1.4; it runs on 5 when 5's libraries come first.
    paths = ":".join(filter(None, [f"{mpi}/lib", os.environ.get("LD_LIBRARY_PATH")]))
    command = [str(LAUNCHER), *options, "--oversubscribe", "-n", "4", *program, *settings]
    return run(["env", "-C", str(place), *command], {"LD_LIBRARY_PATH": paths}, timeout=300)


def complete(place: Path) -> dict[str, str]:
    """The files of the runs that are complete."""
    files = {file.name: file.read_text() for file in place.glob("result.*")}
    return {name: text for name, text in files.items() if text.endswith("\ncomplete\n")}


@pytest.mark.skipif(shutil.which("lmp") is None, reason="LAMMPS is not installed")
def test_the_partition_of_the_dead_is_lost(tmp_path: Path) -> None:
    undisturbed = lammps(tmp_path / "undisturbed")
    assert undisturbed.status == CLEAN, str(undisturbed)
    expected = complete(tmp_path / "undisturbed")
    assert len(expected) == RUNS, str(undisturbed)
    options = ["--profile", "ensemble", "--kill", "3@call:MPI_Wait:300"]
    result = lammps(tmp_path / "with a death", *options)
    assert result.status == AFTER_LOSSES, str(result)
    found = complete(tmp_path / "with a death")
    assert len(found) == RUNS - 1, str(result)
    assert found.items() <= expected.items(), "the other runs have the same values"
    assert "rank 3 (host " in result.messages and "killed by signal 9 (SIGKILL), planned by --kill" in result.messages
    assert f"ended with rank 3: MPI_Irecv on {NAME} needs it" in result.messages, str(result)
