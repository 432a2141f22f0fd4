"""Reports as files: JSON that people can read, too."""

from __future__ import annotations

import json
from collections.abc import Mapping

from .plain import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any

_WIDEST = 110


def is_page(path: str) -> bool:
    """Whether the name of a report asks for a page for a browser in place of JSON."""
    return path.lower().endswith((".html", ".htm"))


def _written(value: Any, indent: str) -> str:
    """What is short, and every list of plain values, in one line."""
    plain = json.dumps(value)
    if not isinstance(value, (dict, list)) or not value:
        return plain
    flat = isinstance(value, list) and not any(isinstance(one, (dict, list)) for one in value)
    if flat or len(plain) <= _WIDEST:
        return plain
    deeper = indent + "    "
    if isinstance(value, list):
        lines = [_written(one, deeper) for one in value]
        return "[" + ",".join(f"\n{deeper}{line}" for line in lines) + f"\n{indent}]"
    lines = [f"{json.dumps(name)}: {_written(one, deeper)}" for name, one in value.items()]
    return "{" + ",".join(f"\n{deeper}{line}" for line in lines) + f"\n{indent}}}"


def to_text(report: Mapping[str, Any]) -> str:
    return _written(report, "") + "\n"
