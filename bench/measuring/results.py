"""All that was measured."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from measuring.figures import Points


@dataclass
class Results:
    command: str
    machine: dict[str, str | int]
    commits: Sequence[str]
    calls: Points = field(default_factory=Points)
    files: Points = field(default_factory=Points)
    windows: Points = field(default_factory=Points)
    python: Points = field(default_factory=Points)
    repairs: Points = field(default_factory=Points)
    restarts: Points = field(default_factory=Points)
    scope: Points = field(default_factory=Points)
    applications: Points = field(default_factory=Points)
    sessions: Points = field(default_factory=Points)
    discoveries: Points = field(default_factory=Points)
    memory: Points = field(default_factory=Points)
    instructions: Points = field(default_factory=Points)
    failures: Sequence[str] = ()

    def write_data(self, file: Path) -> None:
        """Calls, also on files and windows, in ns, all other times in seconds, memory in bytes."""
        data: dict[str, object] = {"command": self.command, "machine": self.machine}
        parts = ("calls", "files", "windows", "python", "repairs", "restarts", "scope")
        for part in (*parts, "applications", "sessions", "discoveries", "memory", "instructions"):
            points: Points = getattr(self, part)
            data[part] = [point.data() for point in points.all()]
        data["failures"] = list(self.failures)
        file.write_text(json.dumps(data, indent=1) + "\n")
