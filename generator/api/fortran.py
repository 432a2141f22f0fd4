"""How the Fortran module writes an entry.

A function with a handle has two procedures, for integers and for the types of mpi_f08. Functions of the program have no
context: a procedure of Fortran knows the variables of its module.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable
from dataclasses import replace

from generator.api import c
from generator.api.kinds import ARRAYS, DATA, HANDLES, KINDS
from generator.api.model import Api, Argument, Constant, Function, Type

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


def first_sentence(entry: Constant | Function | Type) -> str:
    sentence, _, _ = c.plain(str(entry.text[0])).partition(". ")
    return sentence.rstrip(".") + "."


def has_handle(function: Function) -> bool:
    return any(argument.kind in HANDLES for argument in function.arguments)


def has_numbers(function: Function) -> bool:
    """Whether the program may give the number of elements as integer, or as integer(MPI_COUNT_KIND)."""
    return function.of_kind("elements") is not None


def procedures(function: Function) -> list[str]:
    """The names of its procedures: for integers, for the types of mpi_f08, and both for small numbers of elements."""
    if not has_handle(function):
        return [function.name]
    kinds = ["mpi", "f08", *["mpi_small", "f08_small"] * has_numbers(function)]
    return [f"{function.short}_{kind}" for kind in kinds]


def adapted(api: Api) -> Api:
    """Without the name `type`, which is a word of Fortran."""

    def named(argument: Argument) -> Argument:
        return replace(argument, name="datatype") if argument.name == "type" else argument

    def all_named(function: Function) -> Function:
        return replace(function, arguments=tuple(map(named, function.arguments)))

    return replace(api, groups=tuple(replace(group, functions=tuple(map(all_named, group.functions))) for group in api.groups))


def is_raw(entry: Function | Type) -> bool:
    """Whether its functions of the program are those of C, with a context."""
    return isinstance(entry, Function) and sum(argument.is_callback for argument in entry.arguments) > 1


def arguments(entry: Function | Type) -> tuple[Argument, ...]:
    return tuple(argument for argument in entry.arguments if argument.kind != "context" or is_raw(entry))


def dummies(entry: Function | Type, *more: str) -> str:
    return ", ".join([*(argument.name for argument in arguments(entry)), *more])


def constant_value(constant: Constant) -> str:
    return f"{constant.value}_{'int64' if constant.kind == 'stamp' else 'MPI_COUNT_KIND'}"


def _type(argument: Argument) -> str:
    if argument.is_handle:
        return f"type({argument.kind}_handle)"
    return KINDS[argument.kind].fortran if argument.kind in KINDS else "integer"


def declared(argument: Argument, *, f08: bool = False, small: bool = False, raw: bool = False) -> str:
    """The declaration of a dummy argument. `small`: a number of elements is an integer."""
    if argument.is_callback and raw:
        return f"type(c_funptr), intent(in) :: {argument.name}"
    if argument.is_callback:
        return f"procedure({argument.kind}), optional :: {argument.name}"
    type_ = f"type({HANDLES[argument.kind]})" if f08 and argument.kind in HANDLES else _type(argument)
    if small and argument.kind == "elements":
        type_ = "integer"
    if argument.kind in ARRAYS:  # what the call does not set stays
        return f"{type_}, intent(inout) :: {argument.name}(*)"
    if argument.kind in DATA:
        intent = "in" if argument.kind == "const_data" else "inout"
        return f"{type_}, intent({intent}), target :: {argument.name}"
    return f"{type_}, intent({argument.intent}){', optional' * argument.optional} :: {argument.name}"


def bound(argument: Argument) -> str:
    """The declaration in the interface of the function in C."""
    if argument.is_callback:
        return f"type(c_funptr), value :: {argument.name}"
    if argument.kind in DATA:
        return f"type(c_ptr), value :: {argument.name}"
    usual = "type(c_ptr)" if argument.is_handle else "integer(c_int)"
    type_ = KINDS[argument.kind].binding if argument.kind in KINDS else usual
    if argument.kind in (*ARRAYS, "text"):
        return f"{type_}, intent({'inout' if argument.is_result else 'in'}) :: {argument.name}(*)"
    # An error may leave a result as it was.
    return f"{type_}, intent(inout) :: {argument.name}" if argument.is_result else f"{type_}, value :: {argument.name}"


def imports(arguments_: Iterable[Argument]) -> str:
    """The kinds that these declarations need from the module."""
    text = " ".join(bound(argument) for argument in arguments_)
    return ", ".join(name for name in ("c_char", "c_double", "c_funptr", "c_int", "c_long_long", "c_ptr") if name in text or name == "c_int")


def returned_by_c(function: Function) -> str:
    """The type of the function in C."""
    return "type(c_ptr)" if function.returns and function.returns.kind == "text" else "integer(c_int)"


def _is_converted(argument: Argument) -> bool:
    return argument.is_result and (argument.optional or argument.kind in ("flag", *HANDLES))


def locals_(function: Function) -> list[str]:
    """Variables for what C hands out in another type."""
    return [f"{KINDS[argument.kind].binding} :: {argument.name}_in_c" for argument in function.arguments if _is_converted(argument)]


def before(function: Function) -> list[str]:
    """What an error leaves in results: `.false.`, 0, no handle."""
    lines = []
    for argument in function.results:
        if argument.kind == "flag" or argument.optional:
            lines.append(f"{argument.name}_in_c = 0")
        elif argument.kind in HANDLES:
            name = HANDLES[argument.kind]
            lines.append(f"{argument.name}_in_c = closeranks_{argument.kind}_f2c({name.upper()}_NULL%MPI_VAL)")
        elif argument.intent == "out" and not argument.is_handle and argument.kind not in (*ARRAYS, *DATA):
            lines.append(f"{argument.name} = 0")
    return lines + ["code = MPI_ERR_BUFFER"] * (data(function) is not None)


def data(function: Function) -> Argument | None:
    """Memory of the program, which must have no gaps."""
    return function.of_kind("data") or function.of_kind("const_data")


def after(function: Function) -> list[str]:
    lines = []
    for argument in function.results:
        if argument.kind == "flag":
            lines.append(f"{argument.name} = {argument.name}_in_c /= 0")
        elif argument.kind in HANDLES:
            lines.append(f"{argument.name} = closeranks_{argument.kind}_c2f({argument.name}_in_c)")
        elif argument.optional:
            lines.append(f"if (present({argument.name})) {argument.name} = {argument.name}_in_c")
    return lines + ["call closeranks_set_errors()"] * any(argument.is_handle for argument in function.results)


def passed(argument: Argument) -> str:
    """What the function in C gets."""
    if _is_converted(argument):
        return f"{argument.name}_in_c"
    if argument.kind in HANDLES:
        return f"closeranks_{argument.kind}_f2c({argument.name})"
    if argument.is_handle:
        return f"{argument.name}%address"
    if argument.kind in DATA:
        return f"c_loc({argument.name})"
    return f"trim({argument.name})//c_null_char" if argument.kind == "text" else argument.name


def call(function: Function) -> str:
    memory = data(function)
    condition = f"if (is_contiguous({memory.name})) " if memory else ""
    return f"{condition}code = c_{function.short}({', '.join(map(passed, function.arguments))})"


def handed_on(function: Function) -> str:
    """The arguments for integers, of the procedure for the types of mpi_f08."""
    return ", ".join(f"{one.name}%MPI_VAL" if one.kind in HANDLES else one.name for one in function.arguments) + ", ierror"


def numbers(function: Function) -> tuple[Argument, ...]:
    """The results that are numbers of elements."""
    return tuple(one for one in function.results if one.kind == "elements")


def handed_on_as_large(function: Function) -> str:
    """The arguments for large numbers, of the procedure for numbers that are integers."""

    def given(one: Argument) -> str:
        if one.kind != "elements":
            return one.name
        return f"{one.name}_large" if one.is_result else f"int({one.name}, MPI_COUNT_KIND)"

    return ", ".join(map(given, function.arguments)) + ", ierror"


def of_small(argument: Argument) -> str:
    """Gives the program a number of elements as integer."""
    condition = f"if (present({argument.name})) " if argument.optional else ""
    return f"{condition}{argument.name} = int({argument.name}_large)"


def back(argument: Argument) -> str:
    """What a function of the program gets of what C has."""
    return f"{HANDLES[argument.kind]}(closeranks_{argument.kind}_c2f({argument.name}))" if argument.kind in HANDLES else argument.name
