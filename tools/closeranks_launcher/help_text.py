"""The text of --help: the options that most people need on one screen, those of a group, one of them, or all."""

from __future__ import annotations

import posixpath
import re
import sys
import textwrap
from collections.abc import Iterable, Iterator, Sequence

from . import colour, exit_status, options, subcommands
from .nearest import did_you_mean
from .options import Group, Option, UsageError

_USAGE = """\
usage: closeranks [run] [options] -n N program [arguments...]
       closeranks SUBCOMMAND --help

Runs an unmodified MPI program, so that it continues with the remaining ranks when some
of them die. Options that closeranks does not have go to mpirun (-n, --hostfile, --map-by, -x, ...).
"""
_NODES = """\
On several nodes: the records of all ranks take a directory that all nodes share (--keep-records).
Every option is also an environment variable (--abort-code: CLOSERANKS_ABORT_CODE), and may stand as
abort_code = 9 in the file of --config and in ~/.config/closeranks/closeranks.conf; docs/reference/options.md
tells more about each.
"""
_STATUSES = """\
exit status: 0: clean; 83: completed after losing ranks; 84: could not complete after losing some;
82: nothing was started; others: the program's own. --help all has the whole list.
"""
ALL = "all"
_COLUMN = 26  # where descriptions begin
_WIDTH = 100


def _described(left: str, text: str) -> list[str]:
    """An option and its description in a column of its own, below where the option is too long."""
    wrapped = textwrap.wrap(text, _WIDTH - _COLUMN)
    beside = len(left) <= _COLUMN - 2
    first = [f"{left:<{_COLUMN}}{wrapped[0]}"] if beside else [left, " " * _COLUMN + wrapped[0]]
    return first + [" " * _COLUMN + more for more in wrapped[1:]]


def _notes(option: Option) -> Iterator[str]:
    if option.repeatable:
        yield "repeatable"
    if option.values:
        yield ", ".join(f"{value} (default)" if value == option.default else value for value in option.values)
    elif option.takes_value and option.default:
        yield f"default: {option.default}"


def _option(option: Option) -> list[str]:
    notes = "; ".join(_notes(option))
    return _described(f"  {option.flag} {option.metavar}".rstrip(), option.help + (f" [{notes}]" if notes else ""))


def _title(text: str) -> str:
    return colour.painted(f"{text}:", colour.BOLD, sys.stdout)


def _groups(table: Sequence[Option], groups: Iterable[Group]) -> Iterator[str]:
    """The groups with options in `table`, each with its title."""
    for group in groups:
        lines = [line for option in table if option.group == group.name and option.has_flag for line in _option(option)]
        if lines:
            yield from (_title(group.title.lower()), *lines)


def _subcommands() -> Iterator[str]:
    yield _title("subcommands")
    for name, text in subcommands.help_lines():
        yield from _described(f"  {name}", text)


def _more(groups: Sequence[Group]) -> Iterator[str]:
    names = ", ".join(group.name for group in groups)
    yield from (_title("more"), *_described("  --help TOPIC", f"one of {names}, all, or an option: --help spares"))
    yield from _described("  --version", "print the version")


def _common(table: Sequence[Option], groups: Sequence[Group]) -> str:
    shown = [option for option in table if option.is_common]
    lines = [*_groups(shown, groups), *_more(groups), *_subcommands()]
    return _USAGE + "\n" + "\n".join(lines) + "\n" + _STATUSES


def _all(table: Sequence[Option], groups: Sequence[Group]) -> str:
    lines: list[str] = []
    for group in groups:
        lines += [*_groups(table, [group]), ""]
    return "\n".join([_USAGE, *lines, *_more(groups), "", *_subcommands(), "", _NODES]) + "\n" + exit_status.EXIT_STATUS_HELP


def _profiles() -> Iterator[str]:
    for profile in options.load_profiles():
        sets = ", ".join(f"{name} = {value}" for name, value in profile.sets.items())
        yield from _described(f"  {profile.name}", f"{profile.help}: {sets}")


def _with_pages(text: str) -> str:
    """Names the files of links, which the text has as Markdown for docs/reference/options.md."""

    def page(link: re.Match[str]) -> str:
        if not link[2] or "://" in link[2]:
            return link[2] or link[1]
        return f"{link[1]}: {posixpath.normpath('docs/reference/' + link[2])}"

    return re.sub(r"\[([^\]]+)\]\(([^)#]*)[^)]*\)", page, text)


def _one(option: Option) -> str:
    profiles = [*_profiles(), ""] if option.name == "profile" else []
    variable = f"{'Environment v' if option.has_flag else 'V'}ariable: {option.environment}"
    return "\n".join([*_option(option), "", _with_pages("\n".join(option.doc)), "", *profiles, variable]) + "\n"


def about(topic: str, table: Sequence[Option]) -> str:
    """`topic`: the word after --help, or empty. Raises UsageError."""
    groups = options.load_groups()
    if topic in ("", "common"):
        return _common(table, groups)
    if topic == ALL:
        return _all(table, groups)
    if group := next((group for group in groups if group.name == topic), None):
        return "\n".join(_groups(table, [group])) + "\n"
    name = topic.lstrip("-").replace("-", "_")
    if option := next((option for option in table if option.name == name), None):
        return _one(option)
    names = [ALL, *(group.name for group in groups), *(option.flag.lstrip("-") for option in table)]
    raise UsageError(
        f"There is no help on {topic}{did_you_mean(topic.lstrip('-'), names)} (Topics: "
        f"{', '.join(group.name for group in groups)}, {ALL}, and each option.)"
    )
