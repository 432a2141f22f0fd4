"""The functions of MPI as the library treats them (generated/functions.json), and the names by which files call
them."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .options import UsageError, described

_FORTRAN_ENDING = re.compile(r"(?:_cptr)?(?:_f08ts|_f08|_f)?_{0,2}$", re.IGNORECASE)
_C_NAME = re.compile(r"P?MPIX?_(?:T_|[A-Z][a-z])\w*")
_ANY_NAME = re.compile(r"p?mpix?_[a-z]\w*", re.IGNORECASE)
# What Fortran's bindings have for themselves, and constants of them that are symbols.
_FORTRANS_OWN = re.compile(r"mpi_(fortran_\w+|sizeof\w*|conversion_fn_null|\w+_fn|\w+_function)", re.IGNORECASE)


@dataclass(frozen=True)
class Function:
    name: str
    of_class: str
    protected: bool
    peer: str = ""  # policies, where it has them
    contribution: str = ""
    stall: str = ""
    lacks: str = ""  # the contributions that a result may lack
    roles: tuple[str, ...] = ()
    risk: str = ""  # of one that is not protected
    replicas: str = ""  # "refused": in replicated runs (--replicate)

    @property
    def short(self) -> str:
        """As --policy takes it."""
        return self.name.partition("_")[2]


@dataclass(frozen=True)
class Called:
    """The function that a symbol calls."""

    name: str  # as in C
    language: str  # "C", "Fortran", "Fortran (mpi_f08)"


class Table:
    def __init__(self, data: Mapping[str, Any]) -> None:
        """Raises KeyError, TypeError or AttributeError when that is no such table."""
        self.functions = {name: _function(name, row) for name, row in data["functions"].items()}
        self.left_alone: dict[str, str] = dict(data["left_alone"])
        self._lower = {name.lower(): name for name in self.functions}

    def called_by(self, symbol: str) -> Called | None:
        """None: the symbol is no call of MPI."""
        if not _ANY_NAME.fullmatch(symbol) or _FORTRANS_OWN.fullmatch(symbol.rstrip("_")):
            return None
        plain = symbol[1:] if symbol[0] in "pP" else symbol
        if plain in self.functions:
            return Called(plain, "C")
        ending = _FORTRAN_ENDING.search(plain)
        stem = plain[: ending.start()] if ending else plain
        if stem.lower() in self._lower:
            uses_f08 = bool(ending and "_f08" in ending[0])
            return Called(self._lower[stem.lower()], "Fortran (mpi_f08)" if uses_f08 else "Fortran")
        return Called(plain, "C") if _C_NAME.fullmatch(symbol) else None

    def why_left_alone(self, name: str) -> str:
        for entry, why in self.left_alone.items():
            if name == entry or entry.endswith("*") and name.startswith(entry[:-1]):
                return why
        return "closeranks does not know it."


def _function(name: str, row: Mapping[str, Any]) -> Function:
    return Function(
        name=name,
        of_class=row["class"],
        protected=row["protected"],
        peer=row.get("peer", ""),
        contribution=row.get("contribution", ""),
        stall=row.get("stall", ""),
        lacks=row.get("lacks", ""),
        roles=tuple(row.get("roles", ())),
        risk=row.get("risk", ""),
        replicas=row.get("replicas", ""),
    )


def load() -> Table:
    """From the installed copy or from the source tree. Raises UsageError."""
    here = Path(__file__).resolve().parent.parent
    for path in (here / "spec/functions.json", here.parent / "generated/functions.json"):
        if path.is_file():
            try:
                return Table(json.loads(path.read_text()))
            except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
                raise UsageError(
                    f"The table of functions ({path}) is damaged ({described(error)}); install closeranks again."
                ) from error
    raise UsageError(f"The table of functions (functions.json) is missing beside {here}.")
