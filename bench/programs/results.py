"""All runs of a campaign, kept in a JSON file, and what they amount to."""

from __future__ import annotations

import json
import statistics
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from programs.judge import AFTER_LOSSES, Verdict, judge
from programs.program import Program
from programs.trial import Trial

# Kinds of runs. Those with deaths: who dies, and what the user has said.
BARE, PROTECTED = "bare", "protected"
DEATHS: dict[str, tuple[str, tuple[str, ...]]] = {
    "one": ("one", ()),
    "rank 0": ("root", ()),
    "two": ("two", ()),
    "one, stall=error": ("one", ("--policy", "*/stall=error")),
    "one, stall=ignore": ("one", ("--policy", "*/stall=ignore")),
    "one, lenient": ("one", ("--lenient",)),
}


# In the file, the facts of a run that has those of the first bare run.
_AS_BARE = "as bare"


def _right(kinds: dict[str, list[Trial]]) -> list[str]:
    """The result of the first bare run."""
    bare = kinds.get(BARE, [])
    return bare[0].facts if bare else []


def _as_json(trial: Trial, right: list[str]) -> dict[str, Any]:
    """The result of a run that was ended is left out."""
    data = trial.as_json()
    if not trial.plan.bare and trial.facts and trial.facts == right:
        data["facts"] = [_AS_BARE]
    elif trial.status not in (0, AFTER_LOSSES):
        data["facts"] = []
    return data


@dataclass
class Results:
    """By program and by the kind of its run."""

    trials: dict[str, dict[str, list[Trial]]] = field(default_factory=dict)
    absent: dict[str, str] = field(default_factory=dict)

    def add(self, kind: str, trial: Trial) -> None:
        self.absent.pop(trial.program, None)
        self.trials.setdefault(trial.program, {}).setdefault(kind, []).append(trial)

    def of(self, program: Program, kind: str) -> list[Trial]:
        return self.trials.get(program.name, {}).get(kind, [])

    def forget(self, program: Program, kinds: list[str]) -> None:
        """They are run anew."""
        for kind in kinds:
            self.trials.get(program.name, {}).pop(kind, None)

    def right(self, program: Program) -> list[str]:
        return _right(self.trials.get(program.name, {}))

    def verdicts(self, program: Program, kind: str) -> list[Verdict]:
        return [self.verdict(program, trial) for trial in self.of(program, kind)]

    def verdict(self, program: Program, trial: Trial) -> Verdict:
        calm = self.of(program, PROTECTED)
        usual = statistics.median(one.seconds for one in calm) if calm else 0.0
        return judge(program, trial, self.right(program), usual)

    def overhead(self, program: Program) -> float | None:
        """Seconds of the whole job, protected over bare; medians."""
        bare, protected = self.of(program, BARE), self.of(program, PROTECTED)
        if not bare or not protected:
            return None
        protected_median = statistics.median(one.seconds for one in protected)
        return protected_median / statistics.median(one.seconds for one in bare)

    def write(self, path: Path) -> None:
        trials = {
            name: {kind: [_as_json(one, _right(kinds)) for one in all_] for kind, all_ in kinds.items()}
            for name, kinds in self.trials.items()
        }
        path.write_text(json.dumps({"trials": trials, "absent": self.absent}, separators=(",", ":")) + "\n")

    @staticmethod
    def read(path: Path) -> Results:
        """Empty when there is no such file."""
        if not path.exists():
            return Results()
        data = json.loads(path.read_text())
        trials = {
            name: {kind: [Trial.from_json(one) for one in all_] for kind, all_ in kinds.items()}
            for name, kinds in data["trials"].items()
        }
        for kinds in trials.values():
            for one in (one for all_ in kinds.values() for one in all_):
                if one.facts == [_AS_BARE]:
                    one.facts = _right(kinds)
        return Results(trials, data["absent"])
