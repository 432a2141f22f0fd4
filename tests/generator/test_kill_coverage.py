"""Every protected function in which other processes take part has a kill test."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

# A scenario is registered as {"MPI_Bcast", ...} or {"MPI_Bcast/variant", ...}.
SCENARIO = re.compile(r'\{"(MPIX?_\w+)(?:/[^"]*)?"')

# Such a scenario also runs in the other forms of its collective (tests/kill/forms.hpp).
FORMS = re.compile(r"Collective \w+\{\s*(MPI_\w+),\s*(MPI_\w+),\s*(MPI_\w+)\}")


def test_every_protected_function_has_a_kill_test() -> None:
    listed = (ROOT / "generated/kill_tests.txt").read_text().splitlines()
    needed = {line for line in listed if not line.startswith("#")}
    sources = (ROOT / "tests/kill").glob("*.cpp")
    registered = {name for source in sources for name in SCENARIO.findall(source.read_text())}
    for blocking, *others in FORMS.findall((ROOT / "tests/kill/forms.hpp").read_text()):
        if blocking in registered:
            registered.update(others)
    assert needed - registered == set()
