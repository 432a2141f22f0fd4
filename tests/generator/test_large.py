"""The forms with large counts, which follow from `large` at their siblings."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator import load
from generator.model import Function, Spec
from tree import MAIN, Tree, changed

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def spec() -> Spec:
    return load.load(ROOT)


def _function(spec: Spec, name: str) -> Function:
    function = spec.function(name)
    assert function is not None, name
    return function


# Of the 159 of MPI 4.1 all but the two that have other arguments, and entries of their own.
NUMBER = 157


def test_there_are_all(spec: Spec) -> None:
    large = [f for f in spec.functions if f.large is not None]
    assert len(large) == NUMBER
    for function in large:
        assert function.name == f"{function.large}_c"
        assert (function.first_release, function.guard) == (6, "OMPI_MAJOR_VERSION >= 6")


def test_arguments_get_their_larger_types(spec: Spec) -> None:
    def types(name: str) -> list[str]:
        return [a.type for a in _function(spec, name).arguments]

    assert types("MPI_Scatterv_c")[:4] == ["const void *", "const MPI_Count []", "const MPI_Aint []", "MPI_Datatype"]
    assert types("MPI_Win_create_c")[2] == "MPI_Aint"
    assert types("MPI_Op_create_c")[0] == "MPI_User_function_c *"
    assert types("MPI_Get_count_c")[2] == "MPI_Count *"


def test_a_form_of_a_large_form_names_that(spec: Spec) -> None:
    started, blocking = _function(spec, "MPI_Igather_c"), _function(spec, "MPI_Gather_c")
    assert (started.nonblocking, started.large) == ("MPI_Gather_c", "MPI_Igather")
    assert blocking.positional is not None and blocking.positional.variant == "MPI_Gatherv_c"
    ordered = _function(spec, "MPI_File_write_ordered_c").explicit
    assert ordered is not None and ordered.function == "MPI_File_write_at_all_c"


def test_all_else_is_as_at_the_sibling(spec: Spec) -> None:
    for large in (f for f in spec.functions if f.large is not None):
        sibling = _function(spec, large.large or "")
        for field in ("of_class", "shape", "ranks", "policy", "contribution", "log", "in_place", "implemented_by"):
            assert getattr(large, field) == getattr(sibling, field), f"{large.name}: {field}"
        assert [a.name for a in large.arguments] == [a.name for a in sibling.arguments]


def test_only_siblings_have_enumerators(tree: Tree) -> None:
    text = (tree.root / "generated/tables/functions.hpp").read_text()
    assert "    Send,\n" in text and "    Send_c,\n" not in text
    wrappers = (tree.root / "generated/wrappers/one_to_one_large.cpp").read_text()
    assert "int MPI_Send_c(const void *buf, MPI_Count count," in wrappers
    assert "Entry entry(Function::Send);" in wrappers


MISTAKES = {
    "without a larger type": (
        changed("MPI_Barrier", "standard", large=True),
        "MPI_Barrier: standard.large: no argument has a kind with a larger type.",
    ),
    "at a form": (
        changed("MPI_Isend", "standard", large=True),
        "MPI_Isend: standard.large: it is that of MPI_Send, as it would be anyway; leave it out.",
    ),
    "beside an entry": (
        changed("MPI_Type_get_envelope", "standard", large=True),
        "MPI_Type_get_envelope_c: it follows from `large` of MPI_Type_get_envelope; leave it out.",
    ),
}


@pytest.mark.parametrize("case", MISTAKES)
def test_a_mistake(tree: Tree, case: str) -> None:
    change, sentence = MISTAKES[case]
    tree.edit(MAIN, change)
    tree.run("--format")
    assert f"{MAIN}: {sentence}" in tree.run("--verify").complaints
