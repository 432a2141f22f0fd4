"""closeranks doctor: finds obstacles for programs on this machine, or tells what would happen to one program.

The first looks at the installation, the MPI, the machine, the settings and the scheduler, and then tries it: programs
in several languages, and a real death. The second reads the program's file and never runs it.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from . import (
    doctor_input,
    doctor_machine,
    doctor_mpi,
    doctor_program,
    doctor_scheduler,
    doctor_trials,
    exit_status,
    findings,
    installation,
    options,
)
from .findings import Finding, ok, problem, untried, warning
from .installation import Installation
from .options import Option, UsageError, described

FORMAT = 1
_PATIENCE = 60.0  # seconds for each trial
_CHECKING = 30  # seconds for the checker of options

_EPILOG = """\
Without FILE: about this machine. Each finding is ok, untried, warning or problem, with what mends it.
With FILE: about this program, which is not run.

exit status: 0: no problem was found; 87: a problem was found; 82: doctor was called wrongly
"""

Say = Callable[[Finding], None]


def parser(script: Path) -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(
        prog="closeranks doctor",
        description="Finds what is in the way of programs on this machine, or tells what would become of a program.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    made.add_argument("file", nargs="?", type=Path, metavar="FILE", help="a program; it is read, and never run")
    made.add_argument("--json", action="store_true", help="print the findings for a program to read")
    made.add_argument("--no-trials", action="store_true", help="run nothing: neither languages nor a death")
    made.add_argument(
        "--timeout", type=_seconds, default=_PATIENCE, metavar="SECONDS",
        help=f"end a trial after so long, which is a finding [{_PATIENCE:g}]",
    )  # fmt: skip
    made.add_argument("--version", action="version", version=f"closeranks doctor {installation.version(script)}")
    return made


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0
    if not 1 <= seconds <= 3600:
        raise argparse.ArgumentTypeError(f"({options.shortened(text)}) is not 1 to 3600")
    return seconds


# ---- this machine ----


def _installed(place: Installation) -> Iterator[Finding]:
    yield ok("installation.library", f"closeranks {place.version}: {place.library}.")
    if place.keeper is None:
        yield warning(
            "installation.keeper",
            "closeranks-keeper was not built: the launcher cannot tell why ranks died, nor notice deaths before "
            "MPI_Init.",
            "Install the static libraries of C and C++ (Fedora: glibc-static, libstdc++-static) and build "
            "closeranks again.",
        )
    if not place.has_pmix:
        yield warning("installation.pmix", installation.WITHOUT_PMIX, installation.MEND_PMIX)
    if place.checker is None:
        yield warning(
            "installation.checker",
            "The program that checks options before a run is not installed.",
            "Build or install closeranks again.",
        )


def _settings(
    table: Sequence[Option], place: Installation, variables: Mapping[str, str]
) -> Iterator[Finding]:
    for name in variables.get("LD_PRELOAD", "").replace(" ", ":").split(":"):
        if Path(name).name.startswith("libcloseranks.so"):
            yield problem(
                "settings.preload",
                f"LD_PRELOAD names a closeranks already ({name}); the launcher preloads its own, and does not "
                "start then.",
                "unset LD_PRELOAD",
            )
    ours = {name: text for name, text in variables.items() if name.startswith("CLOSERANKS_")}
    wrong = _wrong(place, variables)
    for sentence in wrong:
        yield problem("settings.options", sentence, "Correct or unset that variable.")
    if wrong:
        return
    if options.as_boolean(variables.get("CLOSERANKS_DISABLE", "no")) is True:
        yield warning(
            "settings.disable",
            "CLOSERANKS_DISABLE is set: nothing is protected.",
            "unset CLOSERANKS_DISABLE",
        )
    told = sorted(name for name in ours if name in {option.environment for option in table})
    if told:
        yield ok("settings.options", f"Set in the environment: {', '.join(f'{name}={ours[name]}' for name in told)}.")
    else:
        yield ok("settings.options", "No option of closeranks is set in the environment.")


def _wrong(place: Installation, variables: Mapping[str, str]) -> list[str]:
    """The library's own errors about the options in the environment."""
    if place.checker is None:
        return []
    try:
        answer = subprocess.run(
            [place.checker], env=dict(variables), capture_output=True, text=True, errors="replace", timeout=_CHECKING
        )
    except OSError as error:
        return [f"{place.checker}, which checks options, cannot be started: {described(error)}."]
    except subprocess.TimeoutExpired:
        return [f"{place.checker}, which checks options, has not ended within {_CHECKING} s."]
    if answer.returncode != 0:
        return [f"{place.checker}, which checks options, ended with {answer.returncode}: {answer.stderr.strip()}"]
    return answer.stdout.splitlines()


