"""Whatever is wrong with the spec is one sentence that names file, entry and field."""

from __future__ import annotations

from typing import Any

import pytest

from tree import HANDWRITTEN, MAIN, Change, Tree, argument, changed, without

BCAST = "MPI_Bcast"


def _bcast(**fields: object) -> Change:
    return changed(BCAST, "treatment", **fields)


SCHEMA = {
    "a misspelt field": (
        _bcast(polcy="abort"),
        "MPI_Bcast: treatment: the field (polcy) is not known here; did you mean (policy)?",
    ),
    "a missing field": (
        without(BCAST, "standard", "brief"),
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
        argument(BCAST, 3, direction="inn"),
        "MPI_Bcast: standard.arguments[3] (root).direction: the value (inn) must be one of: "
        "in, out, inout; did you mean (in)?",
    ),
    "an unknown field of an argument": (
        argument(BCAST, 0, optional=True),
        "MPI_Bcast: standard.arguments[0] (buffer): the field (optional) is not known here.",
    ),
}

LINKS = {
    "an unknown class": (
        _bcast(**{"class": "one-to-many"}),
        "MPI_Bcast: treatment.class: there is no class (one-to-many).",
    ),
    "an unknown kind": (
        argument(BCAST, 1, kind="POLYXFER"),
        "MPI_Bcast: standard.arguments[1] (count).kind: there is no kind (POLYXFER) in "
        "spec/kinds.json; did you mean (POLYXFER_NUM_ELEM)?",
    ),
    "a type that does not fit its kind": (
        argument(BCAST, 3, type="unsigned"),
        "MPI_Bcast: standard.arguments[3] (root).type: the type (unsigned) is none of those of "
        "kind RANK.",
    ),
    "no root": (
        without(BCAST, "treatment", "ranks"),
        "MPI_Bcast: treatment.ranks: the rank (root) is not listed.",
    ),
    "no policy": (
        without(BCAST, "treatment", "policy"),
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
        without("MPI_Allreduce", "treatment", "contribution"),
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
    "a share of nothing that is combined": (
        lambda spec: spec["functions"]["MPI_Reduce_scatter"]["treatment"]["log"].pop("op"),
        "MPI_Reduce_scatter: treatment.log.op: a share needs one.",
    ),
    "a share of what nobody gives": (
        lambda spec: spec["functions"]["MPI_Reduce_scatter"]["treatment"]["log"].pop("from"),
        "MPI_Reduce_scatter: treatment.log.from: what is made of what all give has one, and nothing else.",
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
    "a length that is none": (
        argument("MPI_Waitall", 1, length="counts"),
        "MPI_Waitall: standard.arguments[1] (array_of_requests).length: (counts) is neither an argument "
        "nor a constant, nor one of: *, members, own_side, sources, destinations.",
    ),
    "a role that does not fit": (
        changed("MPI_Get_count", "treatment", ranks=[{"argument": "count", "role": "root", "of": "x"}]),
        "MPI_Get_count: treatment.ranks: the role (root) does not fit class local-only.",
    ),
    "a default": (
        _bcast(shape="collective"),
        "MPI_Bcast: treatment.shape: (collective) is the default; leave it out.",
    ),
    "another default": (
        _bcast(usable_when_revoked=False),
        "MPI_Bcast: treatment.usable_when_revoked: (False) is the default; leave it out.",
    ),
    "a keyword of C++": (
        argument("MPI_Waitall", 1, name="class"),
        "MPI_Waitall: standard.arguments[1] (class).name: it is a keyword of C++.",
    ),
    "a name that the wrapper uses": (
        argument("MPI_Ssend", 0, name="messages"),
        "MPI_Ssend: standard.arguments[0] (messages).name: the wrapper, of shape send, uses it for "
        "something else.",
    ),
    "the name of the function that the wrapper calls": (
        argument("MPI_Waitall", 1, name="wait_all"),
        "MPI_Waitall: standard.arguments[1] (wait_all).name: the wrapper, of shape entered, uses it for "
        "something else.",
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


@pytest.mark.parametrize("text", ["x y;", "Wait", "9lives", "a.b"])
def test_overlay_that_names_no_function(tree: Tree, text: str) -> None:
    def change(overlay: Any) -> None:
        overlay["functions"]["MPI_Wait"]["implemented_by"] = text

    tree.edit(HANDWRITTEN, change)
    [complaint] = tree.run("--verify").complaints
    assert complaint.startswith(f"{HANDWRITTEN}: MPI_Wait: implemented_by: the value ({text}) must match ")


def test_a_header_that_does_not_exist(tree: Tree) -> None:
    def change(spec: Any) -> None:
        spec["classes"]["file"]["headers"][0] = "runtime/filez.hpp"

    tree.edit("spec/classes.json", change)
    assert tree.run("--verify").complaints == [
        "spec/classes.json: file: headers[0]: there is no file (runtime/filez.hpp) below the root of the "
        "project."
    ]


@pytest.mark.parametrize("left_alone", ["MPI_Op_free", "MPI_Op_fre*"])
def test_a_function_that_is_left_alone(tree: Tree, left_alone: str) -> None:
    def change(spec: Any) -> None:
        spec["functions"][left_alone] = "No reason."

    tree.edit("spec/not_interposed.json", change)
    tree.run("--format")
    assert tree.run("--verify").complaints == [
        f"{MAIN}: MPI_Op_free: spec/not_interposed.json says that it is left alone; take it out of one of "
        "the two."
    ]


@pytest.mark.parametrize("path", [MAIN, "spec/options.json", "spec/kinds.schema.json"])
def test_no_utf8(tree: Tree, path: str) -> None:
    (tree.root / path).write_bytes(b'{"a": "\xff"}')
    assert tree.run("--verify").complaints == [
        f"{path}: the file is not UTF-8 (byte 7: invalid start byte)."
    ]


def test_a_schema_that_is_none(tree: Tree) -> None:
    tree.edit("spec/reasons.schema.json", lambda schema: schema.update(type="objekt"))
    [complaint] = tree.run("--verify").complaints
    assert complaint.startswith("spec/reasons.schema.json: type: this is no JSON Schema ('objekt' is not")


def test_a_schema_with_a_broken_reference(tree: Tree) -> None:
    tree.edit("spec/options.schema.json", lambda schema: schema.pop("$defs"))
    [complaint] = tree.run("--verify").complaints
    assert complaint.startswith("spec/options.schema.json: this is no JSON Schema (")


def test_a_key_twice(tree: Tree) -> None:
    path = tree.root / "spec/reasons.json"
    text = path.read_text()
    path.write_text(text.replace('"reasons": {', '"reasons": {}, "reasons": {', 1))
    assert tree.run("--verify").complaints == [
        "spec/reasons.json: the key (reasons) stands twice in one object."
    ]


@pytest.mark.parametrize("path", [MAIN, "spec/options.json", "spec/overlay.schema.json"])
def test_no_json(tree: Tree, path: str) -> None:
    (tree.root / path).write_text("{\n]")
    assert tree.run("--verify").complaints[0].startswith(f"{path}:2: this is not JSON")


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
