"""Adding a call is one entry in the spec (docs/developers/adding-a-call.md).

In a copy of the tree, MPI_Alltoallw and its forms are removed with all that is there for them: entries,
overlay, hand-written functions, scenarios. The build stops and names them. Then the steps of the page are
taken: an entry made from that of its relative, and a scenario. Ranks die in the call, and the survivors
have the right values. (That a missing entry is found by the header alone, test_headers.py shows.)
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from generator import headers, load
from generator.json_text import read_json
from tree import HANDWRITTEN, MAIN, ROOT, Tree

MPICC = shutil.which(os.environ.get("CLOSERANKS_TEST_MPICC", "mpicc"))
CMAKE = shutil.which("cmake")
CALL, RELATIVE = "MPI_Alltoallw", "MPI_Alltoallv"
NONBLOCKING, PERSISTENT = "MPI_Ialltoallw", "MPI_Alltoallw_init"
CALLS = (CALL, NONBLOCKING, PERSISTENT)
IGNORED = shutil.ignore_patterns(".git", "build*", "__pycache__", ".*_cache")

# The functions of the call alone, and where they are declared; MPI_Neighbor_alltoallw is another call.
DEFINED = re.compile(r"^int (?:compacted|intercomm)_alltoallw\([^;{]*\{\n(?:.*\n)*?\}\n\n?", re.MULTILINE)
DECLARED = re.compile(r"(?:^///.*\n)*^\[\[nodiscard\]\] int (?:compacted|intercomm)_alltoallw\([^;]*;\n", re.MULTILINE)
SCENARIO = re.compile(
    r'^    \{"MPI_Alltoallw.*\n|^inline constexpr Collective Alltoallw\{.*\n'
    r"|^        case Form::w:\n(?:.*\n)*?            break;\n",
    re.MULTILINE,
)
CODE_OF_IT = re.compile(r"(?<!\w)(?:MPI_|PMPI_|real\.|compacted_|intercomm_|call\(run, )I?alltoallw\w*", re.IGNORECASE)

pytestmark = pytest.mark.skipif(MPICC is None or CMAKE is None, reason="needs mpicc and cmake")


def _run(command: list[str], place: Path, timeout: float = 1200) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command,
        cwd=place,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=timeout,
        check=False,
    )


def _succeed(command: list[str], place: Path) -> None:
    done = _run(command, place)
    assert done.returncode == 0, done.stdout[-4000:]


def _symbols(library: Path) -> set[str]:
    done = _run(["nm", "-D", "--defined-only", str(library)], library.parent)
    return {line.split()[-1] for line in done.stdout.splitlines()}


def _sources(copy: Tree, folder: str) -> list[Path]:
    return sorted((copy.root / folder).rglob("*.[ch]pp"))


def _remove_everything(copy: Tree) -> None:
    copy.edit(MAIN, lambda spec: [spec["functions"].pop(name) for name in CALLS])
    copy.edit(HANDWRITTEN, lambda overlay: overlay["functions"].pop(CALL))
    for source in _sources(copy, "runtime"):
        source.write_text(DECLARED.sub("", DEFINED.sub("", source.read_text())))
    for source in (copy.root / "tests/kill").glob("*.[ch]pp"):
        source.write_text(SCENARIO.sub("", source.read_text()))


def _names_it(text: str) -> bool:
    """True for code that has to do with the call."""
    code = "\n".join(line for line in text.splitlines() if not line.lstrip().startswith("//"))
    return CODE_OF_IT.search(code) is not None


def _entry(relative: Any) -> Any:
    """The entry, made from that of its relative: an array of datatypes in the place of one."""
    text = json.dumps(relative)
    for word in ("sendtype", "recvtype"):
        text = text.replace(f'"{word}"', f'"{word}s"')
    entry = json.loads(text)
    entry["standard"].update(brief="Sends blocks of different sizes and types.", since="2.0")
    for argument in entry["standard"]["arguments"]:
        if argument["kind"] == "DATATYPE":
            argument["length"] = "members"
            entry["treatment"]["positional"]["per_rank"].append(argument["name"])
    return entry


def _add_the_entries(copy: Tree) -> None:
    def add(spec: Any) -> None:
        functions = spec["functions"]
        functions[CALL] = _entry(functions[RELATIVE])
        functions[NONBLOCKING] = {"standard": {"brief": "Starts it.", "since": "3.0", "nonblocking": CALL}}
        functions[PERSISTENT] = {"standard": {"brief": "Makes a request.", "since": "4.0", "persistent": CALL}}

    copy.edit(MAIN, add)
    _succeed([sys.executable, "-m", "generator", "--format"], copy.root)


def _coverage(copy: Tree) -> subprocess.CompletedProcess[str]:
    """The test that every protected function has a scenario, on the copy."""
    command = [sys.executable, "-B", "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    return _run([*command, "tests/generator/test_kill_coverage.py"], copy.root)


def _kill_in(copy: Tree, build: Path, mpi: Path) -> None:
    program = build / "kill_matrix"
    sources = sorted(str(source) for source in (copy.root / "tests/kill").glob("*.cpp"))
    _succeed([str(mpi / "bin/mpicxx"), "-std=c++20", *sources, "-o", str(program)], build)
    for call in CALLS:
        launch = [sys.executable, str(copy.root / "tests/run_mpi_test"), "-n", "5", "--function", call]
        launch += ["--mpirun", str(mpi / "bin/mpirun"), "--library", str(build / "libcloseranks.so")]
        launch += ["--lenient", "--name", call]
        launch += ["--kill", f"3@inside:{call}:2", "--kill", f"1@call:{call}:4"]
        _succeed([*launch, "--", str(program), call], build)


def test_nothing_is_overlooked(tmp_path: Path) -> None:
    """What is removed is all that there is; and it was there."""
    copy = Tree(tmp_path / "closeranks")
    shutil.copytree(ROOT, copy.root, ignore=IGNORED)
    before = [s for folder in ("runtime", "tests/kill") for s in _sources(copy, folder) if _names_it(s.read_text())]
    assert len(before) >= 4
    _remove_everything(copy)
    for folder in ("runtime", "tests/kill"):
        assert [str(s) for s in _sources(copy, folder) if _names_it(s.read_text())] == []
    for path in (MAIN, HANDWRITTEN):
        assert not set(CALLS) & set(read_json(copy.root / path, path)["functions"])


def test_adding_a_call_is_one_entry(tmp_path: Path) -> None:
    assert MPICC is not None and CMAKE is not None
    if headers.version_of(headers.preprocess(MPICC)) not in load.load(ROOT).headers:
        pytest.skip("another version of Open MPI, where a missing entry is a warning")
    copy, build = Tree(tmp_path / "closeranks"), tmp_path / "build"
    shutil.copytree(ROOT, copy.root, ignore=IGNORED)
    mpi = Path(MPICC).parent.parent
    configure = [CMAKE, "-S", str(copy.root), "-B", str(build), f"-DMPI_HOME={mpi}"]
    configure += ["-DCLOSERANKS_TESTS=OFF", "-DCLOSERANKS_EXAMPLES=OFF", "-DCMAKE_BUILD_TYPE=Debug"]
    configure += ["-DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON"]  # this build finds what a file forgets to include
    make = [CMAKE, "--build", str(build), "--target", "closeranks", "--parallel", "2"]

    _succeed(configure, tmp_path)
    _remove_everything(copy)
    stopped = _run(make, tmp_path)
    assert stopped.returncode != 0
    named = set(re.findall(r"error: spec/mpi.json: (\w+): the entry is missing", stopped.stdout))
    assert named == set(CALLS), stopped.stdout[-4000:]

    _add_the_entries(copy)
    _succeed(make, tmp_path)
    assert {name for call in CALLS for name in (call, f"P{call}")} <= _symbols(build / "libcloseranks.so")
    table = (copy.root / "docs/reference/functions.md").read_text()
    for call in CALLS:
        [row] = re.findall(rf"^\| `{call}` \|.*$", table, re.MULTILINE)
        assert "|  | abort |" in row
    uncovered = _coverage(copy)
    assert uncovered.returncode == 1 and all(f"'{call}'" in uncovered.stdout for call in CALLS), uncovered.stdout

    for source in (ROOT / "tests/kill").glob("*.[ch]pp"):
        shutil.copy2(source, copy.root / "tests/kill" / source.name)
    covered = _coverage(copy)
    assert covered.returncode == 0, covered.stdout
    _kill_in(copy, build, mpi)
