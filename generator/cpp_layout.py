"""Breaks the long lines of generated C++ the way clang-format does with the project's settings.

Templates write every statement on one line, however long, so that they read like the code they
emit. This is not a formatter: it knows the few forms of statement that the templates contain, and a
test compares its output with clang-format's.
"""

from __future__ import annotations

import re

WIDTH = 100
INDENT = 4

_FUNCTION = re.compile(r"(?P<head>\w[^{}]*\)) \{ (?P<body>.*;) \}")
_DEFINITION = re.compile(r"(?P<type>\[\[.*?\]\] static inline int) (?P<rest>\w+\(.*\) \{)")
_LAMBDA = re.compile(
    r"(?P<pad> *)(?P<head>(?:const )?auto \w+ = \[(?:&|=|=, &c)\]\(.*?\)) \{ (?P<body>return .*;) \};"
)
_ASSIGNMENT = re.compile(r"(?P<pad> *)(?P<left>[\w: ]+ =) (?P<right>.*;)")
_IF = re.compile(r"(?P<pad> *)(?P<head>if \(.*?\)) (?P<body>(?:return |\w+ = ).*;)")

_OF_ONE_TEXT = re.compile(r"(?P<pad> *)(?P<head>\S.*\()(?P<argument>\"\w+\"\);)")


def _closing(text: str, opening: int) -> int:
    """The position of the parenthesis that closes the one at `opening`."""
    depth = 0
    for position in range(opening, len(text)):
        if text[position] in "([{":
            depth += 1
        elif text[position] in ")]}":
            depth -= 1
            if depth == 0:
                return position
    return -1


def _items(text: str) -> list[str]:
    """The parts of a list that its outermost commas separate."""
    items, depth, start = [], 0, 0
    for position, character in enumerate(text):
        depth += (character in "([{") - (character in ")]}")
        if character == "," and depth == 0:
            items.append(text[start:position].strip())
            start = position + 1
    items.append(text[start:].strip())
    return items


def _list_to_break(line: str) -> tuple[int, int] | None:
    """The last outermost parentheses of the line that hold a comma: arguments or parameters."""
    found = None
    position = line.find("(")
    while position != -1:
        end = _closing(line, position)
        if end == -1:
            return found
        if len(_items(line[position + 1 : end])) > 1:
            found = (position, end)
        position = line.find("(", end)
    return found


def _fill(line: str) -> list[str]:
    """Breaks after commas, aligned with the first argument, as many to a line as fit."""
    if len(line) <= WIDTH:
        return [line]
    match = _ASSIGNMENT.fullmatch(line)
    if match is not None:
        right = f"{match['pad']}{' ' * INDENT}{match['right']}"
        if len(right) <= WIDTH:
            return [match["pad"] + match["left"], right]
        parted, whole, opened = [match["pad"] + match["left"], *_fill_list(right)], _fill_list(line), _open(line)
        best = parted if len(parted) <= len(whole) else whole
        return opened if len(opened) < len(best) else best
    return _fill_list(line)


def _open(line: str) -> list[str]:
    """Breaks behind the opening parenthesis of the last list, for one that is long."""
    place = _list_to_break(line)
    if place is None:
        return [line]
    pad = " " * (len(line) - len(line.lstrip()) + INDENT)
    opening, end = place
    return [line[: opening + 1], *_fill_from(pad, line[opening + 1 : end], line[end:], pad)]


def _fill_list(line: str) -> list[str]:
    """Breaks the last list of the line."""
    place = _list_to_break(line)
    if place is None:
        return [line]
    opening, end = place
    tail = line[end:]
    column = opening + 1
    return _fill_from(line[:column], line[column:end], tail, " " * column)


def _fill_from(first: str, arguments: str, tail: str, pad: str) -> list[str]:
    """The arguments behind `first`, as many to a line as fit; other lines begin with `pad`."""
    items = _items(arguments)
    lines, current = [], first
    for number, item in enumerate(items):
        text = item + ("," if number + 1 < len(items) else tail)
        space = "" if number == 0 else " "
        if number > 0 and len(current) + len(space) + len(text) > WIDTH:
            lines.append(current)
            current, space = pad, ""
        current += space + text
    return [*lines, current]


def _break(line: str) -> list[str]:
    if len(line) <= WIDTH:
        return [line]
    for form, closing in ((_FUNCTION, "}"), (_LAMBDA, "};")):
        match = form.fullmatch(line)
        if match is not None:
            pad = match.groupdict().get("pad", "")
            head = _fill(f"{pad}{match['head']} {{")
            body = _fill(f"{pad}{' ' * INDENT}{match['body']}")
            return [*head, *body, pad + closing]
    match = _DEFINITION.fullmatch(line)
    if match is not None:
        whole, parted, opened = _fill(line), [match["type"], *_fill(match["rest"])], _open(line)
        if len(parted) + 1 >= len(whole):
            return whole
        return opened if len(opened) + 1 < len(parted) else parted
    match = _IF.fullmatch(line)
    if match is not None:
        pad = match["pad"]
        return [f"{pad}{match['head']}", *_fill(f"{pad}{' ' * INDENT}{match['body']}")]
    match = _OF_ONE_TEXT.fullmatch(line)
    if match is not None:
        return [match["pad"] + match["head"], f"{match['pad']}{' ' * INDENT}{match['argument']}"]
    return _fill(line)


def lay_out(text: str) -> str:
    """The text with its long lines broken."""
    lines: list[str] = []
    for line in text.split("\n"):
        lines.extend([line] if line.lstrip().startswith("//") else _break(line))
    return "\n".join(lines)
