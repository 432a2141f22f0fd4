"""Parameters -> text: which template makes which generated file."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import jinja2

from generator import cpp_layout, function_table, library, options
from generator.model import ClassOfFunctions, Function, Spec
from generator.parameters import Parameters, Wrapper

RUNS_ON = {
    "handle": "the program's communicator",
    "messages": "the communicator for messages",
    "working": "the working communicator",
}


@dataclass(frozen=True)
class EntryPoint:
    """A member of the table of real entry points."""

    id: str
    pointer: str


@dataclass(frozen=True)
class WrapperFile:
    """The wrappers of one class."""

    of_class: ClassOfFunctions
    wrappers: tuple[Wrapper, ...]

    @property
    def path(self) -> str:
        return f"generated/wrappers/{self.of_class.name.replace('-', '_')}.cpp"

    @property
    def old_functions(self) -> bool:
        return any(w.function.deprecated or w.function.removed for w in self.wrappers)


def _entry_point(function: Function) -> EntryPoint:
    parameters = ", ".join(argument.declaration for argument in function.arguments)
    space = "" if function.returns.endswith("*") else " "
    pointer = f"{function.returns}{space}(*{function.identifier})({parameters})"
    return EntryPoint(function.identifier, pointer)


def _after_those_used(wrapper: Wrapper) -> bool:
    """Another form of a collective uses what was written for the blocking one."""
    return wrapper.function.runs_blocking


def _unprotected(spec: Spec) -> dict[str, list[Function]]:
    found: dict[str, list[Function]] = {}
    for function in spec.functions:
        if function.reason is not None:
            found.setdefault(function.reason.name, []).append(function)
    return found


def _template_parameters(spec: Spec) -> dict[str, Any]:
    by_class: dict[str, list[Function]] = {c.name: [] for c in spec.classes}
    for function in spec.functions:
        by_class[function.of_class.name].append(function)
    protected = [function for function in spec.functions if function.protected]
    return {
        "spec": spec,
        "entries": [_entry_point(function) for function in spec.functions],
        "unprotected": _unprotected(spec),
        "by_class": by_class,
        "protected_count": len(protected),
        "local_count": sum(f.of_class.name == "local-only" for f in protected),
        "runs_on": RUNS_ON,
        "public_prefix": library.PUBLIC_PREFIX,
        "other_functions": library.OTHER_FUNCTIONS,
    }


# What the runtime stands on, which includes nothing of it; and texts.
OUTPUTS = {
    "generated/tables/functions.hpp": "tables/functions.hpp.j2",
    "generated/tables/functions.cpp": "tables/functions.cpp.j2",
    "generated/tables/policies.hpp": "tables/policies.hpp.j2",
    "generated/tables/real_table.hpp": "tables/real_table.hpp.j2",
    "generated/tables/real_entries.hpp": "tables/real_entries.hpp.j2",
    "generated/exports.map": "exports.map.j2",
    "generated/kill_tests.txt": "kill_tests.txt.j2",
    "docs/functions.md": "functions.md.j2",
}


def wrapper_files(spec: Spec) -> list[WrapperFile]:
    parameters = Parameters(spec)
    wrappers = [parameters.wrapper(function) for function in spec.functions]
    return [
        WrapperFile(c, tuple(sorted((w for w in wrappers if w.function.of_class is c), key=_after_those_used)))
        for c in spec.classes
    ]


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
    texts |= options.outputs(root)
    for path in texts:
        if path.endswith((".cpp", ".hpp")):
            texts[path] = cpp_layout.lay_out(texts[path])
    return texts


def inputs(root: Path) -> list[str]:
    """The templates and the generator itself, relative to `root`."""
    templates = (root / "templates").rglob("*.j2")
    modules = (root / "generator").glob("*.py")
    return sorted(path.relative_to(root).as_posix() for path in [*templates, *modules])
