"""A tree with spec/, templates/, generator/ and generated/ that a test may spoil."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from generator.json_text import lay_out, read_json

ROOT = Path(__file__).resolve().parents[2]
MAIN = "spec/mpi.json"
HANDWRITTEN = "spec/overlays/handwritten.json"

Change = Callable[[Any], object]


def changed(name: str, part: str, /, **fields: object) -> Change:
    """Sets fields of the standard or the treatment of a function."""
    return lambda spec: spec["functions"][name].setdefault(part, {}).update(fields)


def without(name: str, part: str, field: str) -> Change:
    return lambda spec: spec["functions"][name][part].pop(field)


def argument(function: str, number: int, /, **fields: object) -> Change:
    """Sets fields of an argument of a function."""
    return lambda spec: spec["functions"][function]["standard"]["arguments"][number].update(fields)


def all_of(*changes: Change) -> Change:
    def change(spec: Any) -> None:
        for one in changes:
            one(spec)

    return change


@dataclass(frozen=True)
class Done:
    """How a run of the generator ended."""

    status: int
    out: str
    err: str

    @property
    def complaints(self) -> list[str]:
        return [line.removeprefix("error: ") for line in self.err.splitlines()]


@dataclass(frozen=True)
class Tree:
    root: Path

    def run(self, *arguments: str, seed: str = "0") -> Done:
        """`python3 -m generator arguments...` of the tree itself."""
        environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONDONTWRITEBYTECODE": "1"}
        environment.pop("PYTHONPATH", None)
        done = subprocess.run(
            [sys.executable, "-m", "generator", *arguments],
            cwd=self.root,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        return Done(done.returncode, done.stdout, done.stderr)

    def edit(self, path: str, change: Change) -> None:
        """Changes the JSON in a spec file and keeps its layout."""
        value = read_json(self.root / path, path)
        change(value)
        (self.root / path).write_text(lay_out(value), encoding="utf-8")

    def edit_function(self, name: str, change: Change, path: str = MAIN) -> None:
        self.edit(path, lambda value: change(value["functions"][name]))


def copy_tree(place: Path) -> Tree:
    """The project below `place`, but for what the generator neither reads nor writes."""
    for part in ("spec", "templates", "generator", "generated"):
        shutil.copytree(ROOT / part, place / part, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(ROOT / "runtime", place / "runtime", ignore=shutil.ignore_patterns("__pycache__"))
    patches = "tools/openmpi-patches"
    shutil.copytree(ROOT / patches, place / patches, ignore=shutil.ignore_patterns("reports", "*.md"))
    for page in ("docs/reference/functions.md", "docs/reference/options.md", "docs/reference/c-api.md", "docs/developers/quirks.md"):
        (place / page).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / page, place / page)
    return Tree(place)
