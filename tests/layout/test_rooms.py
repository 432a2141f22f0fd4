"""The rooms of runtime/ stand only on those before them (docs/developers/layout.md): arrows are includes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import picture
import pytest

ROOT = Path(__file__).resolve().parents[2]
RUNTIME = ROOT / "runtime"

# Programs and libraries of their own, and what others include: none of them is a part of the library.
BESIDE = {"check", "fenix", "fortran", "front", "include", "keeper", "node_watch", "python", "store", "stub"}

# What only the room of the MPI may say, but for comments: names of Open MPI's and PMIx's own.
_OPEN_MPI = re.compile(r"\b(OMPI_|PMIX_|PMIx_|OPAL_|PRTE_|ompi_|opal_|pmix_|mca_)\w*")
_INCLUDE = re.compile(r'^#include "runtime/([^"]+)"', re.M)
_GENERATED = re.compile(r'^#include "generated/([^/"]+)', re.M)
_TYPE = re.compile(r"^(?:class|struct|union|enum class|enum) (\w+)[^;{(]*\{", re.M)
_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.S)

# Names of the layouts, of their parts, and of the options that choose one. Only the room of the layouts may use them.
_OF_LAYOUTS = re.compile(
    r"\b(\w*[Hh]ierarch\w*|\w*[Ss]ubcommunicator\w*|Composition\w*|is_flat|LayoutRole|LayoutChoice|layout_threshold"
    r"|config\.layout|config\.local_size)\b"
)

Arrows = dict[str, set[str]]


def rooms() -> list[str]:
    """In their order, which the build has as well."""
    text = (ROOT / "CMakeLists.txt").read_text(encoding="utf-8")
    found = re.search(r"set\(closeranks_rooms ([^)]*)\)", text)
    assert found is not None
    return found.group(1).split()


def sources() -> Iterator[Path]:
    for room in rooms():
        yield from sorted((RUNTIME / room).glob("*.[ch]pp"))


def part_of(path: Path) -> str:
    """A header and its source are one part: core/entry."""
    return path.relative_to(RUNTIME).with_suffix("").as_posix()


def arrows() -> Arrows:
    """Which parts each part includes."""
    result: Arrows = {}
    for path in sources():
        part = part_of(path)
        targets = _INCLUDE.findall(path.read_text(encoding="utf-8"))
        result.setdefault(part, set()).update(target.rsplit(".", 1)[0] for target in targets)
    return {part: targets - {part} for part, targets in result.items()}


def runs_up(arrows: Arrows, order: list[str]) -> list[str]:
    height = {room: i for i, room in enumerate(order)}
    return [
        f"{part} -> {target}"
        for part, targets in sorted(arrows.items())
        for target in sorted(targets)
        if (room := target.split("/")[0]) in height and height[room] > height[part.split("/")[0]]
    ]


def cycles(arrows: Arrows) -> set[str]:
    """What is left of the parts when those that lead nowhere are taken away, again and again: parts of
    cycles, and those that lead to one."""
    left = dict(arrows)
    while ends := [part for part, targets in left.items() if not targets & left.keys()]:
        for part in ends:
            del left[part]
    return set(left)


def test_no_arrow_runs_up() -> None:
    assert runs_up(arrows(), rooms()) == []


def test_the_runtime_stands_on_the_tables_and_the_wrappers_on_the_runtime() -> None:
    for path in (ROOT / "generated" / "tables").glob("*.[ch]pp"):
        assert '#include "runtime/' not in path.read_text(encoding="utf-8"), path
    for path in RUNTIME.rglob("*.[ch]pp"):
        generated = set(_GENERATED.findall(path.read_text(encoding="utf-8")))
        # replicas/calls.hpp is a table, too: what the room for replicas has to define.
        tables = {"tables", "replicas"} if path.parent.name == "replication" else {"tables"}
        assert generated <= tables, f"{path} includes of generated/: {generated}"


def test_the_room_for_replicas_is_beside_the_others() -> None:
    """It makes a library of its own, with the lowest rooms."""
    below = {"support", "openmpi", "membership", "run", "replication"}
    for part, targets in arrows().items():
        others = {room for target in targets if (room := target.split("/")[0]) in rooms()}
        if part.startswith("replication/"):
            assert others <= below, part
        else:
            assert "replication" not in others, part


def test_no_cycle() -> None:
    assert cycles(arrows()) == set()


def test_every_file_is_in_a_room() -> None:
    folders = {path.name for path in RUNTIME.iterdir() if path.is_dir()}
    assert folders == {*rooms(), *BESIDE}
    assert [path.name for path in RUNTIME.glob("*.[ch]pp")] == []


def test_one_room_knows_open_mpi() -> None:
    found = {}
    for path in sources():
        if path.parent.name == "openmpi":
            continue
        code = _COMMENT.sub("", path.read_text(encoding="utf-8"))
        if names := sorted({name.group(0) for name in _OPEN_MPI.finditer(code)}):
            found[part_of(path)] = names
    assert found == {}


def test_one_room_knows_the_processes() -> None:
    """The MPI's own MPI_COMM_WORLD has spares, and lacks processes that are started later."""
    calls = re.compile(r"\b(real\.\w+|agree|failed_ranks|group_of)\(\s*MPI_COMM_WORLD\b")
    below = rooms()[: rooms().index("membership") + 1]
    found = {
        part_of(path): calls.findall(_COMMENT.sub("", path.read_text(encoding="utf-8")))
        for path in sources()
        if path.parent.name not in (*below, "replication")
    }
    assert {part: names for part, names in found.items() if names} == {}


