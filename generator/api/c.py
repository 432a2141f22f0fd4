"""How the header and the stub write an entry."""

from __future__ import annotations

import posixpath
import re
import textwrap

from generator.api.kinds import KINDS
from generator.api.model import Argument, Function, Type

_WIDTH = 100
_LINK = re.compile(r"\[([^]]*)\]\(([^)#]*)[^)]*\)")
_LINK_ALONE = re.compile(rf"\({_LINK.pattern}\)")


def plain(text: str) -> str:
    """A text without links: the page stands in parentheses. `*word*` is a term."""

    def path(link: re.Match[str]) -> str:
        return posixpath.normpath(f"docs/reference/{link[2]}")

    text = _LINK_ALONE.sub(lambda link: f"({path(link)})", text)
    text = _LINK.sub(lambda link: f"{link[1]} ({path(link)})", text)
    return re.sub(r"\*(\w+)\*", r"\1", text)


def _filled(text: str, first: str, indent: str) -> list[str]:
    return textwrap.wrap(
        plain(text), _WIDTH, initial_indent=first, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
    )


def _closed(lines: list[str], indent: str) -> str:
    """The end of the comment on the last line, or below it where there is no room."""
    if len(lines[-1]) + 3 <= _WIDTH:
        return "\n".join([*lines[:-1], lines[-1] + " */"])
    return "\n".join([*lines, f"{indent} */"])


def _parameter(argument: Argument) -> str:
    direction = {"in": "", "out": "[out]", "inout": "[in,out]"}[argument.intent]
    return f"@param{direction} {argument.name}  {argument.description}"


def _returns(function: Function) -> str:
    errors = [f"{code}: {cause}" for code, cause in function.errors.items()]
    return "@return MPI_SUCCESS" + ("; " if len(errors) > 1 else ", or ") * bool(errors) + "; ".join(errors)


def comment(entry: Function | Type) -> str:
    """What doxygen reads before the declaration."""
    lines: list[str] = []
    for number, paragraph in enumerate(entry.text):
        lines += [" *"] * bool(number) + _filled(paragraph, " * " if number else "/** ", " * ")
    for argument in entry.arguments:
        lines += _filled(_parameter(argument), " * ", " * ")
    if isinstance(entry, Function):
        lines += _filled(_returns(entry), " * ", " * ") + [" * @par Threads"] + _filled(entry.threads, " * ", " * ")
        lines += [f" * @since {entry.since}"] * (entry.since != "0.1")
    return _closed(lines, "")


def declared(argument: Argument) -> str:
    """An argument in a prototype."""
    type_ = KINDS[argument.kind].c if argument.kind in KINDS else argument.kind
    if argument.kind == "ranks":
        return f"{type_} {argument.name}[]"
    return f"{type_} {'*' * (argument.is_result or argument.is_callback)}{argument.name}".replace("* ", "*")


def prototype(entry: Function | Type) -> str:
    """The declaration of a function, without the semicolon."""
    arguments = ", ".join(declared(argument) for argument in entry.arguments)
    returned = "int" if isinstance(entry, Function) else "typedef void"
    return f"{returned} {entry.name}({arguments})"


def enumerators(one: Type) -> str:
    """The lines of an enumeration, each value after its word."""
    lines = []
    for value in one.values:
        lines.append(_closed(_filled(value.text, "    /** ", "     * "), "    "))
        lines.append(f"    {value.name}" + "," * (value is not one.values[-1]))
    return "\n".join(lines)


def call(function: Function, called: str) -> str:
    return f"{called}({', '.join(argument.name for argument in function.arguments)})"


def returned_without(function: Function) -> str:
    """What the stub returns."""
    length = function.of_kind("length")
    return f"{length.name} < 0 ? MPI_ERR_COUNT : MPI_SUCCESS" if length else "MPI_SUCCESS"
