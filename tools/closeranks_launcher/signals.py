"""Signals: the ones that the launcher takes, and how it hands them on to mpirun, which sends them to the ranks.

mpirun's own code would hand on twice a signal that was sent to a whole process group, and would never send SIGTERM to a
rank without ending the job. So where the watch is preloaded (runtime/node_watch/signals.cpp), one signal of ours tells
it. The value of that signal says which signal is meant and which process has sent it.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
from collections.abc import Iterator, Mapping

from .plain import dataclass

ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
LINK = "CLOSERANKS_MPIRUN_SIGNALS"  # of mpirun: whose signals it takes
FROM_KERNEL = 0x80  # si_code; the terminal sends to the whole process group, so that mpirun has them, too
CARRIER = signal.SIGRTMAX - 5
_NUMBER_BITS = 8

# The launcher's own matter, or such that a program gets by what it does itself.
_KEPT: set[int] = {
    *(signal.SIGKILL, signal.SIGSTOP, signal.SIGCHLD, signal.SIGTTIN, signal.SIGTTOU, signal.SIGPIPE, signal.SIGWINCH),
    *(signal.SIGSEGV, signal.SIGBUS, signal.SIGFPE, signal.SIGILL, CARRIER),
}
# PRRTE's known_signals; with --forward-signals mpirun takes more.
_HANDED_ON_BY_MPIRUN: set[int] = {
    *(signal.SIGTRAP, signal.SIGTSTP, signal.SIGABRT, signal.SIGCONT, signal.SIGSYS, signal.SIGXCPU, signal.SIGXFSZ),
    *(signal.SIGALRM, signal.SIGPROF, signal.SIGVTALRM, signal.SIGPWR, signal.SIGURG, signal.SIGUSR1, signal.SIGUSR2),
}


@dataclass(frozen=True)
class Held:
    """Signals that wait until the launcher asks for them, so that none is lost between two starts of mpirun."""

    waited_for: set[int]
    before: set[int]  # the mask that what we start gets

    @property
    def ending(self) -> int:
        """A signal that asks the launcher to end, and that no function has taken; or 0."""
        received = signal.sigtimedwait(self.waited_for & set(ENDING), 0)
        return received.si_signo if received else 0


def _all() -> set[int]:
    """All that we wait for. Ignored signals (nohup) stay ignored; but SIGXFSZ is so by Python."""
    if signal.getsignal(signal.SIGXFSZ) is signal.SIG_IGN:
        signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
    taken = {int(s) for s in signal.valid_signals()} - _KEPT
    return {s for s in taken if signal.getsignal(s) is not signal.SIG_IGN} | {signal.SIGCHLD}


@contextlib.contextmanager
def held() -> Iterator[Held]:
    waited_for = _all()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, waited_for)
    try:
        yield Held(waited_for, {int(s) for s in before})
    finally:
        while signal.sigtimedwait(waited_for, 0):  # they are late, and would end the launcher without report and status
            pass
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def name(number: int) -> str:
    """signal 15 (SIGTERM)"""
    try:
        return f"signal {number} ({signal.Signals(number).name})"
    except ValueError:
        return f"signal {number} ({'real-time' if number >= signal.SIGRTMIN else 'unknown'})"


def number(text: str) -> int:
    """Of a name with or without SIG, or of digits; 0: there is no such signal."""
    upper = text.strip().upper()
    named = getattr(signal.Signals, upper if upper.startswith("SIG") else f"SIG{upper}", None)
    if named is None and upper.isdecimal() and int(upper) in signal.valid_signals():
        return int(upper)
    return int(named or 0)


def link(holds: bool) -> str:
    """The value of LINK for an mpirun of ours. `holds`: it leaves requests to end to the launcher."""
    return f"{os.getpid()}{':hold' if holds else ''}"


def blocked_at_start(environment: Mapping[str, str]) -> set[int]:
    """The signals that must not end an mpirun of that environment before it listens."""
    return {*_HANDED_ON_BY_MPIRUN, CARRIER} if LINK in environment else set()


def hand_on(mpirun: int, is_linked: bool, number: int, sender: int) -> None:
    """Sends a signal to all ranks, as far as mpirun hands it on; else to mpirun itself."""
    if is_linked and number in _HANDED_ON_BY_MPIRUN:
        to_ranks(mpirun, number, sender)
    else:
        with contextlib.suppress(ProcessLookupError):
            os.kill(mpirun, number)


def to_ranks(mpirun: int, number: int, sender: int = 0) -> None:
    """Sends a signal to all ranks, whatever mpirun itself would do with it. Only for an mpirun that is linked."""
    value = (sender or os.getpid()) << _NUMBER_BITS | number
    ctypes.CDLL(None).sigqueue(mpirun, int(CARRIER), ctypes.c_void_p(value))
