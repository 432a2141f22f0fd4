"""Spoils what is well-formed: bytes as a disk or an editor does, and JSON as somebody who knows its form.

All of it depends on the seed alone, so that whoever reads a failure can have it again.
"""

from __future__ import annotations

import copy
import json
import random
from typing import Any

_TEXTS = ("", "x", "9" * 400, "-1", "MPI_Bcast", "\u0000", "²", "a" * 3000, "../..", "{{ x }}", "%s", "\ud800")
_NUMBERS = (0, -1, 7, 1 << 31, 1 << 70, 10**400, 0.5, -1e300, 1e300, float("inf"), float("nan"))
_OTHERS = (None, True, False, [], {}, [[]], [None], {"event": None})
_WORDS = (b"{", b"}", b"[", b"]", b'"', b",", b":", b"null", b"\n", b"\0", b"\xff", b"1e999", b"-", b"\\ud800", b"=")


class Mutator:
    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def bytes(self, data: bytes) -> bytes:
        """Some bytes changed, cut out, doubled or put in."""
        spoilt = bytearray(data)
        for _ in range(self._random.randint(1, 4)):
            at = self._random.randint(0, len(spoilt))
            end = min(len(spoilt), at + self._random.choice((0, 1, 1, 4, 40, 400)))
            with_what = self._random.choice(
                (b"", self._random.randbytes(end - at), bytes(spoilt[at:end]) * 2, self._random.choice(_WORDS))
            )
            spoilt[at:end] = with_what
        return bytes(spoilt)

    def json(self, value: Any) -> Any:
        """A copy in which a few values are others, or gone, or there twice under another name."""
        spoilt = copy.deepcopy(value)
        for _ in range(self._random.randint(1, 3)):
            self._spoil_one(spoilt)
        return spoilt

    def text(self, value: Any) -> bytes:
        """A JSON text of `value`, spoilt one way or the other."""
        if self._random.random() < 0.5:
            value = self.json(value)
        text = json.dumps(value, indent=4).encode()
        return self.bytes(text) if self._random.random() < 0.5 else text

    def line(self, words: list[str]) -> list[str]:
        """A command line of some of `words` and of others."""
        return [
            self._random.choice(_TEXTS) if self._random.random() < 0.1 else self._random.choice(words)
            for _ in range(self._random.randint(0, 8))
        ]

    def chance(self, probability: float) -> bool:
        return self._random.random() < probability

    def _anything(self) -> Any:
        return copy.deepcopy(self._random.choice(self._random.choice((_TEXTS, _NUMBERS, _OTHERS))))

    def _spoil_one(self, value: Any) -> None:
        """Goes down to some container, and spoils a member of it."""
        while isinstance(value, (dict, list)) and value:
            key = self._random.choice(list(value) if isinstance(value, dict) else range(len(value)))
            below = value[key]
            if isinstance(below, (dict, list)) and below and self._random.random() < 0.8:
                value = below
                continue
            self._spoil_member(value, key)
            return

    def _spoil_member(self, value: Any, key: Any) -> None:
        how = self._random.randint(0, 3)
        if how == 0:
            del value[key]
        elif how == 1 and isinstance(value, dict):
            value[self._random.choice(_TEXTS)] = value[key]
        else:
            value[key] = self._anything()
