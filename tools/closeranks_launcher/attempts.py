"""Running the job, once or, with --restarts, until it completes.

Everybody waits for what is loaded before mpirun starts. So what is needed when it has ended (conclusion.py) is loaded
while it runs.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from . import command, launch_record, node_watch, post, records_folder, run, standard_input
from .arguments import Line
from .asked import Asked, say
from .options import UsageError
from .plain import TYPE_CHECKING, dataclass, field

if TYPE_CHECKING:
    from . import conclusion


@dataclass(frozen=True)
class Start:
    """What one attempt begins with."""

    line: Line
    folder: Path  # for its records
    restart: int = 0  # its number; the first attempt is none
    variables: Mapping[str, str] = field(default_factory=dict)  # for mpirun, besides


def _meanwhile() -> None:
    from . import conclusion  # noqa: F401

    records_folder.sweep()


def _run(asked: Asked, start: Start, held: run.Held) -> tuple[run.Ended, launch_record.Launch]:
    table, place, values, folder = asked.table, asked.place, asked.values, start.folder
    options = launch_record.describe_options(table, values, start.line.settings)
    if command.is_on(values, "verbose"):
        say(command.build(start.line, table, place, folder).quoted())
    with post.listening(folder) as letters:
        built = command.build(start.line, table, place, folder, launcher=letters.address if letters else "")
        built.environment.update(start.variables)
        if "LD_PRELOAD" in built.environment:  # the watch of mpirun
            built.environment[node_watch.RECORD] = str(folder / launch_record.LAUNCHER)
        launch = launch_record.begin(folder, place, asked.words, options)
        shows = command.is_on(values, "progress")
        try:
            return run.run(built, folder, letters, held, shows, _meanwhile), launch
        except OSError as error:
            raise UsageError(f"mpirun ({place.mpirun}) cannot be started: {error.strerror}.") from error


def _attempt(asked: Asked, start: Start, held: run.Held) -> conclusion.Attempt:
    ended, launch = _run(asked, start, held)
    from . import conclusion

    return conclusion.of_attempt(asked, start, ended, launch, held)


def launch(asked: Asked, folder: Path) -> int:
    """Runs the job, writes the report, and returns the exit status. `folder`: for records."""
    made: list[conclusion.Attempt] = []
    stdin = standard_input.StandardInput()
    start: Start | None = Start(asked.line, folder)
    with run.signals_held() as held:
        while start is not None:
            try:
                made.append(_attempt(asked, start, held))
            except UsageError as error:
                if not made:
                    raise
                say(str(error))
                break
            from . import conclusion

            start = conclusion.next_start(asked, made, folder, stdin)
    return conclusion.of_all(asked, made)
