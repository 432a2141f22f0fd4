"""What can be known before the start: whether the run can be what the user asked for. Each check raises UsageError."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping
from pathlib import Path

from . import command, programs
from .arguments import Line
from .installation import Installation
from .options import Option, UsageError, described

Values = Mapping[str, str]
Variables = Mapping[str, str]

STDOUT = "-"  # in place of a file's name
_PATIENCE = 30  # seconds that another program gets to answer
_ROOM = 65536  # bytes for the records, at least


def everything(
    line: Line, table: tuple[Option, ...], values: Values, place: Installation, variables: Variables
) -> None:
    _may_be_root(line, values, variables)
    _is_loaded_once(place, variables)
    _options(line, table, place, variables)
    if "report" in values:
        _can_be_written(values["report"])
    programs.check(line, values, place, variables)


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
        if Path(name).name.startswith("libcloseranks.so"):
            raise UsageError(
                f"LD_PRELOAD names a closeranks already ({name}), and the launcher preloads its own "
                f"({place.library}); unset LD_PRELOAD, or start with mpirun."
            )


def _options(
    line: Line, table: tuple[Option, ...], place: Installation, variables: Variables
) -> None:
    """The library's own judgement of its options, from a program that is made of the same parts."""
    for option in table:
        if option.repeatable and option.name in line.settings:
            if not line.settings[option.name].strip(", "):
                raise UsageError(f"The value ({line.settings[option.name]}) of {option.flag} says nothing.")
    if place.checker is None:
        return
    told = {**variables, **command.for_library(line, table, variables)}
    for application in line.applications:
        told |= {name: text for name, text in application.exports.items() if text is not None}
    counts = [application.processes for application in line.applications]
    size = str(sum(count or 0 for count in counts)) if all(counts) else ""
    answer = subprocess.run(
        [place.checker, *([size] if size else [])],
        env=told,
        capture_output=True,
        text=True,
        errors="replace",
        timeout=_PATIENCE,
    )
    if problems := answer.stdout.strip():
        raise UsageError(problems)
    if answer.returncode != 0:
        raise UsageError(
            f"The options cannot be checked: {place.checker} ended with {answer.returncode} "
            f"({answer.stderr.strip()}); build or install closeranks again."
        )


def _can_be_written(path: str) -> None:
    """Finds out before hours of computing that the report has no place."""
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
    """For the records. A full disk would end the program within the MPI, without a word."""
    probe = folder / ".closeranks-probe"
    try:
        with probe.open("wb") as file:
            try:
                os.posix_fallocate(file.fileno(), 0, _ROOM)
            finally:
                probe.unlink()
    except OSError as error:
        raise UsageError(
            f"The records cannot go to {folder}: {described(error)}. Free some space there, or name another "
            "directory (TMPDIR, --keep-records)."
        ) from error
