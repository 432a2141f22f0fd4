"""Facts from a program's file: its functions of MPI, and the default effects of deaths (closeranks doctor FILE).

The program is never run. As by ldd(1), the system's dynamic linker lists its libraries.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import textwrap
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from . import doctor_failures, doctor_mpi, doctor_script, doctor_uses, findings, functions, programs, replicas_check, symbols
from .environment import for_dynamic_linker
from .findings import Finding, Level, ok, problem, warning
from .functions import Function, Table
from .installation import Installation
from .options import UsageError, described

_WIDTH = 100
_OF_THE_MPI = ("libmpi", "libopen_mpi", "libopen-pal", "libopen-rte", "libpmix", "libprrte", "libcloseranks")
_LINKERS = ("/lib/", "/lib64/", "/usr/lib/", "/usr/lib64/")
_COLLECTIVE = ("one-to-all", "all-to-one", "all-to-all")
_BETWEEN_RANKS = (*_COLLECTIVE, "one-to-one", "window")


@dataclass
class Call:
    function: Function
    callers: list[str] = field(default_factory=list)  # files; the program itself first

    def as_json(self) -> dict[str, Any]:
        one = self.function
        return {
            "function": one.name,
            "class": one.of_class,
            "protected": one.protected,
            "policy": one.peer or None,
            "contribution": one.contribution or None,
            "stall": one.stall or None,
            "called_by": self.callers,
        }


@dataclass
class About:
    path: Path
    kind: str  # "program", "static program", "script"
    languages: list[str] = field(default_factory=list)
    mpi: str = ""  # the library
    calls: dict[str, Call] = field(default_factory=dict)
    left_alone: dict[str, str] = field(default_factory=dict)  # function: why
    notes: list[Finding] = field(default_factory=list)
    own_failures: str = ""  # a function of ULFM by which it handles failures itself

    @property
    def has_problem(self) -> bool:
        return findings.has_problem(self.notes)

    def add(self, name: str, caller: str, table: Table) -> None:
        if name not in table.functions:
            self.left_alone[name] = table.why_left_alone(name)
            return
        call = self.calls.setdefault(name, Call(table.functions[name]))
        if caller not in call.callers:
            call.callers.append(caller)

    @property
    def functions(self) -> list[Function]:
        return [self.calls[name].function for name in sorted(self.calls)]

    def as_json(self) -> dict[str, Any]:
        dead = {"rank 0": Deaths.of(self.functions, True), "another rank": Deaths.of(self.functions, False)}
        return {
            "path": str(self.path),
            "kind": self.kind,
            "languages": self.languages,
            "mpi": self.mpi or None,
            "handles_failures_by": self.own_failures or None,
            "calls": [self.calls[name].as_json() for name in sorted(self.calls)],
            "left_alone": self.left_alone,
            "when_dies": {who: deaths.as_json() for who, deaths in dead.items()},
            "findings": [note.as_json() for note in self.notes],
        }

    def text(self) -> str:
        lines = [f"{self.path}", ""]
        for note in self.notes:
            lines += findings.lines(note)
        if self.calls:
            lines += ["", *_table(self)] if self.own_failures else ["", *_table(self), "", *_deaths(self)]
        return "\n".join(lines) + "\n"


# ---- what deaths do ----


@dataclass(frozen=True)
class Deaths:
    """The default effects of a death, by the calls that have to do with the dead rank."""

    ends: tuple[str, ...]  # calls that end the program: their policy is abort
    lacks: tuple[str, ...]  # calls that continue without its contribution
    skips: tuple[str, ...]  # calls that do nothing: the dead rank was their root or peer

    @classmethod
    def of(cls, called: Iterable[Function], is_root: bool) -> Deaths:
        ends, lacks, skips = [], [], []
        for one in called:
            concerns = bool(one.peer) and (is_root or one.roles != ("root",))
            if "abort" in (one.contribution, one.peer if concerns else ""):
                ends.append(one.name)
            elif one.contribution == "ignore" and not (concerns and one.peer == "ignore"):
                lacks.append(one.name)
            elif concerns and one.peer == "ignore":
                skips.append(one.name)
        return cls(tuple(ends), tuple(lacks), tuple(skips))

    def as_json(self) -> dict[str, list[str]]:
        return {"ends": list(self.ends), "goes_on_without_it": list(self.lacks), "does_nothing": list(self.skips)}


def _deaths(about: About) -> Iterator[str]:
    for who, is_root in (
        ("Rank 0 dies (it is the root, as in most programs; the file does not tell)", True),
        ("Another rank dies (it is no root)", False),
    ):
        deaths = Deaths.of(about.functions, is_root)
        yield f"{who}:"
        if not (deaths.ends or deaths.lacks or deaths.skips):
            yield "  Nothing that it calls needs that rank: the others continue."
        if deaths.ends:
            yield from _listed("By default the program ends at the next of these that needs it:", deaths.ends)
        if deaths.lacks:
            yield from _listed("These continue without what it would have contributed:", deaths.lacks)
        if deaths.skips:
            yield from _listed("These do nothing where it is the root or the target:", deaths.skips)
        yield ""
    if any(one.stall for one in about.functions):
        yield from _wrapped(
            "A wait for any rank ends the program as well when no rank is left that could send (docs/explanation/stalls.md).", ""
        )
    ends = next((one for one in about.functions if one.peer == "abort"), None)
    example = f"--policy {ends.short}=ignore" if ends else "--policy FUNCTION=POLICY"
    yield from _wrapped(
        f"To change that: {example}; --lenient (nothing ends the program), --strict (all that lacks anything does). "
        "docs/explanation/failures.md tells what is lost.",
        "",
    )


def _listed(lead: str, names: Iterable[str]) -> Iterator[str]:
    yield f"  {lead}"
    yield from _wrapped(", ".join(names), "    ")


def _wrapped(text: str, indent: str) -> list[str]:
    return textwrap.wrap(
        text, _WIDTH, initial_indent=indent, subsequent_indent=indent, break_on_hyphens=False, break_long_words=False
    )


def _table(about: About) -> Iterator[str]:
    local = [one for one in about.functions if one.of_class == "local-only" and one.protected]
    shown = [one for one in about.functions if one not in local]
    if shown:
        width = max(len(one.name) for one in shown)
        yield f"{'function':<{width}}  {'class':<12}  {'protected':<9}  {'peer missing':<12}  contribution missing"
        for one in shown:
            protected = "yes" if one.protected else "no"
            yield (
                f"{one.name:<{width}}  {one.of_class:<12}  {protected:<9}  {one.peer or '-':<12}  "
                f"{one.contribution or '-'}"
            )
    if local:
        names = ", ".join(one.name for one in local)
        yield from _wrapped(f"Local calls, which no death touches: {names}.", "")


# ---- reading the file ----


def look(path: Path, place: Installation, variables: Mapping[str, str]) -> About:
    """Raises UsageError when nothing can be told."""
    found = _found(path, variables)
    table = functions.load()
    try:
        with found.open("rb") as file:
            head = file.read(4096)
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {described(error)}.") from error
    if head.startswith(b"\x7fELF"):
        return _binary(found, place, table, variables)
    if doctor_script.is_script(found, head):
        return _script(found, head, table)
    raise UsageError(f"{path} is neither a program for this machine nor a script.")


def _found(path: Path, variables: Mapping[str, str]) -> Path:
    """A name without a folder is looked up as the shell does."""
    if not path.exists() and len(path.parts) == 1:
        in_path = shutil.which(str(path), path=variables.get("PATH"))
        if in_path:
            return Path(in_path)
    if path.is_dir():
        raise UsageError(f"{path} is a directory; name a program.")
    return path


def _binary(path: Path, place: Installation, table: Table, variables: Mapping[str, str]) -> About:
    try:
        binary = programs.Binary(path.absolute())
    except (OSError, ValueError) as error:
        raise UsageError(f"{path} cannot be read: it is no program for this machine, or damaged ({error}).") from error
    if not binary.linker and not _is_shared(path):
        about = About(path, "static program")
        if binary.names_mpi:
            about.notes.append(problem("program.static", programs.static(binary), "Link it again."))
        else:
            about.notes.append(
                warning(
                    "program.static",
                    "It is linked statically and has nothing of MPI in it that can be seen: nothing would be "
                    "protected.",
                    "Link it with the shared libraries of the MPI.",
                )
            )
        return about
    about = About(path, "program")
    libraries = _libraries(binary, place, variables)
    languages: set[str] = set()
    imported: set[str] = set()
    for file in [path, *_callers(libraries)]:
        for symbol in symbols.undefined(file):
            imported.add(symbol)
            called = table.called_by(symbol)
            if called is None:
                continue
            about.add(called.name, file.name, table)
            languages |= {called.language} if file == path else set()
    about.languages = _languages(languages, libraries)
    about.mpi = next((name for name in libraries if name.startswith(("libmpi.so", "libmpich.so"))), "")
    about.own_failures = doctor_failures.uses_ulfm(path, imported, libraries)
    about.notes += _notes(about, binary, libraries, place)
    about.notes += doctor_failures.notes(about.own_failures, imported)
    about.notes += doctor_uses.of_binary(path)
    about.notes += _replicas(about)
    if about.calls and not programs.other_mpi(libraries, place):
        about.notes += doctor_mpi.that_strike(about.calls, place.mpirun.parent.parent, doctor_mpi.load_faults())
    return about


def _is_shared(path: Path) -> bool:
    """A library: it has no linker of its own, and symbols that others give."""
    return bool(symbols.undefined(path))


def _libraries(binary: programs.Binary, place: Installation, variables: Mapping[str, str]) -> dict[str, str]:
    """Name: file. Only a linker of the system is asked: the program names it, and it is run."""
    if not os.path.realpath(binary.linker).startswith(_LINKERS):
        return {}
    told = dict(variables) | for_dynamic_linker(place, variables.get)
    # The front stands for the MPI's library in a run. What the program itself needs is wanted here.
    told["LD_LIBRARY_PATH"] = ":".join(
        one for one in told.get("LD_LIBRARY_PATH", "").split(":") if one and Path(one) != place.front
    )
    try:
        return binary.libraries(told)()
    except (OSError, subprocess.SubprocessError):
        return {}


def _callers(libraries: Mapping[str, str]) -> Iterator[Path]:
    """The files that may call MPI for the program."""
    for name, path in libraries.items():
        if not name.startswith(_OF_THE_MPI) and os.path.isabs(path) and symbols.may_call_mpi(Path(path)):
            yield Path(path)


def _languages(called: set[str], libraries: Mapping[str, str]) -> list[str]:
    names = set(called)
    if any(name.startswith("libmpi_cxx.so") for name in libraries):
        names.add("C++ (MPI's bindings)")
    if "C" in names and any(name.startswith("libstdc++.so") for name in libraries):
        names = names - {"C"} | {"C or C++"}
    return sorted(names)


def _notes(
    about: About, binary: programs.Binary, libraries: Mapping[str, str], place: Installation
) -> Iterator[Finding]:
    missing = sorted(name for name, path in libraries.items() if path == "not found")
    if missing:
        yield problem(
            "program.libraries",
            f"It needs {', '.join(missing)}, which the dynamic linker does not find.",
            "Add the directory to LD_LIBRARY_PATH.",
        )
    if other := programs.other_mpi(libraries, place):
        yield problem("program.mpi", programs.of_another_mpi(binary, other, place), "Compile it again.")
    elif about.mpi:
        yield ok(
            "program.mpi",
            f"It is linked with the MPI that closeranks is for ({about.mpi}, {libraries[about.mpi]}).",
        )
    if about.languages:
        yield ok("program.languages", f"It calls MPI from {', '.join(about.languages)}.")
    if not about.calls:
        yield warning(
            "program.calls",
            "Neither it nor a library that it is linked with calls a function of MPI by name: there is nothing to "
            "protect, or it "
            "opens the MPI while it runs (docs/explanation/loading.md).",
            "A run by closeranks tells whether calls have come to it (status 85 if not).",
        )
        return
    unprotected = [call.function for call in about.calls.values() if not call.function.protected]
    within = sorted({caller for call in about.calls.values() for caller in call.callers} - {about.path.name})
    yield ok(
        "program.calls",
        f"It calls {len(about.calls)} functions of MPI, of which {len(about.calls) - len(unprotected)} are protected"
        + (f"; some by way of {', '.join(within)}." if within else "."),
    )
    for one in [] if about.own_failures else unprotected:
        yield warning(
            "program.unprotected", f"{one.name} passes through: after a failure, {one.risk}.", "See docs/reference/functions.md."
        )
    if is_sum_only(about.functions) and not about.own_failures:
        yield warning(
            "program.sums",
            "sum-only: results after a death are those of the survivors; if all parts are needed, --strict.",
            "A rank that is lost takes its summands along, and nothing else in the program would notice "
            "(docs/reference/policies.md).",
        )
    if about.left_alone:
        names = ", ".join(sorted(about.left_alone))
        yield ok("program.left_alone", f"Left alone, they go straight to the MPI: {names}.")


def _replicas(about: About) -> Iterator[Finding]:
    """Whether the program can run with --replicate."""
    if not about.calls:
        return
    own = replicas_check.of_closeranks(about.path)
    refused = {one.name for one in about.functions if one.replicas == "refused"}
    bindings = replicas_check.has_bindings(about.path)
    by_itself = sorted(name for name in refused if about.path.name in about.calls[name].callers and not bindings)
    if own or by_itself:
        why = f"functions of closeranks ({replicas_check.listed(own)})" if own else replicas_check.listed(by_itself)
        yield ok("program.replicas", f"It cannot run with --replicate: it calls {why} (docs/reference/replication.md).")
        return
    others = "Its C++ bindings" if bindings else "A library of it"
    by_others = f" {others} may call {replicas_check.listed(sorted(refused))}, which end it then." if refused else ""
    twice = replicas_check.done_by_both(about.path)
    by_both = f" Both processes carry out {replicas_check.listed(twice)}." if twice else ""
    has_levels = "MPI_Init_thread" in about.calls and not bindings
    by_threads = " MPI_Init_thread gives MPI_THREAD_SERIALIZED at most." if has_levels else ""
    yield Finding(
        "program.replicas",
        Level.OK,
        "It can run with --replicate: a rank has two processes, and the death of one loses nothing."
        f"{by_others}{by_both}{by_threads}",
        "That takes twice the cores and twice the memory for --replicate 100%; 25% and lists of ranks take less "
        "(docs/reference/replication.md).",
    )


def is_sum_only(called: Iterable[Function]) -> bool:
    """Whether what ranks tell each other are summands, besides barriers and what a root has for all."""
    tells = [one for one in called if one.of_class in _BETWEEN_RANKS and (one.peer or one.contribution)]
    summands = [one for one in tells if one.lacks == "summand"]
    others = [one for one in tells if one.lacks not in ("", "summand", "arrival")]
    return bool(summands) and not others and all(one.of_class in _COLLECTIVE for one in tells)


def _script(path: Path, head: bytes, table: Table) -> About:
    about = About(path, "script")
    script = doctor_script.read(path, head)
    about.languages = [script.language]
    for name in sorted(script.calls):
        if name in table.functions:
            about.add(name, path.name, table)
    about.notes += script.notes(bool(about.calls))
    return about
