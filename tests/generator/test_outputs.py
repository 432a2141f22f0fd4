"""What the generator writes, and what it tells a build system."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from generator import api
from generator.json_text import read_json
from tree import MAIN, Tree

ROOT = Path(__file__).resolve().parents[2]


def _texts(root: Path) -> dict[str, str]:
    files = [*(p for p in (root / "generated").rglob("*") if p.is_file()), *(p for p in (root / "docs").rglob("*") if p.is_file())]
    files += [root / "tools/openmpi-patches/faults.json", *(root / path for path in api.OUTPUTS if path.startswith("runtime/"))]
    return {file.relative_to(root).as_posix(): file.read_text() for file in files}


def test_committed_output_is_up_to_date(tree: Tree) -> None:
    done = tree.run("--verify")
    assert (done.status, done.err) == (0, "")


def test_verify_names_each_mismatch(tree: Tree) -> None:
    (tree.root / "generated/wrappers/window.cpp").write_text("changed")
    (tree.root / "generated/wrappers/file.cpp").unlink()
    (tree.root / "generated/wrappers/old.cpp").write_text("left over")
    done = tree.run("--verify")
    assert done.status == 1
    assert sorted(line.split(":")[0] for line in done.complaints) == [
        "generated/wrappers/file.cpp",
        "generated/wrappers/old.cpp",
        "generated/wrappers/window.cpp",
    ]
    assert (tree.root / "generated/wrappers/window.cpp").read_text() == "changed"


def test_writing_repairs_and_touches_nothing_else(tree: Tree) -> None:
    good = _texts(tree.root)
    times = {path: (tree.root / path).stat().st_mtime_ns for path in good}
    (tree.root / "generated/wrappers/window.cpp").write_text("changed")
    (tree.root / "generated/wrappers/old.cpp").write_text("left over")
    assert tree.run().out == "wrote generated/wrappers/window.cpp\nremoved generated/wrappers/old.cpp\n"
    assert _texts(tree.root) == good
    changed = [path for path, time in times.items() if (tree.root / path).stat().st_mtime_ns != time]
    assert changed == ["generated/wrappers/window.cpp"]


def test_output_is_reproducible(tree: Tree) -> None:
    good = _texts(tree.root)
    shutil.rmtree(tree.root / "generated")
    assert tree.run(seed="4711").status == 0
    assert _texts(tree.root) == good


def test_an_edit_shows_in_the_class_and_the_tables(tree: Tree) -> None:
    def change(entry: Any) -> None:
        entry["treatment"]["policy"] = "error"

    tree.edit_function("MPI_Bcast", change)
    assert sorted(tree.run().out.split("\n")) == [
        "",
        "wrote docs/reference/functions.md",
        "wrote generated/functions.json",
        "wrote generated/tables/policies.hpp",
    ]


def test_print_outputs(tree: Tree) -> None:
    assert set(tree.run("--print-outputs").out.split()) == set(_texts(tree.root))


def test_print_deps_names_every_file_read(tree: Tree) -> None:
    read = [
        file.relative_to(tree.root).as_posix()
        for folder, pattern in (("spec", "*.json"), ("templates", "*.j2"), ("generator", "*.py"))
        for file in (tree.root / folder).rglob(pattern)
    ]
    assert set(tree.run("--print-deps").out.split()) == set(read)


def test_every_output_says_where_it_comes_from(tree: Tree) -> None:
    for path, text in _texts(tree.root).items():
        head = "".join(text.splitlines()[:2]).lower()
        assert "generated from spec/" in head and "edit" in head, path


def test_templates_do_not_test_names(tree: Tree) -> None:
    for template in (tree.root / "templates").rglob("*.j2"):
        for tag in template.read_text().split("{%")[1:]:
            assert "MPI_" not in tag.split("%}")[0], template.name


def test_an_unknown_name_in_a_template_is_an_error(tree: Tree) -> None:
    template = tree.root / "templates/wrappers/local.cpp.j2"
    template.write_text(template.read_text().replace("wrapper.real", "wrapper.reel"))
    assert "has no attribute 'reel'" in tree.run("--verify").err


@pytest.mark.skipif(shutil.which("clang-format-14") is None, reason="no clang-format-14")
def test_generated_code_is_formatted() -> None:
    files = sorted(str(path) for path in (ROOT / "generated").rglob("*.[ch]pp"))
    done = subprocess.run(
        ["clang-format-14", "--dry-run", "-Werror", *files], capture_output=True, text=True
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_every_function_has_one_class(tree: Tree) -> None:
    names = (tree.root / "docs/reference/functions.md").read_text().count("\n| `MPI")
    assert f"function_count = {names};" in (tree.root / "generated/tables/functions.hpp").read_text()
    assert len(read_json(tree.root / MAIN, MAIN)["functions"]) == names
