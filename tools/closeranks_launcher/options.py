"""The part of the option table (spec/options.json) that the launcher needs."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from pathlib import Path

from .plain import TYPE_CHECKING, dataclass

if TYPE_CHECKING:
    from typing import Any, TypeVar

    Entry = TypeVar("Entry")


class UsageError(Exception):
    """The user asked for a thing that does not exist. The message is for the user."""


@dataclass(frozen=True)
class Option:
    name: str
    type: str
    help: str
    read_by: str
    metavar: str
    repeatable: bool
    has_flag: bool
    values: tuple[str, ...]
    named_values: tuple[str, ...] = ()  # words that may stand in the place of a number
    minimum: int = 0
    maximum: int = 0
    doc: tuple[str, ...] = ()  # more about it, in Markdown
    default: str = ""
    group: str = ""  # the name of a Group
    is_common: bool = False

    @property
    def environment(self) -> str:
        return f"CLOSERANKS_{self.name.upper()}"

    @property
    def flag(self) -> str:
        return "--" + self.name.replace("_", "-")

    @property
    def takes_value(self) -> bool:
        return self.type != "boolean"

    @property
    def for_library(self) -> bool:
        return self.read_by != "launcher"

    @property
    def expected(self) -> str:
        """The form of a value, as the library says it (generator/options.py)."""
        if self.type == "boolean":
            return "yes or no"
        if self.type == "integer":
            return f"{self.minimum} to {self.maximum}" + "".join(f", or {word}" for word in self.named_values)
        return " or ".join(self.values)

    def takes(self, text: str) -> bool:
        """Whether `text` is a value of this option."""
        if self.type == "boolean":
            return as_boolean(text) is not None
        if self.type == "integer":
            is_in_range = is_number(text.removeprefix("-")) and self.minimum <= int(text) <= self.maximum
            return text in self.named_values or is_in_range
        return not self.values or text in self.values

    def check(self, text: str, where: str) -> str:
        """Returns `text` if it is a value of this option."""
        if self.type == "boolean" and as_boolean(text) is None:
            raise UsageError(f"The value ({text}) of {where} is neither yes nor no.")
        if self.type == "choice" and text not in self.values:
            raise UsageError(f"The value ({text}) of {where} is not {' or '.join(self.values)}.")
        if self.type == "integer" and text not in self.named_values:
            self._check_number(text, where)
        return text

    def _check_number(self, text: str, where: str) -> None:
        if not is_number(text.removeprefix("-")):
            words = "".join(f" nor {word}" for word in self.named_values)
            raise UsageError(f"The value ({shortened(text)}) of {where} is no number{words}.")
        if not self.minimum <= int(text) <= self.maximum:
            raise UsageError(
                f"The value ({text}) of {where} is not between {self.minimum} and {self.maximum}."
            )


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
    sets: Mapping[str, str]


_METAVARS = {"integer": "N", "text": "TEXT", "path": "FILE", "choice": "WORD", "boolean": ""}


def is_number(text: str) -> bool:
    """Whether it consists of a few plain digits: str.isdigit() accepts superscripts, too, and int() refuses long
    numbers."""
    return re.fullmatch("[0-9]{1,18}", text) is not None


def shortened(text: str, most: int = 40) -> str:
    """A wrong value, shortened for a message."""
    return text if len(text) <= most else text[:most] + "..."


def as_boolean(text: str) -> bool | None:
    """The words that the library takes, too (runtime/run/option_value.cpp)."""
    if text in ("yes", "1", "true", "on"):
        return True
    if text in ("no", "0", "false", "off"):
        return False
    return None


def _as_text(default: object) -> str:
    """A default as a user would write it."""
    if isinstance(default, bool):
        return "yes" if default else "no"
    return str(default)


def _option(entry: Mapping[str, Any]) -> Option:
    return Option(
        name=entry["name"],
        type=entry["type"],
        help=entry["help"],
        read_by=entry["read_by"],
        metavar=entry.get("metavar", _METAVARS[entry["type"]]),
        repeatable=entry.get("repeatable", False),
        has_flag=entry.get("flag", True),
        values=tuple(entry.get("values", ())),
        named_values=tuple(entry.get("named_values", ())),
        minimum=entry.get("minimum", 0),
        maximum=entry.get("maximum", 0),
        doc=tuple(entry.get("doc", ())),
        default=_as_text(entry["default"]),
        group=entry["group"],
        is_common=entry.get("is_common", False),
    )


def _group(entry: Mapping[str, Any]) -> Group:
    return Group(entry["name"], entry["title"])


def _read(path: Path, what: str, made: Callable[[Mapping[str, Any]], Entry]) -> tuple[Entry, ...]:
    try:
        return tuple(made(entry) for entry in json.loads(path.read_text())[what])
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise UsageError(
            f"The option table ({path}) is damaged ({described(error)}); install closeranks again."
        ) from error


def described(error: Exception) -> str:
    """The error of a file, as a sentence."""
    if isinstance(error, OSError):
        return error.strerror or str(error)
    if isinstance(error, KeyError):
        return f"{error} is missing"
    return str(error)


def read(path: Path) -> tuple[Option, ...]:
    return _read(path, "options", _option)


def load() -> tuple[Option, ...]:
    return read(_path())


def load_groups() -> tuple[Group, ...]:
    return _read(_path(), "groups", _group)


def load_profiles() -> tuple[Profile, ...]:
    return _read(_path(), "profiles", lambda entry: Profile(entry["name"], entry["help"], entry["sets"]))


def _path() -> Path:
    """The table of the installed copy or of the source tree, whichever this file belongs to."""
    here = Path(__file__).resolve().parent.parent
    for folder in (here / "spec", here.parent / "spec"):
        if (folder / "options.json").is_file():
            return folder / "options.json"
    raise UsageError(f"The option table (spec/options.json) is missing beside {here}.")
