"""Runs mpirun so that none of its processes outlives the launcher."""

from __future__ import annotations

import contextlib
import ctypes
import math
import os
import signal
import subprocess
import time
from collections.abc import Callable, Collection, Sequence
from pathlib import Path

from . import signals
from .asked import say
from .command import Command
from .options import described
from .plain import TYPE_CHECKING, dataclass, replace
from .post import Post

if TYPE_CHECKING:
    from .keepers import Watch
    from .launch_record import Launch
    from .limits import Limits
    from .outlet import Outlet
    from .progress import Progress

_GRACE = 5.0  # seconds that mpirun gets to clean up
_TO_LEAVE = 1.0  # and ranks after it, by themselves
_TO_DIE = 5.0  # and by SIGKILL
_LOOK = 0.5  # seconds between two looks at what has been recorded
_TWINS = 1.0  # seconds; what asks to end may come twice, to the launcher and to its process group
_SET_PARENT_DEATH_SIGNAL = 1  # prctl(2)


class CannotStart(Exception):
    """mpirun cannot start; the message has the reason."""


Look = Callable[[float], None]  # at what has been recorded, at a time of time.monotonic()


@dataclass(frozen=True)
class Ended:
    status: int  # of mpirun; 128+N when signal N ended it
    signal: int = 0  # the signal that asked the launcher to end
    stopped: str = ""  # the reason why the launcher ended it by itself
    left_over: tuple[int, ...] = ()  # processes on this machine that could not be ended
    mpirun_signal: int = 0  # that has ended mpirun alone
    by_itself: float | None = None  # so many seconds after it was asked to end it had done so
    limit: str = ""  # what the time limit had to do with it


class _Mpirun:
    """One running mpirun, in our process group, so that it may read the terminal."""

    def __init__(self, command: Command, before: set[int], has_input: bool = True) -> None:
        libc = ctypes.CDLL(None)
        mask = before | signals.blocked_at_start(command.environment)
        self.is_linked = signals.LINK in command.environment

        def prepare() -> None:
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)
            libc.prctl(_SET_PARENT_DEATH_SIGNAL, signal.SIGTERM)

        stdin = None if has_input else subprocess.DEVNULL
        self._process = subprocess.Popen(
            command.words, env=os.environ | command.environment, preexec_fn=prepare, stdin=stdin
        )

    def code(self) -> int | None:
        """-N when signal N ended it."""
        return self._process.poll()

    @property
    def pid(self) -> int:
        return self._process.pid

    def send(self, number: int) -> None:
        self._process.send_signal(number)  # nothing when it has ended

    def wait(self) -> None:
        self._process.wait()


class _Supervision:
    """Supervises a running mpirun until it has ended."""

    def __init__(self, mpirun: _Mpirun, launch: Launch, limits: Limits, watch: Watch, looks: Sequence[Look]) -> None:
        self._mpirun = mpirun
        self._launch = launch
        self._limits = limits
        self._watch = watch
        self._looks = looks
        self._ended_by = 0
        self._ended_at = 0.0
        self._stopped = ""
        self._limit = ""
        self._asked: float | None = None  # when the ranks were asked to end, and mpirun was not
        self._patience_until = math.inf  # after which mpirun is asked, too
        self._kill_at = math.inf

    def wait(self, waited_for: set[int]) -> Ended:
        while (code := self._mpirun.code()) is None:
            received = signal.sigtimedwait(waited_for, self._until_next(time.monotonic()))
            now = time.monotonic()
            for look in self._looks:
                look(now)
            if received:
                self._take(received, now)
            self._look_at_watch(now)
            self._look_at_clock(now)
        own = 0 if self._ended_by or self._stopped else max(-code, 0)
        by_itself = None if self._asked is None else time.monotonic() - self._asked
        status = code if code >= 0 else 128 - code
        return Ended(status, self._ended_by, self._stopped, (), own, by_itself, self._limit)

    def _until_next(self, now: float) -> float:
        moments = [self._patience_until, self._kill_at, self._limits.asked_at, self._limits.at]
        return max(min([_LOOK, *(moment - now for moment in moments if moment > now)]), 0.001)

    def _take(self, received: signal.struct_siginfo, now: float) -> None:
        number, sender = received.si_signo, received.si_pid
        has_come = received.si_code == signals.FROM_KERNEL  # to mpirun as well
        if number == signal.SIGCHLD or sender == os.getpid():
            return
        if number in signals.ENDING:
            self._take_request(number, sender, has_come, now)
            return
        if not has_come:
            signals.hand_on(self._mpirun.pid, self._mpirun.is_linked, number, sender)
        if number == signal.SIGTSTP:
            os.kill(os.getpid(), signal.SIGSTOP)  # until SIGCONT, which comes here like all others

    def _take_request(self, number: int, sender: int, has_come: bool, now: float) -> None:
        is_first = not self._ended_by
        if is_first:
            self._ended_by = number
            self._ended_at = now
            self._launch.add("interrupted", signal=number)
            if self._limits.grace and self._mpirun.is_linked:
                self._asked, self._patience_until = now, now + self._limits.grace
                signals.to_ranks(self._mpirun.pid, signal.SIGTERM)
                say(f"Asked to end by {signals.name(number)}: the ranks have {self._limits.grace:g} s (--grace).")
                return
        elif self._asked is not None and (sender == self._mpirun.pid or now - self._ended_at < _TWINS):
            return
        # The terminal has sent Ctrl-C to mpirun as well, and two of them are one too many.
        if self._asked is not None or not has_come:
            self._end_mpirun(now)
        elif is_first:
            self._kill_at = now + _GRACE

    def _end_mpirun(self, now: float) -> None:
        self._mpirun.send(signal.SIGTERM)
        if self._kill_at == math.inf:
            self._kill_at = now + _GRACE
        self._patience_until, self._asked = math.inf, None

    def _look_at_watch(self, now: float) -> None:
        if not self._stopped and not self._ended_by and (reason := self._watch.look(now)):
            self._stopped = reason
            self._end_mpirun(now)

    def _look_at_clock(self, now: float) -> None:
        limits = self._limits
        if now > self._patience_until:
            self._end_mpirun(now)
        elif now >= limits.at and not self._ended_by:
            self._limit, self._ended_by = limits.reached, signal.SIGTERM
            self._launch.add("interrupted", signal=int(signal.SIGTERM))
            self._end_mpirun(now)
        elif now >= limits.asked_at and not self._limit and not self._ended_by:
            self._limit = limits.near
            self._launch.add("told", signal=limits.signal)
            say(f"{limits.near[0].upper()}{limits.near[1:]}.")
            if self._mpirun.is_linked:
                signals.to_ranks(self._mpirun.pid, limits.signal)
            else:
                self._mpirun.send(limits.signal)
        if now > self._kill_at:
            self._mpirun.send(signal.SIGKILL)
            self._kill_at = math.inf


