#!/usr/bin/env python3
"""Keeps docs/reference/messages.md and the sources together: each text that a user can see has a row there.

  tools/messages.py --check   names each text that has no row, each row that has no text any more, and faulty sentences
  tools/messages.py --list    prints all texts, file by file, for reading them one after the other

A text is taken from the source as it stands there: every literal of three words or more, with "…" for each value. In
C++ and C these are literals outside of comments, in Python those that are no docstrings.

A row covers a text if it has the literal parts of the text, or the text has those of the row: so a row may stand for
several texts, and a text may be a part of a line. tools/unlisted_messages.txt has the texts and files without a row.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fnmatch import fnmatch
from functools import cache
from pathlib import Path

import prose

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "reference" / "messages.md"
UNLISTED = ROOT / "tools" / "unlisted_messages.txt"
FOLDERS = ("runtime", "tools/closeranks_launcher")
_SUFFIXES = (".cpp", ".hpp", ".c", ".h", ".py")
_VALUE = "…"
_CODE_SPAN = re.compile(r"(`+)(.+?)\1")
_FEWEST = 3  # words

_TOKEN = re.compile(
    r"""(?P<skip>//[^\n]*|/\*.*?\*/|^\s*\#[^\n]*)
    | R"(?P<mark>\w*)\((?P<raw>.*?)\)(?P=mark)"
    | "(?P<text>(?:\\.|[^"\\])*)"
    | (?P<number>\b\d[\w']*)
    | (?P<char>'(?:\\.|[^'\\])+')
    | (?P<other>.)""",
    re.VERBOSE | re.DOTALL | re.MULTILINE,
)
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_FORMAT = re.compile(r"%[-+ #0]*(?:\d+|\*)?(?:\.(?:\d+|\*))?(?:hh|ll|[hlzjt])?[diouxXeEfgGscp]")
# Programs of the doctor's trials, patterns, and lists of mpirun's options.
_CODE = re.compile(r"^\s*(?:#include|program |from \w+ import|import |sleep |mca |n np |h help|select: )|\\w")
_NO_TEXT = re.compile(r"static_assert|asm|__attribute__|CLOSERANKS_QUIRK")


def _plain(text: str) -> str:
    text = _ESCAPE.sub(lambda found: {"n": "\n", "t": " "}.get(found[1], found[1]), text)
    return _FORMAT.sub(_VALUE, text).replace("%%", "%")


def _statements(source: str) -> Iterator[list[tuple[str, str]]]:
    """Of each statement its literals, each with the code before it."""
    found: list[tuple[str, str]] = []
    code = ""
    for token in _TOKEN.finditer(source):
        if token["text"] is not None:
            if found and not code.strip():
                before, text = found[-1]
                found[-1] = (before, text + _plain(token["text"]))  # adjacent ones are one
            else:
                found.append((code.strip(), _plain(token["text"])))
            code = ""
        elif token["raw"] is not None:
            code += "raw"
        elif (other := token["other"]) is not None:
            if other in ";{}":
                yield found
                found, code = [], ""
            else:
                code += other
    yield found


def _of_cpp(source: str) -> Iterator[str]:
    for literals in _statements(source):
        if literals and _NO_TEXT.search(literals[0][0]):
            continue
        message = ""
        for before, text in literals:
            is_branch = before.endswith("?") or before == ":"
            if is_branch and len(text.split()) < _FEWEST:
                message += "" if message.endswith(_VALUE) else _VALUE
                continue
            if message and before.lstrip(") ").startswith("+") and before.endswith(("+", "(")):
                is_sum = message.endswith(_VALUE) or before.strip("()+ ") == ""
                message += text if is_sum else _VALUE + text
                continue
            yield message
            message = text
        yield message


def _of_expression(node: ast.expr) -> str | None:
    """The text of an expression that makes one, or None."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join(
            str(part.value) if isinstance(part, ast.Constant) else _VALUE for part in node.values
        )
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        left, right = _of_expression(node.left), _of_expression(node.right)
        if left is not None or right is not None:
            return (_VALUE if left is None else left) + (_VALUE if right is None else right)
    return None


