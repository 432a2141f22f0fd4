"""closeranks: runs an MPI program so that it goes on when processes die."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path

from . import arguments, checks, command, environment, exit_status, installation, options, records_folder, subcommands
from .asked import Asked, say
from .options import Option, UsageError

_USAGE = """\
usage: closeranks [run] [options] -n N program [arguments...]
       closeranks SUBCOMMAND --help

Runs an MPI program that nobody changed, so that it goes on with the ranks that are left when some
of them die. Options that are not listed here go to mpirun (-n, --hostfile, --map-by, -x, ...).

options:
"""

_NODES = """
On several nodes: the records of all ranks take a directory that all nodes share (--keep-records).
Every option is also an environment variable (--abort-code: CLOSERANKS_ABORT_CODE); docs/options.md
tells more about each.
"""


_COLUMN = 26  # of --help, where descriptions begin


def _described(left: str, text: str) -> list[str]:
    """An option and its description in a column of its own, below where the option is too long."""
    import textwrap

    wrapped = textwrap.wrap(text, 74)
    beside = len(left) <= _COLUMN - 2
    first = [f"{left:<{_COLUMN}}{wrapped[0]}"] if beside else [left, " " * _COLUMN + wrapped[0]]
    return first + [" " * _COLUMN + more for more in wrapped[1:]]


def help_text(table: Sequence[Option]) -> str:
    lines = []
    for option in table:
        if not option.has_flag:
            continue
        text = option.help + (" (repeatable)" if option.repeatable else "")
        text += f" [{', '.join(option.values)}]" if option.values else ""
        lines += _described(f"  {option.flag} {option.metavar}".rstrip(), text)
    lines += _described("  --version", "print the version") + _described("  --help", "print this")
    others = [line for name, text in subcommands.help_lines() for line in _described(f"  {name}", text)]
    lines += ["", "subcommands:", *others]
    return _USAGE + "\n".join(lines) + "\n" + _NODES + "\n" + exit_status.EXIT_STATUS_HELP


def _dry_run(line: arguments.Line, table: Sequence[Option], place: installation.Installation) -> int:
    if environment.needs_link(place):
        raise UsageError(
            f"The folder of the library ({place.library.parent}) has a colon or a semicolon in "
            "its name, which LD_PRELOAD cannot hold; the launcher makes a link for each run, "
            "and there is no command that can be written down."
        )
    values = command.settings(line, table, os.environ)
    kept = Path(values["keep_records"]).absolute() if "keep_records" in values else None
    print(command.build(line, table, place, kept).quoted())
    return exit_status.CLEAN


def _run(script: Path, words: Sequence[str]) -> int:
    """Raises UsageError."""
    table = options.load()
    line = arguments.parse(words, table)
    if line.wants_help:
        print(help_text(table), end="")
        return exit_status.CLEAN
    place = installation.find(script)
    if line.wants_version:
        print(f"closeranks {place.version} (mpirun: {place.mpirun})")
        return exit_status.CLEAN
    for word in line.unknown:
        say(f"The option {word} goes to mpirun without a value; if it has one: {word}=VALUE.")
    values = command.settings(line, table, os.environ)
    finish_checks = checks.begin(line, table, values, place, os.environ)
    from .attempts import launch  # while others answer

    finish_checks()
    if command.is_on(values, "dry_run"):
        return _dry_run(line, table, place)
    with records_folder.of_run(values) as folder, environment.reachable(place) as reachable:
        return launch(Asked(line, table, reachable, words, values), folder)


def _wants_classic(words: Sequence[str]) -> bool:
    """Seen without the option table and for a line that may not be understood."""
    told = os.environ.get("CLOSERANKS_EXIT_STATUS", "").strip() == "classic"
    flag = zip(words, words[1:])
    return told or "--exit-status=classic" in words or ("--exit-status", "classic") in flag


def main(script: Path, words: Sequence[str]) -> int:
    try:
        status = _run(script, words)
        sys.stdout.flush()
        return status
    except UsageError as error:
        for text in str(error).splitlines():
            say(text)
        return exit_status.numbered(exit_status.USAGE, _wants_classic(words))[0]
    except BrokenPipeError:  # whoever reads what we print has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return exit_status.CLEAN
