"""The modules of the launcher import each other in one direction, also those that a function imports when it needs them
and those that are for types alone."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from test_rooms import ROOT, Arrows, cycles

LAUNCHER = ROOT / "tools" / "closeranks_launcher"


def names(path: Path) -> Iterator[str]:
    """What the module imports of its own package, as dotted names; those of things in modules as well."""
    package = path.relative_to(LAUNCHER).parent.parts
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.level:
            above = package[: len(package) - (node.level - 1)]
            within = [*above, *(node.module.split(".") if node.module else [])]
            yield ".".join(within)
            yield from (".".join([*within, alias.name]) for alias in node.names)


def arrows() -> Arrows:
    modules = {
        ".".join(path.relative_to(LAUNCHER).with_suffix("").parts): path
        for path in LAUNCHER.rglob("*.py")
        if path.name != "__init__.py"
    }
    return {name: {found for found in names(path) if found in modules} - {name} for name, path in modules.items()}


def test_there_is_no_circle() -> None:
    found = arrows()
    assert {"conclusion", "asked"} <= found["attempts"] and "page.markup" in found["page.page"]
    assert cycles(found) == set()
