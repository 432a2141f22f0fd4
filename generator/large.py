"""The forms with large counts: MPI_Send_c, made of the entry of MPI_Send.

A sibling says that it has one (`large`). The arguments whose kind has a larger type get that, and functions that the
treatment names are meant in their large forms. All else is as at the sibling.
"""

from __future__ import annotations

import copy
import re
from typing import Any

from generator.json_text import function_order
from generator.model import Kind
from generator.problems import MAIN, Problems

ENDING = "_c"
SINCE = "4.0"  # the version of MPI that brought these forms
FIRST_RELEASE = 6  # of Open MPI that has them


def _type(type_: str, kind: Kind) -> str:
    if kind.large is None:
        return type_
    if kind.type is None:
        return re.sub(r"\w+", lambda found: found.group() + kind.large, type_, count=1)  # type: ignore[operator]
    return re.sub(rf"\b{re.escape(kind.type)}\b", kind.large, type_, count=1)


def _version(text: str) -> tuple[int, ...]:
    return tuple(int(part) for part in text.split(".")) if text[0].isdecimal() else ()


def _standard(name: str, of: dict[str, Any], kinds: dict[str, Kind]) -> dict[str, Any]:
    standard = copy.deepcopy(of)
    standard["brief"] = f"{name} with counts of any size."
    standard["since"] = max(SINCE, of["since"], key=_version)
    standard["large"] = name
    standard["from"] = FIRST_RELEASE
    for form in ("nonblocking", "persistent"):
        if form in standard:
            standard[form] += ENDING
    for argument in standard["arguments"]:
        argument["type"] = _type(argument["type"], kinds[argument["kind"]])
    return standard


def _treatment(of: dict[str, Any]) -> dict[str, Any]:
    treatment = copy.deepcopy(of)
    if "variant" in treatment.get("positional", {}):
        treatment["positional"]["variant"] += ENDING
    if "explicit" in treatment:
        treatment["explicit"]["function"] += ENDING
    return treatment


def _is_larger(standard: dict[str, Any], of: dict[str, Any]) -> bool:
    return any(a["type"] != b["type"] for a, b in zip(standard["arguments"], of["arguments"], strict=True))


def add(entries: dict[str, Any], kinds: dict[str, Kind], problems: Problems) -> None:
    """Adds the large forms, each behind its sibling; entries are complete otherwise."""
    for name in [name for name, entry in entries.items() if entry["standard"].pop("large", False)]:
        of = entries[name]
        large = name + ENDING
        if large in entries:
            problems.add(f"{MAIN}: {large}: it follows from `large` of {name}; leave it out.")
            continue
        standard = _standard(name, of["standard"], kinds)
        is_form = any(form in standard for form in ("nonblocking", "persistent"))
        if not is_form and not _is_larger(standard, of["standard"]):
            problems.add(f"{MAIN}: {name}: standard.large: no argument has a kind with a larger type.")
        entries[large] = {"standard": standard, "treatment": _treatment(of["treatment"])}
    ordered = sorted(entries.items(), key=lambda item: function_order(item[0]) if "_" in item[0] else (item[0],) * 2)
    entries.clear()
    entries.update(ordered)
