"""What the entry of a nonblocking or persistent function, or of an argument, need not say; and may not."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator import load
from generator.model import Kind, Shape
from tree import MAIN, Change, Tree, all_of, argument, changed, without

ROOT = Path(__file__).resolve().parents[2]

MISTAKES = {
    "of an unknown function": (
        changed("MPI_Isend", "standard", nonblocking="MPI_Sent"),
        "MPI_Isend: standard.nonblocking: there is no entry (MPI_Sent); did you mean (MPI_Send)?",
    ),
    "of itself": (
        changed("MPI_Isend", "standard", nonblocking="MPI_Isend"),
        "MPI_Isend: standard.nonblocking: MPI_Isend is such a form itself; name the blocking function.",
    ),
    "of a form": (
        changed("MPI_Isend", "standard", nonblocking="MPI_Ibcast"),
        "MPI_Isend: standard.nonblocking: MPI_Ibcast is such a form itself; name the blocking function.",
    ),
    "in a circle": (
        changed("MPI_Bcast", "standard", persistent="MPI_Ibcast"),
        "MPI_Bcast: standard.persistent: MPI_Ibcast is such a form itself; name the blocking function.",
    ),
    "of two kinds": (
        changed("MPI_Isend", "standard", persistent="MPI_Send"),
        "MPI_Isend: standard: a function is nonblocking or persistent, not both.",
    ),
    "with the policy of the blocking function": (
        changed("MPI_Irecv", "treatment", policy="abort"),
        "MPI_Irecv: treatment.policy: it is that of MPI_Recv, as it would be anyway; leave it out.",
    ),
    "with the arguments of the blocking function": (
        changed(
            "MPI_Ibarrier",
            "standard",
            arguments=[
                {"name": "comm", "kind": "COMMUNICATOR", "direction": "in"},
                {"name": "request", "kind": "REQUEST", "direction": "out"},
            ],
        ),
        "MPI_Ibarrier: standard.arguments: it is that of MPI_Barrier, as it would be anyway; leave it out.",
    ),
    "with a class": (
        changed("MPI_Isend", "treatment", **{"class": "one-to-one"}),
        "MPI_Isend: treatment.class: it stands at MPI_Send, for all its forms.",
    ),
    "with a contribution": (
        changed("MPI_Iscan", "treatment", contribution={"reason": "block"}),
        "MPI_Iscan: treatment.contribution: it stands at MPI_Scan, for all its forms.",
    ),
    "with other ranks": (
        changed("MPI_Ibcast", "treatment", ranks=[{"argument": "root", "role": "queried", "of": "comm"}]),
        "MPI_Ibcast: treatment.ranks: they are not those of MPI_Bcast.",
    ),
    "with other arguments": (
        changed(
            "MPI_Ibarrier",
            "standard",
            arguments=[
                {"name": "communicator", "kind": "COMMUNICATOR", "direction": "in"},
                {"name": "request", "kind": "REQUEST", "direction": "out"},
            ],
        ),
        "MPI_Ibarrier: standard.arguments: they are not those of MPI_Barrier and request.",
    ),
    "with what the blocking function does": (
        changed("MPI_Ibcast", "treatment", log={"keeps": "nothing"}),
        "MPI_Ibcast: treatment.log: shape nonblocking does not use it.",
    ),
    "with an array whose length nobody knows": (
        argument("MPI_Allgatherv", 5, length="*"),
        "MPI_Iallgatherv: standard.arguments[5] (displs).length: the call copies the array; it must be one "
        "of: members, own_side, sources, destinations.",
    ),
    "no form and no class": (
        without("MPI_Bcast", "treatment", "class"),
        "MPI_Bcast: treatment.class: the field is missing.",
    ),
    "no form and no arguments": (
        without("MPI_Bcast", "standard", "arguments"),
        "MPI_Bcast: standard.arguments: the field is missing.",
    ),
    "a type that follows": (
        argument("MPI_Bcast", 3, type="int"),
        "MPI_Bcast: standard.arguments[3] (root).type: (int) follows from kind RANK and direction in; "
        "leave it out.",
    ),
    "a type that nothing tells": (
        lambda spec: spec["functions"]["MPI_Op_create"]["standard"]["arguments"][0].pop("type"),
        "MPI_Op_create: standard.arguments[0] (function).type: the field is missing; kind POLYFUNCTION has "
        "no type.",
    ),
}


@pytest.mark.parametrize("case", MISTAKES)
def test_a_mistake_is_named(tree: Tree, case: str) -> None:
    change, sentence = MISTAKES[case]
    tree.edit(MAIN, change)
    done = tree.run("--verify")
    assert done.status == 1
    assert f"{MAIN}: {sentence}" in done.complaints


def test_a_circle_names_both(tree: Tree) -> None:
    tree.edit(MAIN, changed("MPI_Bcast", "standard", nonblocking="MPI_Ibcast"))
    named = {complaint.split(": ")[1] for complaint in tree.run("--verify").complaints}
    assert {"MPI_Bcast", "MPI_Ibcast", "MPI_Bcast_init"} <= named


def test_a_form_has_what_the_blocking_function_has(tree: Tree) -> None:
    change: Change = all_of(
        changed("MPI_Recv", "treatment", policy="ignore"),
        argument("MPI_Recv", 2, name="type"),
    )
    tree.edit(MAIN, change)
    spec = load.load(tree.root)
    for name, added in (("MPI_Irecv", ["request"]), ("MPI_Recv_init", ["request"])):
        function = spec.function(name)
        assert function is not None
        assert function.policy == "ignore"
        assert [a.name for a in function.arguments] == ["buf", "count", "type", "source", "tag", "comm", *added]


def test_a_form_may_differ(tree: Tree) -> None:
    tree.edit(MAIN, changed("MPI_Irecv", "treatment", policy="error"))
    policies = {f.name: f.policy for f in load.load(tree.root).functions}
    assert policies["MPI_Irecv"] == "error"
    assert policies["MPI_Recv"] == policies["MPI_Recv_init"] == "abort"


def test_a_persistent_collective_has_an_info(tree: Tree) -> None:
    function = load.load(tree.root).function("MPI_Bcast_init")
    assert function is not None
    assert [(a.name, a.type) for a in function.arguments[-2:]] == [
        ("info", "MPI_Info"),
        ("request", "MPI_Request *"),
    ]
    assert function.shape is Shape.RESTARTABLE


@pytest.mark.parametrize(
    ("kind", "types"),
    [
        (Kind("RANK", "", "int", False, ()), ("int", "int *", "const int []", "int []")),
        (
            Kind("STATUS", "", "MPI_Status", True, ()),
            ("const MPI_Status *", "MPI_Status *", "const MPI_Status []", "MPI_Status []"),
        ),
        (Kind("STRING_ARRAY", "", "char *", False, ()), ("char *", "char **", "char * []", "char * []")),
        (Kind("FUNCTION", "", None, False, ()), (None, None, None, None)),
    ],
)
def test_types_follow_from_kind_and_direction(kind: Kind, types: tuple[str | None, ...]) -> None:
    assert (
        kind.type_of("in", False),
        kind.type_of("out", False),
        kind.type_of("in", True),
        kind.type_of("inout", True),
    ) == types
