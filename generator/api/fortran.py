"""How the Fortran module writes an entry.

A function with a handle has two procedures, for integers and for the types of mpi_f08. Functions of the program have no
context: a procedure of Fortran knows the variables of its module.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable

from generator.api import c
from generator.api.kinds import HANDLES, KINDS
from generator.api.model import Argument, Function, Type

_WIDTH = 100


def broken(line: str, indent: int) -> str:
    """The line, continued by & where it is too long."""
    lines = textwrap.wrap(
        line, _WIDTH - 2, initial_indent=" " * indent, subsequent_indent=" " * (indent + 4), break_long_words=False, break_on_hyphens=False
    )
    return " &\n".join(lines)


def comment(text: str, indent: int) -> str:
    before = " " * indent + "! "
    return "\n".join(textwrap.wrap(text, _WIDTH, initial_indent=before, subsequent_indent=before, break_on_hyphens=False))


def first_sentence(entry: Function | Type) -> str:
    sentence, _, _ = c.plain(entry.text[0]).partition(". ")
    return sentence.rstrip(".") + "."


def has_handle(function: Function) -> bool:
    return any(argument.kind in HANDLES for argument in function.arguments)


def arguments(entry: Function | Type) -> tuple[Argument, ...]:
    return tuple(argument for argument in entry.arguments if argument.kind != "context")


def dummies(entry: Function | Type, *more: str) -> str:
    return ", ".join([*(argument.name for argument in arguments(entry)), *more])


def _type(argument: Argument) -> str:
    return KINDS[argument.kind].fortran if argument.kind in KINDS else "integer"


def declared(argument: Argument, *, f08: bool = False) -> str:
    """The declaration of a dummy argument."""
    if argument.is_callback:
        return f"procedure({argument.kind}), optional :: {argument.name}"
    type_ = f"type({HANDLES[argument.kind]})" if f08 and argument.kind in HANDLES else _type(argument)
    if argument.kind == "ranks":  # what the call does not set stays
        return f"{type_}, intent(inout) :: {argument.name}(*)"
    return f"{type_}, intent({argument.intent}) :: {argument.name}"


def bound(argument: Argument) -> str:
    """The declaration in the interface of the function in C."""
    if argument.is_callback:
        return f"type(c_funptr), value :: {argument.name}"
    type_ = KINDS[argument.kind].binding if argument.kind in KINDS else "integer(c_int)"
    if argument.kind in ("ranks", "text"):
        return f"{type_}, intent({'inout' if argument.is_result else 'in'}) :: {argument.name}(*)"
    # An error may leave a result as it was.
    return f"{type_}, intent(inout) :: {argument.name}" if argument.is_result else f"{type_}, value :: {argument.name}"


def imports(arguments_: Iterable[Argument]) -> str:
    """The kinds that these declarations need from the module."""
    text = " ".join(bound(argument) for argument in arguments_)
    return ", ".join(name for name in ("c_char", "c_double", "c_funptr", "c_int", "c_long_long", "c_ptr") if name in text or name == "c_int")


def _is_converted(argument: Argument) -> bool:
    return argument.is_result and argument.kind in ("flag", *HANDLES)


def locals_(function: Function) -> list[str]:
    """Variables for what C hands out in another type."""
    types = {"flag": "integer(c_int)", "comm": "type(c_ptr)", "group": "type(c_ptr)"}
    return [f"{types[argument.kind]} :: {argument.name}_in_c" for argument in function.arguments if _is_converted(argument)]


def before(function: Function) -> list[str]:
    """What an error leaves in results: `.false.`, 0, no handle."""
    lines = []
    for argument in function.results:
        if argument.kind == "flag":
            lines.append(f"{argument.name}_in_c = 0")
        elif argument.kind in HANDLES:
            name = HANDLES[argument.kind]
            lines.append(f"{argument.name}_in_c = closeranks_{argument.kind}_f2c({name.upper()}_NULL%MPI_VAL)")
        elif argument.intent == "out" and argument.kind != "ranks":
            lines.append(f"{argument.name} = 0")
    return lines


def after(function: Function) -> list[str]:
    lines = []
    for argument in function.results:
        if argument.kind == "flag":
            lines.append(f"{argument.name} = {argument.name}_in_c /= 0")
        elif argument.kind in HANDLES:
            lines.append(f"{argument.name} = closeranks_{argument.kind}_c2f({argument.name}_in_c)")
    return lines


def passed(argument: Argument) -> str:
    """What the function in C gets."""
    if _is_converted(argument):
        return f"{argument.name}_in_c"
    if argument.kind in HANDLES:
        return f"closeranks_{argument.kind}_f2c({argument.name})"
    return f"trim({argument.name})//c_null_char" if argument.kind == "text" else argument.name


def call(function: Function) -> str:
    return f"code = c_{function.short}({', '.join(map(passed, function.arguments))})"


def handed_on(function: Function) -> str:
    """The arguments for integers, of the procedure for the types of mpi_f08."""
    return ", ".join(f"{one.name}%MPI_VAL" if one.kind in HANDLES else one.name for one in function.arguments) + ", ierror"


def back(argument: Argument) -> str:
    """What a function of the program gets of what C has."""
    return f"{HANDLES[argument.kind]}(closeranks_{argument.kind}_c2f({argument.name}))" if argument.kind in HANDLES else argument.name
