"""The mpirun command that a command line stands for."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path

from . import node_watch, r_language, replicate
from .arguments import Application, Line
from .environment import for_dynamic_linker, joined
from .installation import Installation
from .options import Option, UsageError, as_boolean
from .plain import dataclass, replace
from .spares import check as check_spares
from .spares import number_of_spares, with_more_processes

DETECTOR = {
    "OMPI_MCA_mpi_ft_detector": "1",
    "OMPI_MCA_mpi_ft_detector_period": "0.5",
    "OMPI_MCA_mpi_ft_detector_timeout": "2",
}
# Spawned processes do not inherit --with-ft. Without these mpirun ends all of them when one dies, and does not tell the
# rest. PRRTE 5 would also end the processes that have spawned them; older ones ignore the last setting.
SPAWNED = {
    "PRTE_MCA_state_base_recoverable": "1",
    "PRTE_MCA_state_base_notify_errors": "1",
    "PRTE_MCA_pmix_terminate_connected": "0",
}
# Address sanitizer requires the first place in LD_PRELOAD, which the launcher cannot give it for programs that a script
# starts. It works at any place if it does not check that.
ASAN_OPTIONS = "ASAN_OPTIONS"
ANY_PLACE = "verify_asan_link_order=0"
LAUNCHER = "CLOSERANKS_LAUNCHER"  # how to reach the launcher (post.py), of what keepers know
SOURCES = "CLOSERANKS_SOURCES"  # where values come from (runtime/run/config.cpp)
OUTLET = "CLOSERANKS_OUTLET"  # the same of what replicated ranks print (outlet.py)
OUTLET_INPUT = "CLOSERANKS_OUTLET_INPUT"  # the rank that gets standard input by that
REPORT_OF_LAUNCHER = "-"  # it writes the report itself, from the records of all ranks
ROOT = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}


@dataclass(frozen=True)
class Command:
    words: list[str]
    environment: dict[str, str]  # what is added to the launcher's own, for mpirun itself

    def quoted(self) -> str:
        """As a line for a shell."""
        import shlex

        variables = [f"{name}={value}" for name, value in self.environment.items()]
        return shlex.join((["env", *variables] if variables else []) + self.words)


def _told(line: Line, option: Option, environment: Mapping[str, str]) -> str:
    """From a flag, else from its variable."""
    text = line.settings.get(option.name)
    if text is None:
        text = environment.get(option.environment, "").strip()
        if text and not option.for_library:  # the library checks its own
            option.check(text, option.environment)
    return text


def settings(
    line: Line, options: Sequence[Option], environment: Mapping[str, str]
) -> dict[str, str]:
    """Every option that has a value: from a flag, else from its variable, else from a config file or the profile."""
    values = {}
    for option in options:
        text = _told(line, option, environment)
        if not text and option.name in line.configured:
            text = line.configured[option.name].value
        if text:
            added_to = line.profile_policy if option.name == "policy" else ""
            values[option.name] = f"{added_to},{text}" if added_to else text
    return values


def source(line: Line, option: Option, environment: Mapping[str, str]) -> str:
    """Where its value comes from, in the words of the report."""
    if option.name in line.settings:
        return "command line"
    if environment.get(option.environment, "").strip():
        return "environment"
    return line.configured[option.name].source if option.name in line.configured else "default"


def _sources(line: Line, options: Sequence[Option], environment: Mapping[str, str]) -> str:
    """For the library, which gets a flag and a line of the user's own file as variables."""
    found = {option.name: source(line, option, environment) for option in options if option.for_library}
    return ",".join(f"{name}={text}" for name, text in found.items() if text in ("command line", "file"))


def is_on(values: Mapping[str, str], name: str) -> bool:
    return as_boolean(values.get(name, "no")) is True


def _exports(
    application: Application,
    installation: Installation,
    handed_on: Mapping[str, str],
    environment: Mapping[str, str],
) -> list[str]:
    """The -x options of one application; the user's own come last and win."""
    exports: dict[str, str | None] = dict(handed_on)
    own = dict(application.exports)

    def inherited(name: str) -> str | None:
        text = own.pop(name, None)
        return environment.get(name) if text is None else text

    exports |= for_dynamic_linker(installation, inherited, application.above)
    if r_language.VARIABLE not in environment and r_language.VARIABLE not in own:
        exports |= r_language.settings(installation, application.program[0], environment.get("PATH", ""))
    exports |= own
    words = []
    for name, value in exports.items():
        words += ["-x", name if value is None else f"{name}={value}"]
    return words


