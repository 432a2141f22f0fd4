# SPDX-License-Identifier: BSD-3-Clause
"""Local recovery, in which only the rank that died goes back to its checkpoint: closeranks_local.h for mpi4py
(docs/reference/local-recovery.md).

    with closeranks.local.LocalRecovery(MPI.COMM_WORLD, "buddy") as local:
        local.member(0, cells)
        local.member(1, step)
        local.run(work)

    def work(stamp):
        if stamp is None:
            begin()                                 # else members are what the checkpoint has
        while step[0] < steps:
            local.send(left, 0, cells[1:2])
            local.receive(right, 0, cells[-1:])
            compute()
            if step[0] % every == 0:
                local.commit(int(step[0]))
        with local.collective():
            comm.Gather(cells, whole)
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import Any

from mpi4py import MPI

from closeranks import _PROC_FAILED, NobodyLeft, RankLoss
from closeranks._local_calls import LOCAL_LOG, declare
from closeranks._support import handle
from closeranks.store import _Elements, _int, _library, _stamp, error_code

LOG_BYTES = LOCAL_LOG
_long_long = ctypes.c_longlong
_MOST = 2**31 - 1  # bytes of a message


class LocalError(RuntimeError):
    """A call of the object failed; `code` is MPI's."""

    def __init__(self, code: int, why: str) -> None:
        super().__init__(f"{MPI.Get_error_string(code)}: {why}" if why else MPI.Get_error_string(code))
        self.code = code


class RolledBack(LocalError, RankLoss):
    """A death takes all ranks back this time. `LocalRecovery.run` catches it, and begins again at the newest
    checkpoint."""


def _byte() -> ctypes.c_void_p:
    return ctypes.c_void_p.from_address(MPI._addressof(MPI.BYTE))


def _fitting(size: int) -> int:
    if size > _MOST:
        raise ValueError(f"The buffer has {size} bytes, and a message has at most {_MOST}.")
    return size


class LocalRecovery:
    """Messages and checkpoints of the ranks of `comm`, which has all ranks of MPI.COMM_WORLD. The calls that the header
    describes as collective are collective. A program has one such object at a time, made before its first resume point.

    `where`: where checkpoints are kept, as for `closeranks.store.Store`. `log_bytes`: a rank keeps so many bytes of the
    messages that it has sent since the last commit. If they exceed this, a death before the next commit takes all ranks
    back. `library`: a path of libcloseranks_store, if it is in an unusual place.
    """

    def __init__(self, comm: MPI.Comm, where: str, log_bytes: int = LOG_BYTES, library: str | None = None) -> None:
        self._library = _library(library)
        declare(self._library)
        self._local = ctypes.c_void_p()
        self._members: dict[int, _Elements] = {}
        code = self._library.closeranks_local_create(
            handle(comm), where.encode(), _int(log_bytes, 64), ctypes.byref(self._local)
        )
        if code != MPI.SUCCESS:
            raise LocalError(code, "a line on stderr says why")

    def _check(self, code: int) -> None:
        if code == MPI.SUCCESS:
            return
        why = self._library.closeranks_local_explain(self._local).decode()
        if code == error_code("no_process"):
            raise NobodyLeft(why)
        raise (RolledBack if code == error_code("rolled_back") else LocalError)(code, why)

    def member(self, id: int, buffer: Any) -> None:
        """From now on checkpoints have `buffer` (a numpy array, an array.array, a bytearray) as member `id`. Its
        place and size must not change. This object keeps it alive."""
        elements = _Elements(buffer, writable=True)
        with elements.type() as kind:
            self._check(self._library.closeranks_local_member(self._local, _int(id), elements.address, elements.count, kind))
        self._members[id] = elements

    def use_thread(self) -> None:
        """From now on a thread takes part in recoveries. All ranks make this call. With MPI_THREAD_MULTIPLE, for
        which mpi4py asks, the thread works while the program computes, and while it is in `send`, `receive` or
        `poll`. Messages between live ranks continue then, and only calls that need all ranks wait for a recovery.
        With MPI_THREAD_SERIALIZED the thread works only while the program computes. The program then makes no calls
        of MPI except those of this object and those within `collective`. Raises LocalError when MPI was initialised
        with less."""
        self._check(self._library.closeranks_local_use_thread(self._local))

    def run(self, work: Callable[[int | None], object]) -> None:
        """Runs `work(stamp)`. It runs again after a death for which all ranks go back. A replacement process runs it
        alone, while the survivors are still in theirs. `stamp` is that of the checkpoint from which the members are.
        None: there is no checkpoint, and `work` has to set them. Raises NobodyLeft when ranks are lost and no
        process can take their places."""
        while True:
            stamp = _long_long()
            self._check(self._library.closeranks_local_start(self._local, ctypes.byref(stamp)))
            try:
                work(stamp.value if stamp.value >= 0 else None)
                self._check(self._library.closeranks_local_finish(self._local))
                return
            except RankLoss:
                pass
            except MPI.Exception as error:
                if error.Get_error_class() != _PROC_FAILED:
                    raise

    def send(self, to: int, tag: int, buffer: Any) -> None:
        """Sends a message. It is copied, and the call does not wait. MPI.PROC_NULL: nothing happens."""
        view = memoryview(buffer)
        size = _fitting(view.nbytes)  # it is sent as bytes
        self._check(self._library.closeranks_local_send(self._local, _int(to), _int(tag), view.tobytes(), size, _byte()))

    def receive(self, source: int, tag: int, buffer: Any) -> int:
        """Waits for the next message of a rank with a tag. Returns how many elements came: 0 from MPI.PROC_NULL."""
        elements = _Elements(buffer, writable=True)
        _fitting(elements.count * elements.size)
        got = _long_long()
        with elements.type() as kind:
            self._check(
                self._library.closeranks_local_receive(
                    self._local, _int(source), _int(tag), elements.address, elements.count, kind, ctypes.byref(got)
                )
            )
        return got.value

    def poll(self) -> None:
        """For long computations: makes progress on messages, and takes part in a recovery if a rank has died."""
        self._check(self._library.closeranks_local_poll(self._local))

    def commit(self, stamp: int) -> None:
        """Takes a checkpoint with the stamp `stamp`, which is greater than the one before. Forgets the messages
        before the checkpoint; all of them have been received."""
        self._check(self._library.closeranks_local_commit(self._local, _stamp(stamp)))

    @contextmanager
    def collective(self) -> Iterator[None]:
        """Within it the program may use all of MPI, when all ranks are there. No log has what a rank receives by
        that: a death from here to the next commit takes all ranks back. An exception in it is raised at all ranks."""
        self._check(self._library.closeranks_local_enter_collective(self._local))
        yield
        self._check(self._library.closeranks_local_leave_collective(self._local))

    @property
    def recoveries(self) -> int:
        """The number of recoveries in which this rank has not gone back."""
        count = ctypes.c_int()
        self._check(self._library.closeranks_local_recoveries(self._local, ctypes.byref(count)))
        return count.value

    def close(self) -> None:
        """Ends the object. Files of its checkpoints stay. Collective."""
        if self._local:
            self._check(self._library.closeranks_local_free(ctypes.byref(self._local)))
        self._members.clear()

    def __enter__(self) -> LocalRecovery:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Does not close after an exception: the other ranks may not make the collective call."""
        if kind is None:
            self.close()
