# SPDX-License-Identifier: BSD-3-Clause
"""A worker: does the tasks that the master deals out, until there are no more."""

from __future__ import annotations

import time

from mpi4py import MPI

from . import remote
from .dealer import HERE, STOP
from .messages import Inbox, Patience, private, send


def _next(inbox: Inbox) -> bytes:
    patience = Patience()
    while True:
        for _, data in inbox.poll():
            if data is not None:
                return data
        time.sleep(patience.next())


def _answer(setup: bytes | None, calls: list[bytes], timeout: float | None) -> bytes:
    failure = remote.failed_setup(setup) if setup is not None else None
    outcomes = [remote.outcome(call, timeout) for call in calls] if failure is None else []
    return remote.dumps((failure, outcomes))


def serve(comm: MPI.Comm, master: int) -> None:
    """Collective over `comm`, where rank `master` makes a Dealer."""
    own = private(comm, master)
    inbox = Inbox(own, [master])
    send(own, master, remote.dumps(HERE))
    while (order := remote.loads(_next(inbox))) != STOP:
        inbox.listen(master)
        send(own, master, _answer(*order))
    send(own, master, remote.dumps(STOP))
    own.Free()
