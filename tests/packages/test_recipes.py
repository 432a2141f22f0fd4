"""The recipes in packaging/ for what cannot be run here, Spack and containers: they can be read, and what they name is
there."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
CMAKE = (ROOT / "CMakeLists.txt").read_text()
OPTIONS = set(re.findall(r"^option\((\w+)", CMAKE, re.MULTILINE))
# What a user tells beside our options.
KNOWN = OPTIONS | {"MPI_HOME"}


class Spack(ModuleType):
    """Stands in for Spack's language: notes what a recipe says."""

    def __init__(self) -> None:
        super().__init__("spack.package")
        self.said: list[tuple[str, str]] = []
        self.__all__ = ["CMakePackage", "license", "version", "depends_on"]
        self.license = self._directive("license")
        self.version = self._directive("version")
        self.depends_on = self._directive("depends_on")

    def _directive(self, name: str) -> Callable[..., None]:
        def note(what: str, **_: Any) -> None:
            self.said.append((name, what))

        return note

    class CMakePackage:
        class _Spec:
            prefix = "/prefix"

        spec = {"openmpi": _Spec}

        @staticmethod
        def define(name: str, value: object) -> str:
            return f"-D{name}={value}"


@pytest.fixture()
def recipe(monkeypatch: pytest.MonkeyPatch) -> tuple[list[tuple[str, str]], list[str]]:
    """What Spack's recipe says, and the arguments that it gives to CMake."""
    spack = Spack()
    monkeypatch.setitem(sys.modules, "spack", ModuleType("spack"))
    monkeypatch.setitem(sys.modules, "spack.package", spack)
    names: dict[str, Any] = {"__name__": "recipe"}
    path = ROOT / "packaging/spack/package.py"
    exec(compile(path.read_text(), path, "exec"), names)
    return spack.said, names["Closeranks"]().cmake_args()


def test_spack_names_this_version_and_what_it_needs(recipe: tuple[list[tuple[str, str]], list[str]]) -> None:
    said, _ = recipe
    project = re.search(r"^project\(closeranks VERSION (\S+)", CMAKE, re.MULTILINE)
    cmake = re.search(r"^cmake_minimum_required\(VERSION (\S+)\)", CMAKE, re.MULTILINE)
    assert project and cmake
    assert ("version", project[1]) in said
    assert {("depends_on", f"cmake@{cmake[1]}:"), ("depends_on", "openmpi@5:")} <= set(said)


def test_spack_gives_options_that_there_are(recipe: tuple[list[tuple[str, str]], list[str]]) -> None:
    _, arguments = recipe
    names = {re.fullmatch(r"-D(\w+)=.*", argument)[1] for argument in arguments}  # type: ignore[index]
    assert "MPI_HOME" in names and names <= KNOWN


def instructions() -> list[tuple[str, str]]:
    text = (ROOT / "packaging/Containerfile").read_text()
    lines = re.sub(r"\\\n\s*", "", re.sub(r"^#.*\n", "", text, flags=re.MULTILINE)).splitlines()
    return [(name, rest) for name, _, rest in (line.partition(" ") for line in lines)]


def test_the_container_is_made_by_what_there_is() -> None:
    found = instructions()
    assert {name for name, _ in found} <= {"FROM", "ENV", "COPY", "RUN", "USER", "WORKDIR", "CMD"}
    assert found[0] == ("FROM", "debian:bookworm")
    commands = "\n".join(rest for name, rest in found if name == "RUN")
    options = set(re.findall(r" -D(\w+)=", commands))
    assert "MPI_HOME" in options and options <= KNOWN
    usage = (ROOT / "tools/setup").read_text()
    flags = set(re.findall(r"tools/setup (--[\w-]+)", commands))
    assert flags == {"--print-mpi"} and all(f"    {flag})" in usage for flag in flags)
    cache = dict(rest.split("=", 1) for name, rest in found if name == "ENV")["CLOSERANKS_CACHE"]
    assert f" {cache}/mpi && " in commands


def test_the_commands_of_the_container_are_a_shell_s() -> None:
    for name, rest in instructions():
        if name == "RUN":
            subprocess.run(["sh", "-n", "-c", rest], check=True)
