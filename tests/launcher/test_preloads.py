"""What stands before closeranks in the search order."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from closeranks_launcher.preloads import Above, above, joined, wrapped_by

OWN = "/opt/lib/libcloseranks.so"


def library(folder: Path, name: str, source: str) -> str:
    file = folder / name
    code = folder / f"{name}.c"
    code.write_text(source)
    subprocess.run(["cc", "-shared", "-fPIC", "-o", file, code], check=True)
    return str(file)


@pytest.fixture
def tool(tmp_path: Path) -> str:
    calls_on = "int PMPI_Barrier(int); int MPI_Barrier(int c) { return PMPI_Barrier(c); }"
    return library(tmp_path, "libmpiP.so", calls_on)


def test_a_tool_defines_functions_of_mpi(tmp_path: Path, tool: str) -> None:
    assert wrapped_by(Path(tool)) == {"MPI_Barrier"}
    user = library(tmp_path, "libuser.so", "int MPI_Barrier(int); int MPI_Barrier_twice(int c) { return MPI_Barrier(c); }")
    assert not wrapped_by(Path(user))


def test_a_name_that_is_the_end_of_another_one(tmp_path: Path) -> None:
    """The linker keeps such names together."""
    calls = "int PMPI_Barrier(int); int tool_MPI_Barrier(int c) { return PMPI_Barrier(c); } "
    tool = library(tmp_path, "libtool.so", calls + "int MPI_Barrier(int c) { return tool_MPI_Barrier(c); }")
    assert wrapped_by(Path(tool)) == {"MPI_Barrier"}
    assert not wrapped_by(Path(library(tmp_path, "libuser.so", calls)))


DAMAGED = [b"", b"\x7fELF\x02\x01", b"\x7fELF\x02\x01" + b"\xff" * 100, b"#!/bin/sh\n"]


@pytest.mark.parametrize("content", DAMAGED, ids=["empty", "short", "wild", "script"])
def test_what_is_no_library_defines_nothing(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "file"
    file.write_bytes(content)
    assert not wrapped_by(file) and not wrapped_by(tmp_path / "missing")


def test_only_what_is_found_before_the_mpi_is_a_tool(tool: str) -> None:
    front, behind = {"libmpiP.so": tool, "libmpi.so.40": "/mpi"}, {"libmpi.so.40": "/mpi", "libmpiP.so": tool}
    assert above(front).tools == (tool,)
    assert above(behind).tools == above({"libcloseranks.so": tool}).tools == above({"libmpiP.so": "not found"}).tools == ()


def test_sanitizers_are_known_by_their_names() -> None:
    names = ("libasan.so.8", "libtsan.so.2", "libubsan.so.1", "liblsan.so.0", "libclang_rt.asan-x86_64.so")
    others = ("libsand.so.1", "libkasan_tools.so", "libm.so.6")
    found = above({name: f"/nowhere/{name}" for name in others + names})
    assert found == Above(tuple(f"/nowhere/{name}" for name in names))


def test_the_order() -> None:
    linked = Above(("/asan.so",), ("/linked.so",))
    assert joined(linked, OWN, None) == f"/asan.so:/linked.so:{OWN}"
    assert joined(linked, OWN, "mine.so /opt/libmpi.so.40:other.so") == (
        f"/asan.so:mine.so:other.so:/linked.so:{OWN}:/opt/libmpi.so.40"
    )
    assert joined(linked, OWN, "/linked.so") == f"/asan.so:/linked.so:{OWN}"  # preloaded already
    assert joined(Above(), OWN, "") == OWN
    assert joined(Above(), OWN, "a.so libcloseranks.so:b.so /c.so") == f"a.so:{OWN}:b.so:/c.so"  # behind, as wished
