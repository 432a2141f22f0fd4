"""What the generator makes of calls that it has never seen: one for each shape in each class (invented.py)."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from generator import load
from generator.json_text import in_order, lay_out, read_json
from generator.model import Shape, Spec
from invented import CALLS
from tree import HANDWRITTEN, MAIN, Tree, copy_tree

MPICXX = shutil.which(re.sub(r"mpicc$", "mpicxx", os.environ.get("CLOSERANKS_TEST_MPICC", "mpicc")))

# The functions of runtime/ that nobody has written: they take anything. Without mpi.h, which the code itself
# includes after telling it what to declare.
WRITTEN = """
struct Anything {
    template <typename T> operator T() const;
};
template <typename... Arguments> int invented(Arguments &&...) { return 0; }
template <typename... Arguments> Anything describe_invented(Arguments &&...) { return {}; }
"""


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Tree:
    """A copy in which they have their entries, and the code for them."""
    tree = copy_tree(tmp_path_factory.mktemp("invented"))

    def add(path: str, entries: dict[str, Any]) -> None:
        spec = read_json(tree.root / path, path)
        spec["functions"].update(entries)
        (tree.root / path).write_text(lay_out(in_order(spec)))

    add(MAIN, {name: call.entry for name, call in CALLS.items()})
    add(HANDWRITTEN, {name: call.overlay for name, call in CALLS.items() if call.overlay})
    done = tree.run()
    assert (done.status, done.err) == (0, "")
    (tree.root / "invented.hpp").write_text(WRITTEN)
    return tree


@pytest.fixture(scope="module")
def spec(tree: Tree) -> Spec:
    return load.load(tree.root)


def _wrapper(tree: Tree, name: str) -> str:
    """The code for the function, on one line; with that of its body, where there is one."""
    place = f"generated/wrappers/{CALLS[name].of_class.replace('-', '_')}.cpp"
    text = " ".join((tree.root / place).read_text().split()).replace("( ", "(")
    begin = text.find(f"static inline int run_{name.removeprefix('MPI_')}(")
    if begin < 0:
        begin = text.index(f" {name}(")
    return text[begin : text.index(f"CLOSERANKS_ALIAS({name})")]


@pytest.mark.parametrize("name", CALLS)
def test_the_wrapper_calls_what_it_must(tree: Tree, name: str) -> None:
    wrapper = _wrapper(tree, name)
    assert [part for part in CALLS[name].has if part not in wrapper] == [], wrapper


@pytest.mark.parametrize("name", CALLS)
def test_what_is_not_protected_says_so(tree: Tree, name: str) -> None:
    wrapper = _wrapper(tree, name)
    assert wrapper.count("passing()") == int(CALLS[name].notes), wrapper


@pytest.mark.parametrize("name", CALLS)
def test_the_tables_have_its_row(tree: Tree, spec: Spec, name: str) -> None:
    rows = (tree.root / "generated/tables/policies.hpp").read_text()
    [policies] = re.findall(rf"Kinds\{{([^}}]*)\}}, *// {name}$", rows, re.MULTILINE)
    assert policies == CALLS[name].policies
    function = spec.function(name)
    assert function is not None
    killed = (tree.root / "generated/kill_tests.txt").read_text().splitlines()
    assert (name in killed) == function.needs_kill_test


def test_every_class_and_shape_is_there(spec: Spec) -> None:
    invented = [spec.function(name) for name in CALLS]
    assert {f.of_class.name for f in invented if f} == {c.name for c in spec.classes}
    assert {f.shape for f in invented if f} == set(Shape)
    for of_class in spec.classes:
        here = {f.shape for f in invented if f and f.of_class is of_class}
        defaults = {of_class.shape, of_class.nonblocking, of_class.persistent} - {None}
        assert {*of_class.shapes, *defaults} <= here, of_class.name


@pytest.mark.skipif(MPICXX is None, reason="no mpicxx")
@pytest.mark.sample(2)
@pytest.mark.parametrize("place", sorted({c.of_class.replace("-", "_") for c in CALLS.values()}))
def test_it_compiles(tree: Tree, place: str) -> None:
    assert MPICXX is not None
    command = [MPICXX, "-std=c++20", "-fsyntax-only", "-Wall", "-Wextra", "-Werror"]
    command += [f"-I{tree.root}", f"-I{tree.root}/runtime/include", "-include", str(tree.root / "invented.hpp")]
    command.append(str(tree.root / f"generated/wrappers/{place}.cpp"))
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-4000:]
