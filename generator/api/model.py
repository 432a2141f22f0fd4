"""The entries of spec/api.json and the files beside it, as the templates see them."""

from __future__ import annotations

from dataclasses import dataclass

PREFIX = "closeranks_"

Text = tuple[str | list[str], ...]
"""Paragraphs, and lines that stay as they are."""


@dataclass(frozen=True)
class Value:
    """An enumerator."""

    name: str
    text: str
    number: int
    formerly: str = ""


@dataclass(frozen=True)
class Argument:
    """An argument of a function, or of a function of the program."""

    name: str
    kind: str
    intent: str
    text: str
    unit: str
    type: str
    """"callback", "enumeration", "handle", or nothing where the kind is no type of the spec."""
    optional: bool

    @property
    def is_callback(self) -> bool:
        return self.type == "callback"

    @property
    def is_handle(self) -> bool:
        """Whether it is an object of the library."""
        return self.type == "handle"

    @property
    def is_result(self) -> bool:
        return self.intent != "in"

    @property
    def description(self) -> str:
        what, rest, exceptions = self.text.partition("; ")
        return f"{what}, in {self.unit}{rest}{exceptions}" if self.unit else self.text


@dataclass(frozen=True)
class Returned:
    """What a function returns that is no code of an error."""

    kind: str
    text: str


@dataclass(frozen=True)
class Constant:
    name: str
    text: Text
    kind: str
    value: int


def sentences(text: Text) -> tuple[str, ...]:
    """Its paragraphs, without lines that stay as they are."""
    return tuple(paragraph for paragraph in text if isinstance(paragraph, str))


@dataclass(frozen=True)
class Type:
    """An enumeration (with values), a function of the program (with arguments), or an object (with neither)."""

    name: str
    text: Text
    values: tuple[Value, ...]
    arguments: tuple[Argument, ...]
    returns: Returned | None
    formerly: str

    @property
    def short(self) -> str:
        return self.name.removeprefix(PREFIX)

    @property
    def is_enumeration(self) -> bool:
        return bool(self.values)

    @property
    def is_handle(self) -> bool:
        return not self.values and not self.arguments

    @property
    def is_raw(self) -> bool:
        """Whether it is a function in C also in programs that are not: it works with bytes in memory."""
        return self.returns is not None


@dataclass(frozen=True)
class Function:
    """A function of the header."""

    name: str
    text: Text
    arguments: tuple[Argument, ...]
    errors: dict[str, str]
    outcome: str
    returns: Returned | None
    calls: str
    threads: str
    since: str
    without: dict[str, int | str] | None
    """What the results are without the library; None: that is written by hand."""
    python_name: str
    python_optional: bool

    @property
    def short(self) -> str:
        return self.name.removeprefix(PREFIX)

    @property
    def results(self) -> tuple[Argument, ...]:
        return tuple(argument for argument in self.arguments if argument.is_result)

    def of_kind(self, kind: str) -> Argument | None:
        """Its first argument of that kind, if it has one."""
        return next((argument for argument in self.arguments if argument.kind == kind), None)


@dataclass(frozen=True)
class Group:
    """Functions for one purpose."""

    title: str
    functions: tuple[Function, ...]


@dataclass(frozen=True)
class Api:
    """A header."""

    types: dict[str, Type]
    groups: tuple[Group, ...]
    constants: tuple[Constant, ...]
    errors: Type | None
    """The errors that MPI has no class for."""

    @property
    def functions(self) -> tuple[Function, ...]:
        return tuple(function for group in self.groups for function in group.functions)

    @property
    def enumerations(self) -> tuple[Type, ...]:
        return tuple(one for one in self.types.values() if one.is_enumeration)

    @property
    def callbacks(self) -> tuple[Type, ...]:
        return tuple(one for one in self.types.values() if one.arguments)

    @property
    def handles(self) -> tuple[Type, ...]:
        return tuple(one for one in self.types.values() if one.is_handle)

    def callback(self, function: Function) -> Type | None:
        """The type of the function of the program that it takes, if it takes one."""
        return next((one for one in self.callbacks if function.of_kind(one.name)), None)

    def types_first_used_by(self, function: Function) -> tuple[Type, ...]:
        """What has to be declared before it, and after the functions before it."""
        before = self.functions[: self.functions.index(function)]
        known = {one for earlier in before for one in self._used_by(earlier)}
        return tuple(one for one in self._used_by(function) if one not in known)

    def _used_by(self, function: Function) -> list[Type]:
        found: list[Type] = []
        for argument in function.arguments:
            if used := self.types.get(argument.kind):
                found += [self.types[inner.kind] for inner in used.arguments if inner.kind in self.types]
                found.append(used)
        return found
