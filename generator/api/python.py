"""How the Python module writes an entry.

Results are returned: a length, the ranks that it limits and their number are one list. Values of enumerations are words.
Functions of the program have no context.
"""

from __future__ import annotations

import textwrap

from generator.api import c
from generator.api.kinds import ARRAYS, DATA, HANDLES, KINDS
from generator.api.load import COMMUNICATOR
from generator.api.model import Api, Argument, Function, Type, Value, sentences

_WIDTH = 120


def word(name: str) -> str:
    """CLOSERANKS_POLICY_IGNORE is "ignore"."""
    return name.rpartition("_")[2].lower()


def error_word(value: Value) -> str:
    """CLOSERANKS_ERROR_RANK_LOST is "rank_lost"."""
    return value.name.partition("_ERROR_")[2].lower()


def words(one: Type) -> str:
    return "{" + ", ".join(f'"{word(value.name)}": {value.number}' for value in one.values) + "}"


def _type(argument: Argument, api: Api) -> str:
    if argument.is_callback:
        types = ", ".join(_type(inner, api) for inner in given(api.types[argument.kind]))
        return f"Callable[[{types}], object] | None"
    return KINDS[argument.kind].python if argument.kind in KINDS else "str"


def given(entry: Function | Type) -> list[Argument]:
    """The arguments of the function in Python."""
    return [one for one in entry.arguments if one.intent != "out" and one.kind not in ("length", "context")]


def returned(function: Function) -> list[Argument]:
    """The results of the function in Python."""
    ranks = function.of_kind("ranks")
    return [ranks] if ranks else list(function.results)


def _returns(function: Function, api: Api) -> str:
    types = [_type(argument, api) for argument in returned(function)]
    text = "None" if not types else types[0] if len(types) == 1 else f"tuple[{', '.join(types)}]"
    return f"{text} | None" if function.python_optional else text


def signature(function: Function, api: Api) -> str:
    arguments = ", ".join(f"{one.name}: {_type(one, api)}" for one in given(function))
    return f"{function.python_name}({arguments}) -> {_returns(function, api)}"


def _worded(text: str, api: Api) -> str:
    """Names as Python has them."""
    for one in api.enumerations:
        for value in one.values:
            text = text.replace(value.name, f'"{word(value.name)}"')
    for function in api.functions:
        text = text.replace(f"{function.name}()", f"{function.python_name}()")
    return text.replace("the first `max` of ", "").replace("NULL: ", "None: ").replace("MPI_COMM_WORLD", "MPI.COMM_WORLD")


def docstring(function: Function, api: Api) -> str:
    """Its text, what it takes, and what it returns."""
    paragraphs = [_worded(c.plain(text), api) for text in sentences(function.text)]
    told = [(f"`{one.name}`", one) for one in given(function) if one.text != COMMUNICATOR]
    told += [("Returns", one) for one in returned(function) if one.intent == "out" and one.kind not in ("flag", "int") or one.kind in api.types]
    paragraphs += [f"{name}: {_worded(one.description, api)}." for name, one in told]
    lines = [textwrap.fill(text, _WIDTH, initial_indent="    ", subsequent_indent="    ", break_on_hyphens=False) for text in paragraphs]
    text = "\n\n".join(lines[: len(function.text)]) + "".join(f"\n{line}" for line in ["", *lines[len(function.text) :]] if len(lines) > len(function.text))
    return f'    """{text.strip()}\n    """' if "\n" in text or len(text) > _WIDTH - 6 else f'    """{text.strip()}"""'


def _ctype(argument: Argument) -> str:
    if argument.is_handle:
        return "c_void_p"
    return KINDS[argument.kind].ctypes if argument.kind in KINDS else "c_int"


