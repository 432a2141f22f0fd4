"""Whatever stands in the files of spec/, the generator reads it or says what is wrong."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from conftest import ROOT, Seeds
from generator import link, load, options, quirks, reserved
from generator.problems import SpecError
from mutation import Mutator

SPEC = sorted(path.relative_to(ROOT) for path in (ROOT / "spec").rglob("*.json"))


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("tree")
    shutil.copytree(ROOT / "spec", root / "spec")
    for name in ("templates", "runtime", "tools"):  # of which it reads the names
        (root / name).symlink_to(ROOT / name)
    return root


def read(root: Path) -> None:
    spec = load.load(root)
    link.check(spec)
    reserved.check(root, spec)
    options.load(root)
    quirks.load(root)


def test_a_spoilt_file(tree: Path) -> None:
    seeds = Seeds(weight=5)  # reading the whole takes long
    for seed in seeds:
        path = SPEC[seed % len(SPEC)]
        whole = (tree / path).read_text()
        (tree / path).write_bytes(Mutator(seed).text(json.loads(whole)))
        try:
            read(tree)
        except SpecError as error:
            assert str(error)
        except Exception as error:
            raise AssertionError(f"{path}, seed {seed}") from error
        (tree / path).write_text(whole)