def _keeper(line: Line, values: Mapping[str, str], installation: Installation) -> list[str]:
    """The words before each program. None where mpirun itself has to know the program."""
    if installation.keeper is None or is_on(values, "no_keeper"):
        return []
    if line.has_mpirun_option("preload-binary", "s", "xterm"):
        return []
    return [str(installation.keeper)]


def for_library(
    line: Line, options: Sequence[Option], environment: Mapping[str, str]
) -> dict[str, str]:
    """The variables that hand the library's options on to the ranks. Raises UsageError."""
    handed_on = {}
    for option in filter(lambda option: option.for_library, options):
        text = _told(line, option, environment)
        configured = line.configured.get(option.name)
        if not text and configured is not None and configured.is_handed_on:
            text = configured.value
        if option.name == "config" and text:
            text = str(Path(text).absolute())
        if option.name == "report" and (text or configured):
            text = REPORT_OF_LAUNCHER
        if text:
            handed_on[option.environment] = text
    handed_on.pop(replicate.VARIABLE, None)
    if twins := replicate.with_twin(line, settings(line, options, environment)):
        handed_on[replicate.VARIABLE] = replicate.as_variable(twins)
    return handed_on


def _for_replicas(installation: Installation) -> Installation:
    """With the library for replicated runs in place of the other one."""
    library = installation.library.with_name(replicate.LIBRARY)
    if not library.exists():
        raise UsageError(f"The library for --replicate ({library}) is not there; build or install closeranks again.")
    return replace(installation, library=library, is_for_replicas=True)


def _home(environment: Mapping[str, str]) -> dict[str, str]:
    """Open MPI needs the variable HOME."""
    if environment.get("HOME"):
        return {}
    import pwd

    try:
        return {"HOME": pwd.getpwuid(os.getuid()).pw_dir}
    except KeyError:  # a user without a name, as in a container
        return {"HOME": "/"}


def build(
    line: Line,
    options: Sequence[Option],
    installation: Installation,
    records: Path | None,
    environment: Mapping[str, str] = os.environ,
    launcher: str = "",
    outlet: Mapping[str, str] = {},
) -> Command:
    """`records`: the folder for the ranks' records; None: there is none. `launcher`: how nodes that have not got that
    folder reach the launcher. `outlet`: how keepers reach it with what replicated ranks print.
    """
    values = settings(line, options, environment)
    handed_on = for_library(line, options, environment)
    if is_on(values, "dump_config"):
        handed_on[SOURCES] = _sources(line, options, environment)
    if records is not None:
        handed_on["CLOSERANKS_RECORDS"] = str(records)
    added = {name: text for name, text in SPAWNED.items() if name not in environment}
    if is_on(values, "detector"):
        added |= {name: text for name, text in DETECTOR.items() if name not in environment}
    if is_on(values, "allow_root"):
        added |= ROOT
    added[ASAN_OPTIONS] = joined([ANY_PLACE], environment.get(ASAN_OPTIONS))
    added |= _home(environment)
    patience = int(values.get("node_timeout", node_watch.DEFAULT_PATIENCE))
    if launcher:
        added[LAUNCHER] = launcher  # for mpirun, because every user can read its command line
    added |= outlet
    added |= node_watch.settings(installation.library.parent, patience, environment)

    spares = number_of_spares(values)
    check_spares(line, spares)
    twins = replicate.with_twin(line, values)
    if twins:
        installation = _for_replicas(installation)
        handed_on |= replicate.equal_hashes(environment)
    keeper = _keeper(line, values, installation)
    words = [str(installation.mpirun)]
    if not line.has_mpirun_option("with-ft"):
        words += ["--with-ft", "ulfm"]
    for number, application in enumerate(line.applications):
        if number > 0:
            words.append(":")
        words += with_more_processes(application, spares + len(twins))
        words += _exports(application, installation, handed_on, environment)
        for name in [*([LAUNCHER] if launcher else []), *outlet]:
            words += ["-x", name]
        words += keeper + application.program
    return Command(words, added)
