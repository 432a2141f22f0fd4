"""The recipes in packaging/ for what cannot be run here, as Spack, conda-forge, EasyBuild and containers: they can be
read, and what they name is there."""

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
sys.path.insert(0, str(ROOT / "tools"))
from releasing import metadata  # noqa: E402

METADATA = metadata.read()
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


def rendered(template: str) -> str:
    return metadata.render(template, METADATA, url="https://example.invalid", tarball="closeranks.tar.gz", sha256="0" * 64)


@pytest.fixture()
def recipe(monkeypatch: pytest.MonkeyPatch) -> tuple[list[tuple[str, str]], list[str]]:
    """What Spack's recipe says, and the arguments that it gives to CMake."""
    spack = Spack()
    monkeypatch.setitem(sys.modules, "spack", ModuleType("spack"))
    monkeypatch.setitem(sys.modules, "spack.package", spack)
    names: dict[str, Any] = {"__name__": "recipe"}
    exec(compile(rendered("recipes/package.py"), "package.py", "exec"), names)
    return spack.said, names["Closeranks"]().cmake_args()


def test_spack_names_this_version_and_what_it_needs(recipe: tuple[list[tuple[str, str]], list[str]]) -> None:
    said, _ = recipe
    cmake = re.search(r"^cmake_minimum_required\(VERSION (\S+)\)", CMAKE, re.MULTILINE)
    assert cmake
    assert ("version", METADATA["version"]) in said
    assert {("depends_on", f"cmake@{cmake[1]}:"), ("depends_on", "openmpi@5:")} <= set(said)


def test_spack_gives_options_that_there_are(recipe: tuple[list[tuple[str, str]], list[str]]) -> None:
    _, arguments = recipe
    names = {re.fullmatch(r"-D(\w+)=.*", argument)[1] for argument in arguments}  # type: ignore[index]
    assert "MPI_HOME" in names and names <= KNOWN


def options_in(text: str) -> set[str]:
    return set(re.findall(r" '?-D(\w+)=", text))


def test_conda_forge() -> None:
    yaml = pytest.importorskip("yaml")
    text = rendered("recipes/recipe.yaml")
    recipe = yaml.safe_load(text)
    assert recipe["context"]["version"] == METADATA["version"] and recipe["package"]["version"] == "${{ version }}"
    assert options_in(text) == {"MPI_HOME", "CLOSERANKS_EXAMPLES"}
    assert (ROOT / recipe["about"]["license_file"]).is_file()
    needed = recipe["requirements"]
    assert f"openmpi >={METADATA['requires']['openmpi']}" in needed["host"] and needed["host"][0] in needed["run"]


def test_easybuild() -> None:
    said: dict[str, Any] = {"SOURCE_TAR_GZ": "closeranks.tar.gz"}
    exec(compile(rendered("recipes/closeranks.eb"), "closeranks.eb", "exec"), said)
    assert said["version"] == METADATA["version"] and len(said["checksums"][0]) == 64
    assert options_in(" " + said["configopts"]) == {"MPI_HOME", "CLOSERANKS_EXAMPLES"}


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
