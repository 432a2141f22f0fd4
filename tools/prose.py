#!/usr/bin/env python3
"""Checks that the documents can be read once and understood.

  tools/prose.py [FILE.md...]   names each sentence of more than 30 words, and each declarative sentence whose subject
                                is a riddle (Who, What, Nobody, Somebody, Others, Those, Whoever ...)
  tools/prose.py --count FILE   how many there are in each file, the most first

Not read: code, tables of data, headings, HTML comments, and files that a program writes.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

LONGEST = 30  # words
RIDDLES = ("Who", "Whoever", "What", "Whatever", "Nobody", "Somebody", "Anybody", "Everybody", "Others", "Those")

_FENCE = re.compile(r"^\s*(```|~~~)")
_COMMENT = re.compile(r"<!--.*?-->", re.S)
_LINK = re.compile(r"!?\[([^\]]*)\]\([^)]*\)")
_CODE = re.compile(r"`[^`]*`")
_ITEM = re.compile(r"^\s*(?:[-*+]|\d+\.)\s+")
_END = re.compile(r"(?<=[.!?:])[\"')*_]*\s+(?=[\"'(*_]*[A-Z0-9`])")
_ABBREVIATION = re.compile(r"\b(?:e\.g|i\.e|et al|cf|vs|Dr|No)\.$")
_WORD = re.compile(r"[\w'’.,:/@+=-]*\w[\w'’.,:/@+=-]*")


@dataclass(frozen=True)
class Sentence:
    line: int
    text: str

    @property
    def words(self) -> int:
        return len(_WORD.findall(self.text))

    @property
    def fault(self) -> str:
        """What is wrong with it; or nothing."""
        first = re.match(r"[\"'(*_]*(\w+)", self.text)
        if first and first[1] in RIDDLES and not self.text.rstrip("\"')*_").endswith("?"):
            return f"begins with {first[1]}: give it a subject with a name"
        if self.words > LONGEST:
            return f"has {self.words} words: make it two"
        return ""


def _blocks(text: str) -> Iterator[tuple[int, str]]:
    """Paragraphs and items of lists, each as one line of text, with the number of its first line."""
    text = _COMMENT.sub(lambda found: "\n" * found[0].count("\n"), text)
    first, lines, in_fence = 0, list[str](), False
    for number, line in enumerate([*text.splitlines(), ""], 1):
        if _FENCE.match(line):
            in_fence = not in_fence
            line = ""
        apart = in_fence or not line.strip() or line.startswith(("#", "|", "    ", "<", "---"))
        if apart and line.startswith("    ") and lines:
            apart = False  # the text of an item that continues
        if (apart or _ITEM.match(line)) and lines:
            yield first, " ".join(lines)
            lines = []
        if not apart:
            if not lines:
                first = number
            lines.append(_ITEM.sub("", line).strip().removeprefix("> "))


def sentences(text: str) -> Iterator[Sentence]:
    for line, block in _blocks(text):
        plain = _CODE.sub("Code", _LINK.sub(r"\1", block))
        begun = ""
        for piece in _END.split(plain):
            begun = f"{begun} {piece}".strip()
            if not _ABBREVIATION.search(begun):
                yield Sentence(line, begun)
                begun = ""
        if begun:
            yield Sentence(line, begun)


def is_generated(text: str) -> bool:
    return text.startswith("<!-- Generated from ")


def faults(text: str) -> list[Sentence]:
    return [] if is_generated(text) else [one for one in sentences(text) if one.fault]


def main(words: list[str]) -> int:
    root = Path(__file__).resolve().parent.parent
    counts_only = "--count" in words
    found = {name: faults((root / name).read_text(encoding="utf-8")) for name in words if name != "--count"}
    if counts_only:
        for name, these in sorted(found.items(), key=lambda one: -len(one[1])):
            print(f"{len(these):5d} {name}")
        return 0
    for name, these in found.items():
        for one in these:
            print(f"{name}:{one.line}: it {one.fault}: {one.text[:90]}")
    return 1 if any(found.values()) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
