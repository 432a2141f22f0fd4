"""How the page docs/reference/c-api.md writes an entry."""

from __future__ import annotations

import re
import textwrap

from generator.api import c, fortran, python
from generator.api.load import COMMUNICATOR
from generator.api.model import Api, Function, Type, sentences

_WIDTH = 120
_OUTSIDE_OF_CODE = re.compile(r"(`[^`]*`|\]\([^)]*\))")
_NAME = re.compile(r'closeranks_\w+\(\)|main\(\)|"[^"\s]+"|\b(?:MPIX?|CLOSERANKS)_\w+|\bNULL\b|\bmpirun\b|\btools/\w+')


def marked(text: str) -> str:
    """The text with names as code, and functions of closeranks as links."""

    def mark(match: re.Match[str]) -> str:
        name = match[0].removesuffix("()")
        return f"[`{name}`](#{name})" if name.startswith("closeranks_") else f"`{match[0]}`"

    parts = _OUTSIDE_OF_CODE.split(text)
    return "".join(part if number % 2 else _NAME.sub(mark, part) for number, part in enumerate(parts))


def _filled(text: str, indent: str = "") -> str:
    return textwrap.fill(
        marked(text), _WIDTH, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
    )


def paragraphs(entry: Function | Type) -> str:
    return "\n\n".join(map(_filled, sentences(entry.text)))


def lowered(one: Type) -> str:
    """The text after the name of what it is about."""
    text = " ".join(sentences(one.text))
    return _filled(f"`{one.name}`: {text[0].lower()}{text[1:]}")


def points(entry: Function | Type) -> str:
    """Arguments and errors, and how many threads may call it."""
    told = [f"- `{one.name}`: {one.description}" for one in entry.arguments if one.text != COMMUNICATOR]
    if isinstance(entry, Function):
        told += [f"- {code}: {cause}" for code, cause in entry.errors.items()]
        if entry.threads != "Several at once.":
            told.append(f"- Threads: {entry.threads[0].lower()}{entry.threads[1:].rstrip('.')}")
        if entry.since != "0.1":
            told.append(f"- Since version {entry.since}")
    return "\n".join(_filled(line, "  ") for line in told)


def declaration(entry: Function | Type) -> str:
    if isinstance(entry, Type) and entry.is_enumeration:
        return f"typedef enum {{\n{c.enumerators(entry).replace('/**', '/*')}\n}} {entry.name};"
    return f"{c.prototype(entry)};"


def other_languages(function: Function, api: Api) -> str:
    """The calls in Fortran and Python."""
    in_fortran = f"call {function.name}({fortran.dummies(function, 'ierror')})"
    return f"- Fortran: `{in_fortran}`\n- Python: `{python.signature(function, api)}`"
