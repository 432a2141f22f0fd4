"""The scripts that start jobs refuse what would make a run show nothing: status 2, and no job."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path

import pytest
from mpitest import arguments
from mpitest.launch import Job, Mpi, NotLoaded, launch

TESTS = Path(__file__).resolve().parents[1]
SCRIPTS = ("run_mpi_test", "kill/campaign", "chaos/campaign", "screening/campaign", "transparency/compare")
MPI_HOME = os.environ.get("MPI_HOME", "")
needs_mpi = pytest.mark.skipif(not MPI_HOME, reason="MPI_HOME is not set")


@pytest.fixture
def library(tmp_path: Path) -> Path:
    """What looks like a shared library, and cannot be loaded."""
    path = tmp_path / "lib.so"
    path.write_bytes(b"\x7fELF and nothing else")
    return path


def _run(script: str, place: Path, *options: str) -> subprocess.CompletedProcess[str]:
    program = sys.executable
    words = ["--program", program] if script.endswith("campaign") else ["--", program]
    if script == "kill/campaign":
        words[1] = "/bin/echo"  # which lists one scenario, --list
    environment = {name: value for name, value in os.environ.items() if not name.startswith("CLOSERANKS_TEST")}
    return subprocess.run(
        [sys.executable, "-B", str(TESTS / script), "--mpirun", "/bin/true", *options, *words],
        cwd=place,
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_paths_are_made_absolute(library: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(library.parent)
    assert arguments.preloaded("lib.so") == str(library)
    assert arguments.preloaded(f"lib.so:{library}") == f"{library}:{library}"
    (library.parent / "tool").write_text("#!/bin/sh\n")
    (library.parent / "tool").chmod(0o755)
    assert arguments.program("./tool") == str(library.parent / "tool")
    assert Path(arguments.program("sh")).is_absolute()


@pytest.mark.parametrize("text", ["", "no.so", "lib.so:", "no.so:lib.so", "folder", "text.so"])
def test_no_library(text: str, library: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(library.parent)
    Path("folder").mkdir()
    Path("text.so").write_text("INPUT(lib.so)\n")
    with pytest.raises(argparse.ArgumentTypeError):
        arguments.preloaded(text)


@pytest.mark.parametrize("script", SCRIPTS)
def test_a_library_that_is_not_there(script: str, tmp_path: Path) -> None:
    result = _run(script, tmp_path, "--library", "build/libcloseranks.so")
    assert result.returncode == 2
    assert "The library (build/libcloseranks.so) cannot be read: No such file or directory." in result.stderr


@pytest.mark.parametrize("script", SCRIPTS)
def test_no_library_is_named(script: str, tmp_path: Path) -> None:
    result = _run(script, tmp_path)
    assert result.returncode == 2
    assert "Name the library (--library)." in result.stderr


@pytest.mark.parametrize("script", SCRIPTS)
def test_an_mpirun_that_is_not_there(script: str, library: Path) -> None:
    result = _run(script, library.parent, "--library", "lib.so", "--mpirun", "bin/mpirun")
    assert result.returncode == 2
    assert "There is no such program (bin/mpirun)." in result.stderr


@pytest.mark.parametrize("option", ["--only=MPI_Bcats", "--size=3"])
def test_no_cell_is_meant(option: str, library: Path) -> None:
    result = _run("kill/campaign", library.parent, "--library", "lib.so", option)
    assert result.returncode == 2, result.stdout


def test_no_runs(library: Path) -> None:
    assert _run("chaos/campaign", library.parent, "--library", "lib.so", "--runs", "0").returncode == 2
    assert _run("chaos/campaign", library.parent, "--library", "lib.so", "--streams", "--mixed").returncode == 2


@needs_mpi
def test_a_library_that_cannot_be_loaded(library: Path) -> None:
    with pytest.raises(NotLoaded, match="cannot be preloaded"):
        launch(Job([sys.executable, "-c", "pass"], 2), Mpi(f"{MPI_HOME}/bin/mpirun", str(library)))
