"""How every part of the generator says that something is wrong."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

MAIN = "spec/mpi.json"
"""The file that most of it is about."""


class SpecError(Exception):
    """Something is wrong with the spec, the headers or the library.

    Each problem is one full sentence that names the file, the entry and the field.
    """

    def __init__(self, *problems: str) -> None:
        super().__init__("\n".join(problems))
        self.problems = problems


class Problems:
    """Collects problems so that one run tells all of them. `file`: each sentence names it."""

    def __init__(self, file: str = "") -> None:
        self._before = f"{file}: " if file else ""
        self._found: list[str] = []

    def add(self, sentence: str) -> None:
        self._found.append(self._before + sentence)

    @property
    def any(self) -> bool:
        return bool(self._found)

    @property
    def count(self) -> int:
        return len(self._found)

    def raise_if_any(self) -> None:
        if self._found:
            raise SpecError(*self._found)


def did_you_mean(word: str, words: Iterable[str]) -> str:
    """The end of a sentence about a word that is not among `words`."""
    near = difflib.get_close_matches(word, list(words), n=1)
    return f"; did you mean ({near[0]})?" if near else "."
