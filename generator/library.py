"""Compares the spec with the symbols of the built library."""

from __future__ import annotations

import subprocess
from collections import Counter

from generator.model import Spec
from generator.problems import MAIN, Problems, SpecError

PUBLIC_PREFIX = "closeranks_"

# Functions of other libraries that the runtime defines: to notice processes that leave without
# MPI_Finalize (runtime/core/exit_watch.cpp), programs that find the MPI by themselves
# (runtime/processes/bypass.cpp), and what the MPI says about deaths (runtime/openmpi/own_messages.cpp).
# generated/exports.map lets these out, the names of MPI and the public ones.
OTHER_FUNCTIONS = (
    "PMIx_Abort",
    "PMIx_Init",
    "PMIx_Lookup",
    "PMIx_Spawn",
    "_Exit",
    "_exit",
    "dlopen",
    "opal_output",
    "quick_exit",
)

# What some linkers add on their own.
_LINKER_SYMBOLS = frozenset({"_init", "_fini", "_edata", "_end", "__bss_start"})


def defined_symbols(library: str) -> list[str]:
    """The dynamic symbols that the library defines."""
    command = ["nm", "--dynamic", "--defined-only", "--format=posix", library]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError as error:
        raise SpecError(f"nm: the program cannot be run ({error.strerror}).") from None
    if done.returncode != 0:
        raise SpecError(f"{library}: its symbols cannot be read ({done.stderr.strip()}).")
    return [line.split()[0].split("@")[0] for line in done.stdout.splitlines() if line]


def compare(spec: Spec, library: str, symbols: list[str]) -> None:
    """Raises unless both names of every function are defined exactly once, and nothing else is."""
    problems = Problems()
    counts = Counter(symbols)
    expected = {name for f in spec.functions for name in (f.name, f"P{f.name}")}
    for function in spec.functions:
        for name in (function.name, f"P{function.name}"):
            if counts[name] != 1:
                problems.add(
                    f"{MAIN}: {function.name}: {library} defines {name} {counts[name]} times, not once."
                )
    for name in sorted(set(symbols) - expected - _LINKER_SYMBOLS - set(OTHER_FUNCTIONS)):
        if not name.startswith(PUBLIC_PREFIX):
            problems.add(f"{library}: the symbol ({name}) is exported without being in the interface.")
    problems.raise_if_any()


def check(spec: Spec, library: str) -> None:
    compare(spec, library, defined_symbols(library))
