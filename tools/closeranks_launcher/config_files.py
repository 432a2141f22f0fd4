"""The options in the config files and in the profile. They set options without a flag and without a variable.

There are two files: the one that --config or CLOSERANKS_CONFIG names, and the user's own. The library reads the first
file and the profile by itself as well, for it may run without the launcher. The launcher hands on the options of the
user's own file (docs/reference/options.md#config).
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from .arguments import Line, Setting
from .options import Option, UsageError, as_boolean, described, load_profiles

_COMMENT = re.compile(r"(^|[ \t])#.*")
_NAME = Path("closeranks") / "closeranks.conf"
_BLANKS = " \t\r"


def users_own(environment: Mapping[str, str]) -> Path | None:
    """The path of the user's config file, whether it exists or not. None: the user has no place for one."""
    base = environment.get("XDG_CONFIG_HOME", "")
    if not os.path.isabs(base):
        home = environment.get("HOME", "")
        base = os.path.join(home, ".config") if os.path.isabs(home) else ""
    return Path(base) / _NAME if base else None


def _lines(file: Path) -> Iterator[tuple[int, str]]:
    """The lines with content, as the library reads them (runtime/run/config.cpp), with their numbers. Raises
    UsageError."""
    try:
        text = file.read_text(errors="surrogateescape")
    except IsADirectoryError:
        raise UsageError(f"The config file ({file}) is a directory.") from None
    except OSError as error:
        raise UsageError(f"The config file ({file}) cannot be read: {described(error)}.") from error
    for number, line in enumerate(text.split("\n"), 1):
        if line := _COMMENT.sub("", line).strip(_BLANKS):
            yield number, line


def _read(file: Path, table: Mapping[str, Option], judges: Callable[[Option], bool], is_handed_on: bool) -> dict[str, Setting]:
    """`judges`: the options whose values are judged here. If all are, words that are no options are judged as well.
    Raises UsageError."""
    problems = []
    found = {}
    for number, line in _lines(file):
        name, equals, value = (part.strip(_BLANKS) for part in line.partition("="))
        place = f"{file}:{number}"
        option = table.get(name)
        if not equals:
            problems.append(f"{place}: The line ({line}) is not of the form name = value.")
        elif option is None or name == "config":
            problems.append(f"{place}: There is no option ({name}) for a config file.")
        elif value and judges(option) and not option.takes(value):
            problems.append(f"{place}: The value ({value}) of {name} is not {option.expected}.")
        elif value:
            found[name] = Setting(value, place, "file", is_handed_on)
    if problems:
        raise UsageError("\n".join(problems))
    return found


def _own(table: Mapping[str, Option], environment: Mapping[str, str]) -> dict[str, Setting]:
    file = users_own(environment)
    if file is None:
        return {}
    try:
        owner = file.stat().st_uid
    except (FileNotFoundError, NotADirectoryError, PermissionError):  # the last in a container with root's HOME
        return {}
    except OSError as error:
        raise UsageError(f"The config file ({file}) cannot be read: {described(error)}.") from error
    if owner not in (os.geteuid(), 0):  # as in root's shell with another user's HOME
        raise UsageError(f"The config file ({file}) is another user's; set XDG_CONFIG_HOME to a directory of your own.")
    return _read(file, table, lambda option: True, True)


def said_in_any(named: str, option: str, environment: Mapping[str, str]) -> str:
    """The value of an option in the file `named`, or else in the user's own file, even if these files have errors."""
    for file in [Path(named).absolute() if named else None, users_own(environment)]:
        try:
            said = [line.partition("=") for _, line in _lines(file)] if file else []
        except UsageError:
            continue
        for name, _, value in reversed(said):
            if name.strip(_BLANKS) == option:
                return value.strip(_BLANKS)
    return ""


def _profile(sets: Mapping[str, str], name: str, said: Callable[[str], str]) -> dict[str, Setting]:
    """The profile's values of options that nothing else sets."""
    found = {}
    for option, value in sets.items():
        opposite = {"strict": "lenient", "lenient": "strict"}.get(option)
        contradicts = opposite is not None and as_boolean(said(opposite)) is True
        if not said(option) and not contradicts:
            found[option] = Setting(value, f"profile {name}", "profile")
    return found


def read(line: Line, table: Sequence[Option], environment: Mapping[str, str]) -> None:
    """Completes `line` by the options that neither a flag nor a variable sets. Raises UsageError."""
    by_name = {option.name: option for option in table}

    def told(name: str) -> str:
        return line.settings.get(name) or environment.get(by_name[name].environment, "").strip()

    found = _own(by_name, environment)
    if named := told("config"):
        found |= _read(Path(named).absolute(), by_name, lambda option: not option.for_library, False)

    def said(name: str) -> str:
        return told(name) or (found[name].value if name in found else "")

    line.configured = {name: setting for name, setting in found.items() if not told(name)}
    chosen = said("profile")
    if chosen and chosen != "none":
        sets: Mapping[str, str] = next((one.sets for one in load_profiles() if one.name == chosen), {})
        line.configured |= _profile(sets, chosen, said)
        line.profile_policy = sets.get("policy", "") if said("policy") else ""
