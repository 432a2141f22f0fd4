#!/usr/bin/env python3
"""Lists the texts that a user can see, for reading them one after the other: docs/developers/messages.md.

  tools/messages.py --check   fails if the page is not current, or a text on it has a riddle for a subject
  tools/messages.py --fix     writes the page

A text is taken from the source as it stands there: every literal of three words or more, with "…" for each value. In
C++ and C these are literals outside of comments, in Python those that are no docstrings. The help of the options is not
among them: docs/reference/options.md has it.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import prose

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "developers" / "messages.md"
FOLDERS = {
    "runtime": "The library, and what stands beside it",
    "tools/closeranks_launcher": "The launcher",
}
_HEAD = """<!-- Generated from the sources by tools/messages.py; do not edit -->
# Messages

This page is for developers. It lists the texts that a user can see, file by file, as the source has them, so that they
can be read one after the other. "…" stands for a value. `tools/messages.py --fix` writes the page.
"""
_SUFFIXES = (".cpp", ".hpp", ".c", ".h", ".py")
_VALUE = "…"
_FEWEST = 3  # words

_TOKEN = re.compile(
    r"""(?P<skip>//[^\n]*|/\*.*?\*/|^\s*\#[^\n]*)
    | R"(?P<mark>\w*)\((?P<raw>.*?)\)(?P=mark)"
    | "(?P<text>(?:\\.|[^"\\])*)"
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


def texts(path: Path) -> list[str]:
    source = path.read_text(encoding="utf-8")
    found = _of_python(source) if path.suffix == ".py" else _of_cpp(source)
    lines = (re.sub(r"\s+", " ", re.sub(r"\s*\n\s*", " / ", text.strip())).strip(" ,;:") for text in found if _is_read(text))
    return list(dict.fromkeys(lines))


def all_texts() -> Iterator[tuple[str, Path, list[str]]]:
    for folder, title in FOLDERS.items():
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in _SUFFIXES and (found := texts(path)):
                yield title, path.relative_to(ROOT), found


def _shown(text: str) -> str:
    return text.replace("\\", "\\\\").replace("<", "&lt;").replace("*", "\\*").replace("`", "\\`").replace("_", "\\_")


def page() -> str:
    lines, last = [_HEAD], ""
    for title, path, found in all_texts():
        if title != last:
            lines.append(f"## {title}\n")
        last = title
        lines += [f"### `{path}`\n", *(f"- {_shown(text)}" for text in found), ""]
    return "\n".join(lines)


def riddles() -> list[str]:
    """Sentences that begin with Who, What, Nobody and the like, and are no questions."""
    begin = re.compile(rf"(?:^|(?<=[.!?:;] ))(?:{'|'.join(prose.RIDDLES)})\b[^.!?;]*(?P<end>.?)")
    return [
        f"{path}: {text}"
        for _, path, found in all_texts()
        for text in found
        if any(match["end"] != "?" for match in begin.finditer(text))
    ]


def main(words: list[str]) -> int:
    if words == ["--fix"]:
        PAGE.write_text(page(), encoding="utf-8")
        return 0
    if words != ["--check"]:
        print(__doc__)
        return 2
    problems = [f"a riddle for a subject: {one}" for one in riddles()]
    if not PAGE.exists() or PAGE.read_text(encoding="utf-8") != page():
        problems.append("docs/developers/messages.md is not current: tools/messages.py --fix")
    print("\n".join(problems), end="\n" if problems else "")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
