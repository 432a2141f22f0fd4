"""Suggests a known word for an unknown one."""

from __future__ import annotations

from collections.abc import Iterable


def nearest(word: str, names: Iterable[str], cutoff: float = 0.7) -> str:
    """The name that is most like it, or nothing."""
    import difflib

    return next(iter(difflib.get_close_matches(word, list(names), n=1, cutoff=cutoff)), "")


def did_you_mean(word: str, names: Iterable[str], prefix: str = "", cutoff: float = 0.7) -> str:
    """The end of a sentence about the word."""
    found = nearest(word, names, cutoff)
    return f"; did you mean {prefix}{found}?" if found else "."
