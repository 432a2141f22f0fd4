"""Facts about a script: its text names the calls, its interpreter makes them (closeranks doctor FILE)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from . import doctor_uses
from .findings import Finding, ok, untried, warning

_MOST = 1 << 22  # bytes of a script that are read
_MPI4PY = re.compile(r"^\s*(?:import|from)\s+mpi4py\b", re.MULTILINE)
_METHOD = re.compile(r"\.([A-Z][a-z]\w*)\s*\(")
# mpi4py's methods of pickled objects that are several MPI calls each (docs/how-to/python.md, "What to watch").
_PICKLED = re.compile(r"\b\w+\.(gather|allgather|reduce|allreduce|scan|exscan|alltoall)\s*\(")
_ENDINGS = {
    ".py": "Python", ".sh": "shell", ".bash": "shell", ".jl": "Julia", ".R": "R", ".pl": "Perl", ".lua": "Lua",
    ".rb": "Ruby",
}  # fmt: skip
_INTERPRETERS = (
    ("python", "Python"), ("bash", "shell"), ("dash", "shell"), ("ksh", "shell"), ("zsh", "shell"), ("sh", "shell"),
    ("julia", "Julia"), ("Rscript", "R"), ("perl", "Perl"), ("ruby", "Ruby"), ("lua", "Lua"),
)  # fmt: skip


def is_script(path: Path, head: bytes) -> bool:
    return head.startswith(b"#!") or path.suffix in _ENDINGS


@dataclass(frozen=True)
class Script:
    language: str
    interpreter: str  # as its first line names it
    uses_mpi4py: bool
    calls: frozenset[str]  # MPI_X, by the names of methods in the text
    pickled: tuple[str, ...]
    uses: tuple[Finding, ...] = ()  # of closeranks itself

    def notes(self, knows_calls: bool) -> Iterator[Finding]:
        by = f" for {self.interpreter}" if self.interpreter else ""
        yield ok(
            "program.kind",
            f"It is a {self.language} script{by}. Its interpreter makes the calls, and no file lists them.",
        )
        yield from self.uses
        if not self.uses_mpi4py:
            yield untried(
                "program.calls",
                "Which functions of MPI it calls cannot be told.",
                "Ask about the program that it starts: closeranks doctor PROGRAM. A run tells whether calls came "
                "(status 85 if not).",
            )
            return
        if knows_calls:
            yield ok("program.calls", "It imports mpi4py. By the names in its text it calls what is listed below.")
        else:
            yield ok(
                "program.calls",
                "It imports mpi4py; no method with buffers (Bcast, Reduce, ...) stands in its text.",
            )
        if self.pickled:
            yield warning(
                "program.pickled",
                f"{', '.join(self.pickled)} of mpi4py are made of several MPI calls each, which matters once a "
                "rank is missing.",
                'Prefer the upper-case methods with buffers (docs/how-to/python.md, "What to watch").',
            )


def read(path: Path, head: bytes) -> Script:
    with path.open("rb") as file:
        text = file.read(_MOST).decode(errors="replace")
    first = head.partition(b"\n")[0].decode(errors="replace")
    interpreter = first[2:].strip() if first.startswith("#!") else ""
    language = _language(path, interpreter)
    uses_mpi4py = language == "Python" and bool(_MPI4PY.search(text))
    return Script(
        language=language,
        interpreter=interpreter,
        uses_mpi4py=uses_mpi4py,
        calls=frozenset(f"MPI_{name}" for name in _METHOD.findall(text)) if uses_mpi4py else frozenset(),
        uses=tuple(doctor_uses.of_script(text)) if language == "Python" else (),
        pickled=tuple(sorted(set(_PICKLED.findall(text)))) if uses_mpi4py else (),
    )


def _language(path: Path, interpreter: str) -> str:
    words = [Path(word).name for word in interpreter.split()]
    for name, language in _INTERPRETERS:
        if any(word.startswith(name) for word in words[:2]):
            return language
    return _ENDINGS.get(path.suffix, "") or "plain"
