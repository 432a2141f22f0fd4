"""--spares: mpirun starts more processes than the program has ranks (docs/reference/spares.md)."""

from __future__ import annotations

from collections.abc import Mapping

from .arguments import Application, Line, split_options
from .options import UsageError, is_number

_COUNTS = ("n", "np", "c")
_FEWEST_RANKS = 2  # one rank has to be left that calls a spare


def number_of_spares(values: Mapping[str, str]) -> int:
    """`values`: of the options. The library complains of values that are no numbers."""
    text = values.get("spares", "0")
    return int(text) if is_number(text) else 0


def check(line: Line, spares: int) -> None:
    """Raises UsageError if the number of processes cannot be determined."""
    if spares == 0:
        return
    if len(line.applications) > 1:
        raise UsageError("--spares is for one program, and the line has several.")
    ranks = line.applications[0].processes
    if ranks is None:
        raise UsageError("--spares needs -n, which says how many ranks the program has besides them.")
    if ranks < _FEWEST_RANKS:
        raise UsageError(f"--spares needs a program of {_FEWEST_RANKS} ranks or more: one that is left calls a spare.")


def with_more_processes(application: Application, more: int) -> list[str]:
    """mpirun's options of an application, of which the last processes are spares or twins."""
    words: list[str] = []
    for option in split_options(application.mpirun_options):
        if more and option[0].lstrip("-").partition("=")[0] in _COUNTS:
            option = ["-n", str((application.processes or 0) + more)]
        words += option
    return words
