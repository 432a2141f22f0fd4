"""Guards for functions that a newer mpi.h declares and the spec does not know."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator import load, unknown
from generator.headers import Declaration
from generator.model import Spec

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def spec() -> Spec:
    return load.load(ROOT)


def _declared(**functions: tuple[tuple[str, str], ...]) -> dict[str, Declaration]:
    return {name: Declaration("int", arguments) for name, arguments in functions.items()}


def test_a_function_on_a_communicator_gets_a_guard(spec: Spec) -> None:
    declared = _declared(
        MPI_Comm_fold=(("data", "const int []"), ("comm", "MPI_Comm")),
        MPI_Send=(("comm", "MPI_Comm"),),
    )
    text = unknown.text(spec, declared)
    assert (
        "int MPI_Comm_fold(const int a0[], MPI_Comm a1) {\n"
        '    meet_unknown("MPI_Comm_fold", a1);\n'
        '    return reinterpret_cast<decltype(&MPI_Comm_fold)>(unknown_call("PMPI_Comm_fold"))(a0, a1);\n'
        "}\n"
        "CLOSERANKS_ALIAS(MPI_Comm_fold);\n"
    ) in text
    assert "MPI_Send" not in text


def test_windows_and_files_are_met_and_queries_pass(spec: Spec) -> None:
    declared = _declared(
        MPI_File_fold=(("fh", "MPI_File"),),
        MPI_Win_fold=(("win", "MPI_Win"),),
        MPI_Comm_get_fold=(("comm", "MPI_Comm"),),
        MPI_Type_fold=(("type", "MPI_Datatype"),),
        MPI_T_fold=(("comm", "MPI_Comm"),),
    )
    assert list(unknown.unknown(spec, declared)) == ["MPI_File_fold", "MPI_Win_fold"]


def test_nothing_is_written_where_all_is_known(spec: Spec) -> None:
    assert unknown.text(spec, _declared(MPI_Send=(("comm", "MPI_Comm"),))) == ""