def argument_types(function: Function) -> str:
    """The types of ctypes of its arguments in C."""
    types = []
    for one in function.arguments:
        is_address = one.kind in ARRAYS or (one.is_result and one.kind not in (*HANDLES, *DATA))
        is_one_of_several = sum(argument.is_callback for argument in function.arguments) > 1
        name = callback_constant(one.kind) if is_one_of_several else f"_{one.kind}"
        types.append(name if one.is_callback else f"ctypes.POINTER(ctypes.{_ctype(one)})" if is_address else f"ctypes.{_ctype(one)}")
    return f"[{', '.join(types)}]"


def callback_constant(name: str) -> str:
    """closeranks_store_size_function is SIZE_FUNCTION."""
    return "_".join(name.split("_")[2:]).upper()


def callback_type(one: Type) -> str:
    returned = f"ctypes.{KINDS[one.returns.kind].ctypes}" if one.returns else "None"
    return f"ctypes.CFUNCTYPE({returned}, {', '.join(f'ctypes.{_ctype(argument)}' for argument in one.arguments)})"


def back(argument: Argument, api: Api) -> str:
    """What a function of the program gets of what C has."""
    if argument.kind == "comm":
        return f"_support.communicator({argument.name})"
    if argument.kind in api.types:
        return f"_support.word({argument.name}, _{api.types[argument.kind].short}_words)"
    return argument.name


def without(function: Function, api: Api) -> str:
    """What it returns where the library is not loaded."""
    if function.without is None:
        arguments = ", ".join(one.name for one in given(function))
        return f"_without.{function.python_name}({arguments})"
    if not returned(function):
        return "None"
    result = returned(function)[0]
    value = function.without.get(result.name)
    if result.kind == "ranks":
        return "[]"
    if result.kind in api.types:
        return f'"{word(str(value))}"'
    return str(bool(value)) if result.kind == "flag" else str(value)


def numbers(function: Function, api: Api) -> list[str]:
    """Words become numbers, or errors also without the library."""
    taken = [(one.name, api.types[one.kind].short) for one in given(function) if one.kind in api.types and not one.is_callback]
    return [f'{name}_in_c = _support.number("{short}", {name}, _{short}_words)' for name, short in taken]


def before(function: Function) -> list[str]:
    """Places for the results."""
    lines = []
    comm, length = function.of_kind("comm"), function.of_kind("length")
    for one in function.arguments:
        if one.kind == "length":
            lines.append(f"{one.name} = {comm.name if comm else 'MPI.COMM_WORLD'}.Get_size()")
        elif one.kind == "ranks" and length:
            lines.append(f"{one.name} = (ctypes.c_int * {length.name})()")
        elif one.kind in HANDLES and one.is_result:
            lines.append(f"{one.name} = MPI.{HANDLES[one.kind].removeprefix('MPI_')}()")
        elif one.is_result:
            lines.append(f"{one.name}_in_c = ctypes.{_ctype(one)}({one.name if one.intent == 'inout' else ''})")
    return lines


def passed(argument: Argument, api: Api) -> str:
    """What the function in C gets."""
    if argument.kind in HANDLES:
        return f"_support.{'address' if argument.is_result else 'handle'}({argument.name})"
    if argument.is_result and argument.kind != "ranks":
        return f"ctypes.byref({argument.name}_in_c)"
    if argument.kind in api.types:
        return f"{argument.name}_in_c"
    return f"{argument.name}.encode()" if argument.kind == "text" else argument.name


def call(function: Function, api: Api) -> str:
    return f"_library.{function.name}({', '.join(passed(one, api) for one in function.arguments)})"


def _result(argument: Argument, function: Function, api: Api) -> str:
    if argument.kind == "ranks":
        count = next(one for one in function.results if one is not argument)
        return f"list({argument.name}[: {count.name}_in_c.value])"
    if argument.kind in HANDLES:
        return argument.name
    if argument.kind in api.types:
        return f"_support.word({argument.name}_in_c.value, _{api.types[argument.kind].short}_words)"
    return f"bool({argument.name}_in_c.value)" if argument.kind == "flag" else f"{argument.name}_in_c.value"


def result(function: Function, api: Api) -> str:
    return ", ".join(_result(argument, function, api) for argument in returned(function))
