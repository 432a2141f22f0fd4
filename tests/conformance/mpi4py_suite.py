"""mpi4py's own tests: each file run apart, a verdict for each of its classes."""

from __future__ import annotations

import functools
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

from conformance import sources
from conformance.case import Absent, Case, Verdicts
from conformance.sources import Problem
from mpitest.launch import Output

GROUP = "mpi4py"
RANKS = 4

# unittest -v: `testIt (test_file.Class.testIt) ... ok`; the words after it may come later, behind
# what the test itself prints.
_BEGINS = re.compile(r"^test\w* \(\w+\.(\w+)[.\w]*\)", re.MULTILINE)
_FAILED = re.compile(r"^(ERROR|FAIL|UNEXPECTED SUCCESS): (\w+) \(\w+\.(\w+)[.\w]*\)", re.MULTILINE)
_WHOLE_CLASS = re.compile(r"^ERROR: (setUpClass|tearDownClass) \(\w+\.(\w+)\)", re.MULTILINE)
_END = re.compile(r"^(OK|FAILED)( \(|$)", re.MULTILINE)


def installed(python: str) -> str:
    """The version of mpi4py that `python` has; empty if none."""
    command = [python, "-c", "import mpi4py; print(mpi4py.__version__)"]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    return result.stdout.strip()


def tests(work: Path, python: str, longest: float) -> Iterator[Case]:
    """One case for each file. Raises Problem."""
    version = installed(python)
    if not version:
        raise Problem(f"{python} has no mpi4py.")
    source = sources.unpacked("mpi4py", work)
    about = (source / "src" / "mpi4py" / "__init__.py").read_text()
    if f"'{version}'" not in about:
        raise Problem(f"The mpi4py in {source} is another one than the installed {version}.")
    for path in sorted((source / "test").glob("test_*.py")):
        yield Case(
            GROUP,
            f"{GROUP}/{path.stem}",
            (python, "-B", "-m", "unittest", "-v", path.stem),
            RANKS,
            longest,
            source / "test",
            functools.partial(verdicts, RANKS),
        )


def verdicts(ranks: int, output: Output) -> Verdicts:
    """By class: it passed when it did at all ranks."""
    found: dict[str, str] = {}
    for rank in range(ranks):
        text = "\n".join(output.lines.get(rank, []))
        classes = list(dict.fromkeys(match[1] for match in _BEGINS.finditer(text)))
        failed = {match[3]: f"{match[1]}: {match[2]}" for match in _FAILED.finditer(text)}
        failed |= {match[2]: f"ERROR: {match[1]}" for match in _WHOLE_CLASS.finditer(text)}
        if not _END.search(text):  # whatever was running did not come back
            last = classes[-1] if classes else "(start)"
            failed[last] = "timeout: it did not end in time" if output.hang else "crash: no end"
        for name in dict.fromkeys([*classes, *failed]):
            if not found.get(name):
                found[name] = failed.get(name, "")
    return found
