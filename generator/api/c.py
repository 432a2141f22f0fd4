"""How the header and the stub write an entry."""

from __future__ import annotations

import posixpath
import re
import textwrap

from generator.api.kinds import ARRAYS, KINDS
from generator.api.model import Argument, Constant, Function, Text, Type, Value

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
    return f"@param{direction} {argument.name}  {argument.description}{'; NULL: it is not returned' * argument.optional}"


def _returns(function: Function) -> str:
    if function.returns or function.outcome:
        return f"@return {function.returns.text if function.returns else function.outcome}"
    errors = [f"{code}: {cause}" for code, cause in function.errors.items()]
    return "@return MPI_SUCCESS" + ("; " if len(errors) > 1 else ", or ") * bool(errors) + "; ".join(errors)


def _paragraphs(text: Text) -> list[str]:
    lines: list[str] = []
    for number, paragraph in enumerate(text):
        lines += [" *"] * bool(number)
        if isinstance(paragraph, list):
            lines += [f" *     {line}".rstrip() for line in paragraph]
        else:
            lines += _filled(paragraph, " * " if number else "/** ", " * ")
    return lines


def constant_comment(constant: Constant) -> str:
    return _closed(_paragraphs(constant.text), "")


def constant_value(constant: Constant) -> str:
    return f"({constant.value}LL)" if constant.value < 0 else f"{constant.value}LL"


def comment(entry: Function | Type) -> str:
    """What doxygen reads before the declaration."""
    lines = _paragraphs(entry.text)
    for argument in entry.arguments:
        lines += _filled(_parameter(argument), " * ", " * ")
    if isinstance(entry, Type) and entry.returns:
        lines += _filled(f"@return {entry.returns.text}", " * ", " * ")
    if isinstance(entry, Function):
        lines += _filled(_returns(entry), " * ", " * ") + [" * @par Threads"] + _filled(entry.threads, " * ", " * ")
        lines += [f" * @since {entry.since}"] * (entry.since != "0.1")
    return _closed(lines, "")


def declared(argument: Argument) -> str:
    """An argument in a prototype."""
    type_ = KINDS[argument.kind].c if argument.kind in KINDS else argument.kind
    if argument.kind in ARRAYS:
        return f"{type_} {argument.name}[]"
    is_address = (argument.is_result or argument.is_callback) and argument.kind != "data"
    return f"{type_} {'*' * is_address}{argument.name}".replace("* ", "*")


def prototype(entry: Function | Type) -> str:
    """The declaration of a function, without the semicolon; what is too long is broken as clang-format does."""
    usual = "int" if isinstance(entry, Function) else "void"
    returned = KINDS[entry.returns.kind].c if entry.returns else usual
    head = f"{'typedef ' * isinstance(entry, Type)}{returned} {entry.name}(".replace("* ", "*")
    lines = [head]
    for argument in entry.arguments:
        end = ")" if argument is entry.arguments[-1] else ","
        if len(lines[-1]) + len(declared(argument)) + len(end) + (end == ")") > _WIDTH:
            lines[-1] = lines[-1].rstrip()
            lines.append(" " * len(head))
        lines[-1] += declared(argument) + end + " " * (end == ",")
    return "\n".join(lines)


def enumerators(one: Type) -> str:
    """The lines of an enumeration, each value after its word."""
    lines = []
    for value in one.values:
        lines.append(_closed(_filled(value.text, "    /** ", "     * "), "    "))
        lines.append(f"    {value.name}" + "," * (value is not one.values[-1]))
    return "\n".join(lines)


def error_name(value: Value) -> str:
    """CLOSERANKS_ERROR_X has the code CLOSERANKS_ERR_X."""
    return value.name.replace("_ERROR_", "_ERR_", 1)


def call(function: Function, called: str) -> str:
    return f"{called}({', '.join(argument.name for argument in function.arguments)})"


def returned_without(function: Function) -> str:
    """What the stub returns."""
    length = function.of_kind("length")
    return f"{length.name} < 0 ? MPI_ERR_COUNT : MPI_SUCCESS" if length else "MPI_SUCCESS"
