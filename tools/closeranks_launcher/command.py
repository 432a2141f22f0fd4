"""The mpirun command that a command line stands for."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path

from . import node_watch
from .arguments import Application, Line
from .environment import for_dynamic_linker
from .installation import Installation
from .options import Option, as_boolean
from .plain import dataclass
from .spares import check as check_spares
from .spares import number_of_spares, with_more_processes

DETECTOR = {
    "OMPI_MCA_mpi_ft_detector": "1",
    "OMPI_MCA_mpi_ft_detector_period": "0.5",
    "OMPI_MCA_mpi_ft_detector_timeout": "2",
}
# Processes that the program spawns do not inherit what --with-ft says: without these mpirun ends them
# all when one dies, and tells none of the others.
SPAWNED = {"PRTE_MCA_state_base_recoverable": "1", "PRTE_MCA_state_base_notify_errors": "1"}
LAUNCHER = "CLOSERANKS_LAUNCHER"  # how to reach the launcher (post.py), of what keepers know
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


def settings(
    line: Line, options: Sequence[Option], environment: Mapping[str, str]
) -> dict[str, str]:
    """Every option that has a value: from a flag, else from its variable."""
    values = {}
    for option in options:
        text = line.settings.get(option.name)
        if text is None:
            text = environment.get(option.environment, "").strip()
            if text and not option.for_library:  # the library checks its own
                option.check(text, option.environment)
        if text:
            values[option.name] = text
    return values


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

    exports |= for_dynamic_linker(installation, inherited)
    exports |= own
    words = []
    for name, value in exports.items():
        words += ["-x", name if value is None else f"{name}={value}"]
    return words


def _keeper(line: Line, values: Mapping[str, str], installation: Installation) -> list[str]:
    """The words before each program; none where mpirun itself has to know the program."""
    if installation.keeper is None or is_on(values, "no_keeper"):
        return []
    if line.has_mpirun_option("preload-binary", "s", "xterm"):
        return []
    return [str(installation.keeper)]


def for_library(
    line: Line, options: Sequence[Option], environment: Mapping[str, str]
) -> dict[str, str]:
    """The variables that hand the library's options on to the ranks."""
    values = settings(line, options, environment)
    if "config" in values:
        values["config"] = str(Path(values["config"]).absolute())
    return {
        option.environment: values[option.name]
        for option in options
        # The launcher writes the report itself, from the records of all ranks.
        if option.for_library and option.name in values and option.name != "report"
    }


def _home(environment: Mapping[str, str]) -> dict[str, str]:
    """Open MPI cannot do without the variable HOME."""
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
) -> Command:
    """`records`: the folder for the ranks' records; None: there is none. `launcher`: how nodes that have not got that
    folder reach the launcher.
    """
    values = settings(line, options, environment)
    handed_on = for_library(line, options, environment)
    if records is not None:
        handed_on["CLOSERANKS_RECORDS"] = str(records)
    added = {name: text for name, text in SPAWNED.items() if name not in environment}
    if is_on(values, "detector"):
        added |= {name: text for name, text in DETECTOR.items() if name not in environment}
    if is_on(values, "allow_root"):
        added |= ROOT
    added |= _home(environment)
    patience = int(values.get("node_timeout", node_watch.DEFAULT_PATIENCE))
    if launcher:
        added[LAUNCHER] = launcher  # for mpirun, for what is on its command line everybody can read
    added |= node_watch.settings(installation.library.parent, patience, environment)

    spares = number_of_spares(values)
    check_spares(line, spares)
    keeper = _keeper(line, values, installation)
    words = [str(installation.mpirun)]
    if not line.has_mpirun_option("with-ft"):
        words += ["--with-ft", "ulfm"]
    for number, application in enumerate(line.applications):
        if number > 0:
            words.append(":")
        words += with_more_processes(application, spares)
        words += _exports(application, installation, handed_on, environment)
        words += ["-x", LAUNCHER] if launcher else []
        words += keeper + application.program
    return Command(words, added)
