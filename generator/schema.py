"""Checks a spec file against its JSON Schema; every violation becomes one sentence."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import jsonschema

from generator.json_text import in_order, lay_out, read_json
from generator.problems import Problems, SpecError, did_you_mean

# The members of these objects are entries, and messages name them by their key.
_ENTRY_LISTS = ("functions", "classes", "reasons", "kinds")


def _field(value: Any, path: list[Any]) -> str:
    """`standard.arguments[3] (root).kind` for a path below an entry."""
    text = ""
    for step in path:
        value = value[step]
        if isinstance(step, int):
            text += f"[{step}]"
            if isinstance(value, dict) and "name" in value:
                text += f" ({value['name']})"
        else:
            text += f".{step}" if text else str(step)
    return text


def _complaints(error: jsonschema.ValidationError) -> list[str]:
    instance, rule = error.instance, error.validator_value
    if error.validator == "additionalProperties" and isinstance(instance, dict):
        known = list(error.schema.get("properties", {}))
        unknown = [key for key in instance if key not in known]
        return [f"the field ({key}) is not known here{did_you_mean(key, known)}" for key in unknown]
    if error.validator == "required":
        missing = [key for key in rule if key not in instance]
        return [f"the field ({key}) is missing." for key in missing]
    if error.validator == "enum":
        words = [str(word) for word in rule]
        shown = ", ".join(words)
        return [f"the value ({instance}) must be one of: {shown}{did_you_mean(str(instance), words)}"]
    if error.validator == "type":
        return [f"the value ({instance!r}) must be of type {rule}."]
    if error.validator == "pattern":
        return [f"the value ({instance}) must match {rule}."]
    return [f"{error.message}."]


def _sentences(data: dict[str, Any], error: jsonschema.ValidationError, shown: str) -> list[str]:
    path = list(error.absolute_path)
    where = shown
    if len(path) >= 2 and path[0] in _ENTRY_LISTS:
        where += f": {path[1]}"
        field = _field(data[path[0]][path[1]], path[2:])
    else:
        field = _field(data, path)
    if error.validator == "propertyNames" or "propertyNames" in error.schema_path:
        return [f"{where}: the name ({error.instance}) is not that of a function."]
    where += f": {field}" if field else ""
    return [f"{where}: {complaint}" for complaint in _complaints(error)]


def check_text(root: Path, shown: str, value: dict[str, Any]) -> None:
    """Raises when the file is not written as `--format` would write it."""
    if (root / shown).read_text(encoding="utf-8") != lay_out(in_order(value)):
        raise SpecError(
            f"{shown}: the file is not in its order and layout; `python3 -m generator --format` "
            "puts it right."
        )


def _violations(value: Any, rules: dict[str, Any], schema: str) -> list[jsonschema.ValidationError]:
    """The violations of the rules of the file `schema` in `value`."""
    try:
        jsonschema.Draft202012Validator.check_schema(rules)
        return list(jsonschema.Draft202012Validator(rules).iter_errors(value))
    except jsonschema.SchemaError as error:
        where = ".".join(str(step) for step in error.absolute_path)
        raise SpecError(f"{schema}: {where}: this is no JSON Schema ({error.message}).") from None
    except (jsonschema.RefResolutionError, re.error) as error:
        raise SpecError(f"{schema}: this is no JSON Schema ({error}).") from None


def load_checked(root: Path, shown: str, schema: str) -> dict[str, Any]:
    """The object in the spec file `shown`, which obeys `schema` (both relative to `root`)."""
    value = read_json(root / shown, shown)
    rules = read_json(root / schema, schema)
    problems = Problems()
    for error in sorted(_violations(value, rules, schema), key=lambda e: [str(p) for p in e.absolute_path]):
        for sentence in _sentences(value, error, shown):
            problems.add(sentence)
    problems.raise_if_any()
    return value
