"""Man pages, in the macros of man(7)."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from closeranks_launcher import exit_status

from .words import Command, Flag

_LINK = re.compile(r"\[([^]]+)\]\([^)]+\)")
_SPECIAL = {"\\": "\\e", "-": "\\-", "~": "\\(ti", "^": "\\(ha", "`": "\\(ga"}  # the backslash first
_CODE = re.compile(r"`([^`]+)`")


@dataclass(frozen=True)
class Edition:
    version: str
    date: str


def escaped(text: str) -> str:
    """As roff prints it: a hyphen is to be one that can be copied into a shell."""
    for plain, roff in _SPECIAL.items():
        text = text.replace(plain, roff)
    return re.sub(r"^(?=[.'])", r"\\&", text, flags=re.MULTILINE)


def marked(text: str) -> str:
    """Markdown, as far as the option table uses it."""
    parts = _CODE.split(_LINK.sub(r"\1", text))
    return "".join(f"\\fB{escaped(part)}\\fR" if number % 2 else escaped(part) for number, part in enumerate(parts))


def _paragraphs(lines: Iterable[str]) -> Iterator[str]:
    text = "\n".join(lines)
    yield from filter(None, (part.strip() for part in text.split("\n\n")))


def _head(name: str, summary: str, edition: Edition) -> list[str]:
    title = f'.TH "{name.upper()}" "1" "{edition.date}" "closeranks {edition.version}" "closeranks"'
    return [title, ".SH NAME", f"{escaped(name)} \\- {escaped(summary)}"]


def _flag(flag: Flag) -> Iterator[str]:
    yield ".TP"
    names = ", ".join(f"\\fB{escaped(name)}\\fR" for name in flag.names)
    yield names + (f" \\fI{escaped(flag.metavar)}\\fR" if flag.metavar else "")
    values = f" ({', '.join(flag.values)})" if flag.values and flag.lists_values else ""
    repeatable = " It may be given several times." if flag.repeatable else ""
    yield _sentence(flag.help) + escaped(f"{values}.{repeatable}")
    for paragraph in _paragraphs(flag.doc):
        yield ".IP"
        yield marked(paragraph)
    if flag.variable:
        yield ".IP"
        yield f"Variable: \\fB{escaped(flag.variable)}\\fR"


def _sentence(text: str) -> str:
    return escaped(text[:1].upper() + text[1:])


def _statuses() -> Iterator[str]:
    """From the launcher's own help."""
    rows: list[tuple[str, str]] = []
    rest: list[str] = []
    for line in exit_status.EXIT_STATUS_HELP.splitlines()[1:]:
        if row := re.fullmatch(r"  (\S+)\s+(.*)", line):
            rows.append((row[1], row[2]))
        elif line.startswith("   "):
            rows[-1] = (rows[-1][0], f"{rows[-1][1]} {line.strip()}")
        else:
            rest.append(line)
    for status, meaning in rows:
        yield from (".TP", f"\\fB{escaped(status)}\\fR", escaped(meaning))
    yield from (".PP", escaped(" ".join(rest)))


def _see(names: Sequence[str]) -> list[str]:
    return [".SH SEE ALSO", ",\n".join(f".BR {escaped(name)} (1)" for name in names).replace(",\n", " ,\n")]


def launcher(command: Command, others: Sequence[Command], edition: Edition) -> str:
    lines = _head("closeranks", "run an MPI program so that it continues when processes die", edition)
    lines += [".SH SYNOPSIS", ".B closeranks", "[\\fBrun\\fR] [\\fIoption\\fR ...]"]
    lines += ["\\fB\\-n\\fR \\fIN\\fR \\fIprogram\\fR [\\fIargument\\fR ...]"]
    for other in others:
        lines += [".br", f".B closeranks {escaped(other.name)}", f"[\\fIoption\\fR ...] {escaped(other.operand)}".rstrip()]
    lines += [".SH DESCRIPTION"]
    lines += [
        "Runs an unmodified MPI program, so that it continues with the remaining ranks when some of them",
        "die.",
        escaped("Options that closeranks does not have go to mpirun (-n, --hostfile, --map-by, -x, ...)."),
        "A program with the name of a subcommand is run as \\fB./report\\fR, or after \\fBrun\\fR.",
        ".PP",
        "Each option is also an environment variable; a flag wins over it.",
        ".SH OPTIONS",
    ]
    for title, flags in itertools.groupby(command.flags, lambda flag: flag.group):
        lines += [f".SS {escaped(title)}"]
        lines += [line for flag in flags for line in _flag(flag)]
    lines += [".SH SUBCOMMANDS"]
    for other in others:
        lines += [".TP", f"\\fBcloseranks {escaped(other.name)}\\fR", f"{_sentence(other.summary)}."]
    lines += [".SH EXIT STATUS", *_statuses()]
    lines += [".SH EXAMPLES", "Eight ranks, of which one dies in its fourth reduction:", ".PP", ".RS", ".nf"]
    lines += [escaped("closeranks --oversubscribe --kill 3@call:MPI_Reduce:4 -n 8 ./pi"), ".fi", ".RE"]
    lines += _see([*(f"closeranks-{other.name}" for other in others), "mpirun"])
    return "\n".join(lines) + "\n"


def subcommand(command: Command, edition: Edition) -> str:
    lines = _head(f"closeranks-{command.name}", command.summary, edition)
    operand = f" {escaped(command.operand)}" if command.operand else ""
    lines += [".SH SYNOPSIS", f".B closeranks {escaped(command.name)}", f"[\\fIoption\\fR ...]{operand}"]
    lines += [".SH DESCRIPTION", f"{_sentence(command.summary)}."]
    if command.operand:
        lines += [f"{escaped(command.operand.strip('[]'))}: {escaped(command.operand_help)}."]
    status = ""
    for part in _paragraphs(command.epilog.splitlines()):
        if part.startswith("exit status:"):
            status = part.partition(":")[2].strip()
        else:
            lines += [".PP", escaped(part)]
    lines += [".SH OPTIONS"]
    for flag in command.flags:
        lines += _flag(flag)
    if status:
        lines += [".SH EXIT STATUS"]
        for item in status.split("; "):
            number, _, meaning = item.partition(": ")
            lines += [".TP", f"\\fB{escaped(number)}\\fR", f"{_sentence(meaning)}."]
    lines += _see(["closeranks"])
    return "\n".join(lines) + "\n"
