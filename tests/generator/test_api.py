"""spec/api.json: a mistake is a sentence that names the entry, and each output has every function."""

from __future__ import annotations

import ast
import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from generator import api
from generator.api import c, fortran, page, python
from generator.problems import SpecError

ROOT = Path(__file__).resolve().parents[2]
APIS = {spec: api.load(ROOT, spec) for spec in api.SPECS}
API = APIS[api.SPEC]
Change = Callable[[dict[str, Any]], object]


def load_changed(place: Path, change: Change) -> None:
    (place / "spec").mkdir()
    shutil.copy(ROOT / api.SCHEMA, place / api.SCHEMA)
    data = json.loads((ROOT / api.SPEC).read_text())
    change(data)
    (place / api.SPEC).write_text(json.dumps(data))
    api.load(place)


def function(name: str, /, **fields: object) -> Change:
    return lambda data: data["functions"][f"closeranks_{name}"].update(fields)


def argument(name: str, number: int, /, **fields: object) -> Change:
    return lambda data: data["functions"][f"closeranks_{name}"]["arguments"][number].update(fields)


MISTAKES: dict[str, tuple[Change, str]] = {
    "a misspelt field": (
        function("active", thread="Several at once."),
        "closeranks_active: the field (thread) is not known here; did you mean (threads)?",
    ),
    "no sentence": (
        function("active", text=["tells much"]),
        "closeranks_active: text[0]: the value (tells much) must match ^[A-Z*].*[.]$.",
    ),
    "a misspelt intent": (
        argument("is_alive", 2, intent="uot"),
        "closeranks_is_alive: arguments[2] (flag).intent: the value (uot) must be one of: in, out, inout; did you mean (out)?",
    ),
    "an unknown kind": (
        argument("is_alive", 2, kind="flags"),
        "closeranks_is_alive: arguments[2] (flag).kind: there is no kind (flags); did you mean (flag)?",
    ),
    "an argument without a word": (
        lambda data: data["functions"]["closeranks_active"]["arguments"][0].pop("text"),
        "closeranks_active: arguments[0] (flag).text: the field is missing; only a communicator has a default.",
    ),
    "two arguments of one name": (
        argument("is_alive", 1, name="comm"),
        "closeranks_is_alive: arguments[1] (comm).name: another argument has this name already.",
    ),
    "a quantity without a unit": (
        lambda data: data["functions"]["closeranks_await_failure"]["arguments"][0].pop("unit"),
        "closeranks_await_failure: arguments[0] (seconds): the field (unit) is missing.",
    ),
    "a length of nothing": (
        argument("missing_ranks", 2, kind="int"),
        "closeranks_missing_ranks: arguments: a length is followed by the ranks that it limits, and by their number.",
    ),
    "a length that may be negative": (
        function("missing_ranks", errors={"MPI_ERR_COMM": "there is none"}),
        "closeranks_missing_ranks: errors: MPI_ERR_COUNT stands there if there is a length, and only then.",
    ),
    "a callback without context": (
        lambda data: data["functions"]["closeranks_on_repair"]["arguments"].pop(),
        "closeranks_on_repair: arguments: a function of the program has a context, and nothing else has one.",
    ),
    "calls of nothing": (
        function("resume", calls="closeranks_role"),
        "closeranks_resume: calls: (closeranks_role) is no function of the program.",
    ),
    "a result that the stub lacks": (
        function("active", without={}),
        "closeranks_active: without: it must have a value for each result (flag), and for nothing else.",
    ),
    "an enumerator without prefix": (
        lambda data: data["types"]["closeranks_role"]["values"][0].update(name="CLOSERANKS_INITIAL"),
        "closeranks_role: values[0] (CLOSERANKS_INITIAL).name: it must begin with CLOSERANKS_ROLE_.",
    ),
    "a type of functions that does not say so": (
        lambda data: data["types"].update(closeranks_hook={"text": ["Called."], "arguments": [{"name": "rank", "kind": "int", "text": "one"}]}),
        "closeranks_hook: the name of a type of functions ends with _function.",
    ),
    "a function in no group": (
        lambda data: data["groups"].pop(),
        "closeranks_horizon_from_group: it is in no group.",
    ),
    "a function that is not there": (
        lambda data: data["groups"][0]["functions"].append("closeranks_activ"),
        "groups (The library): there is no function (closeranks_activ); did you mean (closeranks_active)?",
    ),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_named(tmp_path: Path, mistake: str) -> None:
    change, sentence = MISTAKES[mistake]
    with pytest.raises(SpecError) as error:
        load_changed(tmp_path, change)
    assert f"{api.SPEC}: {sentence}" in error.value.problems


def test_texts_are_written_for_their_readers() -> None:
    text = "See [more](spares.md#limits) and closeranks_resume() in MPI_COMM_WORLD ([why](../developers/threads.md))."
    assert c.plain(text) == "See more (docs/reference/spares.md) and closeranks_resume() in MPI_COMM_WORLD (docs/developers/threads.md)."
    assert page.marked(text) == (
        "See [more](spares.md#limits) and [`closeranks_resume`](#closeranks_resume) in `MPI_COMM_WORLD` ([why](../developers/threads.md))."
    )


@pytest.mark.parametrize(("spec", "path"), [(spec, path) for spec, outputs in api.SPECS.items() for path in outputs])
def test_each_output_has_every_function(spec: str, path: str) -> None:
    text = (ROOT / path).read_text()
    errors = APIS[spec].errors
    if path.endswith("error_sentences.hpp"):
        assert errors and re.findall(r'^    "(\w+): ', text, re.MULTILINE) == [c.error_name(value) for value in errors.values]
    elif path.endswith(("_stub.c", "resume.c")):
        has_callbacks = path.endswith("resume.c")
        expected = {one.name for one in API.functions if bool(one.calls) == has_callbacks}
        assert set(re.findall(r"^int (closeranks_\w+)\(", text, re.MULTILINE)) == expected
    else:
        assert {one.name for one in APIS[spec].functions} <= set(re.findall(r"closeranks_\w+", text))


def test_a_long_prototype_is_broken_as_clang_format_does() -> None:
    found = {one.name: c.prototype(one) for one in APIS["spec/api_store.json"].functions}
    assert found["closeranks_store_member"] == (
        "int closeranks_store_member(closeranks_store store, int id, void *data, MPI_Count count,\n"
        "                            MPI_Datatype type)"
    )
    assert all(len(line) < 100 for one in found.values() for line in one.split("\n"))


def test_fortran_takes_both_kinds_of_numbers() -> None:
    functions = {one.short: one for one in APIS["spec/api_store.json"].functions}
    assert fortran.procedures(functions["store_read"]) == ["store_read_mpi", "store_read_f08", "store_read_mpi_small", "store_read_f08_small"]
    assert fortran.procedures(functions["store_create"]) == ["store_create_mpi", "store_create_f08"]
    assert fortran.procedures(functions["store_commit"]) == ["closeranks_store_commit"]


def test_python_has_every_function() -> None:
    tree = ast.parse((ROOT / "runtime/python/closeranks/_functions.py").read_text())
    defined = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
    assert defined == {one.python_name for one in API.functions}
    assert python.signature(next(one for one in API.functions if one.short == "missing_ranks"), API) == "missing(comm: MPI.Comm) -> list[int]"


def test_what_is_written_by_hand_is_there() -> None:
    by_hand = [one for one in API.functions if one.without is None]
    in_c = (ROOT / "runtime/stub/without.h").read_text()
    in_python = ast.parse((ROOT / "runtime/python/closeranks/_without.py").read_text())
    assert set(re.findall(r"static inline int without_(\w+)\(", in_c)) == {one.short for one in by_hand}
    assert {node.name for node in in_python.body if isinstance(node, ast.FunctionDef)} == {one.python_name for one in by_hand}
