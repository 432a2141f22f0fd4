"""Programs of the reports for upstream that need two nodes, with the MPI alone: its patches do what they say."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from mpitest.launch import Job, Mpi, launch

ROOT = Path(__file__).resolve().parents[2]
REPORTS = ROOT / "tools/openmpi-patches/reports"


@pytest.mark.needs_mended("fails", "last_btl")
def test_sends_to_a_process_to_which_sends_have_failed(tmp_path: Path) -> None:
    program = str(tmp_path / "program")
    subprocess.run([os.environ["CLOSERANKS_TEST_MPICC"], "-o", program, REPORTS / "31-last-btl.c"], check=True)
    mpirun = Path(os.environ["MPI_HOME"]) / "bin" / "mpirun"
    output = launch(Job([program], 2, nodes=2), Mpi(str(mpirun), ""))
    assert not output.hang, output.hang
    assert "5 of 5 later sends have failed" in output.log, output.log
