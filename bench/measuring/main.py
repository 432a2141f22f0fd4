"""The command bench/run."""

from __future__ import annotations

import argparse
import shlex
import signal
from collections.abc import Callable, Sequence
from pathlib import Path

from measuring import (
    applications,
    calls,
    instructions,
    machine,
    memory,
    page,
    plots,
    python_calls,
    repairs,
    scope,
    sessions,
)
from measuring.build import Build, Unusable
from measuring.jobs import Runner, say
from measuring.results import Results
from measuring.stock import Stock

CALLS = ("calls", "files", "windows")
PARTS = (*CALLS, "python", "repairs", "scope", "applications", "sessions", "memory", "instructions")


def _words(text: str) -> list[str]:
    return [word.strip() for word in text.split(",") if word.strip()]


def _ranks(text: str) -> list[int]:
    found = [int(word) for word in _words(text)]
    if not found or min(found) < 2:
        raise argparse.ArgumentTypeError("must be numbers from 2 on, such as 2,4,8")
    return found


def _parts(text: str) -> list[str]:
    if wrong := set(_words(text)) - set(PARTS):
        raise argparse.ArgumentTypeError(f"no such part: {', '.join(sorted(wrong))}")
    return _words(text)


def _parser(root: Path, about: str) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="bench/run",
        description=about,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("--build", type=Path, default=root / "build", help="the build to measure (default: build)")
    add("--quick", action="store_true", help="fewer and shorter runs: rough figures in 2 minutes")
    add("--ranks", type=_ranks, help="numbers of ranks (default: 2,4,8; quick: 2)")
    add("--commits", type=_words, default=["agreed", "optimistic"], metavar="LIST",
        help="values of the option commit (default: agreed,optimistic); optimistic+collective, "
        "optimistic+hierarchical: with the option io or layout set, too")
    add("--out", type=Path, default=root / "bench" / "results", metavar="DIR",
        help="where the page, the plots and the data go (default: bench/results)")
    add("--only", type=_parts, default=list(PARTS), metavar="LIST",
        help=f"only these parts: {','.join(PARTS)}")
    add("--instructions", dest="only", action="store_const", const=["instructions"],
        help="only count instructions")
    add("--stock", type=Path, metavar="PREFIX",
        help="measure calls also on the MPI at PREFIX, bare and without fault tolerance: the one that users have today")
    add("--timeout", type=float, default=300, help="seconds for each run (default: 300)")
    return parser


def _accepted(runner: Runner, commits: Sequence[str]) -> list[str]:
    accepted = []
    for commit in commits:
        if runner.accepts(commit):
            accepted.append(commit)
        else:
            say(f"skipped: this library has no commit {commit}")
    if not accepted:
        raise Unusable("the library accepts none of the commits, or does not run at all")
    return accepted


def _write(results: Results, directory: Path) -> None:
    results.write_data(directory / "results.json")
    charts = plots.write(results, directory)
    (directory / "README.md").write_text(page.render(results, charts))


def main(root: Path, about: str, arguments: Sequence[str]) -> int:
    options = _parser(root, about).parse_args(arguments)
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # the running job is ended, too
    quick: bool = options.quick
    ranks: list[int] = options.ranks or ([2] if quick else [2, 4, 8])
    try:
        build = Build.find(options.build)
        options.out.mkdir(parents=True, exist_ok=True)
        here = machine.describe(root, build.mpi_version())
        runner = Runner(build, (), options.timeout)
        runner.commits = _accepted(runner, options.commits)
        if options.stock:
            runner.stock = Stock.make(options.stock.resolve(), root / "bench", options.out.resolve() / "stock")
    except (Unusable, OSError) as problem:
        say(str(problem))
        return 2
    except KeyboardInterrupt:
        return 130
    command = shlex.join(["bench/run", *arguments])
    results = Results(command, here, runner.commits, failures=runner.failures)

    def measure_repairs() -> None:
        results.repairs = repairs.measure(runner, ranks, quick)
        results.restarts = repairs.measure_restarts(runner, ranks, quick)

    def measure_calls() -> None:
        results.calls = calls.measure(runner, "calls", ranks, quick)

    def measure_files() -> None:
        results.files = calls.measure(runner, "files", ranks, quick)

    def measure_windows() -> None:
        results.windows = calls.measure(runner, "windows", ranks, quick)

    def measure_python() -> None:
        results.python = python_calls.measure(runner, ranks, quick)

    def measure_scope() -> None:
        results.scope = scope.measure(runner, ranks, quick)

    def measure_memory() -> None:
        results.memory = memory.measure(runner, ranks, quick)

    def measure_applications() -> None:
        results.applications = applications.measure(runner, ranks, quick)

    def measure_sessions() -> None:
        results.sessions = sessions.measure(runner, ranks, quick)
        results.discoveries = sessions.measure_discovery(runner, ranks, quick)

    def measure_instructions() -> None:
        results.instructions = instructions.measure(runner, quick)

    measures: dict[str, Callable[[], None]] = {
        "calls": measure_calls,
        "files": measure_files,
        "windows": measure_windows,
        "python": measure_python,
        "repairs": measure_repairs,
        "scope": measure_scope,
        "applications": measure_applications,
        "sessions": measure_sessions,
        "memory": measure_memory,
        "instructions": measure_instructions,
    }
    try:
        for part in options.only:
            measures[part]()
            _write(results, options.out)  # after every part: nothing is lost when it is ended
    except KeyboardInterrupt:
        say("ended; the parts that were complete are written")
        return 130
    say(f"written to {options.out}/README.md")
    if runner.failures:
        say(f"{len(runner.failures)} runs failed; they are listed there")
    return 1 if runner.failures else 0
