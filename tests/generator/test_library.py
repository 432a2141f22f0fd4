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
    names = [name for f in spec.functions for name in (f.name, f"P{f.name}")]
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


@pytest.mark.skipif(not LIBRARY, reason="CLOSERANKS_TEST_LIBRARY is not set")
def test_the_built_library_agrees(spec: Spec) -> None:
    library.check(spec, LIBRARY)
