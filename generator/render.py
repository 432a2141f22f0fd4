"""Parameters -> text: which template makes which generated file."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import jinja2

from generator import api, cpp_layout, function_table, library, options, quirks
from generator.model import ClassOfFunctions, Function, Spec, grouped_by_guard
from generator.parameters import Parameters, Wrapper, call, identity

RUNS_ON = {
    "handle": "the program's communicator",
    "messages": "the communicator for messages",
    "working": "the working communicator",
    "own": "`MPI_COMM_SELF`; for joint steps a communicator of the file or window",
}


@dataclass(frozen=True)
class EntryPoint:
    """A member of the table of real entry points."""

    id: str
    pointer: str
    function: str  # the enumerator
    name: str


@dataclass(frozen=True)
class Part:
    """Declarations of the headers on the same condition. Without a condition `guard` is empty."""

    guard: str
    members: tuple[Any, ...]


@dataclass(frozen=True)
class WrapperFile:
    """The wrappers of one class: the large forms, or all others."""

    of_class: ClassOfFunctions
    large: bool
    parts: tuple[Part, ...]

    @property
    def path(self) -> str:
        name = self.of_class.name.replace("-", "_")
        return f"generated/wrappers/{name}{'_large' if self.large else ''}.cpp"

    @property
    def wrappers(self) -> tuple[Wrapper, ...]:
        return tuple(wrapper for part in self.parts for wrapper in part.members)

    @property
    def old_functions(self) -> bool:
        return any(w.function.deprecated or w.function.removed for w in self.wrappers)


@dataclass(frozen=True)
class OlderArgument:
    """The name of an argument's type that older headers have otherwise; the types are C."""

    alias: str
    guard: str
    older: str
    type: str


def _as_parameter(type_: str) -> str:
    """An array is passed as a pointer."""
    return f"{type_.removesuffix('[]').rstrip()} *" if type_.endswith("[]") else type_


def _entry_point(function: Function) -> EntryPoint:
    parameters = ", ".join(argument.declaration for argument in function.arguments)
    space = "" if function.returns.endswith("*") else " "
    pointer = f"{function.returns}{space}(*{function.identifier})({parameters})"
    return EntryPoint(function.identifier, pointer, identity(function), function.name)


@dataclass(frozen=True)
class ReplicaCall:
    """A function that the library for replicated runs interposes."""

    wrapper: Wrapper
    real: str
    """The MPI's own call."""

    @property
    def function(self) -> Function:
        return self.wrapper.function

    @property
    def name(self) -> str:
        """The name of the function of runtime/replication/ that carries it out."""
        return f"calls::{self.function.identifier.lower()}"

    @property
    def declaration(self) -> str:
        parameters = ", ".join(argument.declaration for argument in self.function.arguments)
        return f"{self.function.returns} {self.function.identifier.lower()}({parameters})"


def _parts(functions: Iterable[Function], make: Callable[[Function], Any]) -> tuple[Part, ...]:
    groups = grouped_by_guard(functions)
    return tuple(Part(guard, tuple(make(function) for function in group)) for guard, group in groups)


def replica_parts(spec: Spec) -> tuple[Part, ...]:
    parameters = Parameters(spec)
    interposed = (function for function in spec.functions if function.replicas != "native")
    return _parts(interposed, lambda f: ReplicaCall(parameters.wrapper(f), call(f, {})))


def _after_those_used(function: Function) -> bool:
    """Another form of a collective uses what was written for the blocking one."""
    return function.runs_blocking


def _unprotected(spec: Spec) -> dict[str, list[Function]]:
    found: dict[str, list[Function]] = {}
    for function in spec.identified:
        if function.reason is not None:
            found.setdefault(function.reason.name, []).append(function)
    return found


def _is_larger_by_value(spec: Spec, function: Function) -> bool:
    """True of a large form that takes what its sibling takes: no array or address of a larger type."""
    sibling = spec.function(function.large or "")
    if sibling is None:
        return False
    pairs = zip(function.arguments, sibling.arguments, strict=True)
    return all(a.type == b.type or not (a.is_array or a.is_pointer) for a, b in pairs)


