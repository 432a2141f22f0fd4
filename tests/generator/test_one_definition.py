"""No two types of the runtime have one qualified name: the linker joins what they define without a word."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

# clang-format puts what is in a namespace at the beginning of a line, and ends each with its name.
_OPENS = re.compile(r"^namespace(?: ([\w:]+))? \{$")
_CLOSES = re.compile(r"^\} // namespace(?: ([\w:]+))?$")
_TYPE = re.compile(
    r"^(?:template <.*> )?(?:struct|class|union|enum(?: class| struct)?) (?:\[\[.*?\]\] |alignas\(.*?\) )?"
    r"(\w+)(?: final)?(?: :[^:;][^;]*)?(?: \{.*)?$"
)


def types_in(text: str) -> Iterator[str]:
    """The qualified names of the types that `text` defines, but for those of unnamed namespaces."""
    scopes: list[str | None] = []
    for line in text.splitlines():
        if opened := _OPENS.match(line):
            scopes.append(opened.group(1))
        elif closed := _CLOSES.match(line):
            if scopes and scopes[-1] == closed.group(1):  # else that of another branch of an #if
                scopes.pop()
        elif (found := _TYPE.match(line)) and None not in scopes:
            yield "::".join([*(scope for scope in scopes if scope), found.group(1)])


def definitions() -> dict[str, list[str]]:
    places: dict[str, list[str]] = defaultdict(list)
    for folder in ("runtime", "generated"):
        for path in sorted((ROOT / folder).rglob("*.[ch]pp")):
            for name in types_in(path.read_text(encoding="utf-8")):
                places[name].append(str(path.relative_to(ROOT)))
    return places


def test_every_type_is_defined_once() -> None:
    assert {name: places for name, places in definitions().items() if len(places) > 1} == {}


def test_types_are_found() -> None:
    known = definitions()
    for name in ("Communicator", "Runtime", "Policy", "Commit", "Versioned", "stall::Survivor"):
        assert f"closeranks::{name}" in known, name


def test_a_declaration_is_none() -> None:
    assert list(types_in("namespace a {\nclass B;\nenum class C : int;\nstruct D f();\n")) == []


def test_an_unnamed_namespace_is_of_its_file() -> None:
    text = "namespace a {\nnamespace {\nstruct B {\n};\n} // namespace\nstruct C final : B {\n};\n} // namespace a\n"
    assert list(types_in(text)) == ["a::C"]