def _is_ours(pid: int, marker: bytes) -> bool:
    try:
        return marker in Path(f"/proc/{pid}/environ").read_bytes().split(b"\0")
    except OSError:
        return False


def _recorded(directory: Path) -> set[int]:
    """The processes of all ranks, of which some may have been on other machines."""
    from . import keepers, records

    starts = [rank.first("start") for rank in records.read(directory)]
    starts += [keeper.first("started") for keeper in keepers.read(directory)]
    return {start["pid"] for start in starts if start}


def living_ranks(directory: Path, pids: Collection[int] | None = None) -> list[int]:
    """The live ranks whose records go to `directory`, of `pids` or of all that are recorded."""
    marker = os.fsencode(f"CLOSERANKS_RECORDS={directory}")
    return sorted(pid for pid in (_recorded(directory) if pids is None else pids) if _is_ours(pid, marker))


def end_orphans(directory: Path) -> tuple[int, ...]:
    """Kills ranks of this run that outlived mpirun on this machine (mpirun may have been killed). Returns the ranks
    that outlive even that: they hang in the kernel, in a file system that does not answer."""
    pids = _recorded(directory)
    begin = time.monotonic()
    while left := living_ranks(directory, pids):
        waited = time.monotonic() - begin
        if waited > _TO_LEAVE:
            for pid in left:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
        if waited > _TO_LEAVE + _TO_DIE:
            break
        time.sleep(0.02)
    return tuple(left)


def run(
    command: Command,
    directory: Path,
    letters: Post | None,
    outlet: Outlet | None,
    held: signals.Held,
    launch: Launch,
    limits: Limits,
    shows_progress: bool = False,
    looks: Sequence[Look] = (),
    meanwhile: Callable[[], None] = lambda: None,
) -> Ended:
    """Runs the command to its end. `directory` is where the ranks write their records, and where
    `letters` puts those of other nodes. What replicated ranks print comes by `outlet`. `meanwhile` is done
    first, as soon as mpirun runs.

    Raises CannotStart.
    """
    try:
        mpirun = _Mpirun(command, held.before, outlet is None or outlet.takes_input is None)
    except OSError as error:
        raise CannotStart(described(error)) from error
    progress: Progress | None = None
    try:
        if letters is not None:
            letters.start()  # a thread, which inherits that signals are blocked
        if outlet is not None:
            outlet.start()
            looks = [*looks, _ender(mpirun, outlet)]
        meanwhile()
        progress = _shown(directory, launch) if shows_progress else None
        all_looks = [*looks, *([progress.look] if progress else [])]
        ended = _Supervision(mpirun, launch, limits, _watch(directory, launch), all_looks).wait(held.waited_for)
    except BaseException:
        mpirun.send(signal.SIGKILL)
        mpirun.wait()
        end_orphans(directory)
        raise
    finally:
        if progress is not None:
            progress.finish()
    return replace(ended, left_over=end_orphans(directory))


def _watch(directory: Path, launch: Launch) -> Watch:
    from . import keepers, replicas

    roles = replicas.of_launch(launch)
    return keepers.Watch(directory, roles.name) if roles else keepers.Watch(directory)


def _ender(mpirun: _Mpirun, outlet: Outlet) -> Look:
    """Ends mpirun as the kernel would, if mpirun itself printed to a closed reader."""

    def look(now: float) -> None:
        if outlet.is_unread:
            mpirun.send(signal.SIGPIPE)

    return look


def _shown(directory: Path, launch: Launch) -> Progress:
    from . import replicas
    from .progress import Progress

    return Progress(directory, roles=replicas.of_launch(launch))


def processes(counts: Sequence[int | None]) -> int:
    """How many processes were asked for; 0 when mpirun decides."""
    return sum(counts) if all(counts) else 0  # type: ignore[arg-type]
