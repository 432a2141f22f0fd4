"""The option table: spec/options.json -> typed options -> generated/tables/options.hpp and docs/reference/options.md.

The main generator calls outputs().
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import jinja2

from generator.problems import Problems
from generator.schema import load_checked

SPEC = "spec/options.json"
SCHEMA = "spec/options.schema.json"
TEMPLATES = {
    "generated/tables/options.hpp": "tables/options.hpp.j2",
    "docs/reference/options.md": "options.md.j2",
}
METAVARS = {"integer": "N", "text": "TEXT", "path": "FILE", "choice": "WORD"}


def _enumerator(value: str) -> str:
    """A word of the language may not be a name."""
    return f"{value}_" if value in ("auto", "default") else value.replace("-", "_")


@dataclass(frozen=True)
class Option:
    """One entry of the table."""

    name: str
    group: str
    type: str
    default: bool | int | str
    read_by: str
    help: str
    doc: tuple[str, ...]
    values: tuple[str, ...] = ()
    named_values: tuple[tuple[str, int], ...] = ()
    minimum: int = 0
    maximum: int = 0
    metavar: str = ""
    repeatable: bool = False
    has_flag: bool = True
    is_common: bool = False

    @property
    def environment(self) -> str:
        return f"CLOSERANKS_{self.name.upper()}"

    @property
    def flag(self) -> str:
        return "--" + self.name.replace("_", "-")

    @property
    def in_library(self) -> bool:
        return self.read_by != "launcher"

    @property
    def enum(self) -> str:
        """The name of the C++ enumeration of a choice."""
        return "".join(word.capitalize() for word in self.name.split("_")) + "Choice"

    @property
    def words(self) -> str:
        """The name of the array of a choice's names."""
        return f"{self.name}_words"

    @property
    def enumerators(self) -> tuple[str, ...]:
        """The values of a choice in C++."""
        return tuple(map(_enumerator, self.values))

    @property
    def names(self) -> str:
        """The array of the named values of an integer, or nothing."""
        return f"{self.name}_names" if self.named_values else "{}"

    def takes(self, default: bool | int | str) -> bool:
        """Whether an integer may be `default`: a number in its range, or one of its words."""
        if isinstance(default, str):
            return default in dict(self.named_values)
        return self.minimum <= default <= self.maximum

    def reads(self, text: str) -> bool:
        """Whether a user may write `text` as its value."""
        if self.type == "boolean":
            return text in ("yes", "no")
        if self.type == "integer":
            return text in dict(self.named_values) or (text.isdigit() and self.takes(int(text)))
        return text in self.values or not self.values

    @property
    def description(self) -> str:
        """The C++ expression for its row in the table."""
        names = ", ".join(json.dumps(text) for text in (self.name, self.environment, self.expected))
        common = f"{names}, &Options::{self.name}"
        if self.type == "choice":
            return f"choice({common}, {self.words})"
        if self.type == "integer":
            return f"integer({common}, {self.minimum}, {self.maximum}, {self.names})"
        return f"option({common})"

    @property
    def cxx_type(self) -> str:
        types = {"boolean": "bool", "integer": "int", "choice": self.enum}
        return types.get(self.type, "std::string")

    @property
    def cxx_default(self) -> str:
        if self.type == "choice":
            return f" = {self.enum}::{_enumerator(str(self.default))}"
        if self.type in ("boolean", "integer"):
            return f" = {json.dumps(dict(self.named_values).get(str(self.default), self.default))}"
        return f" = {json.dumps(self.default)}" if self.default else ""

    @property
    def expected(self) -> str:
        """What a value looks like, as a message says it."""
        if self.type == "boolean":
            return "yes or no"
        if self.type == "integer":
            words = "".join(f", or {word}" for word, _ in self.named_values)
            return f"{self.minimum} to {self.maximum}{words}"
        if self.type == "choice":
            return " or ".join(self.values)
        return {"path": "a path", "text": "a text"}[self.type]


@dataclass(frozen=True)
class Group:
    """Options for one task of a user."""

    name: str
    title: str


@dataclass(frozen=True)
class Profile:
    """A set of options for a kind of programs."""

    name: str
    help: str
    sets: tuple[tuple[str, str], ...]

    @property
    def enumerator(self) -> str:
        return f"ProfileChoice::{_enumerator(self.name)}"


