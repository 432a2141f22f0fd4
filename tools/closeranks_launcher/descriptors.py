"""Connections for which the process may lack descriptors: each keeper of another node needs one, and a file."""

from __future__ import annotations

import errno
import socket
import time
from collections.abc import Callable

from .plain import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import TypeVar

    Made = TypeVar("Made")

_UNTIL_OTHERS_END = 0.1  # seconds


def _may_have_more() -> bool:
    """Raises the limit to the highest that the user may have. Programs that were started before keep theirs."""
    import resource  # seldom

    limit, highest = resource.getrlimit(resource.RLIMIT_NOFILE)
    if limit == highest:
        return False
    resource.setrlimit(resource.RLIMIT_NOFILE, (highest, highest))
    return True


def with_room(make: Callable[[], Made]) -> Made:
    """The result of `make`, which opens something. Raises OSError."""
    try:
        return make()
    except OSError as error:
        if error.errno != errno.EMFILE or not _may_have_more():
            raise
        return make()


def accepted(listening: socket.socket) -> socket.socket | None:
    """A connection. None: there is none, or its peer has closed it, or it has to wait for a free descriptor."""
    try:
        return with_room(listening.accept)[0]
    except OSError as error:
        if error.errno in (errno.EMFILE, errno.ENFILE):
            time.sleep(_UNTIL_OTHERS_END)
        return None
