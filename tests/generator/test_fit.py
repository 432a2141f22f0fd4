"""An entry of which no template could make right code is refused, by a sentence that names it."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.json_text import read_json
from generator.model import Shape
from tree import MAIN, Change, Tree, all_of, argument, changed, without

ROOT = Path(__file__).resolve().parents[2]


UNPROTECTED = {"protected": False, "reason": "own_fault_tolerance"}


def _shape(name: str, shape: str, /, **fields: object) -> Change:
    return changed(name, "treatment", shape=shape, **fields)


CASES = {
    "a message as a file": (
        changed("MPI_Request_get_status_some", "treatment", **{"class": "file"}),
        "MPI_Request_get_status_some: treatment.class: class file needs an argument of type: MPI_File, MPI_File *, const char *.",
    ),
    "a message as a window": (
        changed("MPI_Request_get_status_some", "treatment", **{"class": "window"}),
        "MPI_Request_get_status_some: treatment.class: class window needs an argument of type: MPI_Win, MPI_Win *.",
    ),
    "a message that makes a communicator": (
        changed("MPI_Request_get_status_some", "treatment", **{"class": "comm-creator"}),
        "MPI_Request_get_status_some: treatment.class: class comm-creator needs an argument of type: MPI_Comm *.",
    ),
    "a query as a message": (
        changed("MPI_Comm_size", "treatment", **{"class": "one-to-one"}),
        "MPI_Comm_size: treatment.shape: shape view does not fit class one-to-one.",
    ),
    "a collective as a local call": (
        changed("MPI_Barrier", "treatment", **{"class": "local-only"}),
        "MPI_Barrier: treatment.contribution: class local-only has no contributions.",
    ),
    "a message as a local call": (
        changed("MPI_Ssend", "treatment", **{"class": "local-only"}),
        "MPI_Ssend: treatment.ranks: the role (destination) does not fit class local-only.",
    ),
    "no error code": (
        changed("MPI_Ssend", "standard", returns="double"),
        "MPI_Ssend: treatment.shape: shape send returns an error code, not (double).",
    ),
    "variable arguments": (
        lambda spec: spec["functions"]["MPI_Ssend"]["standard"]["arguments"].append(
            {"name": "more", "kind": "VARARGS", "direction": "in"}
        ),
        "MPI_Ssend: treatment.shape: shape send cannot hand on variable arguments.",
    ),
    "a collective on two communicators": (
        lambda spec: spec["functions"]["MPI_Barrier"]["standard"]["arguments"].append(
            {"name": "other", "kind": "COMMUNICATOR", "direction": "in"}
        ),
        "MPI_Barrier: treatment.shape: shape collective works on one communicator: one argument of that kind "
        "with direction in.",
    ),
    "a message without a communicator": (
        argument("MPI_Ssend", 5, kind="GROUP"),
        "MPI_Ssend: treatment.shape: shape send works on one communicator: one argument of that kind with "
        "direction in.",
    ),
    "a message to nobody": (
        without("MPI_Ssend", "treatment", "ranks"),
        "MPI_Ssend: treatment.shape: shape send is about one message: one rank in treatment.ranks.",
    ),
    "a started message without a request": (
        _shape("MPI_Ssend", "start"),
        "MPI_Ssend: treatment.shape: shape start makes a request: an argument of that kind with direction out.",
    ),
    "a persistent message of another form": (
        changed(
            "MPI_Ssend_init",
            "standard",
            arguments=[
                {"name": "dest", "kind": "RANK", "direction": "in"},
                {"name": "comm", "kind": "COMMUNICATOR", "direction": "in"},
                {"name": "request", "kind": "REQUEST", "direction": "out"},
            ],
        ),
        "MPI_Ssend_init: treatment.shape: shape start takes for a persistent message arguments of kinds "
        "BUFFER, POLYXFER_NUM_ELEM_NNI, DATATYPE, RANK, TAG, COMMUNICATOR, REQUEST.",
    ),
    "a creation that makes nothing": (
        argument("MPI_Comm_split", 3, kind="GROUP"),
        "MPI_Comm_split: treatment.shape: shape create makes a communicator: an argument of that kind with "
        "direction out.",
    ),
    "a view of no communicator": (
        argument("MPI_Comm_size", 0, kind="GROUP"),
        "MPI_Comm_size: treatment.shape: shape view answers for a communicator: an argument of that kind "
        "with direction in.",
    ),
    "counts for lost ranks": (
        lambda spec: spec["functions"]["MPI_Allgatherv"]["treatment"]["positional"]["per_rank"].remove("displs"),
        "MPI_Allgatherv: treatment.positional: (displs) has elements for lost ranks; per_rank or "
        "compacted_by must say what becomes of them.",
    ),
    "another form of what is no collective": (
        _shape("MPI_Isend", "nonblocking"),
        "MPI_Isend: treatment.shape: shape nonblocking carries out a collective of shape collective: "
        "standard.nonblocking must name one.",
    ),
    "a file without a file": (
        argument("MPI_File_sync", 0, kind="GROUP"),
        "MPI_File_sync: treatment.shape: shape file needs an MPI_File.",
    ),
    "together on no file": (
        changed("MPI_File_delete", "treatment", together=True),
        "MPI_File_delete: treatment.together: there is no MPI_File to be together on.",
    ),
    "nothing to claim for": (
        argument("MPI_File_read_shared", 3, kind="GROUP"),
        "MPI_File_read_shared: treatment.explicit.claims: there is no number of elements and type to claim for.",
    ),
    "a window without a window": (
        argument("MPI_Win_sync", 0, kind="GROUP"),
        "MPI_Win_sync: treatment.shape: shape window needs an MPI_Win.",
    ),
    "access to nobody's memory": (
        without("MPI_Put", "treatment", "ranks"),
        "MPI_Put: treatment.ranks: shape rma needs a target.",
    ),
    "messages that nobody finds": (
        all_of(without("MPI_Ssend", "treatment", "shape"), changed("MPI_Ssend", "treatment", **UNPROTECTED)),
        "MPI_Ssend: treatment.shape: shape unprotected sends and receives on the program's communicator, "
        "protected functions on another one: neither would find the other's messages.",
    ),
    "a window of this process": (
        changed("MPI_Win_set_info", "treatment", **{"class": "window"}, **UNPROTECTED),
        "MPI_Win_set_info: treatment.shape: shape unprotected has a window of this process alone: the "
        "others' memory is not in it.",
    ),
    "an intercommunicator that the standard does not allow": (
        changed("MPI_Bcast", "standard", intracommunicators_only=True),
        "MPI_Bcast: treatment.between_sides: standard.intracommunicators_only says that there is no such call.",
    ),
    "a field that the shape does not use": (
        changed("MPI_Bcast", "treatment", together=True),
        "MPI_Bcast: treatment.together: shape collective does not use it.",
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_a_misfit_is_refused(tree: Tree, case: str) -> None:
    change, sentence = CASES[case]
    tree.edit(MAIN, change)
    done = tree.run("--verify")
    assert done.status == 1
    assert f"{MAIN}: {sentence}" in done.complaints


def test_each_shape_has_a_template_and_is_known_to_the_schemas() -> None:
    shapes = [shape.value for shape in Shape]
    templates = {path.name.removesuffix(".cpp.j2") for path in (ROOT / "templates/wrappers").iterdir()}
    assert templates == set(shapes)
    for schema in ("mpi", "overlay", "classes"):
        text = str(read_json(ROOT / f"spec/{schema}.schema.json", schema))
        assert str(shapes) in text, schema


@pytest.mark.parametrize("place", ["mpi.standard", "mpi.treatment", "mpi.standard.arguments", "overlay", "classes"])
def test_the_schemas_describe_the_fields(place: str) -> None:
    """docs/developers/spec.md leaves it to them. Names that say all need no description."""
    name, *path = place.split(".")
    schema = read_json(ROOT / f"spec/{name}.schema.json", name)["properties"]
    fields = schema["classes" if name == "classes" else "functions"]["additionalProperties"]["properties"]
    for part in path:
        fields = fields[part].get("items", fields[part])["properties"]
    assert {field for field, at in fields.items() if "description" not in at} <= {"title", "direction"}
