"""Tools between program and MPI, and runtimes of sanitizers: what stands before closeranks; and what children of ranks
load."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from conftest import ROOT
from real_mpi import PLACE, RANKS, build, closeranks, command

SOURCES = ROOT / "tests/loading"
EVERYBODY = (1 << RANKS) - 1
DIES = ("--kill", "1@before:MPI_Allreduce:3")
IN_SHELL = ("sh", "-c", 'exec "$0"')
LOADED = 'echo "preload [$LD_PRELOAD] $(grep -c libcloseranks /proc/self/maps)"'


@pytest.fixture(scope="module")
def tool(tmp_path_factory: pytest.TempPathFactory) -> Path:
    library = build(tmp_path_factory, SOURCES / "counter.c", "-shared", "-fPIC")
    return Path(library).rename(Path(library).with_name("libcounter.so"))


@pytest.fixture(scope="module")
def sums(tmp_path_factory: pytest.TempPathFactory) -> str:
    return build(tmp_path_factory, SOURCES / "sums.c")


@pytest.fixture(scope="module")
def linked(tmp_path_factory: pytest.TempPathFactory, tool: Path) -> str:
    words = f"-L{tool.parent} -Wl,--no-as-needed -lcounter -Wl,-rpath,{tool.parent}".split()
    return build(tmp_path_factory, SOURCES / "sums.c", *words)


@pytest.fixture(scope="module")
def within(tmp_path_factory: pytest.TempPathFactory) -> str:
    return build(tmp_path_factory, SOURCES / "sums.c", str(SOURCES / "counter.c"))


def run(how: str, sums: str, linked: str, within: str, tool: Path, *options: str) -> subprocess.CompletedProcess[str]:
    preload = f"LD_PRELOAD={tool}"
    words = {
        "linked": [linked],
        "within": [within],
        "exported": ["-x", preload, sums],
        "environment": [sums],
    }[how]
    variables = os.environ | ({"LD_PRELOAD": str(tool)} if how == "environment" else {})
    return subprocess.run(command(*options, *words), env=variables, capture_output=True, text=True, timeout=60)


@pytest.mark.parametrize("how", ["linked", "within", "exported", "environment"])
def test_a_tool_sees_the_programs_calls(how: str, sums: str, linked: str, within: str, tool: Path) -> None:
    result = run(how, sums, linked, within, tool)
    assert result.returncode == 0, result.stderr
    assert result.stdout.count(f"sum {EVERYBODY}\n") == RANKS
    assert [f"tool: rank {rank} called MPI_Allreduce 5 times\n" in result.stdout for rank in range(RANKS)] == [True] * RANKS


@pytest.mark.parametrize("how", ["linked", "within", "exported", "environment"])
def test_a_tool_reports_the_survivors(how: str, sums: str, linked: str, within: str, tool: Path) -> None:
    result = run(how, sums, linked, within, tool, *DIES, "--policy", "Recv=ignore")
    assert result.returncode == 83, result.stderr
    assert "killed by signal 9" in result.stderr
    assert result.stdout.count(f"sum {EVERYBODY - 2}\n") == RANKS - 1
    for rank in (0, 2, 3):
        assert f"tool: rank {rank} called MPI_Allreduce 5 times\n" in result.stdout
    assert "tool: rank 1 is lost\n" in result.stdout


def test_the_policy_holds_for_what_a_tool_receives(linked: str) -> None:
    result = closeranks(*DIES, linked)
    assert result.returncode == 84
    assert "needs rank 1 in MPI_Recv, which is lost" in result.stderr


def test_a_tool_that_the_launcher_does_not_see_is_named(linked: str, tool: Path) -> None:
    result = closeranks(*IN_SHELL, linked)
    assert result.returncode == 0
    assert result.stderr.count(f"{tool} defines MPI_Allreduce, but stands behind closeranks") == 1
    assert f"-x LD_PRELOAD={tool}" in result.stderr
    mended = closeranks("-x", f"LD_PRELOAD={tool}", *IN_SHELL, linked)
    assert mended.stdout.count("tool: rank") == RANKS and "behind closeranks" not in mended.stderr


def test_the_mpi_itself_stays_behind(sums: str) -> None:
    mpi = PLACE.mpi_libdir / "libmpi.so.40"
    result = closeranks("-x", f"LD_PRELOAD={mpi}", *DIES, sums)
    assert result.returncode == 83, result.stderr
    assert result.stdout.count(f"sum {EVERYBODY - 2}\n") == RANKS - 1


def sanitized(factory: pytest.TempPathFactory, kind: str) -> str:
    try:
        program = build(factory, SOURCES / "sums.c", f"-fsanitize={kind}", "-g")
    except subprocess.CalledProcessError:
        pytest.skip(f"this compiler has no {kind} sanitizer")
    bare = subprocess.run([program], capture_output=True, text=True)
    if "sum 1\n" not in bare.stdout:
        pytest.skip(f"a program with the {kind} sanitizer does not run here: {bare.stderr[:200]}")
    return program


@pytest.mark.parametrize("kind", ["address", "undefined", "thread", "leak"])
@pytest.mark.parametrize("wrapper", [(), IN_SHELL])
def test_a_sanitized_program(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch, kind: str, wrapper: tuple[str, ...]
) -> None:
    program = sanitized(tmp_path_factory, kind)
    # Leaks, and what a sanitizer thinks of races, are the MPI's own.
    quiet = ("-x", "LSAN_OPTIONS=exitcode=0", "-x", "TSAN_OPTIONS=exitcode=0 report_bugs=0")
    if kind == "thread":
        monkeypatch.setenv("PMIX_MCA_gds", "hash")  # else PMIx crashes with it, also without closeranks
    result = closeranks(*quiet, *DIES, *wrapper, program)
    assert result.returncode == 83, result.stderr
    assert result.stdout.count(f"sum {EVERYBODY - 2}\n") == RANKS - 1


def test_a_sanitizer_finds_what_it_looks_for(tmp_path_factory: pytest.TempPathFactory) -> None:
    result = closeranks(sanitized(tmp_path_factory, "address"), "true", "overflows")
    assert result.returncode not in (0, 83)
    assert "AddressSanitizer: heap-buffer-overflow" in result.stderr


@pytest.mark.parametrize("allocator", ["libjemalloc.so.2", "libtcmalloc.so.4", "libtcmalloc_minimal.so.4"])
def test_another_allocator(sums: str, allocator: str) -> None:
    found = sorted(Path("/usr/lib").glob(f"*/{allocator}"))
    if not found:
        pytest.skip("it is not installed")
    result = closeranks("-x", f"LD_PRELOAD={found[0]}", *DIES, sums)
    assert result.returncode == 83, result.stderr
    assert result.stdout.count(f"sum {EVERYBODY - 2}\n") == RANKS - 1


def test_children_of_a_rank_load_nothing_of_ours(sums: str, linked: str, tool: Path) -> None:
    for program in (sums, linked):
        result = closeranks(program, LOADED)
        assert result.returncode == 0, result.stderr
        assert result.stdout.count("preload [] 0\n") == RANKS
    result = closeranks("-x", f"LD_PRELOAD={tool}", sums, LOADED)
    assert result.stdout.count(f"preload [{tool}]") == RANKS  # the user's own stays


def test_a_wrapper_that_starts_a_rank_is_no_child_of_one(sums: str) -> None:
    result = closeranks(*DIES, "sh", "-c", '"$0"; exit $?', sums)
    assert result.returncode == 83, result.stderr
    assert result.stdout.count(f"sum {EVERYBODY - 2}\n") == RANKS - 1
