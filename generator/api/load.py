"""spec/api.json, or a file beside it -> the model; every mistake is a sentence that names the entry."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from generator.api.kinds import ARRAYS, KINDS
from generator.api.model import PREFIX, Api, Argument, Constant, Function, Group, Returned, Text, Type, Value
from generator.problems import Problems, did_you_mean
from generator.schema import load_checked

SPEC = "spec/api.json"
SCHEMA = "spec/api.schema.json"
COMMUNICATOR = "a communicator of the program"


def _argument(entry: dict[str, Any], types: dict[str, Any]) -> Argument:
    text = entry.get("text", COMMUNICATOR if entry["kind"] == "comm" else "")
    return Argument(entry["name"], entry["kind"], entry.get("intent", "in"), text, entry.get("unit", ""), _sort(types.get(entry["kind"])), entry.get("optional", False))


def _sort(type_: dict[str, Any] | None) -> str:
    if type_ is None:
        return ""
    return "callback" if "arguments" in type_ else "handle" if "handle" in type_ else "enumeration"


def _text(entry: dict[str, Any]) -> Text:
    return tuple(entry["text"])


def _returned(entry: dict[str, Any]) -> Returned | None:
    return Returned(**entry["returns"]) if "returns" in entry else None


def _arguments(entry: dict[str, Any], types: dict[str, Any]) -> tuple[Argument, ...]:
    return tuple(_argument(argument, types) for argument in entry.get("arguments", ()))


def _type(name: str, entry: dict[str, Any], types: dict[str, Any]) -> Type:
    values = tuple(Value(number=number, **value) for number, value in enumerate(entry.get("values", ())))
    return Type(name, _text(entry), values, _arguments(entry, types), _returned(entry), entry.get("formerly", ""))


def _function(name: str, entry: dict[str, Any], types: dict[str, Any]) -> Function:
    without = entry.get("without", "by_hand")
    python = entry.get("python", {})
    return Function(
        name=name,
        text=_text(entry),
        arguments=_arguments(entry, types),
        errors=entry.get("errors", {}),
        outcome=entry.get("outcome", ""),
        returns=_returned(entry),
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
    where = one.name
    _check_arguments(where, one.arguments, types, problems)
    if one.arguments and not one.name.endswith("_function"):
        problems.add(f"{where}: the name of a type of functions ends with _function.")
    for number, value in enumerate(one.values):
        if not value.name.startswith(f"{one.name.upper()}_"):
            problems.add(f"{where}: values[{number}] ({value.name}).name: it must begin with {one.name.upper()}_.")


def _check_lengths(where: str, function: Function, problems: Problems) -> None:
    """An array has a length, and a number of all entries after it."""
    kinds = [argument.kind for argument in function.arguments]
    for place in (place for place, kind in enumerate(kinds) if kind == "length"):
        rest = kinds[place + 1 :]
        while rest and rest[0] in ARRAYS:
            rest = rest[1:]
        if len(rest) + place + 1 == len(kinds) or rest[:1] != ["int"]:
            problems.add(f"{where}: arguments: a length is followed by the ranks that it limits, and by their number.")
    if set(ARRAYS) & set(kinds) and "length" not in kinds:
        problems.add(f"{where}: arguments: ranks need a length.")
    if not function.outcome and ("length" in kinds) != ("MPI_ERR_COUNT" in function.errors) and "elements" not in kinds and "large" not in kinds:
        problems.add(f"{where}: errors: MPI_ERR_COUNT stands there if there is a length, and only then.")


def _check_function(function: Function, types: dict[str, Type], problems: Problems) -> None:
    where = function.name
    _check_arguments(where, function.arguments, types, problems)
    _check_lengths(where, function, problems)
    kinds = [argument.kind for argument in function.arguments]
    if any(argument.is_callback for argument in function.arguments) != ("context" in kinds):
        problems.add(f"{where}: arguments: a function of the program has a context, and nothing else has one.")
    if function.calls and (function.calls not in types or not types[function.calls].arguments):
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
                problems.add(f"groups ({group['title']}): there is no function ({name}){did_you_mean(name, functions)}")
            elif listed.count(name) > 1:
                problems.add(f"groups ({group['title']}): ({name}) is listed twice.")
    for name in functions:
        if name not in listed:
            problems.add(f"{name}: it is in no group.")


def load(root: Path, spec: str = SPEC) -> Api:
    """Reads and checks a file of the spec. Raises SpecError."""
    data = load_checked(root, spec, SCHEMA)
    types = {name: _type(name, entry, data["types"]) for name, entry in data["types"].items()}
    functions = {name: _function(name, entry, data["types"]) for name, entry in data["functions"].items()}
    problems = Problems(spec)
    for one in types.values():
        _check_type(one, types, problems)
    for function in functions.values():
        _check_function(function, types, problems)
        if ("without" in data["functions"][function.name]) != (spec == SPEC):
            problems.add(f"{function.name}: without: functions of {SPEC} have it, and no others.")
    _check_groups(data["groups"], functions, problems)
    if data.get("errors", "") not in ("", *(name for name, one in types.items() if one.is_enumeration)):
        problems.add(f"errors: ({data['errors']}) is no enumeration.")
    problems.raise_if_any()
    groups = tuple(Group(one["title"], tuple(functions[name] for name in one["functions"])) for one in data["groups"])
    constants = tuple(Constant(name, _text(one), one["kind"], one["value"]) for name, one in data.get("constants", {}).items())
    return Api(types, groups, constants, types.get(data.get("errors", "")))
