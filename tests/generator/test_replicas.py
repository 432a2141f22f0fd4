"""The field `replicas`: what becomes of a function in replicated runs."""

from __future__ import annotations

import pytest

from generator.json_text import read_json
from tree import Tree

OVERLAY = "spec/overlays/replicas.json"
WRAPPERS = "generated/replicas/wrappers.cpp"


def _set(tree: Tree, function: str, word: str | None) -> None:
    """None: that of the class."""

    def change(overlay: dict[str, dict[str, dict[str, str]]]) -> None:
        overlay["functions"].pop(function, None)
        if word is not None:
            overlay["functions"][function] = {"replicas": word}

    tree.edit(OVERLAY, change)
    tree.run("--format")


def _wrapper(tree: Tree, function: str) -> str:
    """Its text; empty: there is none."""
    text = (tree.root / WRAPPERS).read_text()
    begin = text.find(f" {function}(")
    return text[begin : text.index("\n}\n", begin)] if begin >= 0 else ""


@pytest.mark.parametrize(
    ("function", "word", "text"),
    [
        ("MPI_Barrier", None, "return calls::barrier(comm);"),
        ("MPI_Barrier", "refused", "return refuse(Function::Barrier, comm);"),
        ("MPI_Type_commit", "call", "return calls::type_commit(type);"),
    ],
)
def test_what_the_wrapper_does(tree: Tree, function: str, word: str | None, text: str) -> None:
    _set(tree, function, word)
    assert tree.run().err == ""
    wrapper = _wrapper(tree, function)
    assert text in wrapper
    assert ("refuse(" in wrapper) == (word == "refused")
    assert "if (call.passes()) return real." in wrapper, "calls that the MPI makes itself"


def test_the_functions_of_the_mpi_have_no_wrapper_and_no_symbol(tree: Tree) -> None:
    exports = tree.root / "generated/replicas/exports.map"
    assert "MPI_Barrier;" in exports.read_text() and _wrapper(tree, "MPI_Barrier")
    _set(tree, "MPI_Barrier", "native")
    assert tree.run().err == ""
    assert "MPI_Barrier;" not in exports.read_text()
    assert not _wrapper(tree, "MPI_Barrier")
    assert "barrier(" not in (tree.root / "generated/replicas/calls.hpp").read_text().replace("ibarrier(", "")


def test_what_is_refused_stands_in_the_table_of_the_launcher(tree: Tree) -> None:
    _set(tree, "MPI_Barrier", "refused")
    tree.run()
    functions = read_json(tree.root / "generated/functions.json", "")["functions"]
    assert functions["MPI_Barrier"]["replicas"] == "refused"
    assert "replicas" not in functions["MPI_Bcast"]


def test_the_class_decides_where_nothing_is_said(tree: Tree) -> None:
    tree.edit("spec/classes.json", lambda value: value["classes"]["all-to-one"].update(replicas="refused"))
    assert tree.run().err == ""
    assert "refuse(" in _wrapper(tree, "MPI_Gather")


@pytest.mark.parametrize(
    ("function", "word", "sentence"),
    [
        ("MPI_Wtime", "refused", "treatment.replicas: refused is an error code, not (double)."),
        ("MPI_Pcontrol", "call", "treatment.replicas: variable arguments cannot be handed on."),
        ("MPI_Barrier", "call", "treatment.replicas: (call) is the default; leave it out."),
        ("MPI_Barrier", "maybe", "replicas: the value (maybe) must be one of: native, call, refused."),
        ("MPI_Nonsense", "call", "MPI_Nonsense"),
    ],
)
def test_what_cannot_be_is_refused(tree: Tree, function: str, word: str, sentence: str) -> None:
    _set(tree, function, word)
    done = tree.run("--verify")
    assert done.status == 1
    assert sentence in done.err
