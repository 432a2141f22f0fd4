"""The command line of bench/programs/run."""

from __future__ import annotations

import argparse
import os
import random
import re
import sys
import zlib
from collections.abc import Sequence
from pathlib import Path

from programs import page, replicated, trial
from programs.judge import BAD
from programs.program import Absent, Program
from programs.results import BARE, DEATHS, PROTECTED, Results
from programs.sources import built, default_folder
from programs.table import TABLE
from programs.trial import Bench, Plan, Trial

_TRIES = 4  # for a death that comes within the run
_REPLICAS = Path(__file__).with_name("replicas.json")  # of bench/programs/replicas


def say(text: str) -> None:
    print(f"programs: {text}", file=sys.stderr, flush=True)


def _parser(about: str) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        description=about, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    cache = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    add = parser.add_argument
    add("--build", type=Path, default=Path("build"), help="closeranks' build (default: %(default)s)")
    add("--work", type=Path, default=Path(cache) / "closeranks" / "programs", metavar="DIR",
        help="where the programs run (default: %(default)s)")  # fmt: skip
    add("--source", action="append", default=[], metavar="NAME=DIR",
        help="the folder of a program that you have built (bench/programs/fetch builds some); repeatable")  # fmt: skip
    add("--only", action="append", default=[], metavar="PROGRAM", help="repeatable")
    add("--kind", action="append", default=[], metavar="KIND", choices=[BARE, PROTECTED, *DEATHS],
        help="only runs of this kind (" + "; ".join([BARE, PROTECTED, *DEATHS]) + "); repeatable")  # fmt: skip
    add("--repeats", type=int, default=1, help="of each kind (default: 1)")
    add("--seed", type=int, default=1, metavar="N",
        help="of the first repeat, draws the times of its deaths; then N + 1, ... (default: 1)")  # fmt: skip
    add("--limit", type=float, default=120.0, metavar="SECONDS",
        help="a run that takes longer hangs (default: 120)")  # fmt: skip
    add("--json", type=Path, default=Path("programs.json"), metavar="FILE",
        help="the results; those that it holds of other runs are kept (default: %(default)s)")  # fmt: skip
    add("--page", type=Path, metavar="FILE", help="write the page, docs/reference/programs.md")
    add("--page-only", action="store_true", help="from the results in the JSON file; run nothing")
    add("--list", action="store_true", help="print the programs, and whether they are here")
    return parser


def _with_death(
    bench: Bench, program: Program, kind: str, inside: float, dice: random.Random, name: str
) -> Trial:
    """Runs it until the deaths came within the run; `inside`: seconds between init and finalize."""
    who, options = DEATHS[kind]
    victims = tuple(trial.victims_of(who, program.ranks))
    for _ in range(_TRIES):
        times = tuple(round(dice.uniform(0.1, 0.9) * inside, 3) for _ in victims)
        done = trial.run(bench, program, Plan(victims, times, options), name)
        if trial.killed_as_planned(done) or done.status is None:
            break
        inside *= 0.7
    return done


def _run_once(
    bench: Bench, program: Program, kind: str, results: Results, seed: str, name: str
) -> None:
    if kind in (BARE, PROTECTED):
        done = trial.run(bench, program, Plan(bare=kind == BARE), name)
    else:
        inside = min((one.inside for one in results.of(program, PROTECTED)), default=1.0)
        dice = random.Random(zlib.crc32(f"{seed} {program.name} {kind}".encode()))
        done = _with_death(bench, program, kind, inside, dice, name)
    results.add(kind, done)
    verdict = results.verdict(program, done) if kind != BARE else ""
    say(f"{program.name}, {kind}: status {done.status}, {done.seconds} s; {verdict}")


def _run_program(
    bench: Bench, program: Program, results: Results, options: argparse.Namespace
) -> None:
    kinds = [kind for kind in (BARE, PROTECTED, *DEATHS) if not options.kind or kind in options.kind]
    results.forget(program, kinds)
    for repeat in range(options.repeats):
        for kind in kinds:
            name = f"{re.sub('[^a-z0-9]+', '-', kind)}.{repeat}"
            _run_once(bench, program, kind, results, f"{options.seed + repeat}", name)
            results.write(options.json)


def _chosen(names: Sequence[str]) -> list[Program]:
    known = {program.name: program for program in TABLE}
    unknown = [name for name in names if name not in known]
    if unknown:
        raise Absent(f"there is no program {', '.join(unknown)}; there are {', '.join(known)}")
    return [program for name, program in known.items() if not names or name in names]


def _bad(results: Results, programs: Sequence[Program]) -> bool:
    kinds = (PROTECTED, *DEATHS)
    return any(
        verdict.kind in BAD
        for program in programs
        for kind in kinds
        for verdict in results.verdicts(program, kind)
    )


def main(about: str, arguments: Sequence[str]) -> int:
    """Returns the exit status."""
    options = _parser(about).parse_args(arguments)
    sources = built(default_folder()) | {
        name: Path(folder).resolve()
        for name, _, folder in (one.partition("=") for one in options.source)
    }
    bench = Bench(options.build.resolve(), options.work.resolve(), sources, options.limit)
    try:
        programs = _chosen(options.only)
    except Absent as problem:
        say(str(problem))
        return 2
    if not options.page_only and not (bench.build / "closeranks-config.json").is_file():
        say(f"there is no build {bench.build}")
        return 2
    results = Results.read(options.json)
    for program in programs:
        if options.page_only:
            break
        try:
            program.words(sources, bench.work)
            if options.list:
                print(f"{program.name}: here")
                continue
            _run_program(bench, program, results, options)
        except Absent as problem:
            say(str(problem))
            results.absent[program.name] = str(problem)
    if options.page:
        options.page.write_text(page.page(results, TABLE, replicated.read(_REPLICAS)))
    return 1 if _bad(results, programs) else 0
