"""The option table (spec/options.json), as far as the launcher needs it."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path

from .plain import TYPE_CHECKING, dataclass

if TYPE_CHECKING:
    from typing import Any


class UsageError(Exception):
    """The user asked for something that does not exist; the message is for them."""


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


_METAVARS = {"integer": "N", "text": "TEXT", "path": "FILE", "choice": "WORD", "boolean": ""}


def is_number(text: str) -> bool:
    """Whether it is made of a few plain digits: str.isdigit() takes superscripts, too, and int() refuses what is too
    long."""
    return re.fullmatch("[0-9]{1,18}", text) is not None


def shortened(text: str, most: int = 40) -> str:
    """As much of a wrong value as one wants to see in a message."""
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
    )


def read(path: Path) -> tuple[Option, ...]:
    try:
        return tuple(_option(entry) for entry in json.loads(path.read_text())["options"])
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise UsageError(
            f"The option table ({path}) is damaged ({described(error)}); install closeranks again."
        ) from error


def described(error: Exception) -> str:
    """In a sentence, what has gone wrong with a file."""
    if isinstance(error, OSError):
        return error.strerror or str(error)
    if isinstance(error, KeyError):
        return f"{error} is missing"
    return str(error)


def load() -> tuple[Option, ...]:
    """From the installed copy or from the source tree, whichever this file belongs to."""
    here = Path(__file__).resolve().parent.parent
    for folder in (here / "spec", here.parent / "spec"):
        if (folder / "options.json").is_file():
            return read(folder / "options.json")
    raise UsageError(f"The option table (spec/options.json) is missing beside {here}.")
