"""Faults of an MPI that set-up did not build: a user is told of them once, by tools/setup or by the launcher."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from .installation import Installation

TOLD = "told-of-mends"  # a file, in the folder for what set-up makes (tools/common.sh)

SENTENCE = (
    "this Open MPI ({prefix}) has faults by which a death may cost more than the lost rank; closeranks doctor names them, "
    "closeranks doctor PROGRAM those that can strike a program, and tools/setup --build-mpi builds an MPI without them "
    "(this is said once)"
)


def _cache(variables: Mapping[str, str]) -> Path:
    beside = variables.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    return Path(variables.get("CLOSERANKS_CACHE") or f"{beside}/closeranks")


def told_once(place: Installation, variables: Mapping[str, str]) -> str:
    """What to say; empty where set-up has built the MPI, if the user knows it, or if that cannot be noted."""
    prefix = place.mpirun.parent.parent
    if (prefix / "complete").exists():
        return ""
    mark = _cache(variables) / TOLD
    try:
        mark.parent.mkdir(parents=True, exist_ok=True)
        mark.touch(exist_ok=False)
    except OSError:
        return ""
    return SENTENCE.format(prefix=prefix)
