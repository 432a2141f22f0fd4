# SPDX-License-Identifier: BSD-3-Clause
"""The executors: the interface for programs."""

from __future__ import annotations

import atexit
import itertools
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future, as_completed
from types import TracebackType
from typing import Any, Literal

from mpi4py import MPI

from . import worker
from .dealer import Dealer, Session
from .remote import Call

_TRIES = 3
_shared: Dealer | None = None  # of the whole job: `python -m closeranks.futures`, or a program of one process


def share(dealer: Dealer | None) -> None:
    """The dealer of all executors from now on."""
    global _shared
    _shared = dealer


def _shared_dealer() -> Dealer:
    if _shared is None:
        if MPI.COMM_WORLD.Get_size() > 1:
            raise RuntimeError(
                "MPIPoolExecutor has no workers here: start the script by `python -m closeranks.futures script.py` "
                '(and make executors below `if __name__ == "__main__":` only), or use MPICommExecutor.'
            )
        dealer = Dealer(None)
        atexit.register(dealer.close)
        share(dealer)
    assert _shared is not None
    return _shared


class MPIPoolExecutor(Executor):
    """An executor over the ranks of the job, as in mpi4py.futures; more of them may be there at once."""

    def __init__(
        self,
        max_workers: int | None = None,
        initializer: Callable[..., Any] | None = None,
        initargs: Iterable[Any] = (),
        *,
        tries: int = _TRIES,
        master_computes: bool = True,
        timeout: float | None = None,
        _dealer: Dealer | None = None,
    ) -> None:
        """
        max_workers: so many work for this executor at once (default: all).
        initializer: is called at each worker before its first task of this executor, with `initargs`.
        tries: a task is given up when so many workers have died with it (TaskKillsWorkers).
        master_computes: whether the master does what is left when no worker is left; else BrokenExecutor.
        timeout: so many seconds a task may take at a worker (default: as long as it likes); else its future raises
            TaskTimeout. A task in which Python cannot interrupt takes the worker's process with it.
        """
        if max_workers is not None and max_workers < 1:
            raise ValueError("max_workers must be greater than 0")
        if tries < 1:
            raise ValueError("tries must be greater than 0")
        if timeout is not None and not timeout > 0:
            raise ValueError("timeout must be greater than 0")
        if initializer is not None and not callable(initializer):
            raise TypeError("initializer must be a callable")
        setup: Call | None = (initializer, tuple(initargs), {}) if initializer is not None else None
        self._dealer = _dealer or _shared_dealer()
        self._session: Session = self._dealer.open(setup, max_workers, tries, master_computes, timeout)

    def bootup(self, wait: bool = True) -> MPIPoolExecutor:
        """For programs of mpi4py.futures: the workers exist from the beginning."""
        if self._session.closed:
            raise RuntimeError("The executor was shut down.")
        return self

    @property
    def num_workers(self) -> int:
        """The number of workers that can work for this executor now. Dead workers do not count."""
        workers = self._dealer.workers
        return min(workers, self._session.most or workers)

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        return self._dealer.add(self._session, [(fn, args, kwargs)])[0]

    def map(
        self,
        fn: Callable[..., Any],
        *iterables: Iterable[Any],
        timeout: float | None = None,
        chunksize: int = 1,
        unordered: bool = False,
    ) -> Iterator[Any]:
        """As the built-in map(). chunksize: one message has so many calls. A worker that dies loses all calls of its
        message; they are dealt again one by one. unordered: results come in the order of their completion."""
        return self.starmap(fn, zip(*iterables), timeout, chunksize, unordered)

    def starmap(
        self,
        fn: Callable[..., Any],
        iterable: Iterable[Iterable[Any]],
        timeout: float | None = None,
        chunksize: int = 1,
        unordered: bool = False,
    ) -> Iterator[Any]:
        """As itertools.starmap()."""
        if chunksize < 1:
            raise ValueError("chunksize must be >= 1.")
        end = None if timeout is None else time.monotonic() + timeout
        futures: list[Future[Any]] = []
        calls: Iterator[Call] = ((fn, tuple(args), {}) for args in iterable)
        while chunk := list(itertools.islice(calls, chunksize)):
            futures += self._dealer.add(self._session, chunk)
        return _results(futures, end, unordered)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        self._dealer.shut_down(self._session, wait, cancel_futures)


def _results(futures: list[Future[Any]], end: float | None, unordered: bool) -> Iterator[Any]:
    """Results. Each is forgotten once the program has it."""

    def left() -> float | None:
        return None if end is None else end - time.monotonic()

    try:
        if unordered:
            waiting = set(futures)
            futures.clear()
            for future in as_completed(waiting, left()):
                waiting.discard(future)
                yield future.result()
        else:
            waiting = set()
            futures.reverse()
            while futures:
                yield futures.pop().result(left())
    finally:
        for future in itertools.chain(futures, waiting):
            future.cancel()


class MPICommExecutor:
    """Makes a pool of the members of a communicator: rank `root` gets an executor, and the others work for it until
    the block is left there. For them the executor is None.

        with MPICommExecutor(MPI.COMM_WORLD, root=0) as executor:
            if executor is not None:
                ...
    """

    def __init__(self, comm: MPI.Comm | None = None, root: int = 0, **options: Any) -> None:
        """`options`: those of MPIPoolExecutor."""
        self._comm = comm if comm is not None else MPI.COMM_WORLD
        if self._comm.Is_inter():
            raise ValueError("Expecting an intracommunicator")
        if not 0 <= root < self._comm.Get_size():
            raise ValueError("Expecting root in range(comm.size)")
        self._root = root
        self._options = options
        self._executor: MPIPoolExecutor | None = None
        self._dealer: Dealer | None = None

    def __enter__(self) -> MPIPoolExecutor | None:
        if self._executor is not None:
            raise RuntimeError("__enter__")
        if _shared is not None and self._comm.Get_size() > 1:  # `python -m closeranks.futures`: the other ranks serve
            self._executor = MPIPoolExecutor(**self._options)
        elif self._comm.Get_rank() == self._root:
            self._dealer = Dealer(self._comm if self._comm.Get_size() > 1 else None, self._root)
            try:
                self._executor = MPIPoolExecutor(**self._options, _dealer=self._dealer)
            except BaseException:
                self._dealer.close()  # there will be no __exit__, and the other ranks wait
                raise
        else:
            worker.serve(self._comm, self._root)
        return self._executor

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> Literal[False]:
        executor, self._executor = self._executor, None
        dealer, self._dealer = self._dealer, None
        if executor is not None:
            executor.shutdown(wait=True)
        if dealer is not None:
            dealer.close()
        return False
