"""Sources of the runtime include the headers of the functions that they call, and of the types whose members they name.
Set-up compiles each room as one file, where another source may include what one lacks; compiled alone it would fail."""

from __future__ import annotations

import re
from collections.abc import Mapping

from test_rooms import ROOT, sources

_INCLUDE = re.compile(r'^#include "(runtime/[^"]+)"', re.M)
_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.S)
# At the margin, for all rooms are one namespace. Names of one word are those of members, too often.
_DECLARED = re.compile(r"^(?!using|return)(?:\[\[\w+\]\] )?(?:[\w:<>,*&]+ )+[*&]?(\w+_\w+)\(", re.M)
_CALLED = re.compile(r"(?<![\w.:>~])([a-z]\w*_\w+)\(")
# A function, a variable or a parameter of the source's own: a type stands before it.
_OWN = re.compile(r"(?<!\w)(?!(?:return|else|case|throw)\b)[\w:<>,\]]+ [*&]?(\w+_\w+)\b|\(\*(\w+)\)\(")
_ANY_CALL = re.compile(r"(\w+)\(")
_DEFINED = re.compile(r"^(?:class|struct|union|enum class|enum) (?:alignas\([^)]*\) )?(\w+)[^;{(]*\{", re.M)
# Also those within others, and other names of types.
_KNOWN = re.compile(r"\b(?:enum class|class|struct|union|enum|using) (?:alignas\([^)]*\) )?(\w+)(?!\s*;|\w)")
_SCOPE = re.compile(r"(?<![\w:])([A-Z]\w*)::")

Texts = Mapping[str, str]


def reach(name: str, texts: Texts) -> set[str]:
    """Itself, what it includes, and what that includes."""
    seen: set[str] = set()
    waiting = [name]
    while waiting:
        if (one := waiting.pop()) not in seen:
            seen.add(one)
            waiting += _INCLUDE.findall(texts.get(one, ""))
    return seen


def declared(texts: Texts) -> dict[str, set[str]]:
    """Functions, and the headers that declare them."""
    where: dict[str, set[str]] = {}
    for header, text in texts.items():
        for name in _DECLARED.findall(text) if header.endswith(".hpp") else ():
            where.setdefault(name, set()).add(header)
    return where


def missing_types(texts: Texts) -> list[str]:
    """Types whose members a source names (Type::member), and that no header defines which it includes."""
    headers: dict[str, set[str]] = {}
    for header, text in texts.items():
        for name in _DEFINED.findall(text) if header.endswith(".hpp") else ():
            headers.setdefault(name, set()).add(header)
    faults = []
    for source in sorted(name for name in texts if name.endswith(".cpp")):
        known = {name for one in reach(source, texts) for name in _KNOWN.findall(texts.get(one, ""))}
        for name in sorted({*_SCOPE.findall(texts[source])} & headers.keys() - known):
            faults.append(f"{source} names {name} of {', '.join(sorted(headers[name]))}")
    return faults


def missing(texts: Texts) -> list[str]:
    """Calls of sources whose functions no header declares that they include, be it by way of others."""
    headers = declared(texts)
    faults = []
    for source in sorted(name for name in texts if name.endswith(".cpp")):
        others = reach(source, texts) - {source}
        known = {name for one in others for name in _ANY_CALL.findall(texts.get(one, ""))}
        known |= {name for found in _OWN.findall(texts[source]) for name in found}
        for name in sorted({*_CALLED.findall(texts[source])} & headers.keys() - known):
            faults.append(f"{source} calls {name} of {', '.join(sorted(headers[name]))}")
    return faults


def of_the_tree() -> dict[str, str]:
    return {path.relative_to(ROOT).as_posix(): _COMMENT.sub("", path.read_text(encoding="utf-8")) for path in sources()}


def test_headers_of_what_is_called_are_included() -> None:
    assert missing(of_the_tree()) == []


def test_headers_of_types_are_included() -> None:
    assert missing_types(of_the_tree()) == []


def test_a_type_that_is_missing_is_found() -> None:
    tree = of_the_tree()
    source, header = "runtime/windows/windows.cpp", "runtime/core/way_back.hpp"
    without = tree | {source: tree[source].replace(f'#include "{header}"', "")}
    assert missing_types(without) == [f"{source} names WayBack of {header}"]


def test_one_that_is_missing_is_found() -> None:
    tree = of_the_tree()
    assert len(declared(tree)) > 300
    source, header = "runtime/communicators/intercomm_create.cpp", "runtime/communicators/creation_protocol.hpp"
    assert header in tree[source]
    without = tree | {source: tree[source].replace(f'#include "{header}"', "")}
    assert missing(without) == [f"{source} calls inherit_error_handler of {header}"]