def _shared_memory(facts: doctor_mpi.Facts | None) -> Path:
    told = facts.setting("btl_sm_backing_directory").value if facts else ""
    return Path(told or "/dev/shm")


def machine(script: Path, patience: float, trials: bool, variables: Mapping[str, str]) -> Iterator[Finding]:
    """All findings, each as soon as it is known."""
    table = options.load()
    try:
        place = installation.find(script)
    except UsageError as error:
        yield problem("installation.library", str(error), "docs/how-to/install.md tells how to build and install.")
        return
    yield from _installed(place)
    facts: doctor_mpi.Facts | None = None
    try:
        facts = doctor_mpi.ask(place)
        yield from doctor_mpi.findings(facts, doctor_mpi.load_faults())
    except UsageError as error:
        yield problem("mpi.info", str(error), "Install that MPI again, or build closeranks for another one.")
    machine_facts = doctor_machine.ask(_shared_memory(facts), variables)
    yield from doctor_machine.findings(machine_facts)
    yield from _settings(table, place, variables)
    yield from doctor_scheduler.findings(variables)
    if not trials:
        yield untried("survival.death", "Neither programs nor a death were tried (--no-trials).")
        return
    yield from _tried(script, place, table, machine_facts, patience)


def _tried(
    script: Path, place: Installation, table: Sequence[Option], facts: doctor_machine.Facts, patience: float
) -> Iterator[Finding]:
    if facts.temporary_why:
        yield untried("survival.death", "Nothing was tried, for there is no place for temporary files.")
        return
    told = doctor_trials.variables_for(table, facts.variables, facts.is_root)
    with tempfile.TemporaryDirectory(prefix="closeranks-doctor-") as folder:
        trials = doctor_trials.Trials(script, place, told, Path(folder), patience)
        yield from doctor_trials.languages(trials)
        yield doctor_input.whole(trials)
        yield from doctor_trials.survival(trials)


def _print_as_found(found: Iterable[Finding]) -> list[Finding]:
    kept: list[Finding] = []
    for one in found:
        if not kept or kept[-1].section != one.section:
            print(("\n" if kept else "") + findings.heading(one.section))
        for line in findings.lines(one):
            print(line)
        sys.stdout.flush()  # trials take a moment
        kept.append(one)
    print(f"\n{findings.summary(kept)}")
    return kept


def _machine(script: Path, given: argparse.Namespace) -> int:
    found = machine(script, given.timeout, not given.no_trials, os.environ)
    if given.json:
        kept = list(found)
        _print_json({"findings": [one.as_json() for one in kept]}, script, findings.has_problem(kept))
    else:
        kept = _print_as_found(found)
    return exit_status.PROBLEMS_FOUND if findings.has_problem(kept) else exit_status.CLEAN


def _print_json(content: Mapping[str, Any], script: Path, problems: bool) -> None:
    head: dict[str, Any] = {"format": "closeranks-doctor", "version": FORMAT}
    head |= {"closeranks": installation.version(script), "problems": problems}
    print(json.dumps(head | dict(content), indent=4))


# ---- a program ----


def _program(script: Path, given: argparse.Namespace) -> int:
    """Raises UsageError."""
    place = installation.find(script)
    about = doctor_program.look(given.file, place, os.environ)
    if given.json:
        _print_json({"program": about.as_json()}, script, about.has_problem)
    else:
        print(about.text(), end="")
    return exit_status.PROBLEMS_FOUND if about.has_problem else exit_status.CLEAN


def _parsed(script: Path, words: Sequence[str]) -> argparse.Namespace:
    try:
        return parser(script).parse_args(words)
    except SystemExit as ended:  # argparse has its own number for a wrong call
        raise SystemExit(int(exit_status.USAGE) if ended.code else 0) from None


def main(script: Path, words: Sequence[str]) -> int:
    given = _parsed(script, words)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(exit_status.SIGNAL + signal.SIGTERM))  # a trial is ended along with us
    try:
        status = _program(script, given) if given.file else _machine(script, given)
        sys.stdout.flush()
        return status
    except UsageError as error:
        print(f"closeranks doctor: {error}", file=sys.stderr)
        return int(exit_status.USAGE)
    except KeyboardInterrupt:
        return exit_status.SIGNAL + signal.SIGINT
    except BrokenPipeError:  # the reader has closed the pipe
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return exit_status.CLEAN
