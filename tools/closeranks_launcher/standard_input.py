"""The input that mpirun hands to rank 0, for another attempt."""

from __future__ import annotations

import os
import stat

_SAID = "Standard input is a pipe, so what was read of it is not given again (that of a file would be)."


class StandardInput:
    """As it is at the beginning."""

    def __init__(self, descriptor: int = 0) -> None:
        self._descriptor = descriptor
        self._mode = self._begin = 0
        try:
            self._mode = os.fstat(descriptor).st_mode
            if stat.S_ISREG(self._mode):
                self._begin = os.lseek(descriptor, 0, os.SEEK_CUR)
        except OSError:  # it is closed
            return

    def rewind(self) -> str:
        """Returns a sentence if it cannot be done."""
        if stat.S_ISREG(self._mode):
            os.lseek(self._descriptor, self._begin, os.SEEK_SET)
        return _SAID if stat.S_ISFIFO(self._mode) or stat.S_ISSOCK(self._mode) else ""
