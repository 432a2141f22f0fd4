"""The spec against the symbols of the built library."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from generator import library, load
from generator.model import Spec
from generator.problems import SpecError

ROOT = Path(__file__).resolve().parents[2]
LIBRARY = os.environ.get("CLOSERANKS_TEST_LIBRARY", "")


@pytest.fixture(scope="module")
def spec() -> Spec:
    return load.load(ROOT)


@pytest.fixture
def symbols(spec: Spec) -> list[str]:
    return _symbols(spec, 5)


def _symbols(spec: Spec, release: int) -> list[str]:
    names = [name for f in spec.functions if f.is_in(release) for name in (f.name, f"P{f.name}")]
    return [*names, "closeranks_version", "_exit"]


def test_agreement(spec: Spec, symbols: list[str]) -> None:
    library.compare(spec, "lib.so", symbols)


def test_a_missing_and_an_extra_symbol(spec: Spec, symbols: list[str]) -> None:
    symbols.remove("PMPI_Bcast")
    symbols.append("helper")
    with pytest.raises(SpecError) as raised:
        library.compare(spec, "lib.so", symbols)
    assert raised.value.problems == (
        "spec/mpi.json: MPI_Bcast: lib.so defines PMPI_Bcast 0 times, not once.",
        "lib.so: the symbol (helper) is exported without being in the interface.",
    )


def test_a_library_for_a_newer_mpi(spec: Spec) -> None:
    symbols = _symbols(spec, 6)
    assert "MPI_Send_c" in symbols and "MPI_Session_set_info" not in symbols
    library.compare(spec, "lib.so", symbols)
    symbols.remove("PMPI_Send_c")
    with pytest.raises(SpecError) as raised:
        library.compare(spec, "lib.so", symbols)
    assert raised.value.problems == (
        "spec/mpi.json: MPI_Send_c: lib.so defines PMPI_Send_c 0 times, not once.",
    )


REPLICAS = "libcloseranks_replicas.so"


def test_the_library_of_replicas_leaves_out_the_functions_of_the_mpi(spec: Spec) -> None:
    interposed = [f for f in spec.functions if f.replicas != "native" and f.is_in(5)]
    names = [name for f in interposed for name in (f.name, f"P{f.name}")]
    assert "MPI_Type_commit" not in names and "MPI_Win_create" in names
    library.compare(spec, REPLICAS, names)
    with pytest.raises(SpecError) as raised:
        library.compare(spec, REPLICAS, [*names[1:], "MPI_Type_commit"])
    assert raised.value.problems == (
        f"spec/mpi.json: MPI_Abort: {REPLICAS} defines MPI_Abort 0 times, not once.",
        f"{REPLICAS}: the symbol (MPI_Type_commit) is exported without being in the interface.",
    )


@pytest.mark.skipif(not LIBRARY, reason="CLOSERANKS_TEST_LIBRARY is not set")
def test_the_built_library_agrees(spec: Spec) -> None:
    library.check(spec, LIBRARY)


@pytest.mark.skipif(not LIBRARY, reason="CLOSERANKS_TEST_LIBRARY is not set")
def test_the_built_library_of_replicas_agrees(spec: Spec) -> None:
    library.check(spec, str(Path(LIBRARY).with_name(REPLICAS)))
