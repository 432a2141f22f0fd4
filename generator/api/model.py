"""The entries of spec/api.json, as the templates see them."""

from __future__ import annotations

from dataclasses import dataclass

PREFIX = "closeranks_"


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
    is_callback: bool

    @property
    def is_result(self) -> bool:
        return self.intent != "in"

    @property
    def description(self) -> str:
        what, rest, exceptions = self.text.partition("; ")
        return f"{what}, in {self.unit}{rest}{exceptions}" if self.unit else self.text


@dataclass(frozen=True)
class Type:
    """An enumeration (with values), or a function of the program (with arguments)."""

    name: str
    text: tuple[str, ...]
    values: tuple[Value, ...]
    arguments: tuple[Argument, ...]
    formerly: str

    @property
    def short(self) -> str:
        return self.name.removeprefix(PREFIX)

    @property
    def is_enumeration(self) -> bool:
        return bool(self.values)


@dataclass(frozen=True)
class Function:
    """A function of closeranks.h."""

    name: str
    text: tuple[str, ...]
    arguments: tuple[Argument, ...]
    errors: dict[str, str]
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
    """All of it."""

    types: dict[str, Type]
    groups: tuple[Group, ...]

    @property
    def functions(self) -> tuple[Function, ...]:
        return tuple(function for group in self.groups for function in group.functions)

    @property
    def enumerations(self) -> tuple[Type, ...]:
        return tuple(one for one in self.types.values() if one.is_enumeration)

    @property
    def callbacks(self) -> tuple[Type, ...]:
        return tuple(one for one in self.types.values() if not one.is_enumeration)

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
