# SPDX-License-Identifier: BSD-3-Clause
"""Messages of any size between the master and a worker. Each of the two learns when the other one has failed.

A receive is always pending for each rank that is listened to, by its rank. When that rank has died, closeranks
ends the receive by the policy of MPI_Irecv:

- at the master this is "ignore": the receive ends as one from MPI_PROC_NULL, which tells it of the death. A
  receive that has been ignored stays so: messages of the dead worker do not come later, so no result comes twice.
- at a worker it is "abort": without the master no process has the tasks, and the program ends with a sentence.

The policies are those of a communicator of the pool's own. The program's other calls keep theirs. The pool receives
nothing from MPI_ANY_SOURCE, so that none of its waits can stall.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence

import closeranks
from mpi4py import MPI

_SIZE = struct.Struct("=Q")
_AT_ONCE = 4000  # bytes that come with the size: small messages are one, and need no answer by the other side
_PIECE = 1 << 30  # MPI counts with an int
_TAG = 1


def private(comm: MPI.Comm, master: int) -> MPI.Comm:
    """A communicator of the pool's own. Collective."""
    own = comm.Dup()
    without_sender = "ignore" if comm.Get_rank() == master else "abort"
    for function in ("MPI_Irecv", "MPI_Recv"):
        closeranks.set_policy(own, function, without_sender)
    closeranks.set_policy(own, "MPI_Send", "ignore")  # the pending receive tells of the death
    return own


def send(comm: MPI.Comm, rank: int, data: bytes) -> None:
    """Does nothing when `rank` has died."""
    comm.Send([_SIZE.pack(len(data)) + data[:_AT_ONCE], MPI.BYTE], rank, _TAG)
    rest = memoryview(data)[_AT_ONCE:]
    for begin in range(0, len(rest), _PIECE):
        comm.Send([rest[begin : begin + _PIECE], MPI.BYTE], rank, _TAG)


class Inbox:
    """Messages from some ranks. Each rank is listened to for one message at a time."""

    def __init__(self, comm: MPI.Comm, ranks: Sequence[int]) -> None:
        self._comm = comm
        self._ranks = list(ranks)
        self._places = {rank: place for place, rank in enumerate(ranks)}
        self._buffers = [bytearray(_SIZE.size + _AT_ONCE) for _ in ranks]
        self._requests = [MPI.REQUEST_NULL for _ in ranks]
        self._statuses = [MPI.Status() for _ in ranks]
        for rank in ranks:
            self.listen(rank)

    def listen(self, rank: int) -> None:
        """Listens for the next message of the rank."""
        place = self._places[rank]
        self._requests[place] = self._comm.Irecv([self._buffers[place], MPI.BYTE], rank, _TAG)

    def poll(self) -> list[tuple[int, bytes | None]]:
        """The messages that have arrived since the last call, each with its rank. None: that rank has died, and
        nothing will come."""
        places = MPI.Request.Testsome(self._requests, self._statuses) or []
        died = [status.Get_source() == MPI.PROC_NULL for status in self._statuses[: len(places)]]
        return [(self._ranks[place], None if gone else self._whole(place)) for place, gone in zip(places, died)]

    def _whole(self, place: int) -> bytes | None:
        (size,) = _SIZE.unpack_from(self._buffers[place])
        begin = self._buffers[place][_SIZE.size : _SIZE.size + size]
        if size <= _AT_ONCE:
            return bytes(begin)
        data = begin + bytearray(size - _AT_ONCE)
        status = MPI.Status()
        for at in range(_AT_ONCE, size, _PIECE):
            piece = memoryview(data)[at : at + _PIECE]
            self._comm.Recv([piece, MPI.BYTE], self._ranks[place], _TAG, status)
            if status.Get_source() == MPI.PROC_NULL:  # the rank died within its message
                return None
        return bytes(data)


class Patience:
    """The pause between two looks: hardly any at first, a thousandth of a second later on. Tasks need the
    processors."""

    _LONGEST = 0.001

    def __init__(self) -> None:
        self._pause = 0.0

    def reset(self) -> None:
        self._pause = 0.0

    def next(self) -> float:
        """How long to wait now, in seconds."""
        pause = self._pause
        self._pause = min(self._LONGEST, max(self._LONGEST / 1024, 1.25 * pause))
        return pause
