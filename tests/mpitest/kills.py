"""Where a test asks for deaths: the language of CLOSERANKS_KILL, as far as a judge needs it."""

from __future__ import annotations

import re
from dataclasses import dataclass

_AT_CALL = re.compile(r"(\d+)@(?:(call|before|inside|after):)(MPIX?_\w+):(\d+)")
_AT_REPAIR = re.compile(r"(\d+)@repair:(\d+)")
_AT_TIME = re.compile(r"(\d+)@([0-9.]+)(ms|s)")
_OF_NODE = re.compile(r"(\d+)@(?:rank(\d+)|([0-9.]+)s)")


@dataclass(frozen=True)
class Kill:
    """One planned death; `function` is empty unless the death is tied to a call."""

    text: str
    rank: int
    when: str  # before, inside, after, repair or time
    function: str = ""
    count: int = 0

    @property
    def is_nonblocking(self) -> bool:
        """True at a call that only starts something."""
        starts = self.function.startswith("MPI_I") and not self.function.startswith("MPI_Init")
        return starts or self.function.endswith("_init")

    @staticmethod
    def parse(text: str) -> Kill:
        """Reads one entry of CLOSERANKS_KILL. Raises ValueError for anything else."""
        if match := _AT_CALL.fullmatch(text):
            when = "before" if match[2] == "call" else match[2]
            return Kill(text, int(match[1]), when, match[3], int(match[4]))
        if match := _AT_REPAIR.fullmatch(text):
            return Kill(text, int(match[1]), "repair", count=int(match[2]))
        if match := _AT_TIME.fullmatch(text):
            return Kill(text, int(match[1]), "time")
        raise ValueError(f"This is not a kill specification ({text}).")


@dataclass(frozen=True)
class NodeDeath:
    """The planned death of a node with all its ranks: with one of them, or some time after MPI_Init."""

    text: str
    node: int
    rank: int | None = None
    seconds: float = 0.0

    @staticmethod
    def parse(text: str) -> NodeDeath:
        """Reads NODE@rankRANK or NODE@SECONDSs. Raises ValueError for anything else."""
        match = _OF_NODE.fullmatch(text)
        if not match:
            raise ValueError(f"This is not the death of a node ({text}): NODE@rankRANK or NODE@SECONDSs.")
        rank = int(match[2]) if match[2] else None
        return NodeDeath(text, int(match[1]), rank, float(match[3] or 0.0))
