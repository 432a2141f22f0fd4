"""What MPIs do that another one would not: spec/quirks.json -> the runtime's table, the doctor's list of faults, and a
page. A quirk with a patch is a fault that set-up mends (tools/openmpi-patches).

The main generator calls outputs().
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import jinja2

from generator.problems import Problems
from generator.schema import load_checked

SPEC = "spec/quirks.json"
SCHEMA = "spec/quirks.schema.json"
FAULTS = "tools/openmpi-patches/faults.json"
TESTED = "5.0.7"  # the version that set-up builds
TEMPLATES = {"generated/tables/quirks.hpp": "tables/quirks.hpp.j2", "docs/developers/quirks.md": "quirks.md.j2"}


@dataclass(frozen=True)
class Quirk:
    """One entry."""

    id: str
    says: str
    versions: dict[str, str]  # "has", "free" or "untried"
    when: str = ""
    does: str = ""
    patch: str = ""
    newer: str = ""
    report: str = ""
    calls: Sequence[str] = ()  # patterns of functions: it strikes programs that call one of them
    avoided: str = ""  # what closeranks does so that it does not strike protected programs

    @property
    def free_from(self) -> list[tuple[int, int, int]]:
        """The first version of each series (5, 6, ...) that is known to be free of it, ascending."""
        first: dict[int, tuple[int, int, int]] = {}
        for text, state in self.versions.items():
            if state == "free":
                number = numbers(text)
                first[number[0]] = min(number, first.get(number[0], number))
        return sorted(first.values())

    def in_version(self, text: str) -> str:
        """The state in a version: as noted; else free where an older one of its series is; else untried."""
        if text in self.versions:
            return self.versions[text]
        wanted = numbers(text)
        is_free = any(one[0] == wanted[0] and one <= wanted for one in self.free_from)
        return "free" if is_free else "untried"

    def comes_after(self, text: str) -> bool:
        """Whether a newer version brought it."""
        has = [numbers(version) for version, state in self.versions.items() if state == "has"]
        return bool(has) and numbers(text) < min(has) and self.in_version(text) == "free"


def numbers(version: str) -> tuple[int, int, int]:
    """5.0.10 and 5.0.10rc2 are (5, 0, 10)."""
    found = re.match(r"(\d+)\.(\d+)\.(\d+)", version)
    if found is None:
        raise ValueError(version)
    return int(found[1]), int(found[2]), int(found[3])


def _problems_of(root: Path, quirks: tuple[Quirk, ...]) -> Problems:
    """Problems that the schema cannot find."""
    problems = Problems()
    there = {path.stem for path in (root / "tools/openmpi-patches").glob("*.patch")}
    named = [quirk.patch for quirk in quirks if quirk.patch]
    for quirk in quirks:
        where = f"{SPEC}: {quirk.id}"
        if quirk.patch and quirk.patch not in there:
            problems.add(f"{where}.patch: there is no file tools/openmpi-patches/{quirk.patch}.patch.")
        if named.count(quirk.patch) > 1:
            problems.add(f"{where}.patch: another quirk has the patch ({quirk.patch}) already.")
        if TESTED not in quirk.versions:
            problems.add(f"{where}.versions: the state in {TESTED}, which set-up builds, is missing.")
    for patch in sorted(there - set(named)):
        problems.add(f"{SPEC}: no quirk has the patch ({patch}).")
    return problems


def load(root: Path) -> tuple[Quirk, ...]:
    """Reads and checks the table. Raises SpecError."""
    entries = load_checked(root, SPEC, SCHEMA)["quirks"]
    quirks = tuple(Quirk(id, **fields) for id, fields in entries.items())
    _problems_of(root, quirks).raise_if_any()
    return quirks


def versions(quirks: tuple[Quirk, ...]) -> list[str]:
    """All versions for which a quirk has a state, ascending."""
    return sorted({version for quirk in quirks for version in quirk.versions}, key=numbers)


def _faults(quirks: tuple[Quirk, ...]) -> str:
    """The doctor's list, of the quirks that have a patch."""
    lines = [
        json.dumps({"patch": q.patch, "when": q.when, "does": q.does, "versions": q.versions} | _striking(q))
        for q in quirks
        if q.patch
    ]
    about = f"Generated from {SPEC} by generator/, do not edit. Read by closeranks doctor."
    head = f'{{\n    "_doc": {json.dumps(about)},\n    "found_in": "{TESTED}",\n    "faults": [\n        '
    return head + ",\n        ".join(lines) + "\n    ]\n}\n"


def _striking(quirk: Quirk) -> dict[str, object]:
    """Which programs it strikes, where that is not every one."""
    return ({"calls": quirk.calls} if quirk.calls else {}) | ({"avoided": quirk.avoided} if quirk.avoided else {})


def inputs() -> list[str]:
    """Every file that the outputs depend on, relative to the root."""
    return [SPEC, SCHEMA, "generator/quirks.py"] + [f"templates/{t}" for t in TEMPLATES.values()]


def outputs(root: Path, environment: jinja2.Environment) -> dict[str, str]:
    """The generated files: path relative to `root` -> text."""
    quirks = load(root)
    texts = {
        path: environment.get_template(template).render(quirks=quirks, versions=versions(quirks))
        for path, template in TEMPLATES.items()
    }
    return texts | {FAULTS: _faults(quirks)}
