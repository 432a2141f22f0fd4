# SPDX-License-Identifier: BSD-3-Clause
"""The master: deals tasks to workers, one chunk to each, and deals the tasks of a dead worker again.

It is a thread of its own, so that the program's thread may wait for futures. This thread alone calls MPI. When there is
no work it sleeps, and does not poll.
"""

from __future__ import annotations

import itertools
import threading
import time
import warnings
from collections import deque
from collections.abc import Sequence
from concurrent.futures import BrokenExecutor, Future
from dataclasses import dataclass, field
from reprlib import repr as shortened
from typing import Any

from mpi4py import MPI

from . import remote
from .limit import GRACE, TaskTimeout
from .messages import Inbox, Patience, private, send

HERE = "here"  # the first message of a worker
STOP = "stop"  # the last message to a worker, and its answer
# With no worker left, the master does not try a task that has killed so many workers: its death would end the job.
_TOO_DANGEROUS = 2
_TO_END = 5.0  # seconds; a worker ends GRACE after its time is over, and the master has to notice that


class TaskKillsWorkers(RuntimeError):
    """A task was given to several workers, and each of them has died with it."""

    def __init__(self, task: str, ranks: Sequence[int]) -> None:
        super().__init__(task, list(ranks))
        self.task = task
        self.ranks = list(ranks)  # the workers that have died with it, in that order

    @property
    def tries(self) -> int:
        return len(self.ranks)

    def __str__(self) -> str:
        times = "once" if self.tries == 1 else f"{self.tries} times"
        ranks = ", ".join(map(str, self.ranks))
        return f"The task {self.task} was tried {times}, and the worker has died each time (ranks: {ranks})."


@dataclass
class Task:
    future: Future[Any]
    call: remote.Call
    died: list[int] = field(default_factory=list)  # workers that had it

    def __str__(self) -> str:
        function, args, kwargs = self.call
        given = [shortened(value) for value in args]
        given += [f"{name}={shortened(value)}" for name, value in kwargs.items()]
        return f"{getattr(function, '__qualname__', shortened(function))}({', '.join(given)})"

    def time_out(self, seconds: float) -> None:
        self.future.set_exception(TaskTimeout(seconds, str(self)))

    def give_up(self) -> None:
        self.future.set_exception(TaskKillsWorkers(str(self), self.died))


Chunk = list[Task]


class Session:
    """The work that one executor has asked for. The dealer owns the fields, under its lock."""

    def __init__(self, key: int, setup: bytes | None, most: int | None, tries: int, alone: bool, timeout: float | None) -> None:
        self.key = key
        self.setup = setup  # pickled
        self.most = most  # workers at once; None: as many as there are
        self.tries = tries
        self.timeout = timeout  # seconds for each task
        self.alone = alone  # whether the master may compute when no worker is left
        self.chunks: deque[Chunk] = deque()
        self.dealt = 0  # chunks that are being worked on
        self.closed = False
        self.broken = ""  # why it takes no tasks any more

    @property
    def over(self) -> bool:
        return self.closed and not self.chunks and not self.dealt


@dataclass
class _Worker:
    rank: int
    ready: set[int] = field(default_factory=set)  # sessions whose initializer it has run
    session: Session | None = None  # what it works on
    chunk: Chunk = field(default_factory=list)
    since: float = 0.0  # when it was given that chunk

    def is_late(self, patience: float = 0.0) -> bool:
        """Whether the tasks of this worker have taken longer than their limit."""
        limit = self.session.timeout if self.session is not None else None
        return limit is not None and time.monotonic() - self.since >= limit * len(self.chunk) + patience