@dataclass(frozen=True)
class Table:
    """The whole table."""

    groups: tuple[Group, ...]
    profiles: tuple[Profile, ...]
    options: tuple[Option, ...]
    other_names: tuple[str, ...]
    other_prefixes: tuple[str, ...]

    def of_group(self, group: Group) -> tuple[Option, ...]:
        return tuple(option for option in self.options if option.group == group.name)

    @property
    def profile_settings(self) -> tuple[tuple[Profile, str, str], ...]:
        """The settings of the library's options in the profiles."""
        own = {option.name for option in self.options if option.in_library}
        return tuple((profile, name, text) for profile in self.profiles for name, text in profile.sets if name in own)

    @property
    def launcher_names(self) -> tuple[str, ...]:
        """The options that may stand in a config file, and that the library ignores."""
        return tuple(option.name for option in self.options if not option.in_library)

    @property
    def foreign_variables(self) -> tuple[tuple[str, str], ...]:
        """The variables that the library does not read, and the part that reads each."""
        launcher = tuple((o.environment, "launcher") for o in self.options if not o.in_library)
        return launcher + tuple((name, "tools") for name in self.other_names)


def _option(entry: dict[str, Any]) -> Option:
    fields = dict(entry)
    fields["doc"] = tuple(fields["doc"])
    fields["values"] = tuple(fields.get("values", ()))
    fields["named_values"] = tuple(fields.get("named_values", {}).items())
    fields["has_flag"] = fields.pop("flag", True)
    fields.setdefault("metavar", METAVARS.get(fields["type"], ""))
    return Option(**fields)


def problems_of(table: Table) -> Problems:
    """Problems that the schema cannot find."""
    problems = Problems()
    names = [option.name for option in table.options]
    for number, option in enumerate(table.options):
        where = f"{SPEC}: options[{number}] ({option.name})"
        if names.index(option.name) < number:
            problems.add(f"{where}.name: another option has this name already.")
        if option.group not in [group.name for group in table.groups]:
            known = ", ".join(group.name for group in table.groups)
            problems.add(f"{where}.group: ({option.group}) is none of the groups ({known}).")
        if option.values and option.default not in option.values:
            problems.add(f"{where}.default: ({option.default}) is none of its values.")
        if option.type == "integer" and not option.takes(option.default):
            problems.add(
                f"{where}.default: ({option.default}) is not between minimum ({option.minimum}) and maximum "
                f"({option.maximum})."
            )
    for profile in table.profiles:
        _check_profile(profile, table, problems)
    chosen = next((option.values for option in table.options if option.name == "profile"), ())
    if chosen[1:] != tuple(profile.name for profile in table.profiles):
        problems.add(f"{SPEC}: options (profile).values: they must be none and the names of the profiles.")
    return problems


def _check_profile(profile: Profile, table: Table, problems: Problems) -> None:
    for name, text in profile.sets:
        where = f"{SPEC}: profiles ({profile.name}).sets"
        option = next((option for option in table.options if option.name == name), None)
        if option is None or name in ("profile", "config"):
            problems.add(f"{where}: ({name}) is no option that a profile may set.")
        elif not option.reads(text):
            problems.add(f"{where}: the value ({text}) of {name} is not {option.expected}.")


def load(root: Path) -> Table:
    """Reads and checks the table."""
    data = load_checked(root, SPEC, SCHEMA)
    others = data["other_variables"]
    table = Table(
        tuple(Group(**group) for group in data["groups"]),
        tuple(Profile(one["name"], one["help"], tuple(one["sets"].items())) for one in data["profiles"]),
        tuple(_option(entry) for entry in data["options"]),
        tuple(others["names"]),
        tuple(others["prefixes"]),
    )
    problems_of(table).raise_if_any()
    return table


def inputs() -> list[str]:
    """Every file that the outputs depend on, relative to the root."""
    return [SPEC, SCHEMA, "generator/options.py"] + [f"templates/{t}" for t in TEMPLATES.values()]


def outputs(root: Path) -> dict[str, str]:
    """The generated files: path relative to `root` -> text."""
    table = load(root)
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(root / "templates"),
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters["quoted"] = lambda text: json.dumps(text)
    return {
        path: environment.get_template(template).render(table=table)
        for path, template in TEMPLATES.items()
    }