def _of_node(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return  # a docstring
    text = _of_expression(node) if isinstance(node, ast.expr) else None
    if text is not None:
        yield text
        if not isinstance(node, ast.JoinedStr):
            return
    for child in ast.iter_child_nodes(node):
        if text is None or isinstance(child, ast.FormattedValue):
            yield from _of_node(child)


def _of_python(source: str) -> Iterator[str]:
    yield from _of_node(ast.parse(source))


def _is_read(text: str) -> bool:
    """Whether it is a text for people: words, and not code, patterns or names of fields."""
    if _CODE.search(text):
        return False
    words = re.findall(r"(?<![\w\\/<.-])[A-Za-z][a-z']+(?![\w/>(=])", text)
    return len(words) >= _FEWEST and re.search(r"[a-z]{2,},? [a-z]", text) is not None


def literals(path: Path) -> list[str]:
    """All of a source, each in one line."""
    source = path.read_text(encoding="utf-8")
    found = _of_python(source) if path.suffix == ".py" else _of_cpp(source)
    lines = (re.sub(r"\s+", " ", re.sub(r"\s*\n\s*", " / ", text.strip())).strip(" ,;:") for text in found)
    return list(dict.fromkeys(lines))


def texts(path: Path) -> list[str]:
    return [text for text in literals(path) if _is_read(text)]


def all_literals() -> Iterator[tuple[Path, list[str]]]:
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in _SUFFIXES:
                yield path.relative_to(ROOT), literals(path)


def all_texts() -> Iterator[tuple[Path, list[str]]]:
    for path, found in all_literals():
        if read := [text for text in found if _is_read(text)]:
            yield path, read


@dataclass(frozen=True)
class Row:
    """A row of the page, or a line of the file of unlisted texts."""

    place: str  # FILE:LINE
    messages: tuple[str, ...]
    sentences: tuple[str, ...] = ()  # cause and cure


def rows(page: Path) -> Iterator[Row]:
    """The rows of tables whose first column has messages, as code."""
    for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), 1):
        if line.startswith("|"):
            first, *cells = (cell.strip() for cell in re.split(r"(?<!\\)\|", line.strip("|")))
            if messages := tuple(found[2] for found in _CODE_SPAN.finditer(first)):
                yield Row(f"{page.name}:{number}", messages, tuple(cells))


def unlisted(file: Path) -> tuple[list[str], list[Row]]:
    """Patterns of files, and texts. A line that begins with # says why the lines below it are there."""
    lines = enumerate(file.read_text(encoding="utf-8").splitlines(), 1)
    told = {number: line for number, line in lines if line and not line.startswith("#")}
    files = [line for line in told.values() if line.startswith(FOLDERS)]
    return files, [Row(f"{file.name}:{number}", (line,)) for number, line in told.items() if line not in files]


@cache
def _parts(text: str) -> list[str]:
    """What stands between the values."""
    return [part for piece in re.split(f"{_VALUE}| / ", text) if (part := piece.strip(" ,;:.()'\""))]


def _has(text: str, parts: Iterable[str]) -> bool:
    """Whether the parts are there, in this order."""
    at = 0
    for part in parts:
        found = text.find(part, at)
        if found < 0:
            return False
        at = found + len(part)
    return True


def covers(message: str, text: str) -> bool:
    return _has(text, _parts(message)) or _has(message, _parts(text))


def compared(
    found: list[tuple[Path, list[str]]], page: list[Row], left_out: tuple[list[str], list[Row]]
) -> Iterator[str]:
    """Texts without a row, and rows without a text. `found`: all literals, of which some are no texts."""
    files, others = left_out
    known = [message for row in [*page, *others] for message in row.messages]
    read = {path: [text for text in its_literals if _is_read(text)] for path, its_literals in found}
    for path, its_texts in read.items():
        if not any(fnmatch(str(path), pattern) for pattern in files):
            for text in its_texts:
                if not any(covers(message, text) for message in known):
                    yield f"{path}: no row of {PAGE.name} has: {text}"
    everything = "\n".join(text for _, its_literals in found for text in its_literals)
    for row in [*page, *others]:
        for message in row.messages:
            parts = _parts(message)
            long_parts = [part for part in parts if " " in part]
            if len(" ".join(parts).split()) < _FEWEST - 1:
                yield f"{row.place}: this is too short to be found: {message}"
            elif not any(_has(text, parts) for its_texts in read.values() for text in its_texts):
                for part in long_parts or parts:
                    if part not in everything:
                        yield f"{row.place}: no source prints any more: {part}"
    for pattern in files:
        if not any(fnmatch(str(path), pattern) and read[path] for path in read):
            yield f"{UNLISTED.name}: no such file has texts: {pattern}"


def faulty(page: list[Row]) -> Iterator[str]:
    """Rows without cause or cure, and sentences in them that are hard to read."""
    for row in page:
        if len(row.sentences) != 2 or not all(row.sentences):
            yield f"{row.place}: a row has a message, its cause, and what to do"
        for cell in row.sentences:
            for sentence in prose.sentences(cell):
                if sentence.fault:
                    yield f"{row.place}: it {sentence.fault}: {sentence.text}"


def riddles() -> list[str]:
    """Sentences that begin with Who, What, Nobody and the like, and are no questions."""
    begin = re.compile(rf"(?:^|(?<=[.!?:;] ))(?:{'|'.join(prose.RIDDLES)})\b[^.!?;]*(?P<end>.?)")
    return [
        f"{path}: {text}"
        for path, found in all_texts()
        for text in found
        if any(match["end"] != "?" for match in begin.finditer(text))
    ]


def old_words() -> list[str]:
    """Texts with a word for which the project has another one."""
    return [f"{path}: it {one.what}: {text}" for path, found in all_texts() for text in found for one in prose.old_words(text)]


def main(words: list[str]) -> int:
    if words == ["--list"]:
        print("\n\n".join("\n  ".join([str(path), *found]) for path, found in all_texts()))
        return 0
    if words != ["--check"]:
        print(__doc__)
        return 2
    page = list(rows(PAGE))
    problems = [f"a riddle for a subject: {one}" for one in riddles()]
    problems += old_words()
    problems += [*compared(list(all_literals()), page, unlisted(UNLISTED)), *faulty(page)]
    print("\n".join(problems), end="\n" if problems else "")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
