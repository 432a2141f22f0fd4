"""How much memory to ask for: more cores leave room for checkpoints in memory (docs/explanation/plan.md#memory)."""

from __future__ import annotations

import argparse
import math
from dataclasses import dataclass, replace

from .. import durations, plan_model
from . import values
from .answer import Answer, Plot, Table, percent
from .progress import Progress

SUMMARY = "how much memory to ask for: more cores keep checkpoints in memory"


@dataclass(frozen=True)
class Program:
    memory: float  # bytes, of all cores
    ratio: float  # of it that a checkpoint has
    iterations: int
    sequential: float  # seconds of an iteration on one core
    scaling: float = 1.0  # 1: twice the cores take half the time; 0: as long


@dataclass(frozen=True)
class Machine:
    per_core: float = 2e9  # bytes
    cores: int = 16  # of a node
    mtbf: float = 1.5 * durations.YEAR  # of a node
    files: float = 12.5e9  # bytes a second, of the file system
    link: float = 100e6  # bytes a second from the memory of a core to that of another one
    recovery: float = 10.0
    reads: bool = False  # whether reading a checkpoint is counted beside the recovery; it takes as long as writing it


def least_cores(program: Program, machine: Machine) -> float:
    return program.memory / machine.per_core


def cores_for_memory(program: Program, machine: Machine) -> float:
    """With room for two copies of a checkpoint."""
    return (1 + 2 * program.ratio) * least_cores(program, machine)


@dataclass(frozen=True)
class Expected:
    cores: float
    commit: float
    steps: int  # between checkpoints
    time: float
    in_memory: float  # the share of a checkpoint

    @property
    def core_seconds(self) -> float:
        return self.cores * self.time


def expected(program: Program, machine: Machine, cores: float, files_only: bool = False) -> Expected:
    """By Daly's exact formula for failures that do not depend on each other. What fits of a checkpoint is kept in memory."""
    least = least_cores(program, machine)
    step = program.sequential / least / (program.scaling * cores / least + 1 - program.scaling)
    checkpoint = program.ratio * program.memory
    room = max(0.0, cores * machine.per_core - program.memory) / 2
    kept = 0.0 if files_only else min(checkpoint, room)
    commit = (checkpoint - kept) / machine.files + kept / cores / machine.link
    between = machine.mtbf / (cores / machine.cores)
    recovery = machine.recovery + (commit if machine.reads else 0.0)
    steps = max(1, round(plan_model.daly(commit, between) / step)) if commit else 1
    parts = math.ceil(program.iterations / steps - 1e-9)
    last = (program.iterations - (parts - 1) * steps) * step

    def phase(length: float) -> float:
        return between * math.exp(min(recovery / between, 700)) * math.expm1(min(length / between, 700))

    time = (parts - 1) * phase(steps * step + commit) + phase(last)
    return Expected(cores, commit, steps, time, kept / checkpoint if checkpoint else 1.0)


def smaller(program: Program, part: float) -> Program:
    """The same at a lower resolution: memory and time shrink alike."""
    return replace(program, memory=program.memory * part, sequential=program.sequential * part)


# ---- the command ----


def add_arguments(made: argparse.ArgumentParser) -> None:
    usual = Machine()
    made.add_argument("--memory", type=values.size, required=True, metavar="SIZE", help="that the program needs, all cores together")
    made.add_argument("--ratio", type=values.between(0.001, 1), default=0.75, metavar="PART", help="of it that a checkpoint has [0.75]")
    made.add_argument("--iterations", type=values.whole(1, 10**9), default=16_000, metavar="N", help="[16000]")
    made.add_argument("--sequential", type=values.duration, default=43_200.0, metavar="DURATION", help="an iteration on one core [12h]")
    made.add_argument("--scaling", type=values.between(0, 1), default=1.0, metavar="PART", help="1: twice the cores take half the time; 0: as long [1]")  # fmt: skip
    made.add_argument("--per-core", type=values.size, default=usual.per_core, metavar="SIZE", help="memory of a core [2GB]")
    made.add_argument("--cores-per-node", type=values.whole(1, 10_000), default=usual.cores, metavar="N", help="[16]")
    made.add_argument("--mtbf", type=values.duration, default=usual.mtbf, metavar="DURATION", help="of a node [1.5y]")
    made.add_argument("--files", type=values.size, default=usual.files, metavar="SIZE", help="that the file system takes in a second [12.5GB]")
    made.add_argument("--link", type=values.size, default=usual.link, metavar="SIZE", help="that a core sends in a second [100MB]")
    made.add_argument("--recovery", type=values.duration, default=usual.recovery, metavar="DURATION", help="of processes [10s]")
    made.add_argument("--reads", action="store_true", help="count the reading of a checkpoint, too")
    made.add_argument("--resolution", type=values.size, metavar="SIZE", help="also: a problem of so much memory on the least cores")


def answer(given: argparse.Namespace, _progress: Progress) -> Answer:
    program = Program(given.memory, given.ratio, given.iterations, given.sequential, given.scaling)
    machine = Machine(given.per_core, given.cores_per_node, given.mtbf, given.files, given.link, given.recovery, given.reads)
    least, full = least_cores(program, machine), cores_for_memory(program, machine)
    base = expected(program, machine, least)
    tried = [least * (1 + (full / least - 1) * step / 8) for step in range(11)]
    found = [expected(program, machine, cores) for cores in tried]
    best = min(found, key=lambda one: one.core_seconds)
    rows = tuple(
        (f"{one.cores:,.0f}", values.size_told(one.cores * machine.per_core), percent(one.in_memory), durations.told(one.commit),
         durations.told(one.time), f"{one.core_seconds / base.core_seconds:.3f}") for one in found
    )  # fmt: skip
    heads = ("cores", "memory", "checkpoint in memory", "a checkpoint", "the job takes", "core hours, relative")
    first = [f"The least cores ({least:,.0f}) keep checkpoints in files. {full:,.0f} cores keep them in memory, and take "
             f"{expected(program, machine, full).core_seconds / base.core_seconds:.2f} of the core hours."]  # fmt: skip
    data = {"least_cores": least, "cores_for_memory": full, "recommended_cores": best.cores,
            "tried": [{"cores": one.cores, "commit": one.commit, "steps": one.steps, "seconds": one.time,
                       "core_hours_relative": one.core_seconds / base.core_seconds} for one in found]}  # fmt: skip
    if given.resolution:
        part = given.resolution / given.memory
        gain = part * base.core_seconds / expected(smaller(program, part), machine, least).core_seconds
        first.append(f"A problem of {values.size_told(given.resolution)} on the least cores takes {gain:.2f} times less than its share.")
        data["resolution_gain"] = gain
    curves = {name: [(one.cores, one.core_seconds / base.core_seconds) for one in (expected(program, machine, cores, only) for cores in tried)]
              for name, only in (("in memory as far as it fits", False), ("in files", True))}  # fmt: skip
    return Answer(
        "memory", tuple(first), (Table(heads, rows),),
        (f"Recommended: ask for {best.cores:,.0f} cores ({values.size_told(best.cores * machine.per_core)}).",), data,
        ("By formula, for failures that do not depend on each other (docs/explanation/plan.md#memory).",),
        (Plot("Core hours", "cores", "relative to the least cores", curves),),
    )  # fmt: skip
