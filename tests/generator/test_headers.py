"""The spec against the declarations in mpi.h."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Any

import pytest

from generator import headers, load
from generator.headers import Declaration
from generator.model import Spec
from generator.problems import SpecError
from tree import MAIN, Tree

ROOT = Path(__file__).resolve().parents[2]
OF_5, OF_6 = "Open MPI 5.0.7", "Open MPI 6.0.0"
MPICC = os.environ.get("CLOSERANKS_TEST_MPICC", "mpicc")
needs_mpi = pytest.mark.skipif(shutil.which(MPICC) is None, reason="no mpicc")


@pytest.fixture(scope="module")
def spec() -> Spec:
    return load.load(ROOT)


@pytest.fixture
def declared(spec: Spec) -> dict[str, Declaration]:
    """A header of Open MPI 5 that agrees with the spec."""
    return _header(spec, 5)


def _header(spec: Spec, release: int) -> dict[str, Declaration]:
    return {
        f.name: Declaration(
            f.returns,
            tuple(("..." if a.is_varargs else a.name, a.type_in(release)) for a in f.arguments),
        )
        for f in spec.functions
        if f.is_in(release)
    }


def _complaint(spec: Spec, declared: dict[str, Declaration]) -> str:
    with pytest.raises(SpecError) as raised:
        headers.compare(spec, declared, OF_5)
    return str(raised.value)


@pytest.mark.parametrize(("release", "header"), [(5, OF_5), (6, OF_6)])
def test_agreement(spec: Spec, release: int, header: str) -> None:
    assert header in spec.headers
    assert headers.compare(spec, _header(spec, release), header) == []


def test_a_header_has_what_its_release_has(spec: Spec) -> None:
    of_5, of_6 = _header(spec, 5), _header(spec, 6)
    with pytest.raises(SpecError) as raised:
        headers.compare(spec, {**of_5, "MPI_Send_c": of_6["MPI_Send_c"]}, OF_5)
    assert raised.value.problems == (
        f"{MAIN}: MPI_Send_c: mpi.h of {OF_5} declares it; see from and until.",
    )
    del of_6["MPI_Send_c"]
    with pytest.raises(SpecError) as raised:
        headers.compare(spec, of_6, OF_6)
    assert raised.value.problems == (f"{MAIN}: MPI_Send_c: mpi.h declares no function of this name.",)


def test_an_argument_has_the_type_of_its_release(spec: Spec) -> None:
    declared = {**_header(spec, 6), "MPI_Pready_list": _header(spec, 5)["MPI_Pready_list"]}
    with pytest.raises(SpecError) as raised:
        headers.compare(spec, declared, OF_6)
    assert raised.value.problems == (
        f"{MAIN}: MPI_Pready_list: standard.arguments[1] (partition_list).type: mpi.h says (int []), "
        "not (const int []).",
    )


def test_a_newer_header_gives_a_warning(spec: Spec, declared: dict[str, Declaration]) -> None:
    declared["MPI_Comm_fold"] = declared["MPI_Bcast"]
    declared["MPI_T_finalize"] = Declaration("int", ())
    del declared["MPI_Attr_put"]
    about = f"{MAIN} describes {OF_5} and {OF_6}; mpi.h of Open MPI 5.0.11"
    assert headers.compare(spec, declared, "Open MPI 5.0.11") == [
        f"{about} also declares, and a protected communicator is refused there: MPI_Comm_fold.",
        f"{about} does not declare: MPI_Attr_put.",
    ]


def test_a_function_the_spec_lacks(spec: Spec, declared: dict[str, Declaration]) -> None:
    declared["MPI_Comm_fold"] = declared["MPI_Bcast"]
    assert _complaint(spec, declared) == (
        f"{MAIN}: MPI_Comm_fold: the entry is missing; mpi.h declares this function."
    )


def test_a_function_the_header_lacks(spec: Spec, declared: dict[str, Declaration]) -> None:
    del declared["MPI_Bcast"]
    assert (
        _complaint(spec, declared) == f"{MAIN}: MPI_Bcast: mpi.h declares no function of this name."
    )


def test_another_type(spec: Spec, declared: dict[str, Declaration]) -> None:
    arguments = list(declared["MPI_Bcast"].arguments)
    arguments[1] = ("count", "MPI_Count")
    declared["MPI_Bcast"] = Declaration("int", tuple(arguments))
    assert _complaint(spec, declared) == (
        f"{MAIN}: MPI_Bcast: standard.arguments[1] (count).type: mpi.h says (MPI_Count), not (int)."
    )


def test_another_name(spec: Spec, declared: dict[str, Declaration]) -> None:
    arguments = list(declared["MPI_Bcast"].arguments)
    arguments[0] = ("buf", "void *")
    declared["MPI_Bcast"] = Declaration("int", tuple(arguments))
    assert _complaint(spec, declared) == (
        f"{MAIN}: MPI_Bcast: standard.arguments[0] (buffer).name: mpi.h calls it (buf)."
    )


def test_another_number_of_arguments(spec: Spec, declared: dict[str, Declaration]) -> None:
    declared["MPI_Bcast"] = Declaration("int", declared["MPI_Bcast"].arguments[:-1])
    assert _complaint(spec, declared) == (
        f"{MAIN}: MPI_Bcast: standard.arguments: mpi.h has 4 arguments, not 5."
    )


def test_another_result(spec: Spec, declared: dict[str, Declaration]) -> None:
    declared["MPI_Wtime"] = Declaration("int", ())
    assert _complaint(spec, declared) == (
        f"{MAIN}: MPI_Wtime: standard.returns: mpi.h says (int), not (double)."
    )


def test_types_are_read_as_the_spec_writes_them() -> None:
    text = """typedef int MPI_Comm;
        int MPI_A(const int a[], char ***argv, int ranges[][3], char *argv2[], int level, ...);
        double MPI_B(void); int other(void); int PMPI_A(void);"""
    assert headers.declared_functions(text) == {
        "MPI_A": Declaration(
            "int",
            (
                ("a", "const int []"),
                ("argv", "char ***"),
                ("ranges", "int [][3]"),
                ("argv2", "char * []"),
                ("level", "int"),
                ("...", "..."),
            ),
        ),
        "MPI_B": Declaration("double", ()),
    }


def test_a_compiler_that_does_not_exist(tree: Tree, tmp_path: Path) -> None:
    missing = tmp_path / "mpicc"
    done = tree.run("--check-headers", str(missing))
    assert done.complaints == [f"{missing}: the compiler cannot be run (No such file or directory)."]


@needs_mpi
def test_the_installed_header_agrees(tree: Tree) -> None:
    done = tree.run("--check-headers", MPICC)
    assert (done.status, done.err) == (0, "")


def _is_described(tree: Tree) -> bool:
    header = headers.version_of(headers.preprocess(MPICC))
    return header in load.load(tree.root).headers


@needs_mpi
def test_a_missing_entry_is_an_error(tree: Tree) -> None:
    if not _is_described(tree):
        pytest.skip("another version of Open MPI")
    def remove(value: Any) -> None:
        del value["functions"]["MPI_Get_address"]

    tree.edit(MAIN, remove)
    done = tree.run("--check-headers", MPICC)
    assert done.status == 1
    assert done.complaints == [
        f"{MAIN}: MPI_Get_address: the entry is missing; mpi.h declares this function."
    ]


@needs_mpi
def test_a_misspelt_entry_is_an_error(tree: Tree) -> None:
    if not _is_described(tree):
        pytest.skip("another version of Open MPI")

    def misspell(value: Any) -> None:
        value["functions"]["MPI_Get_adress"] = value["functions"].pop("MPI_Get_address")

    tree.edit(MAIN, misspell)
    tree.run("--format")
    done = tree.run("--check-headers", MPICC)
    assert done.status == 1
    assert done.complaints == [
        f"{MAIN}: MPI_Get_adress: mpi.h declares no function of this name.",
        f"{MAIN}: MPI_Get_address: the entry is missing; mpi.h declares this function.",
    ]
