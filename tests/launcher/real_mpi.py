"""The launcher with the real library and mpirun, for the tests that run it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from closeranks_launcher import doctor_mpi, installation
from closeranks_launcher.options import UsageError
from conftest import ROOT

SCRIPT = ROOT / "tools/closeranks"
RANKS = 4

try:
    PLACE = installation.find(SCRIPT)
except UsageError as error:
    pytest.skip(str(error), allow_module_level=True)


def is_mended(patch: str) -> bool:
    """Whether set-up has built this MPI with one of tools/openmpi-patches."""
    return patch in (doctor_mpi.mended_in(PLACE.mpirun.parent.parent) or ())


def command(*arguments: str, ranks: int = RANKS) -> list[str]:
    return [
        *[sys.executable, str(SCRIPT), "--allow-root", "--oversubscribe"],
        *["--mca", "mpi_yield_when_idle", "1", "-n", str(ranks), *arguments],
    ]


def closeranks(*arguments: str, place: Path | None = None) -> subprocess.CompletedProcess[str]:
    """`place`: another installation."""
    # Help messages of Open MPI may hold bytes that are no text.
    return subprocess.run(
        command(*arguments),
        env=os.environ | ({"CLOSERANKS_INSTALLATION": str(place)} if place else {}),
        capture_output=True,
        text=True,
        errors="replace",
        timeout=60,
    )


def build(factory: pytest.TempPathFactory, source: Path, *options: str) -> str:
    """Compiles a program of one file with the MPI's compiler."""
    built = factory.mktemp(source.stem) / source.stem
    mpicc = PLACE.mpirun.with_name("mpicc")
    subprocess.run([mpicc, "-O1", "-Wall", *options, "-o", built, source], check=True)
    return str(built)
