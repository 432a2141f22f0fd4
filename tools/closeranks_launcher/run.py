"""Running mpirun so that nothing of it outlives the launcher."""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from .command import Command
from .plain import TYPE_CHECKING, dataclass, replace
from .post import Post

if TYPE_CHECKING:
    from .keepers import Watch
    from .progress import Progress

_ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
_GRACE = 5.0  # seconds that mpirun gets to clean up
_TO_LEAVE = 1.0  # and ranks after it, by themselves
_TO_DIE = 5.0  # and by SIGKILL
_FROM_KERNEL = 0x80  # si_code of a signal from the terminal
_SET_PARENT_DEATH_SIGNAL = 1  # prctl(2)


@dataclass(frozen=True)
class Ended:
    status: int  # of mpirun; 128+N when signal N ended it
    signal: int = 0  # that the launcher was asked to end by
    stopped: str = ""  # why the launcher ended it by itself
    left_over: tuple[int, ...] = ()  # processes on this machine that could not be ended
    mpirun_signal: int = 0  # that has ended mpirun alone


@dataclass(frozen=True)
class Held:
    """Signals that wait until somebody asks for them, so that none is lost between two starts of mpirun."""

    waited_for: set[signal.Signals]
    before: set[signal.Signals]  # the mask that what we start gets

    @property
    def ending(self) -> int:
        """One that asks the launcher to end, and that nobody has taken; or 0."""
        received = signal.sigtimedwait(self.waited_for & set(_ENDING), 0)
        return received.si_signo if received else 0


@contextlib.contextmanager
def signals_held() -> Iterator[Held]:
    waited_for = _signals()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, waited_for)
    try:
        yield Held(waited_for, {signal.Signals(s) for s in before})
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _signals() -> set[signal.Signals]:
    """What we wait for. Ignored signals (nohup) stay ignored."""
    ending = {s for s in _ENDING if signal.getsignal(s) is not signal.SIG_IGN}
    return ending | {signal.SIGCHLD}


class _Mpirun:
    """One running mpirun, in our process group, so that it may read the terminal."""

    def __init__(self, command: Command, mask: set[signal.Signals]) -> None:
        libc = ctypes.CDLL(None)

        def prepare() -> None:
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)
            libc.prctl(_SET_PARENT_DEATH_SIGNAL, signal.SIGTERM)

        self._process = subprocess.Popen(
            command.words, env=os.environ | command.environment, preexec_fn=prepare
        )

    def code(self) -> int | None:
        """-N when signal N ended it."""
        return self._process.poll()

    def send(self, number: int) -> None:
        self._process.send_signal(number)  # nothing when it has ended

    def wait(self) -> None:
        self._process.wait()


def _wait(
    mpirun: _Mpirun, waited_for: set[signal.Signals], watch: Watch, progress: Progress | None
) -> Ended:
    ended_by = 0
    stopped = ""
    deadline = float("inf")
    while (code := mpirun.code()) is None:
        received = signal.sigtimedwait(waited_for, 0.5)
        if progress is not None:
            progress.look(time.monotonic())
        if received and received.si_signo in _ENDING:
            # The terminal has sent Ctrl-C to mpirun as well, and two of them are one too many.
            if received.si_code != _FROM_KERNEL:
                mpirun.send(signal.SIGTERM)
            if not ended_by:
                ended_by = received.si_signo
                deadline = time.monotonic() + _GRACE
        if not stopped and not ended_by and (stopped := watch.look(time.monotonic())):
            mpirun.send(signal.SIGTERM)
            deadline = time.monotonic() + _GRACE
        if time.monotonic() > deadline:
            mpirun.send(signal.SIGKILL)
            deadline = float("inf")
    own = 0 if ended_by or stopped else max(-code, 0)
    return Ended(code if code >= 0 else 128 - code, ended_by, stopped, mpirun_signal=own)


def _is_ours(pid: int, marker: bytes) -> bool:
    try:
        return marker in Path(f"/proc/{pid}/environ").read_bytes().split(b"\0")
    except OSError:
        return False


def end_orphans(directory: Path) -> tuple[int, ...]:
    """Kills ranks of this run that outlived mpirun on this machine (it may have been killed). Returns those that outlive
    even that: they hang in the kernel, in a file system that does not answer.
    """
    from . import keepers, records

    marker = f"CLOSERANKS_RECORDS={directory}".encode()
    starts = [rank.first("start") for rank in records.read(directory)]
    starts += [keeper.first("started") for keeper in keepers.read(directory)]
    pids = {start["pid"] for start in starts if start}
    begin = time.monotonic()
    while left := sorted(pid for pid in pids if _is_ours(pid, marker)):
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
    held: Held,
    shows_progress: bool = False,
    meanwhile: Callable[[], None] = lambda: None,
) -> Ended:
    """Runs the command to its end. `directory` is where the ranks write their records, and where
    `letters` puts those of other nodes. `meanwhile` is done first, as soon as mpirun runs.

    Raises OSError when mpirun cannot be started.
    """
    mpirun = _Mpirun(command, held.before)
    progress: Progress | None = None
    try:
        if letters is not None:
            letters.start()  # a thread, which inherits that signals are blocked
        meanwhile()
        from .keepers import Watch

        progress = _shown(directory) if shows_progress else None
        ended = _wait(mpirun, held.waited_for, Watch(directory), progress)
    except BaseException:
        mpirun.send(signal.SIGKILL)
        mpirun.wait()
        end_orphans(directory)
        raise
    finally:
        if progress is not None:
            progress.finish()
    return replace(ended, left_over=end_orphans(directory))


def _shown(directory: Path) -> Progress:
    from .progress import Progress

    return Progress(directory)


def processes(counts: Sequence[int | None]) -> int:
    """How many processes were asked for; 0 when mpirun decides."""
    return sum(counts) if all(counts) else 0  # type: ignore[arg-type]
