"""The one way in which the spec's JSON files are written: stable, and made for reading.

An object or list stands on one line when it fits; otherwise each of its members starts a line. The
arguments of a function stand on one line each. `python3 -m generator --format` rewrites the files
so, and every other mode checks it.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from generator.problems import SpecError

WIDTH = 100

# Objects under these names are laid out member by member even if they fit on one line.
_ALWAYS_BROKEN = frozenset({"functions", "standard", "arguments", "classes", "kinds", "reasons"})


def _without_repetition(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result: dict[str, Any] = {}
    for key, value in pairs:
        if key in result:
            raise SpecError(f"the key ({key}) stands twice in one object")
        result[key] = value
    return result


def read_json(path: Path, shown: str) -> dict[str, Any]:
    """The object in the file; `shown` is the path to name in messages."""
    try:
        value = json.loads(path.read_text(encoding="utf-8"), object_pairs_hook=_without_repetition)
    except FileNotFoundError:
        raise SpecError(f"{shown}: the file does not exist.") from None
    except OSError as error:
        raise SpecError(f"{shown}: the file cannot be read ({error.strerror}).") from None
    except UnicodeDecodeError as error:
        raise SpecError(f"{shown}: the file is not UTF-8 (byte {error.start}: {error.reason}).") from None
    except json.JSONDecodeError as error:
        raise SpecError(f"{shown}:{error.lineno}: this is not JSON ({error.msg}).") from None
    except SpecError as error:
        raise SpecError(f"{shown}: {error}.") from None
    if not isinstance(value, dict):
        raise SpecError(f"{shown}: the file must hold one JSON object.")
    return value


def _inline(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _lay_out(value: Any, indent: int, before: int, broken: bool, one_per_line: bool) -> str:
    if not isinstance(value, (dict, list)) or not value:
        return _inline(value)
    flat = _inline(value)
    if not broken and indent + before + len(flat) + 1 <= WIDTH:
        return flat
    pad = " " * (indent + 2)
    lines: list[str] = []
    if isinstance(value, list):
        for item in value:
            text = _inline(item) if one_per_line else _lay_out(item, indent + 2, 0, False, False)
            lines.append(pad + text)
        return "[\n" + ",\n".join(lines) + "\n" + " " * indent + "]"
    for key, member in value.items():
        name = f"{_inline(key)}: "
        force = key in _ALWAYS_BROKEN or (isinstance(member, dict) and "standard" in member)
        text = _lay_out(member, indent + 2, len(name), force, key == "arguments")
        lines.append(pad + name + text)
    return "{\n" + ",\n".join(lines) + "\n" + " " * indent + "}"


def lay_out(value: dict[str, Any]) -> str:
    """The text of a spec file that holds `value`."""
    return _lay_out(value, 0, 0, True, False) + "\n"


def function_order(name: str) -> tuple[str, str]:
    """Functions stand in alphabetical order of their names without prefix, whatever the case."""
    return (name.split("_", 1)[1].lower(), name)


def in_order(value: dict[str, Any]) -> dict[str, Any]:
    """The same file with its functions in order."""
    if not isinstance(value.get("functions"), dict):
        return value
    functions = value["functions"]
    names = sorted(functions, key=lambda name: function_order(name) if "_" in name else (name, name))
    return {**value, "functions": {name: functions[name] for name in names}}
