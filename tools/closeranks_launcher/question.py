"""A question to another program, which answers while the launcher continues."""

from __future__ import annotations

import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

_PATIENCE = 30  # seconds that it gets to answer


class Question:
    def __init__(self, words: Sequence[str | Path], variables: Mapping[str, str]) -> None:
        """Raises OSError when it cannot be started."""
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(words, env=variables, stdout=pipe, stderr=pipe, text=True, errors="replace")

    def answer(self) -> subprocess.CompletedProcess[str]:
        """Raises subprocess.TimeoutExpired."""
        try:
            out, err = self._process.communicate(timeout=_PATIENCE)
        except BaseException:
            self._process.kill()
            self._process.wait()
            raise
        return subprocess.CompletedProcess(self._process.args, self._process.returncode, out, err)
