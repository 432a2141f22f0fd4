"""Where a test asks for deaths: the language of CLOSERANKS_KILL, as far as a judge needs it."""

from __future__ import annotations

import enum
import re
from dataclasses import dataclass

_AT_CALL = re.compile(r"(\d+)@(?:(call|before|inside|after):)(MPIX?_\w+):(\d+)")
_AT_REPAIR = re.compile(r"(\d+)@repair:(\d+)")
_AT_TIME = re.compile(r"(\d+)@([0-9.]+)(ms|s)")
_IN_MESSAGE = re.compile(r"(\d+)@message:(\d+)(?::(-\d+))?")
_OF_NODE = re.compile(r"(\d+)@(?:rank(\d+)|([0-9.]+)s)(?:\+([0-9.]+)s)?")


@dataclass(frozen=True)
class Kill:
    """One planned death; `function` is empty unless the death is tied to a call."""

    text: str
    rank: int
    when: str  # before, inside, after, repair, time or message
    function: str = ""
    count: int = 0

    @property
    def is_nonblocking(self) -> bool:
        """True at a call that only starts an operation."""
        starts = self.function.startswith("MPI_I") and not self.function.startswith("MPI_Init")
        return starts or self.function.endswith("_init")

    @staticmethod
    def parse(text: str) -> Kill:
        """Reads one entry of CLOSERANKS_KILL, or RANK@message:N[:TAG] (tests/in_messages). Raises ValueError for
        anything else."""
        if match := _AT_CALL.fullmatch(text):
            when = "before" if match[2] == "call" else match[2]
            return Kill(text, int(match[1]), when, match[3], int(match[4]))
        if match := _AT_REPAIR.fullmatch(text):
            return Kill(text, int(match[1]), "repair", count=int(match[2]))
        if match := _AT_TIME.fullmatch(text):
            return Kill(text, int(match[1]), "time")
        if match := _IN_MESSAGE.fullmatch(text):
            return Kill(text, int(match[1]), "message", count=int(match[2]))
        raise ValueError(f"This is not a kill specification ({text}).")


class NodeEventKind(enum.Enum):
    """The kind of an event of a node. The values are the options of run_mpi_test."""

    DIES = "dies"  # all its processes end, and the other nodes see their connections closed
    GOES_DARK = "goes-dark"  # the node is silent, and no connection is closed; its processes continue
    IS_CUT_OFF = "is-cut-off"  # the same, but shorter than the time until it would be noticed
    IS_STOPPED = "is-stopped"  # all its processes are stopped, by SIGSTOP

    @property
    def is_death(self) -> bool:
        return self in (NodeEventKind.DIES, NodeEventKind.GOES_DARK)


@dataclass(frozen=True)
class NodeEvent:
    """The plan for a node: at the death of a rank, or some time after MPI_Init."""

    text: str
    node: int
    rank: int | None = None
    seconds: float = 0.0
    kind: NodeEventKind = NodeEventKind.DIES
    length: float | None = None  # seconds; None: for good

    @staticmethod
    def parse(text: str, kind: NodeEventKind = NodeEventKind.DIES) -> NodeEvent:
        """Reads NODE@rankRANK or NODE@SECONDSs, and +SECONDSs for its length. Raises ValueError for anything else."""
        match = _OF_NODE.fullmatch(text)
        if not match or (kind is NodeEventKind.DIES and match[4]):
            raise ValueError(f"This is nothing that befalls a node ({text}): NODE@rankRANK or NODE@SECONDSs.")
        if not kind.is_death and not match[4]:
            raise ValueError(f"This does not say for how long ({text}): NODE@SECONDSs+SECONDSs.")
        rank = int(match[2]) if match[2] else None
        length = float(match[4]) if match[4] else None
        return NodeEvent(text, int(match[1]), rank, float(match[3] or 0.0), kind, length)