class Dealer:
    """Deals what all executors of a communicator ask for."""

    def __init__(self, comm: MPI.Comm | None, master: int = 0) -> None:
        """Collective over `comm`, where the other ranks call worker.serve(). None: there are no other ranks."""
        if MPI.Query_thread() < MPI.THREAD_SERIALIZED:
            raise RuntimeError("The pool needs a thread of its own: MPI_THREAD_SERIALIZED or more.")
        self._comm = private(comm, master) if comm is not None else None
        ranks = [rank for rank in range(comm.Get_size() if comm is not None else 0) if rank != master]
        self._workers = {rank: _Worker(rank) for rank in ranks}
        self._had_workers = bool(ranks)
        self._idle: deque[_Worker] = deque()
        self._inbox = Inbox(self._comm, ranks) if self._comm is not None else None
        self._sessions: list[Session] = []
        self._keys = itertools.count()
        self._ready_here: set[int] = set()
        self._changed = threading.Condition()
        self._closed = False
        self._looked = 0.0  # when, for workers that are late
        self._failed = ""  # why it takes no tasks any more
        self._thread = threading.Thread(target=self._run, name="closeranks.futures", daemon=True)
        self._thread.start()

    # The calls of executors.

    @property
    def workers(self) -> int:
        """The number of workers that are not known to be dead."""
        return len(self._workers)

    def open(
        self, setup: remote.Call | None, most: int | None, tries: int, alone: bool, timeout: float | None
    ) -> Session:
        pickled = remote.dumps(setup) if setup is not None else None  # pickled here, so that the caller gets an error
        with self._changed:
            session = Session(next(self._keys), pickled, most, tries, alone, timeout)
            self._sessions.append(session)
            return session

    def add(self, session: Session, calls: Sequence[remote.Call]) -> list[Future[Any]]:
        """A chunk: one worker gets all of it."""
        chunk = [Task(Future(), call) for call in calls]
        with self._changed:
            if session.broken or self._failed:
                raise BrokenExecutor(session.broken or self._failed)
            if session.closed:
                raise RuntimeError("The executor was shut down, and takes no tasks any more.")
            session.chunks.append(chunk)
            self._changed.notify_all()
        return [task.future for task in chunk]

    def shut_down(self, session: Session, wait: bool, cancel: bool) -> None:
        with self._changed:
            session.closed = True
            if cancel:
                for task in itertools.chain.from_iterable(session.chunks):
                    task.future.cancel()  # not the tasks of a dead worker: this session is running
            self._changed.notify_all()
            if wait:
                self._changed.wait_for(lambda: session.over)

    def close(self) -> None:
        """Releases the workers when all requested work is done."""
        with self._changed:
            self._closed = True
            for session in self._sessions:
                session.closed = True
            self._changed.notify_all()
        self._thread.join()

    # The work of the thread.

    def _run(self) -> None:
        """After any failure no process may wait for ever: the program for a result, or the workers for a task."""
        try:
            self._serve()
        except BaseException as error:
            self._fail(error)
            raise
        finally:
            self._let_go()

    def _fail(self, error: BaseException) -> None:
        self._failed = f"The pool has failed: {remote.described(error)}"
        for session in self._sessions:
            had = [task for one in self._workers.values() if one.session is session for task in one.chunk]
            session.dealt = 0
            self._end(session, self._failed, had, error)

    def _serve(self) -> None:
        patience = Patience()
        while True:
            with self._changed:
                self._sessions = [session for session in self._sessions if not session.over]
                if self._closed and not self._sessions:
                    return
                if not any(session.chunks or session.dealt for session in self._sessions):
                    self._changed.wait()
            if any([self._collect(), self._leave_late(), self._deal(), self._compute_alone()]):
                patience.reset()
            elif pause := patience.next():
                with self._changed:
                    self._changed.wait(pause)

    def _let_go(self) -> None:
        if self._comm is None or self._inbox is None:
            return
        for rank in self._workers:
            send(self._comm, rank, remote.dumps(STOP))
        patience = Patience()
        while self._workers:
            for rank, data in self._inbox.poll():
                if data is not None and remote.loads(data) != STOP:  # its first word, or results for a pool that failed
                    self._inbox.listen(rank)
                else:
                    del self._workers[rank]
            time.sleep(patience.next())
        self._comm.Free()

    def _collect(self) -> bool:
        """Takes the messages of workers, and notices dead workers."""
        if self._inbox is None:
            return False
        news = [(self._workers[rank], data) for rank, data in self._inbox.poll()]
        for worker, data in news:  # all of them first: if the rest fails, _let_go knows which workers to wait for
            if data is None:
                del self._workers[worker.rank]
            else:
                self._inbox.listen(worker.rank)
        for worker, data in news:
            if data is None:
                if worker in self._idle:
                    self._idle.remove(worker)
                self._deal_again(worker)
            else:
                self._take(worker, data)
                self._idle.append(worker)
            self._finish(worker)
        return bool(news)

    def _take(self, worker: _Worker, data: bytes) -> None:
        session = worker.session
        if session is None:  # its first message: the worker has started
            return
        failed_setup, outcomes = remote.loads(data)
        if failed_setup is not None:
            self._break(session, failed_setup, worker.chunk)
            return
        worker.ready.add(session.key)
        for task, outcome in zip(worker.chunk, outcomes):
            remote.settle(task.future, outcome, task)

    def _finish(self, worker: _Worker) -> None:
        """The worker has nothing to do any more."""
        if worker.session is not None:
            with self._changed:
                worker.session.dealt -= 1
                self._changed.notify_all()
        worker.session, worker.chunk = None, []

    def _leave_late(self) -> bool:
        """Continues without workers that neither answer nor end when their time is over, such as a stopped process.
        A worker that answers later gets tasks again."""
        now = time.monotonic()
        if now - self._looked < GRACE:
            return False
        self._looked = now
        late = [worker for worker in self._workers.values() if worker.is_late(_TO_END)]
        for worker in late:
            self._deal_again(worker)
            self._finish(worker)
        return bool(late)

    def _deal_again(self, worker: _Worker) -> None:
        """Deals each task of a chunk by itself: one of them may have killed the worker, and the rest have not."""
        again: list[Task] = []
        for task in worker.chunk:
            if len(worker.chunk) == 1 and worker.session and worker.session.timeout and worker.is_late():
                task.time_out(worker.session.timeout)
                continue
            task.died.append(worker.rank)
            if worker.session and len(task.died) >= worker.session.tries and len(worker.chunk) == 1:
                task.give_up()
            else:
                again.append(task)
        if worker.session is not None and again:
            self._put_back(worker.session, [[task] for task in again])

    def _put_back(self, session: Session, chunks: list[Chunk]) -> None:
        with self._changed:
            session.chunks.extendleft(reversed(chunks))

    def _break(self, session: Session, failure: bytes, chunk: Chunk) -> None:
        _, error = remote.unpacked(failure)
        self._end(session, f"The initializer has failed: {remote.described(error)}", chunk, error)

    def _end(self, session: Session, why: str, chunk: Chunk, cause: BaseException | None = None) -> None:
        """Ends a session that cannot continue: all its open tasks fail."""
        with self._changed:
            session.broken = why
            left = [*chunk, *itertools.chain.from_iterable(session.chunks)]
            session.chunks.clear()
            self._changed.notify_all()
        for task in left:
            if task.future.done():
                continue
            if task.future.running() or task.future.set_running_or_notify_cancel():
                error = BrokenExecutor(why)
                error.__cause__ = cause
                task.future.set_exception(error)

    def _next(self) -> tuple[Session, Chunk] | None:
        """The next chunk whose session may have one more worker, without tasks that were cancelled."""
        with self._changed:
            for session in self._sessions:
                while session.chunks and (session.most is None or session.dealt < session.most):
                    chunk = [
                        task
                        for task in session.chunks.popleft()
                        if task.future.running() or task.future.set_running_or_notify_cancel()
                    ]
                    if chunk:
                        session.dealt += 1
                        self._sessions.append(self._sessions.pop(self._sessions.index(session)))  # the others first
                        return session, chunk
            self._changed.notify_all()  # all of a session may have been cancelled
            return None

    def _deal(self) -> bool:
        dealt = False
        while self._idle and (found := self._next()):
            dealt = True
            session, chunk = found
            worker = self._idle.popleft()
            worker.session, worker.chunk = session, chunk  # if sending fails, _fail finds these tasks
            worker.since = time.monotonic()
            worker.chunk = self._pickled_to(worker, session, chunk)
            if not worker.chunk:
                self._idle.append(worker)
                self._finish(worker)
        return dealt

    def _pickled_to(self, worker: _Worker, session: Session, chunk: Chunk) -> Chunk:
        """Sends the tasks that can be pickled. The rest fail."""
        sent: Chunk = []
        calls = []
        for task in chunk:
            try:
                calls.append(remote.dumps(task.call))
                sent.append(task)
            except Exception as error:
                task.future.set_exception(error)
        if sent and self._comm is not None:
            setup = session.setup if session.key not in worker.ready else None
            send(self._comm, worker.rank, remote.dumps((setup, calls, session.timeout)))
        return sent

    # Without any worker.

    def _compute_alone(self) -> bool:
        """Runs one task at the master if no other process can do it."""
        if self._workers or not any(session.chunks for session in self._sessions):
            return False
        if self._had_workers:  # before it takes a task, which would be lost if warnings are errors
            self._had_workers = False
            warnings.warn("No worker is left: the master computes alone.", RuntimeWarning, stacklevel=1)
        if (found := self._next()) is None:
            return False
        session, chunk = found
        if not session.alone and self._inbox is not None:
            self._end(session, "No worker is left.", chunk)
        elif self._is_ready_here(session, chunk):
            self._compute(session, chunk)
        with self._changed:
            session.dealt -= 1
            self._changed.notify_all()
        return True

    def _is_ready_here(self, session: Session, chunk: Chunk) -> bool:
        if session.setup is not None and session.key not in self._ready_here:
            failure = remote.failed_setup(session.setup)
            if failure is not None:
                self._break(session, failure, chunk)
                return False
        self._ready_here.add(session.key)
        return True

    def _compute(self, session: Session, chunk: Chunk) -> None:
        if len(chunk) > 1:
            self._put_back(session, [chunk[1:]])
        task = chunk[0]
        if len(task.died) >= _TOO_DANGEROUS:
            task.give_up()
            return
        try:
            remote.settle(task.future, remote.outcome(remote.dumps(task.call)))
        except Exception as error:
            task.future.set_exception(error)
