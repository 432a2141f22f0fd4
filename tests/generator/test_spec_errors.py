"""Whatever is wrong with the spec is one sentence that names file, entry and field."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tree import MAIN, Tree

HANDWRITTEN = "spec/overlays/handwritten.json"


Change = Callable[[Any], None]


def _bcast(**fields: object) -> Change:
    def change(spec: Any) -> None:
        spec["functions"]["MPI_Bcast"]["treatment"].update(fields)

    return change


def _argument(number: int, **fields: object) -> Change:
    def change(spec: Any) -> None:
        spec["functions"]["MPI_Bcast"]["standard"]["arguments"][number].update(fields)

    return change


def _without(part: str, field: str) -> Change:
    def change(spec: Any) -> None:
        del spec["functions"]["MPI_Bcast"][part][field]

    return change


SCHEMA = {
    "a misspelt field": (
        _bcast(polcy="abort"),
        "MPI_Bcast: treatment: the field (polcy) is not known here; did you mean (policy)?",
    ),
    "a missing field": (
        _without("standard", "brief"),
        "MPI_Bcast: standard: the field (brief) is missing.",
    ),
    "a misspelt value": (
        _bcast(policy="abrot"),
        "MPI_Bcast: treatment.policy: the value (abrot) must be one of: ignore, abort, error; "
        "did you mean (abort)?",
    ),
    "a boolean as text": (
        _bcast(shared_result="true"),
        "MPI_Bcast: treatment.shared_result: the value ('true') must be of type boolean.",
    ),
    "a misspelt direction": (
        _argument(3, direction="inn"),
        "MPI_Bcast: standard.arguments[3] (root).direction: the value (inn) must be one of: "
        "in, out, inout; did you mean (in)?",
    ),
    "an unknown field of an argument": (
        _argument(0, optional=True),
        "MPI_Bcast: standard.arguments[0] (buffer): the field (optional) is not known here.",
    ),
}

LINKS = {
    "an unknown class": (
        _bcast(**{"class": "one-to-many"}),
        "MPI_Bcast: treatment.class: there is no class (one-to-many).",
    ),
    "an unknown kind": (
        _argument(1, kind="POLYXFER"),
        "MPI_Bcast: standard.arguments[1] (count).kind: there is no kind (POLYXFER) in "
        "spec/kinds.json.",
    ),
    "a type that does not fit its kind": (
        _argument(3, type="unsigned"),
        "MPI_Bcast: standard.arguments[3] (root).type: the type (unsigned) is none of those of "
        "kind RANK.",
    ),
    "no root": (
        _without("treatment", "ranks"),
        "MPI_Bcast: treatment.ranks: the rank (root) is not listed.",
    ),
    "no policy": (
        _without("treatment", "policy"),
        "MPI_Bcast: treatment.policy: the field is missing; a rank may be missing.",
    ),
    "unprotected without a reason": (
        _bcast(protected=False),
        "MPI_Bcast: treatment.reason: the field is missing; protected is false.",
    ),
    "a reason that does not exist": (
        _bcast(protected=False, reason="lazy"),
        "MPI_Bcast: treatment.reason: there is no reason (lazy) in spec/reasons.json.",
    ),
    "no contribution": (
        lambda spec: spec["functions"]["MPI_Allreduce"]["treatment"].pop("contribution"),
        "MPI_Allreduce: treatment.contribution: the field is missing; somebody's contribution may be.",
    ),
    "a contribution that does not exist": (
        lambda spec: spec["functions"]["MPI_Scan"]["treatment"]["contribution"].update(reason="term"),
        "MPI_Scan: treatment.contribution.reason: there is no contribution (term) in spec/reasons.json.",
    ),
    "a contribution counted by no argument": (
        lambda spec: spec["functions"]["MPI_Scan"]["treatment"]["contribution"].update(count="counts"),
        "MPI_Scan: treatment.contribution.count: there is no argument (counts).",
    ),
    "a contribution where nobody contributes": (
        _bcast(contribution={"reason": "block"}),
        "MPI_Bcast: treatment.contribution: class one-to-all has no contributions.",
    ),
    "a contribution of another form": (
        lambda spec: spec["functions"]["MPI_Iscan"]["treatment"].update(contribution={"reason": "block"}),
        "MPI_Iscan: treatment.contribution: it stands at MPI_Scan, for all its forms.",
    ),
    "a shape that needs hand-written code": (
        _bcast(shape="runtime"),
        "MPI_Bcast: treatment.implemented_by: the field is missing; shape runtime needs it.",
    ),
    "a variant that does not exist": (
        lambda spec: spec["functions"]["MPI_Gather"]["treatment"]["positional"].update(
            variant="MPI_Gatherw"
        ),
        "MPI_Gather: treatment.positional.variant: there is no function (MPI_Gatherw).",
    ),
    "an explicit offset that nobody claims": (
        lambda spec: spec["functions"]["MPI_File_read_shared"]["treatment"]["explicit"].pop("claims"),
        "MPI_File_read_shared: treatment.explicit: nothing becomes (offset) of MPI_File_read_at.",
    ),
    "a shape for files without a file": (
        _bcast(shape="file"),
        "MPI_Bcast: treatment.shape: shape file needs an MPI_File.",
    ),
    "an array that is not copied": (
        lambda spec: spec["functions"]["MPI_Iallgatherv"]["treatment"]["copied"].pop(),
        "MPI_Iallgatherv: treatment.copied: displs is missing.",
    ),
    "an argument that does not exist": (
        lambda spec: spec["functions"]["MPI_Allreduce"]["treatment"]["in_place"].update(
            argument="sendbuff"
        ),
        "MPI_Allreduce: treatment.in_place.argument: there is no argument (sendbuff).",
    ),
}


@pytest.mark.parametrize("case", [*SCHEMA, *LINKS])
def test_names_entry_and_field(tree: Tree, case: str) -> None:
    change, sentence = {**SCHEMA, **LINKS}[case]
    tree.edit(MAIN, change)
    done = tree.run("--verify")
    assert done.status == 1
    assert f"{MAIN}: {sentence}" in done.complaints


def test_tells_every_problem_at_once(tree: Tree) -> None:
    tree.edit(MAIN, _bcast(polcy="abort", policy="abrot"))
    assert len(tree.run("--verify").complaints) == 2


def test_overlay_of_an_unknown_function(tree: Tree) -> None:
    def misspell(overlay: Any) -> None:
        overlay["functions"]["MPI_Initt"] = overlay["functions"].pop("MPI_Init")

    tree.edit(HANDWRITTEN, misspell)
    tree.run("--format")
    assert (
        f"{HANDWRITTEN}: MPI_Initt: there is no entry of this name in {MAIN}."
        in tree.run("--verify").complaints
    )


def test_overlay_of_a_field_that_stands_already(tree: Tree) -> None:
    def change(entry: Any) -> None:
        entry["treatment"]["shape"] = "local"

    tree.edit_function("MPI_Wait", change)
    assert (
        f"{HANDWRITTEN}: MPI_Wait: shape: the field stands in {MAIN} or another overlay already."
        in tree.run("--verify").complaints
    )


def test_a_key_twice(tree: Tree) -> None:
    path = tree.root / "spec/reasons.json"
    text = path.read_text()
    path.write_text(text.replace('"reasons": {', '"reasons": {}, "reasons": {', 1))
    assert tree.run("--verify").complaints == [
        "spec/reasons.json: the key (reasons) stands twice in one object."
    ]


def test_no_json(tree: Tree) -> None:
    (tree.root / MAIN).write_text("{\n]")
    assert tree.run("--verify").complaints[0].startswith(f"{MAIN}:2: this is not JSON")


def test_layout_is_checked_and_put_right(tree: Tree) -> None:
    path = tree.root / MAIN
    good = path.read_text()
    path.write_text(good.replace('"class": "file"', '"class":    "file"', 1))
    assert "not in its order and layout" in tree.run("--verify").err
    assert tree.run("--format").out == f"wrote {MAIN}\n"
    assert path.read_text() == good


def test_order_is_checked_and_put_right(tree: Tree) -> None:
    path = tree.root / MAIN
    good = path.read_text()

    def move(spec: Any) -> None:
        spec["functions"]["MPI_Abort"] = spec["functions"].pop("MPI_Abort")

    tree.edit(MAIN, move)
    assert "not in its order and layout" in tree.run("--verify").err
    tree.run("--format")
    assert path.read_text() == good
