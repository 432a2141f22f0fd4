# SPDX-License-Identifier: BSD-3-Clause
"""The time limit of a task. When it is over, the task gets an exception; if the exception has no effect, the process
ends.

The end is decided under a lock, so that it never meets a task that is over. It waits for time in which the task could
work. A process that is stopped, or gets no processor, has no such time, and a timer by the clock would end it.
"""

from __future__ import annotations

import ctypes
import faulthandler
import math
import os
import signal
import sys
import threading
import time
from concurrent.futures import TimeoutError
from contextlib import AbstractContextManager, nullcontext
from types import FrameType

GRACE = 1.0  # seconds that a task has to end when its time is over
_SLICE = 0.05  # seconds between two looks at a task that is late
_STATUS = 1  # with which the process ends


class TaskTimeout(TimeoutError):
    """A task took longer than the timeout of its executor."""

    def __init__(self, seconds: float, task: str = "") -> None:
        super().__init__(seconds, task)
        self.seconds = seconds
        self.task = task

    def __str__(self) -> str:
        return f"The task{f' {self.task}' if self.task else ''} took longer than {self.seconds:g} s."


def _is_ready(thread: int) -> bool:
    """Whether a thread runs or waits for a processor; in doubt it sleeps."""
    try:
        with open(f"/proc/self/task/{thread}/stat", "rb") as file:
            return file.read().rpartition(b") ")[2].startswith(b"R")
    except OSError:
        return False


class _Late:
    """A task with a limit, and the time that it may still run after the limit."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.due = time.monotonic() + seconds
        self.is_over = False
        self.was_interrupted = False
        self._thread = threading.get_native_id()
        self._clock = time.pthread_getcpuclockid(threading.get_ident())
        self._computed = time.clock_gettime(self._clock)
        self._left = GRACE
        self._knows = False  # whether the grace after the exception has begun

    def interrupt(self, _signal: int, _frame: FrameType | None) -> None:
        if not self.is_over:
            self.was_interrupted = True
            cpu_timer.set(GRACE)
            raise TaskTimeout(self.seconds)

    def used_its_grace(self) -> bool:
        """To be asked after each slice. A slice in which the task slept counts fully; else its computing time
        counts."""
        before, self._computed = self._computed, time.clock_gettime(self._clock)
        if self.was_interrupted and not self._knows:
            self._knows, self._left = True, GRACE
            return False
        self._left -= min(_SLICE, self._computed - before) if _is_ready(self._thread) else _SLICE
        return self._left <= 0


class _Watch:
    """A thread that ends the process when a task has used its grace."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._task: _Late | None = None
        self._looks = math.inf  # when it looks next
        threading.Thread(target=self._run, name="closeranks.futures.limit", daemon=True).start()

    def begin(self, task: _Late) -> None:
        with self._changed:
            self._task = task
            if task.due < self._looks:  # most tasks are short, and wake no thread
                self._changed.notify()

    def end(self) -> None:
        with self._changed:
            self._task = None

    def _run(self) -> None:
        with self._changed:
            while True:
                task, now = self._task, time.monotonic()
                self._looks = math.inf if task is None else max(task.due, now + _SLICE)
                self._changed.wait(None if task is None else self._looks - now)
                if task is not None and task is self._task and task.due <= now and task.used_its_grace():
                    _end_process(task)


def _end_process(task: _Late) -> None:
    text = f"closeranks.futures: a task has not ended {GRACE:g} s after its time of {task.seconds:g} s: its worker ends.\n"
    os.write(2, text.encode())
    faulthandler.dump_traceback(2)
    os._exit(_STATUS)


class _CpuTimer:
    """Ends the process by SIGVTALRM when this thread has computed for so long. Code in C that keeps Python's lock
    needs it: the watch cannot run then."""

    def __init__(self) -> None:
        self._thread = 0
        self._timer = ctypes.c_void_p()
        self._is_made = False
        self._libc = ctypes.CDLL(None)

    def set(self, seconds: float) -> None:
        """Sets the timer. 0 stops it."""
        if self._thread != threading.get_ident():
            self._make()
        if self._is_made:
            whole = int(seconds)
            time_of_it = (ctypes.c_long * 4)(0, 0, whole, int((seconds - whole) * 1e9))  # struct itimerspec
            self._libc.timer_settime(self._timer, 0, time_of_it, None)

    def _make(self) -> None:
        self._thread, self._is_made = threading.get_ident(), False
        if not sys.platform.startswith("linux") or not hasattr(self._libc, "timer_create"):
            return
        event = (ctypes.c_int * 16)()  # struct sigevent: a value like a pointer, the signal, SIGEV_SIGNAL (0)
        event[ctypes.sizeof(ctypes.c_void_p) // ctypes.sizeof(ctypes.c_int)] = signal.SIGVTALRM
        if signal.getsignal(signal.SIGVTALRM) == signal.SIG_DFL:
            faulthandler.register(signal.SIGVTALRM, 2, all_threads=True, chain=True)
        clock = time.pthread_getcpuclockid(self._thread)
        self._is_made = self._libc.timer_create(ctypes.c_int(clock), event, ctypes.byref(self._timer)) == 0


cpu_timer = _CpuTimer()
_watch: _Watch | None = None


class _Limit:
    """Not by contextlib.contextmanager, which sets the traceback of exceptions: some classes take no attributes."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._task = _Late(seconds)
        self._can_interrupt = threading.current_thread() is threading.main_thread()

    def __enter__(self) -> None:
        global _watch
        if _watch is None:
            _watch = _Watch()
        if self._can_interrupt:
            self._before = signal.signal(signal.SIGALRM, self._task.interrupt)
        cpu_timer.set(self._seconds + GRACE)
        _watch.begin(self._task)
        if self._can_interrupt:
            signal.setitimer(signal.ITIMER_REAL, self._seconds)

    def __exit__(self, *_: object) -> None:
        self._task.is_over = True
        assert _watch is not None
        _watch.end()
        cpu_timer.set(0)
        if self._can_interrupt:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, self._before)


def limited(seconds: float | None) -> AbstractContextManager[None]:
    """Interrupts its body by an exception after `seconds`. If the body does not end GRACE later, the process ends."""
    if seconds is None:
        return nullcontext()
    return _Limit(seconds)
