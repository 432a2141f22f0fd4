"""The arguments of the scripts that start jobs: programs, libraries and an mpirun that exist.

What is not there must not pass for a test that failed, nor for one that passed: the dynamic linker continues without a
library that it does not find, and then everything runs on the bare MPI.
"""

from __future__ import annotations

import argparse
import shutil
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from mpitest import faults
from mpitest.launch import Mpi, NotLoaded

_ELF = b"\x7fELF"


def program(text: str) -> str:
    """A program to run: its absolute path. For argparse."""
    found = shutil.which(text)
    if found is None:
        raise argparse.ArgumentTypeError(f"There is no such program ({text}).")
    return str(Path(found).absolute())


def command_of(parser: argparse.ArgumentParser, words: Sequence[str]) -> list[str]:
    """A program and its arguments. Ends the script with status 2 when there is no such program."""
    try:
        return [program(words[0]), *words[1:]]
    except argparse.ArgumentTypeError as problem:
        parser.error(str(problem))


def positive(text: str) -> int:
    """A number of things: at least one. For argparse."""
    if not text.isdigit() or int(text) == 0:
        raise argparse.ArgumentTypeError(f"This is no number of at least 1 ({text}).")
    return int(text)


def preloaded(text: str) -> str:
    """Libraries to preload, divided by colons: their absolute paths. For argparse."""
    return ":".join(_library(part) for part in text.split(":"))


def _library(text: str) -> str:
    path = Path(text).absolute()
    try:
        with open(path, "rb") as file:
            if file.read(len(_ELF)) == _ELF:
                return str(path)
    except OSError as error:
        raise argparse.ArgumentTypeError(f"The library ({text}) cannot be read: {error.strerror}.") from error
    raise argparse.ArgumentTypeError(f"This is no shared library ({text}).")


def add_mpi(parser: argparse.ArgumentParser) -> None:
    """--mpirun and --library; by default what ctest names in the environment."""
    default = Mpi.from_environment()
    parser.add_argument("--mpirun", default=default.mpirun, type=program,
                        help="default: CLOSERANKS_TEST_MPIRUN, or mpirun")  # fmt: skip
    parser.add_argument("--library", default=default.library or None, type=preloaded,
                        help="libcloseranks.so; default: CLOSERANKS_TEST_LIBRARY")  # fmt: skip


def mpi_of(parser: argparse.ArgumentParser, options: argparse.Namespace) -> Mpi:
    """The MPI and the library of `add_mpi`. Ends the script with status 2 when no library is named."""
    if options.library is None:
        parser.error("Name the library (--library).")
    return Mpi(options.mpirun, options.library)


def status_of(main: Callable[[], int]) -> int:
    """The status of the script: 2, as for wrong usage, when the library could not be loaded. Faults of the MPI that the
    test names count (mpitest/faults.py)."""
    try:
        return faults.judged(main)
    except NotLoaded as problem:
        print(f"The library was not loaded: {problem}", file=sys.stderr)
        return 2
