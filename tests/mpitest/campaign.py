"""Counting many runs: a line for each that is not a clean pass, and a table at the end."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from mpitest import processes
from mpitest.launch import Job, Output
from mpitest.verdict import Expected, Verdict, explain


def longest(seconds: Mapping[str, float]) -> str:
    """The runs that took longest, by name. A run that takes much longer than similar runs has waited for something."""
    names = sorted(seconds, key=lambda name: -seconds[name])[:5]
    return "The longest: " + ", ".join(f"{name} {seconds[name]:.1f} s" for name in names)


@dataclass
class Campaign:
    """The results so far. `directory` keeps the logs of all runs that were not clean passes."""

    title: str
    planned: int
    directory: Path
    results: list[dict[str, Any]] = field(default_factory=list)
    started: float = field(default_factory=time.monotonic)

    def __post_init__(self) -> None:
        processes.end_the_run_when_ended()

    def add(
        self, name: str, job: Job, expected: Expected, output: Output, verdict: Verdict
    ) -> None:
        """Counts one run."""
        self.results.append(
            {
                "name": name,
                "ranks": job.ranks,
                "kill": job.environment.get("CLOSERANKS_KILL", ""),
                "nodes": [event.text for event in job.node_events],
                "command": list(job.command),
                "killed": sorted(verdict.dead),
                "passed": verdict.passed,
                "hang": bool(output.hang),
                "more_deaths": verdict.more_deaths,
                "failures": verdict.failures,
                "seconds": round(output.seconds, 2),
            }
        )
        if not verdict.passed or verdict.more_deaths:
            self.directory.mkdir(parents=True, exist_ok=True)
            log = self.directory / (name.replace("/", "_").replace(" ", "-") + ".log")
            log.write_text(explain(job, expected, output, verdict) + "\n")
            word = "one more failure" if verdict.passed else "FAIL"
            details = [*verdict.more_deaths, *verdict.failures]
            print(f"{word}: {name}: {details[0]}  ({log})", flush=True)
        if len(self.results) % 50 == 0:
            print(f"... {self.summary()}", flush=True)

    def count(self, key: str) -> int:
        return sum(bool(result[key]) for result in self.results)

    def summary(self) -> str:
        minutes = (time.monotonic() - self.started) / 60
        return (
            f"{self.title}: {len(self.results)} of {self.planned} runs, {self.count('passed')} "
            f"passed, {self.count('hang')} hangs, {self.count('more_deaths')} with one more "
            f"failure inside Open MPI's agreement, {minutes:.1f} minutes"
        )

    def end(self, json_file: str, markdown_file: str) -> int:
        """Writes the requested files. Returns the exit status."""
        print(self.summary())
        print(longest({result["name"]: result["seconds"] for result in self.results}))
        if json_file:
            Path(json_file).write_text(json.dumps(self.results, indent=1) + "\n")
        if markdown_file:
            Path(markdown_file).write_text(self._markdown())
        sys.stdout.flush()
        return 0 if self.count("passed") == len(self.results) == self.planned else 1

    def _markdown(self) -> str:
        rows: dict[str, list[dict[str, Any]]] = {}
        for result in self.results:
            rows.setdefault(str(result["name"]).split()[0], []).append(result)
        lines = [f"# {self.title}", "", self.summary() + ".", ""]
        lines += ["| scenario | runs | passed | hangs | one more failure |", "|---|--:|--:|--:|--:|"]
        for name, results in rows.items():
            lines.append(_row(name, results))
        failed = [result for result in self.results if not result["passed"]]
        if failed:
            lines += ["", "## Failed", ""]
            lines += [f"- {result['name']}: {result['failures'][0]}" for result in failed]
        return "\n".join(lines) + "\n"


def _row(name: str, results: Sequence[dict[str, Any]]) -> str:
    def count(key: str) -> int:
        return sum(bool(result[key]) for result in results)

    return (
        f"| {name} | {len(results)} | {count('passed')} | {count('hang')} "
        f"| {count('more_deaths')} |"
    )
