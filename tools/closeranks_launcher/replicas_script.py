"""Whether a script of Python can run with --replicate. Its text tells, because no file lists its calls."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

_MOST = 1 << 22  # bytes of a script that are read
_INTERPRETER = re.compile(r"python(?:\d+(?:\.\d+)?)?")
_ENDS_OPTIONS = re.compile(r"-[bBdEiIOqsSuvxP]*([mc])(.*)", re.DOTALL)  # -m, -um, -mmodule, -c
_WITH_VALUE = ("-W", "-X", "--check-hash-based-pycs")
_STARTERS = ("mpi4py", "mpi4py.run", "mpi4py.futures")  # modules that run the script behind them
_POOL = re.compile(
    r"^[ \t]*(?:from\s+mpi4py\.futures\s+import\b|import\s+mpi4py\.futures\b|from\s+mpi4py\s+import\b[^\n#]*\bfutures\b)", re.MULTILINE
)


def why_not(words: Sequence[str]) -> str:
    """A sentence; or nothing. `words`: of the program."""
    for name, text in _parts(words):
        if name == "mpi4py.futures" or _POOL.search(text):
            return (
                f"{name} uses a pool of mpi4py.futures. Its threads make other calls in each run, so --replicate cannot cover it. Leave "
                "out --replicate, and start the script by python3 -m closeranks.futures, which deals the tasks of lost workers again "
                "(docs/how-to/farms.md)."
            )
    return ""


def _parts(words: Sequence[str]) -> Iterator[tuple[str, str]]:
    """The modules and the script that the interpreter runs: their names, and the text of the script."""
    if not _INTERPRETER.fullmatch(Path(words[0]).name):
        yield from _script(words[0], b"#!")
        return
    rest = iter(words[1:])
    for word in rest:
        if word in _WITH_VALUE:
            next(rest, "")
        elif last := _ENDS_OPTIONS.fullmatch(word):
            what = last[2] or next(rest, "")
            yield ("-c", what) if last[1] == "c" else (what, "")
            if last[1] == "c" or what not in _STARTERS:
                return
        elif not word.startswith("-"):
            yield from _script(word, b"")
            return


def _script(name: str, begin: bytes) -> Iterator[tuple[str, str]]:
    """If the file begins so."""
    try:
        with open(name, "rb") as file:
            if file.read(len(begin)) == begin:
                yield name, file.read(_MOST).decode(errors="replace")
    except OSError:
        return
