"""How every part of the generator says that something is wrong."""

from __future__ import annotations


class SpecError(Exception):
    """Something is wrong with the spec, the headers or the library.

    Each problem is one full sentence that names the file, the entry and the field.
    """

    def __init__(self, *problems: str) -> None:
        super().__init__("\n".join(problems))
        self.problems = problems


class Problems:
    """Collects problems so that one run tells all of them."""

    def __init__(self) -> None:
        self._found: list[str] = []

    def add(self, sentence: str) -> None:
        self._found.append(sentence)

    def raise_if_any(self) -> None:
        if self._found:
            raise SpecError(*self._found)
