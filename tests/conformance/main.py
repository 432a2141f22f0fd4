"""The command line of tests/conformance/run."""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from conformance import compare, mpi4py_suite, mpich, sources, testlist
from conformance.case import Absent, Case, matches
from conformance.results import Results, describe
from conformance.sources import Problem
from mpitest import arguments
from mpitest.launch import NotLoaded

_ROOT = Path(__file__).resolve().parents[2]


def _absolute(text: str) -> Path:
    return Path(text).absolute()


def _parser(about: str) -> argparse.ArgumentParser:
    library = os.environ.get("CLOSERANKS_TEST_LIBRARY") or str(_ROOT / "build" / "libcloseranks.so")
    parser = argparse.ArgumentParser(
        description=about, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add = parser.add_argument
    add("--mpi", default=os.environ.get("MPI_HOME", ""), help="prefix of the MPI (MPI_HOME)")
    add("--library", type=arguments.preloaded, default=library, help="default: that of build/")
    add("--work", type=_absolute, default=sources.cache() / "conformance", metavar="DIR",
        help="where the suites are built (default: %(default)s)")  # fmt: skip
    add("--only", action="append", default=[], metavar="DIR[/TEST]",
        help="a directory of MPICH's suite, or mpi4py, or one test; repeatable")  # fmt: skip
    add("--commit", choices=("agreed", "optimistic"), default="", help="default: the library's")
    add("--jobs", type=arguments.positive, default=1, help="tests at a time (default: 1)")
    add("--make-jobs", type=arguments.positive, default=2, metavar="N", help="compilers at a time (default: 2)")
    add("--timeout", type=float, default=60.0, metavar="SECONDS",
        help="the longest time limit of a run (default: 60)")  # fmt: skip
    add("--reruns", type=int, default=3, metavar="N",
        help="of both sides, when they differ (default: 3)")  # fmt: skip
    add("--memory", type=float, default=2.0, metavar="GB",
        help="leave out tests that need more (default: 2)")  # fmt: skip
    add("--datatypes", action="store_true", help="also the lists of random datatypes")
    add("--python", default="/usr/bin/python3", help="the Python that has mpi4py")
    add("--logs", type=_absolute, default="conformance-logs", metavar="DIR",
        help="for the output of runs that fail (default: %(default)s)")  # fmt: skip
    add("--json", type=Path, metavar="FILE",
        help="write all results; those of other tests that it holds already are kept")  # fmt: skip
    add("--resume", action="store_true", help="run only what the JSON file does not hold")
    add("--markdown", type=Path, metavar="FILE", help="write a table and the lists below it")
    add("--list", action="store_true", help="only print the names of the tests")
    return parser


def _directories(wanted: list[str]) -> list[str]:
    """Those of MPICH's suite that --only needs."""
    roots = {one.partition("/")[0] for one in wanted}
    return [name for name in mpich.DIRECTORIES if not wanted or name in roots]


def _tests(options: argparse.Namespace) -> Iterator[Case | Absent]:
    directories = _directories(options.only)
    if directories:
        lists = [testlist.LIST] + [testlist.DATATYPES] * options.datatypes
        suite = mpich.Suite(
            options.work, _absolute(options.mpi), options.timeout, options.memory, lists
        )
        suite.prepare(directories, options.make_jobs)
        yield from suite.tests(directories)
    if not options.only or any(one.partition("/")[0] == mpi4py_suite.GROUP for one in options.only):
        try:
            yield from mpi4py_suite.tests(options.work, options.python, options.timeout)
        except Problem as problem:  # nothing to do with MPICH's: that one runs
            yield Absent(mpi4py_suite.GROUP, mpi4py_suite.GROUP, str(problem))


def _chosen(options: argparse.Namespace) -> list[Case | Absent]:
    """Raises Problem, also when there is nothing to run."""
    if not options.mpi or not Path(options.mpi, "bin", "mpirun").exists():
        raise Problem("--mpi names no MPI that has bin/mpirun.")
    tests = list(_tests(options))
    for only in options.only:
        if not any(matches(test.name, [only]) for test in tests):
            raise Problem(f"There is no such test ({only}).")
    chosen = [test for test in tests if matches(test.name, options.only)]
    if not any(isinstance(test, Case) for test in chosen):
        reasons = [test.reason for test in chosen if isinstance(test, Absent)]
        raise Problem((reasons or ["There is no test to run."])[0])
    return chosen


def _run_all(cases: list[Case], results: Results, options: argparse.Namespace) -> None:
    mpirun = str(_absolute(options.mpi) / "bin" / "mpirun")
    comparison = compare.Comparison(mpirun, options.library, options.logs, options.reruns)
    started = time.monotonic()
    with ThreadPoolExecutor(options.jobs) as pool:
        for count, found in enumerate(pool.map(comparison.run, cases), 1):
            results.add(found)
            for result in found:
                if result.kind != compare.BOTH_PASS:
                    print(f"{result.kind}: {describe(result)}", flush=True)
            if options.json:
                results.write(options.json)
            if count % 50 == 0:
                minutes = (time.monotonic() - started) / 60
                print(f"... {count} of {len(cases)} programs, {minutes:.1f} minutes", flush=True)
    if cases and not comparison.was_protected:
        raise Problem("No run has left records of closeranks: the bare MPI was compared with itself.")


def _show(results: Results, markdown: Path | None) -> None:
    text = f"{results.table()}\n\n{results.details()}\n"
    print(f"\n{text}")
    if markdown:
        markdown.write_text(text)


def main(about: str) -> int:
    """Returns the exit status."""
    options = _parser(about).parse_args()
    if options.commit:
        os.environ["CLOSERANKS_TEST_COMMIT"] = options.commit
    try:
        chosen = _chosen(options)
    except Problem as problem:
        print(f"conformance: {problem}", file=sys.stderr)
        return 2
    if options.list:
        for test in chosen:
            print(f"{test.name}: {test.reason}" if isinstance(test, Absent) else test.name)
        return 0
    results = Results.read(options.json) if options.json else Results()
    results.add(test for test in chosen if isinstance(test, Absent))
    cases = [test for test in chosen if isinstance(test, Case)]
    if options.resume:
        cases = [case for case in cases if not results.holds(case.name)]
    try:
        _run_all(cases, results, options)
    except (NotLoaded, Problem) as problem:
        print(f"conformance: {problem}", file=sys.stderr)
        return 2
    _show(results, options.markdown)
    return 1 if results.ours() else 0
