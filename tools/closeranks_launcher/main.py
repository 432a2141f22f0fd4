"""closeranks: runs an MPI program so that it continues when processes die."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from . import (
    arguments,
    checks,
    command,
    config_files,
    environment,
    exit_status,
    installation,
    limits,
    mends,
    options,
    records_folder,
    subcommands,
)
from .asked import Asked, say
from .options import Option, UsageError

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


def _dump_config(line: arguments.Line, table: Sequence[Option], values: Mapping[str, str]) -> None:
    """The launcher's own; the library says the others."""
    for option in table:
        if option.name == "report" or not option.for_library:
            text = values.get(option.name, option.default)
            say(f"config: {option.name} = {text}  # {command.source(line, option, os.environ)}")


def _check_subcommand(line: arguments.Line, words: Sequence[str]) -> None:
    """A subcommand that is misspelt looks like a program."""
    program = line.applications[0].program[0]
    if program == words[0] and checks.programs.found(program, os.environ.get("PATH", os.defpath)) is None:
        if meant := subcommands.misspelt(program):
            raise UsageError(f"There is neither a program nor a subcommand {program}; did you mean closeranks {meant}?")


def _check_directory() -> None:
    try:
        os.getcwd()
    except OSError as error:
        raise UsageError("The working directory does not exist any more (deleted?); change to another one.") from error


def _warn_of_kills(line: arguments.Line, table: Sequence[Option], values: Mapping[str, str]) -> None:
    """Warns of planned kills that the command line does not have: the variable may be left from yesterday."""
    for option in table:
        if option.name in ("kill", "kill_random") and command.source(line, option, os.environ) == "environment":
            say(
                f"{option.environment} is set in the environment ({values[option.name]}), so that ranks are killed for a "
                "test; unset it if that is not meant."
            )


def _run(script: Path, words: Sequence[str]) -> int:
    """Raises UsageError."""
    table = options.load()
    line = arguments.parse(words, table)
    if line.help_topic is not None:
        from . import help_text

        print(help_text.about(line.help_topic, table), end="")
        return exit_status.CLEAN
    place = installation.find(script)
    if line.wants_version:
        print(f"closeranks {place.version} (mpirun: {place.mpirun})")
        return exit_status.CLEAN
    _check_directory()
    _check_subcommand(line, words)
    for remark in line.remarks:
        say(remark)
    if not place.has_pmix:
        say(f"{installation.WITHOUT_PMIX} {installation.MEND_PMIX}")
    if sentence := mends.told_once(place, os.environ):
        say(sentence)
    config_files.read(line, table, os.environ)
    values = command.settings(line, table, os.environ)
    within = limits.of(values, os.environ)
    _warn_of_kills(line, table, values)
    finish_checks = checks.begin(line, table, values, place, os.environ)
    from .attempts import launch  # while other programs answer

    finish_checks()
    if command.is_on(values, "dump_config"):
        _dump_config(line, table, values)
    if command.is_on(values, "dry_run"):
        return _dry_run(line, table, place)
    with records_folder.of_run(values) as folder, environment.reachable(place) as reachable:
        return launch(Asked(line, table, reachable, words, values, within), folder)


def _wants_classic(words: Sequence[str]) -> bool:
    """Seen without the option table, for a line or a config file that may not be understood."""

    def told(flag: str) -> str:
        """The value of the flag, else of its variable."""
        joined = [word.partition("=")[2] for word in words if word.startswith(f"{flag}=")]
        apart = [after for word, after in zip(words, words[1:]) if word == flag]
        variable = "CLOSERANKS_" + flag.lstrip("-").replace("-", "_").upper()
        return (joined or apart or [os.environ.get(variable, "").strip()])[-1]

    return (told("--exit-status") or config_files.said_in_any(told("--config"), "exit_status", os.environ)) == "classic"


def main(script: Path, words: Sequence[str]) -> int:
    try:
        return _run(script, words)
    except UsageError as error:
        for text in str(error).splitlines():
            say(text)
        return exit_status.numbered(exit_status.USAGE, _wants_classic(words))[0]
    except BrokenPipeError:  # the reader has closed the pipe
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return exit_status.CLEAN
