"""Running the job, once or, with --restarts, until it completes.

Every user waits for modules that are loaded before mpirun starts. So conclusion.py, which is needed after mpirun's end,
is loaded while mpirun runs.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator
from pathlib import Path

from . import command, launch_record, node_watch, post, records_folder, replicate, run, signals, standard_input
from .asked import Asked, Start, say
from .options import UsageError
from .plain import TYPE_CHECKING, dataclass

if TYPE_CHECKING:
    from typing import Any

    from . import conclusion
    from .events import Events
    from .outlet import Outlet
    from .replicas import Death, Roles, Watch


def _meanwhile() -> None:
    from . import conclusion  # noqa: F401

    from . import leftovers

    records_folder.sweep()
    leftovers.sweep()


@contextlib.contextmanager
def _replicated(asked: Asked, start: Start) -> Iterator[Replicated | None]:
    """None where no rank has a second process."""
    ranks = replicate.with_twin(start.line, asked.values)
    if not ranks:
        yield None
        return
    from . import replicas
    from .outlet import opened

    size = start.line.applications[0].processes or 0
    roles = replicas.Roles(size, replicate.twins(ranks, size))
    with opened(roles.twins, replicate.takes_input(start.line)) as outlet:
        yield Replicated(roles, ranks, outlet)


@dataclass(frozen=True)
class Replicated:
    """The further parts of a run with --replicate."""

    roles: Roles
    ranks: list[int]  # with a twin, in the order of their twins
    outlet: Outlet

    @property
    def record(self) -> dict[str, Any]:
        return {"size": self.roles.size, "ranks": self.ranks}

    def watch(self, asked: Asked, folder: Path, launch: launch_record.Launch) -> Watch | None:
        from .replicas import Watch

        return None if command.is_on(asked.values, "quiet") else Watch(self.roles, folder, launch)


def _teller(watch: Watch) -> run.Look:
    def look(now: float) -> None:
        _say_all(watch.look(now))
        if text := watch.placement():
            say(text)

    return look


def _say_all(deaths: Iterable[Death]) -> None:
    for death in deaths:
        say(str(death))


def _run(asked: Asked, start: Start, held: signals.Held, events: Events | None) -> tuple[run.Ended, launch_record.Launch]:
    table, place, values, folder = asked.table, asked.place, asked.values, start.folder
    options = launch_record.describe_options(table, values, start.line)
    if command.is_on(values, "verbose"):
        say(command.build(start.line, table, place, folder).quoted())
    with post.listening(folder) as letters, _replicated(asked, start) as replicated:
        address = letters.address if letters else ""
        outlet = replicated.outlet if replicated else None
        ways = outlet.variables if outlet else {}
        built = command.build(start.line, table, place, folder, launcher=address, outlet=ways)
        built.environment.update(start.variables)
        if "LD_PRELOAD" in built.environment:  # the watch of mpirun
            built.environment[node_watch.RECORD] = str(folder / launch_record.LAUNCHER)
            if not start.line.says_mpirun("forward-signals", "none"):
                built.environment[signals.LINK] = signals.link(asked.limits.grace > 0)
        launch = launch_record.begin(folder, place, asked.words, options, replicated.record if replicated else None)
        shows = command.is_on(values, "progress")
        looks: list[run.Look] = [events.look] if events else []
        watch = replicated.watch(asked, folder, launch) if replicated else None
        if watch:
            looks.append(_teller(watch))
        try:
            if events:
                events.begin(launch, folder)
            ended = run.run(built, folder, letters, outlet, held, launch, asked.limits, shows, looks, _meanwhile)
        except run.CannotStart as error:
            raise UsageError(f"mpirun ({place.mpirun}) cannot be started: {error}.") from error
    if watch:
        _say_all(watch.rest())
    return ended, launch


def _attempt(asked: Asked, start: Start, held: signals.Held, events: Events | None) -> conclusion.Attempt:
    ended, launch = _run(asked, start, held, events)
    from . import conclusion, leftovers, records

    attempt = conclusion.of_attempt(asked, start, ended, launch, held)
    if attempt.ended.signal or attempt.ended.mpirun_signal or attempt.ended.stopped:
        # Ranks that are killed remove no shared memory, nor does an mpirun that is.
        leftovers.sweep(jobs=lambda: records.jobs_in_memory(start.folder))
    return attempt


def _events(asked: Asked) -> Events | None:
    """Raises UsageError."""
    if not {"json_events", "notify"} & asked.values.keys():
        return None
    from .events import Events

    return Events(asked)


def launch(asked: Asked, folder: Path) -> int:
    """Runs the job, writes the report, and returns the exit status. `folder`: for records."""
    made: list[conclusion.Attempt] = []
    stdin = standard_input.StandardInput()
    start: Start | None = Start(asked.line, folder)
    events = _events(asked)
    with signals.held() as held:
        while start is not None:
            try:
                made.append(_attempt(asked, start, held, events))
            except UsageError as error:
                if not made:
                    raise
                say(str(error))
                break
            from . import conclusion

            start = conclusion.next_start(asked, made, folder, stdin)
            if events:
                events.end(made[-1].report, made[-1].status, start is not None)
    status = conclusion.of_all(asked, made)
    if events:
        events.close()  # which may take long, and not every caller waits for it
    return status
