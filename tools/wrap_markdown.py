#!/usr/bin/env python3
"""Wraps the prose of Markdown pages at 120 columns: tools/wrap_markdown.py --check|--fix PAGE...

Only line breaks change. Tables, code, headings, definitions of links, HTML and lines that begin with a picture stay as
they are, and so does a page that a program writes. `tools/lint` calls this for all pages.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

WIDTH = 120

# What a page that a program writes has before its first section.
_GENERATED = re.compile(r"^(?:<!-- Generated |Made by `bench/run )", re.MULTILINE)

# What makes a heading of the lines above, or a table.
_UNDERLINE = re.compile(r"(?:=+|-+|[-:| ]*\|[-:| ]*)\s*$")
_RULE = re.compile(r"([-*_])(?: *\1){2,}\s*$")
_FENCE = re.compile(r"(`{3,})[^`]*$|(~{3,})")
_ITEM = re.compile(r"(?:[-+*]|\d{1,9}[.)]) {1,4}(?=\S)")
_DEFINITION = re.compile(r"\[[^]]+\]:\s")
# What begins a line that is not prose, or not only: also within a paragraph.
_OTHER = re.compile(
    rf"""\#               # a heading; mkdocs takes it for one without a blank, too
    | > | \|           # a quotation, a row of a table
    | \[?!\[           # a picture
    | </?[a-z][a-z0-9]*[\s>/] | <!
    | (?:[-+*]|\d{{1,9}}[.)])\s
    | {_FENCE.pattern} | {_UNDERLINE.pattern} | [*_]{{3,}}\s*$""",
    re.VERBOSE | re.IGNORECASE,
)
# A word. Blanks are part of it in code, in tags and comments, and between the address and the title of a link.
_WORD = re.compile(
    r"""(?:\\\S
    | (?<!`)(`+)(?!`).*?(?<!`)\1(?!`)
    | <!--.*?--> | </?[a-z][^<>]*>
    | \]\([^()\s]*\s+"[^"]*"\)
    | \S)+""",
    re.VERBOSE | re.IGNORECASE,
)


def _words(text: str) -> list[str]:
    """What may begin a line: a word that Markdown would take there for something else is part of the one before it."""
    words: list[str] = []
    for match in _WORD.finditer(re.sub(r"\s*\n\s*", " ", text)):
        word = match[0]
        if words and (_OTHER.match(f"{word} ") or words[-1].endswith("\\")):
            words[-1] += f" {word}"
        else:
            words.append(word)
    return words


@dataclass
class _Paragraph:
    before: str  # blanks and the markers of lists
    lines: list[str]

    def wrapped(self, width: int) -> Iterator[str]:
        line, indent = self.before, " " * len(self.before)
        for part in re.split(r"(?<=  |.\\)\n", "\n".join(self.lines)):  # at the breaks that a reader sees
            for place, word in enumerate(_words(part)):
                if place and len(line) + 1 + len(word) > width:
                    yield line
                    line = indent + word
                else:
                    line += f" {word}" if place else word
            seen = re.search(r" {2,}$", part)
            yield line + (seen[0] if seen else "")
            line = indent


@dataclass
class _Quotation:
    before: str
    lines: list[str]

    def wrapped(self, width: int) -> Iterator[str]:
        inner = "\n".join(re.sub(r"^\s*> ?", "", line) for line in self.lines)
        for line in wrapped(inner, width - len(self.before) - 2).split("\n"):
            yield f"{self.before}> {line}" if line else f"{self.before}>"


@dataclass
class _Page:
    width: int
    done: list[str] = field(default_factory=list)
    _open: _Paragraph | _Quotation | None = None
    _margins: list[int] = field(default_factory=list)  # where the text of the list items begins that a line is in
    _until: re.Pattern[str] | None = None  # what ends the block that is left as it is

    def close(self) -> None:
        if self._open:
            self.done += self._open.wrapped(self.width)
        self._open = None

    def take(self, line: str) -> None:
        text = line.lstrip()
        if not self.done and not self._open and line == "---":  # what stands before the text of a page, in YAML
            self.done.append(line)
            self._until = re.compile("^---$")
            return
        if self._until:
            self.done.append(line)
            if self._until.search(line):
                self._until = None
        elif not text:
            self.close()
            self.done.append(line)
        elif self._open and self._continues(text):
            self._open.lines.append(line)
        elif isinstance(self._open, _Paragraph) and _UNDERLINE.match(text):
            self.done += [self._open.before + self._open.lines[0], *self._open.lines[1:], line]
            self._open = None
            self._until = re.compile(r"^\s*$") if "|" in text else None
        else:
            self._begin(line, text)

    def _continues(self, text: str) -> bool:
        if isinstance(self._open, _Quotation):
            return text.startswith(">")
        number = re.match(r"\d+", text)
        if number and not self._margins and int(number[0]) != 1:
            return True  # a list that begins within a paragraph begins with 1
        return not _OTHER.match(f"{text} ")

    def _begin(self, line: str, text: str) -> None:
        indent = len(line) - len(text)
        after_paragraph = isinstance(self._open, _Paragraph)
        self.close()
        while self._margins and indent < self._margins[-1]:
            self._margins.pop()
        if not after_paragraph and indent - (self._margins or [0])[-1] >= 4:
            self.done.append(line)  # code
            return
        start = indent
        while not _RULE.match(line, start) and (item := _ITEM.match(line, start)):
            start = item.end()
            self._margins.append(start)
        before, text = line[:start], line[start:]
        if start == indent and text.startswith(">"):
            self._open = _Quotation(before, [line])
        elif _OTHER.match(f"{text} ") or _RULE.match(text) or _DEFINITION.match(text):
            self.done.append(line)
            self._until = _end_of(text)
        else:
            self._open = _Paragraph(before, [text])


def _end_of(text: str) -> re.Pattern[str] | None:
    """What ends the block that this line begins; None if it is the line itself."""
    if fence := _FENCE.match(text):
        return re.compile(rf"^\s*{(fence[1] or fence[2])}{text[0]}*\s*$")
    if tag := re.match(r"<(pre|script|style|textarea)\b", text, re.IGNORECASE):
        end = re.compile(f"</{tag[1]}>", re.IGNORECASE)
    elif text.startswith("<!--"):
        end = re.compile("-->")
    elif text.startswith("<"):
        end = re.compile(r"^\s*$")
    else:
        return None
    return None if end.search(text) else end


def wrapped(text: str, width: int = WIDTH) -> str:
    page = _Page(width)
    for line in text.split("\n"):
        page.take(line)
    page.close()
    return "\n".join(page.done)


def main() -> int:
    parser = argparse.ArgumentParser(prog="tools/wrap_markdown.py", description=__doc__)
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--check", action="store_true", help="name the pages that would change; fails if there are any")
    what.add_argument("--fix", action="store_true", help="change them")
    parser.add_argument("pages", type=Path, nargs="*", metavar="PAGE")
    options = parser.parse_args()
    status = 0
    for page in options.pages:
        text = page.read_text(encoding="utf-8")
        result = text if _GENERATED.search(text.split("\n## ")[0]) else wrapped(text)
        if result == text:
            continue
        if options.fix:
            page.write_text(result, encoding="utf-8")
        else:
            print(page)
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main())