def _template_parameters(spec: Spec) -> dict[str, Any]:
    replicas = replica_parts(spec)
    by_class: dict[str, list[Function]] = {c.name: [] for c in spec.classes}
    for function in spec.identified:
        by_class[function.of_class.name].append(function)
    protected = [function for function in spec.identified if function.protected]
    with_large = {function.large for function in spec.functions} - {None}
    return {
        "spec": spec,
        "entries": _parts(spec.functions, _entry_point),
        "older_types": [
            OlderArgument(a.older.alias, a.older.guard, _as_parameter(a.older.type), _as_parameter(a.type))
            for function in spec.functions
            for a in function.arguments
            if a.older is not None
        ],
        "unprotected": _unprotected(spec),
        "by_class": by_class,
        "with_large": with_large,
        "large_by_value": [function for function in spec.functions if _is_larger_by_value(spec, function)],
        "protected_count": len(protected),
        "local_count": sum(f.of_class.name == "local-only" for f in protected),
        "runs_on": RUNS_ON,
        "public_prefix": library.PUBLIC_PREFIX,
        "other_functions": library.OTHER_FUNCTIONS,
        "c_library_functions": library.C_LIBRARY_FUNCTIONS,
        "replicas": replicas,
        "replica_calls": [call for part in replicas for call in part.members],
    }


# What the runtime stands on, which includes nothing of it; and texts.
OUTPUTS = {
    "generated/tables/functions.hpp": "tables/functions.hpp.j2",
    "generated/tables/functions.cpp": "tables/functions.cpp.j2",
    "generated/tables/policies.hpp": "tables/policies.hpp.j2",
    "generated/tables/real_table.hpp": "tables/real_table.hpp.j2",
    "generated/tables/real_entries.hpp": "tables/real_entries.hpp.j2",
    "generated/exports.map": "exports.map.j2",
    "generated/replicas/calls.hpp": "replicas/calls.hpp.j2",
    "generated/replicas/wrappers.cpp": "replicas/wrappers.cpp.j2",
    "generated/replicas/exports.map": "replicas/exports.map.j2",
    "generated/kill_tests.txt": "kill_tests.txt.j2",
    "generated/large_calls.h": "large_calls.h.j2",
    "docs/reference/functions.md": "functions.md.j2",
}


def wrapper_files(spec: Spec) -> list[WrapperFile]:
    """A file for each class, and one for its large forms, if it has some."""
    parameters = Parameters(spec)
    ordered = sorted(spec.functions, key=_after_those_used)
    files = []
    for of_class, large in itertools.product(spec.classes, (False, True)):
        functions = [f for f in ordered if f.of_class is of_class and (f.large is not None) is large]
        if functions:
            files.append(WrapperFile(of_class, large, _parts(functions, parameters.wrapper)))
    return files


def _environment(root: Path) -> jinja2.Environment:
    return jinja2.Environment(
        loader=jinja2.FileSystemLoader(root / "templates"),
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )


def outputs(root: Path, spec: Spec) -> dict[str, str]:
    """Every generated file: path relative to `root` -> text."""
    environment = _environment(root)
    parameters = _template_parameters(spec)
    texts = {
        path: environment.get_template(template).render(parameters)
        for path, template in OUTPUTS.items()
    }
    template = environment.get_template("wrappers.cpp.j2")
    for file in wrapper_files(spec):
        texts[file.path] = template.render(file=file)
    texts[function_table.PATH] = function_table.text(spec)
    texts |= options.outputs(root) | quirks.outputs(root, environment) | api.outputs(root, environment)
    for path in texts:
        if path.endswith((".cpp", ".hpp")):
            texts[path] = cpp_layout.lay_out(texts[path])
    return texts


def inputs(root: Path) -> list[str]:
    """The templates and the generator itself, relative to `root`."""
    templates = (root / "templates").rglob("*.j2")
    modules = (root / "generator").rglob("*.py")
    return sorted(path.relative_to(root).as_posix() for path in [*templates, *modules])
