#!/usr/bin/env python3
"""Checks that the documents can be read once and understood.

  tools/prose.py [FILE.md...]   names each sentence of more than 30 words, and each declarative sentence whose subject
                                is a riddle (Who, What, Nobody, Somebody, Others, Those, Whoever ...)
  tools/prose.py --count FILE   how many there are in each file, the most first
  tools/prose.py --words FILE   names each phrase in a file of any kind for which the project has another word

A page is looked through for old words as well, with its tables and headings. Not read: code and HTML comments; and for
sentences: tables, headings, and files that a program writes.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

LONGEST = 30  # words
RIDDLES = ("Who", "Whoever", "What", "Whatever", "Nobody", "Somebody", "Anybody", "Everybody", "Others", "Those")

# One word for one thing: a phrase, and what to write. The first are out of all files, the second out of pages and messages.
OLD_PHRASES = {
    r"(?:go(?:es|ne)?|(?<!is )(?<!else )going|went|carr(?:y|ies|ied|ying))[- ]on": "continue",
    r"clos(?:es?|ed|ing)[- ]up": "continue without the lost rank",
}
OLD_WORDS = OLD_PHRASES | {
    r"com(?:es?|ing)[- ]back|came[- ]back": "recover",
    r"missing ranks?": "lost rank",
    r"[Nn]obody|[Ss]omebody|[Ee]verybody|[Aa]nybody|[Ee]veryone|[Ww]hoever": "the process, rank or member",
    r"calm(?:ly)?": "fast path",
    r"witness(?:es)?": "member ahead",
    r"carriers?": "attribute holder",
    r"seats?": "place",
    r"let_go": "unref, or what it does",
}

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


@dataclass(frozen=True)
class Fault:
    line: int
    what: str
    text: str  # or empty


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


def _patterns(words: dict[str, str]) -> list[tuple[re.Pattern[str], str]]:
    """The blank of a phrase may be the end of a line, in a comment or in a text that goes over two lines."""
    blank = r"(?:[ -]|\s+(?:[#/*]+[ ]+)?| *[\"']? *\n *f?[\"'])"
    return [
        (re.compile(rf"(?<![\w*`/])(?:{word.replace('[- ]', blank)})(?![\w*`-])", re.IGNORECASE), better)
        for word, better in words.items()
    ]


_EVERYWHERE = _patterns(OLD_PHRASES)
_IN_PAGES = _patterns(OLD_WORDS)


def old_words(text: str, everywhere: bool = False) -> Iterator[Fault]:
    """`text`: of a page or of a message; `everywhere`: of a file of any kind."""
    for pattern, better in _EVERYWHERE if everywhere else _IN_PAGES:
        for found in pattern.finditer(text):
            phrase = " ".join(word for word in re.findall(r"\w+", found[0]) if word != "f")
            yield Fault(text.count("\n", 0, found.start()) + 1, f"says {phrase}: say {better}", "")


def _without_code(text: str) -> str:
    """With all lines of the page, but for what is in code and in HTML comments."""
    text = _COMMENT.sub(lambda found: "\n" * found[0].count("\n"), text)
    lines, in_fence = list[str](), False
    for line in text.splitlines():
        is_fence = bool(_FENCE.match(line))
        in_fence = in_fence != is_fence
        lines.append("" if is_fence or in_fence else line)
    return _CODE.sub(lambda found: "\n" * found[0].count("\n"), re.sub(r"\]\([^)\s]*\)", "]", "\n".join(lines)))


def is_generated(text: str) -> bool:
    return text.startswith("<!-- Generated from ")


def faults(text: str) -> list[Fault]:
    found = [] if is_generated(text) else [one for one in sentences(text) if one.fault]
    return [*(Fault(one.line, one.fault, one.text) for one in found), *old_words(_without_code(text))]


def main(words: list[str]) -> int:
    root = Path(__file__).resolve().parent.parent
    flags, names = {word for word in words if word.startswith("--")}, [word for word in words if not word.startswith("--")]
    found = dict[str, list[Fault]]()
    for name in names:
        text = (root / name).read_text(encoding="utf-8", errors="replace")
        found[name] = list(old_words(text, everywhere=True)) if "--words" in flags else faults(text)
    if "--count" in flags:
        for name, these in sorted(found.items(), key=lambda one: -len(one[1])):
            print(f"{len(these):5d} {name}")
        return 0
    for name, these in found.items():
        for one in these:
            print(f"{name}:{one.line}: it {one.what}{': ' if one.text else ''}{one.text[:90]}")
    return 1 if any(found.values()) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