def layout_questions(parts: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    """Names of layouts in parts, by name and text, that should not know them. The interface declares the roles."""
    found: dict[str, list[str]] = {}
    for part, text in parts:
        names = {name.group(0) for name in _OF_LAYOUTS.finditer(_COMMENT.sub("", text))}
        names -= {"LayoutRole"} if part == "core/layout" else set()
        if names and not part.startswith(("layouts/", "replication/")):
            found[part] = sorted({*found.get(part, ()), *names})
    return found


def test_one_room_knows_the_layouts() -> None:
    """The others ask Layout (core/layout.hpp), which hides whether a communicator's layout is flat."""
    assert layout_questions((part_of(path), path.read_text(encoding="utf-8")) for path in sources()) == {}


def test_a_question_about_layouts_is_found() -> None:
    faulty = [
        ("commit/repair", "if (c.hierarchy != nullptr) retire(c);  // a hierarchy"),
        ("core/layout", "class LayoutRole {};\nbool is_flat() const;"),
        ("core/communicator", "std::unique_ptr<LayoutRole> role;"),
        ("processes/spare", "if (config.layout == LayoutChoice::flat) return;"),
        ("layouts/arrangement", "std::make_unique<Hierarchical>(c);"),
        ("windows/window", "/* hierarchical */ DataLayout layout;"),
    ]
    assert layout_questions(faulty) == {
        "commit/repair": ["hierarchy"],
        "core/layout": ["is_flat"],
        "core/communicator": ["LayoutRole"],
        "processes/spare": ["LayoutChoice", "config.layout"],
    }


def test_faults_are_found() -> None:
    faulty = {"a/x": {"b/y"}, "b/y": {"a/z"}, "a/z": {"a/x"}, "a/w": set[str]()}
    assert runs_up(faulty, ["a", "b"]) == ["a/x -> b/y"]
    assert cycles(faulty) == {"a/x", "b/y", "a/z"}
    assert len(arrows()) > 100


def test_the_picture_is_that_of_today() -> None:
    """After a change of which room uses which: python3 tests/layout/picture.py"""
    assert picture.PICTURE.read_text(encoding="utf-8") == picture.draw(
        picture.uses(arrows(), rooms()), rooms()
    )


def test_an_arrow_that_runs_up_stands_out() -> None:
    used = picture.uses({"a/x": {"b/y"}, "b/y": {"a/z", "b/w"}}, ["a", "b"])
    assert used == {"a": {"b"}, "b": {"a"}}
    assert picture.draw(used, ["a", "b"]).count('class="up"') == 1


def twins(headers: Iterable[tuple[str, str]]) -> list[str]:
    """The types that several headers, by name and text, define: all rooms share one namespace."""
    where: dict[str, list[str]] = {}
    for header, text in headers:
        for name in _TYPE.findall(text):
            where.setdefault(name, []).append(header)
    return [f"{name}: {', '.join(found)}" for name, found in sorted(where.items()) if len(found) > 1]


@pytest.mark.parametrize("is_of_replicas", [False, True])
def test_no_two_types_have_one_name(is_of_replicas: bool) -> None:
    """The room for replicas has a namespace and a library of its own."""
    headers = [path for path in sources() if path.suffix == ".hpp"]
    headers = [path for path in headers if (path.parent.name == "replication") == is_of_replicas]
    assert twins((part_of(path), path.read_text(encoding="utf-8")) for path in headers) == []


def test_two_types_of_one_name_are_found() -> None:
    one = ("core/a", "namespace closeranks {\nstruct Layout {\n    int size;\n};\n}\n")
    other = ("files/b", "class Layout final : public Base {\n};\nstruct Forward;\n")
    assert twins([one, other]) == ["Layout: core/a, files/b"]
    assert twins([one, ("files/c", "struct Layout;\nenum class Kind {\n    a\n};\n")]) == []
