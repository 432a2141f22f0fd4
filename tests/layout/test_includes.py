"""Sources of the runtime include the headers of the functions that they call: set-up compiles each room as one file,
in which a source that does not would go unnoticed until somebody compiles it by itself."""

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


def test_one_that_is_missing_is_found() -> None:
    tree = of_the_tree()
    assert len(declared(tree)) > 300
    source, header = "runtime/communicators/intercomm_create.cpp", "runtime/communicators/creation_protocol.hpp"
    assert header in tree[source]
    without = tree | {source: tree[source].replace(f'#include "{header}"', "")}
    assert missing(without) == [f"{source} calls inherit_error_handler of {header}"]
