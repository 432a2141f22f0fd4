"""The signal that ended mpirun alone. mpirun then ends all ranks, which is no failure of these ranks or of their
nodes."""

from __future__ import annotations

import select
import signal
from collections.abc import Sequence

from .keepers import Keeper
from .launch_record import Launch
from .plain import TYPE_CHECKING
from .restart_reasons import FAULTS

if TYPE_CHECKING:
    from .run import Ended

_GIVES_UP = 1  # the status with which mpirun ends by itself, whichever signal it has got


def _is_read() -> bool:
    """Whether another process still has the other end of mpirun's output."""
    watch = select.poll()
    for descriptor in (1, 2):
        watch.register(descriptor, 0)
    return not any(event & select.POLLERR for _, event in watch.poll(0))


def _was_ended(keeper: Keeper) -> bool:
    """Whether mpirun ended it, as far as is known."""
    ended = keeper.first("ended")
    return ended is None or ended.get("signal") in (signal.SIGTERM, signal.SIGKILL)


def by_signal(ended: Ended, launch: Launch, keepers: Sequence[Keeper]) -> int:
    """0: by none, or together with the launcher."""
    if ended.signal or ended.stopped or ended.mpirun_signal or ended.status != _GIVES_UP:
        return ended.mpirun_signal
    asked = launch.of("asked_to_end")
    if asked:
        return int(asked["signal"])
    pipe_broke = any(map(_was_ended, keepers)) and not _is_read()
    return int(signal.SIGPIPE) if pipe_broke else 0


def is_from_outside(number: int) -> bool:
    """Whether another process ended mpirun; else it has crashed."""
    return number != 0 and number not in FAULTS
