"""spec/api.json -> the model; every mistake is a sentence that names the entry."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from generator.api.kinds import KINDS
from generator.api.model import PREFIX, Api, Argument, Function, Group, Type, Value
from generator.problems import Problems, did_you_mean
from generator.schema import load_checked

SPEC = "spec/api.json"
SCHEMA = "spec/api.schema.json"
COMMUNICATOR = "a communicator of the program"


def _argument(entry: dict[str, Any], types: dict[str, Any]) -> Argument:
    is_callback = "arguments" in types.get(entry["kind"], {})
    text = entry.get("text", COMMUNICATOR if entry["kind"] == "comm" else "")
    return Argument(entry["name"], entry["kind"], entry.get("intent", "in"), text, entry.get("unit", ""), is_callback)


def _arguments(entry: dict[str, Any], types: dict[str, Any]) -> tuple[Argument, ...]:
    return tuple(_argument(argument, types) for argument in entry.get("arguments", ()))


def _type(name: str, entry: dict[str, Any], types: dict[str, Any]) -> Type:
    values = tuple(Value(number=number, **value) for number, value in enumerate(entry.get("values", ())))
    return Type(name, tuple(entry["text"]), values, _arguments(entry, types), entry.get("formerly", ""))


def _function(name: str, entry: dict[str, Any], types: dict[str, Any]) -> Function:
    without = entry["without"]
    python = entry.get("python", {})
    return Function(
        name=name,
        text=tuple(entry["text"]),
        arguments=_arguments(entry, types),
        errors=entry.get("errors", {}),
        calls=entry.get("calls", ""),
        threads=entry["threads"],
        since=entry["since"],
        without=None if without == "by_hand" else without,
        python_name=python.get("name", name.removeprefix(PREFIX)),
        python_optional=python.get("optional", False),
    )


def _check_arguments(where: str, arguments: Iterable[Argument], types: dict[str, Type], problems: Problems) -> None:
    seen: set[str] = set()
    for number, argument in enumerate(arguments):
        field = f"{where}: arguments[{number}] ({argument.name})"
        if argument.kind not in KINDS and argument.kind not in types:
            problems.add(f"{field}.kind: there is no kind ({argument.kind}){did_you_mean(argument.kind, [*KINDS, *types])}")
        if not argument.text:
            problems.add(f"{field}.text: the field is missing; only a communicator has a default.")
        if argument.name in seen:
            problems.add(f"{field}.name: another argument has this name already.")
        seen.add(argument.name)


def _check_type(one: Type, types: dict[str, Type], problems: Problems) -> None:
    where = f"{SPEC}: {one.name}"
    _check_arguments(where, one.arguments, types, problems)
    if not one.is_enumeration and not one.name.endswith("_function"):
        problems.add(f"{where}: the name of a type of functions ends with _function.")
    for number, value in enumerate(one.values):
        if not value.name.startswith(f"{one.name.upper()}_"):
            problems.add(f"{where}: values[{number}] ({value.name}).name: it must begin with {one.name.upper()}_.")


def _check_function(function: Function, types: dict[str, Type], problems: Problems) -> None:
    where = f"{SPEC}: {function.name}"
    _check_arguments(where, function.arguments, types, problems)
    kinds = [argument.kind for argument in function.arguments]
    if any(kinds[place : place + 3] != ["length", "ranks", "int"] for place, kind in enumerate(kinds) if kind == "length"):
        problems.add(f"{where}: arguments: a length is followed by the ranks that it limits, and by their number.")
    if "ranks" in kinds and "length" not in kinds:
        problems.add(f"{where}: arguments: ranks need a length.")
    if ("length" in kinds) != ("MPI_ERR_COUNT" in function.errors):
        problems.add(f"{where}: errors: MPI_ERR_COUNT stands there if there is a length, and only then.")
    if any(argument.is_callback for argument in function.arguments) != ("context" in kinds):
        problems.add(f"{where}: arguments: a function of the program has a context, and nothing else has one.")
    if function.calls and (function.calls not in types or types[function.calls].is_enumeration):
        problems.add(f"{where}: calls: ({function.calls}) is no function of the program.")
    needed = {argument.name for argument in function.results if argument.kind != "ranks"}
    if function.without is not None and set(function.without) != needed:
        shown = ", ".join(sorted(needed)) or "none"
        problems.add(f"{where}: without: it must have a value for each result ({shown}), and for nothing else.")


def _check_groups(groups: list[dict[str, Any]], functions: dict[str, Function], problems: Problems) -> None:
    listed = [name for group in groups for name in group["functions"]]
    for group in groups:
        for name in group["functions"]:
            if name not in functions:
                problems.add(f"{SPEC}: groups ({group['title']}): there is no function ({name}){did_you_mean(name, functions)}")
            elif listed.count(name) > 1:
                problems.add(f"{SPEC}: groups ({group['title']}): ({name}) is listed twice.")
    for name in functions:
        if name not in listed:
            problems.add(f"{SPEC}: {name}: it is in no group.")


def load(root: Path) -> Api:
    """Reads and checks the spec. Raises SpecError."""
    data = load_checked(root, SPEC, SCHEMA)
    types = {name: _type(name, entry, data["types"]) for name, entry in data["types"].items()}
    functions = {name: _function(name, entry, data["types"]) for name, entry in data["functions"].items()}
    problems = Problems()
    for one in types.values():
        _check_type(one, types, problems)
    for function in functions.values():
        _check_function(function, types, problems)
    _check_groups(data["groups"], functions, problems)
    problems.raise_if_any()
    groups = tuple(Group(one["title"], tuple(functions[name] for name in one["functions"])) for one in data["groups"])
    return Api(types, groups)
