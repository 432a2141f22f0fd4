"""The interface of the libraries is the one that is stored beside this file, and the libraries export it."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from abi.interface import HEADERS, INCLUDE, STORED, declared, difference, dump

BUILD = Path(os.environ["CLOSERANKS_BUILD"])
MPICC = os.environ["CLOSERANKS_TEST_MPICC"]
# Not for programs: one library tells by it that another one is the same (runtime/processes/loading.cpp).
PRIVATE = {"closeranks_copy"}
needs_abidiff = pytest.mark.skipif(shutil.which("abidiff") is None, reason="there is no abidiff (abigail-tools)")


def symbols(library: str) -> dict[str, str]:
    """What it exports: each name with its version, or nothing."""
    command: list[str | Path] = ["nm", "--dynamic", "--defined-only", "--format=posix", BUILD / library]
    lines = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
    names = [name for name, kind, *_ in map(str.split, lines) if kind != "A"]  # that is the name of a version
    return {name.partition("@")[0]: name.partition("@")[2].lstrip("@") for name in names}


def is_ours(name: str) -> bool:
    return name.lstrip("_").lower().startswith(("closeranks_", "fenix_"))


@needs_abidiff
def test_the_interface_is_the_stored_one(tmp_path: Path) -> None:
    found = difference(STORED, dump(MPICC, INCLUDE, tmp_path))
    assert not found, f"{found}\nIf that is meant, see docs/developers/abi.md."


@needs_abidiff
@pytest.mark.parametrize(
    ("old", "new", "breaks"),
    [
        ("int closeranks_recoveries(int *count);", "int closeranks_recoveries(long long *count);", True),
        ("int closeranks_recoveries(int *count);", "", True),
        ("int closeranks_recoveries(int *count);", "int closeranks_recoveries(int *count); \nint closeranks_more(int one);", False),
    ],
)
def test_a_change_is_found(old: str, new: str, breaks: bool, tmp_path: Path) -> None:
    include = tmp_path / "include"
    shutil.copytree(INCLUDE, include)
    text = (include / "closeranks.h").read_text()
    assert old in text
    (include / "closeranks.h").write_text(text.replace(old, new))
    changed = dump(MPICC, include, tmp_path)
    assert "closeranks_" in difference(STORED, changed)
    assert bool(difference(STORED, changed, but_more=True)) == breaks


@pytest.mark.parametrize("library", HEADERS)
def test_the_library_has_what_its_headers_declare(library: str) -> None:
    names = set(declared(INCLUDE, HEADERS[library]))
    ours = {name: version for name, version in symbols(library).items() if is_ours(name)}
    assert len(names) >= 20 and set(ours) - PRIVATE == names
    assert set(ours.values()) == {"CLOSERANKS_0.1"}


def test_functions_of_mpi_have_no_versions() -> None:
    of_mpi = {name: version for name, version in symbols("libcloseranks.so").items() if name.startswith(("MPI_", "PMPI_"))}
    assert len(of_mpi) > 700 and set(of_mpi.values()) == {""}


@pytest.mark.parametrize("library", ["libcloseranks_store.so", "libcloseranks_fenix.so"])
def test_nothing_of_cpp_comes_into_the_program(library: str) -> None:
    assert [name for name in symbols(library) if not is_ours(name)] == []
