"""`bench/run --stock PREFIX`: calls are measured on another MPI, too, by programs that its compiler has made."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from measuring import calls, page
from measuring.build import Build, Unusable
from measuring.figures import BARE, STOCK
from measuring.jobs import Runner
from measuring.results import Results
from measuring.stock import Stock

from examples.run import ROOT, run

BENCH = ROOT / "bench"
BUILD = Path(os.environ["CLOSERANKS_BUILD"])
MPI = Path(os.environ["MPI_HOME"])
needs_programs = pytest.mark.skipif(not (BUILD / "bench/bench_calls").exists(), reason="the build is without CLOSERANKS_BENCH")


def an_mpi(prefix: Path, compiler: str) -> Path:
    """An MPI whose compiler is a script, and whose mpirun does nothing."""
    (prefix / "bin").mkdir(parents=True)
    for name, script in (("mpicxx", compiler), ("mpirun", "true")):
        (prefix / "bin" / name).write_text(f"#!/bin/sh\n{script}\n")
        (prefix / "bin" / name).chmod(0o755)
    return prefix


class Recorder(Runner):
    """Runs nothing, and remembers which program it was asked for. The stock MPI is the fastest."""

    def __init__(self, stock: Stock | None) -> None:
        of_build = Path("/build")
        super().__init__(Build(of_build, of_build, of_build, of_build), ["agreed"], 1.0, stock)
        self.asked: set[tuple[str, str]] = set()

    def read(self, kind: str, ranks: int, command: Sequence[str], variables: object = None, deaths: bool = False) -> Any:
        self.asked.add((kind, command[0]))
        return [{"call": "MPI_Allreduce", "bytes": 4, "ns": {STOCK: 1000.0, BARE: 1500.0, "agreed": 2000.0}[kind]}]


def test_its_compiler_makes_the_program(tmp_path: Path) -> None:
    prefix = an_mpi(tmp_path / "mpi", 'echo "$@" > "$(dirname "$0")/arguments"')
    stock = Stock.make(prefix, BENCH, tmp_path / "programs")
    words = (prefix / "bin/arguments").read_text().split()
    assert words[-2:] == ["-o", str(tmp_path / "programs/bench_calls")] and str(BENCH / "calls.cpp") in words
    assert f"-Wl,-rpath,{prefix}/lib" in words and stock.mpirun == prefix / "bin/mpirun"


def test_what_is_no_mpi_is_named(tmp_path: Path) -> None:
    with pytest.raises(Unusable, match="mpicxx is not there"):
        Stock.make(tmp_path / "nowhere", BENCH, tmp_path / "programs")
    with pytest.raises(Unusable, match=r"(?s)its compiler fails on .*calls\.cpp:\nno such option"):
        Stock.make(an_mpi(tmp_path / "old", "echo no such option >&2; exit 1"), BENCH, tmp_path / "programs")


@needs_programs
def test_the_command_names_it(tmp_path: Path) -> None:
    finished = run([str(BENCH / "run"), "--build", str(BUILD), "--stock", str(tmp_path / "nowhere"), "--out", str(tmp_path / "out"), "--quick"])
    assert finished.status == 2 and "mpicxx is not there" in finished.messages, str(finished)


@pytest.mark.parametrize("has_stock", [True, False])
def test_calls_alone_are_measured_there(tmp_path: Path, has_stock: bool) -> None:
    runner = Recorder(Stock(Path("/stock/bin/mpirun"), Path("/stock/programs")) if has_stock else None)
    results = Results("bench/run", {}, runner.commits)
    results.calls = calls.measure(runner, "calls", [2], quick=True)
    by_stock = {(STOCK, "/stock/programs/bench_calls")} if has_stock else set()
    assert runner.asked == {(BARE, "/build/bench_calls"), ("agreed", "/build/bench_calls")} | by_stock
    runner.asked.clear()
    calls.measure(runner, "files", [2], quick=True)
    assert {kind for kind, _ in runner.asked} == {BARE, "agreed"}
    text = page.render(results, [])
    assert ("Beside a stock MPI" in text) == has_stock
    assert ("| MPI_Allreduce | 4 | 1,000 | 1.50 (1.50–1.50) | 2.00 (2.00–2.00) |" in text) == has_stock, text


@needs_programs
def test_a_run_there_is_neither_tolerant_nor_protected(tmp_path: Path) -> None:
    """With our own MPI in the place of another one."""
    runner = Runner(Build.find(BUILD), [], 120.0, Stock.make(MPI, BENCH, tmp_path))
    found = runner.read(STOCK, 2, [runner.program(STOCK, "calls"), "4", "1", "1"])
    assert runner.failures == [] and found
    assert {point["bytes"] for point in found} <= {0, 4} and all(point["ns"] > 0 for point in found)
