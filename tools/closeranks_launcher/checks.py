"""Checks before the start: whether the run can be as the user asked. Each check raises UsageError.

Some checks ask other programs. These work while the launcher loads the modules that start mpirun.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable, Mapping
from pathlib import Path

from . import command, disk, programs, replicate
from .arguments import Line
from .installation import Installation
from .options import Option, UsageError, described
from .question import Question

Values = Mapping[str, str]
Variables = Mapping[str, str]

STDOUT = "-"  # in place of a file's name
_ROOM = 65536  # bytes for the records, at least


def begin(
    line: Line, table: tuple[Option, ...], values: Values, place: Installation, variables: Variables
) -> Callable[[], None]:
    """Returns a function to call before the start; it gets the answers of the remaining checks."""
    _may_be_root(line, values, variables)
    _is_loaded_once(place, variables)
    options = _options(line, table, place, variables)
    program = programs.check(line, values, place, variables)

    def finish() -> None:
        options()
        if "report" in values:
            _can_be_written(values["report"])
        program()
        if replicate.with_twin(line, values):
            _can_be_replicated(line, values, variables)

    return finish


def _can_be_replicated(line: Line, values: Values, variables: Variables) -> None:
    from . import replicas_check, replicas_script

    words = line.applications[0].program
    file = programs.found(words[0], variables.get("PATH", os.defpath))
    if file is None or command.is_on(values, "allow_unprotected"):
        return
    if text := replicas_check.why_not(Path(file)) or replicas_script.why_not([file, *words[1:]]):
        raise UsageError(text)


def _may_be_root(line: Line, values: Values, variables: Variables) -> None:
    allowed = all(name in variables for name in command.ROOT)
    if os.geteuid() != 0 or allowed or command.is_on(values, "allow_root"):
        return
    if not line.has_mpirun_option("allow-run-as-root"):
        raise UsageError(
            "You are root, and mpirun refuses to run as root unless told otherwise. In a container "
            "add --allow-root (or set CLOSERANKS_ALLOW_ROOT=yes); elsewhere be another user."
        )


def _is_loaded_once(place: Installation, variables: Variables) -> None:
    for name in variables.get("LD_PRELOAD", "").replace(" ", ":").split(":"):
        if Path(name).name.startswith(("libcloseranks.so", replicate.LIBRARY)):
            raise UsageError(
                f"LD_PRELOAD names a closeranks already ({name}), and the launcher preloads its own "
                f"({place.library}); unset LD_PRELOAD, or start with mpirun."
            )


def _options(
    line: Line, table: tuple[Option, ...], place: Installation, variables: Variables
) -> Callable[[], None]:
    """The library's own judgement of its options, from a program with the same parts."""
    for option in table:
        if option.repeatable and option.name in line.settings:
            if not line.settings[option.name].strip(", "):
                raise UsageError(f"The value ({line.settings[option.name]}) of {option.flag} is an empty list.")
    told = {**variables, **command.for_library(line, table, variables)}
    for application in line.applications:
        told |= {name: text for name, text in application.exports.items() if text is not None}
    if place.checker is None or not any(name.startswith("CLOSERANKS_") for name in told):
        return lambda: None  # all options have the library's defaults
    counts = [application.processes for application in line.applications]
    size = str(sum(count or 0 for count in counts)) if all(counts) else ""
    try:
        question = Question([place.checker, *([size] if size else [])], told)
    except OSError as error:
        raise _unchecked(place.checker, described(error)) from error
    flags = {option.environment: option.flag for option in table if option.name in line.settings}
    flags |= {
        option.environment: line.configured[option.name].place for option in table if option.name in line.configured
    }
    return lambda: _judged(question, place.checker, flags)


def _judged(question: Question, checker: Path | None, flags: Mapping[str, str]) -> None:
    """`flags`: the user's text for options that the library reads from variables."""
    try:
        answer = question.answer()
    except subprocess.TimeoutExpired as error:
        raise _unchecked(checker, "it does not answer") from error
    if problems := answer.stdout.strip():
        for variable, flag in flags.items():
            problems = problems.replace(f"{variable}: ", f"{flag}: ")
        raise UsageError(problems)
    if answer.returncode != 0:
        raise _unchecked(checker, f"it ended with {answer.returncode} ({answer.stderr.strip()})")


def _unchecked(checker: Path | None, why: str) -> UsageError:
    return UsageError(f"The options cannot be checked by {checker}: {why}; build or install closeranks again.")


def _can_be_written(path: str) -> None:
    """Finds out before hours of computing that the report cannot be written."""
    if path == STDOUT:
        return
    target = Path(path)
    try:
        is_new = not target.exists()
        with target.open("ab"):
            pass
        if is_new:
            target.unlink()
    except OSError as error:
        raise UsageError(f"The report cannot go to {path} (--report): {described(error)}.") from error


def has_room(folder: Path) -> None:
    """For the records. A full disk would end the program within the MPI, silently."""
    probe = folder / ".closeranks-probe"
    try:
        descriptor = os.open(probe, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        try:
            os.posix_fallocate(descriptor, 0, _ROOM)
        finally:
            probe.unlink()
            disk.close(descriptor)
    except OSError as error:
        raise UsageError(
            f"The records cannot go to {folder}: {described(error)}. Free some space there, or name another "
            "directory (TMPDIR, --keep-records)."
        ) from error
