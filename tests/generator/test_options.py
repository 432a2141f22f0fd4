"""Mistakes in the option table are named."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from generator import options

ROOT = Path(__file__).resolve().parent.parent.parent
Change = Callable[[dict[str, Any]], None]


def load_changed(tmp_path: Path, name: str, change: Change) -> options.Table:
    """The table after `change` of the entry called `name`."""
    (tmp_path / "spec").mkdir()
    table = json.loads((ROOT / options.SPEC).read_text())
    change(next(entry for entry in table["options"] if entry["name"] == name))
    (tmp_path / options.SPEC).write_text(json.dumps(table))
    (tmp_path / options.SCHEMA).write_text((ROOT / options.SCHEMA).read_text())
    return options.load(tmp_path)


@pytest.mark.parametrize(
    ("name", "change", "message"),
    [
        ("quiet", {"helpp": "x"}, "option quiet: "),
        ("quiet", {"default": "no"}, "option quiet: default: 'no' is not of type 'boolean'"),
        ("abort_code", {"default": 0}, "option abort_code: default is out of range"),
        ("commit", {"default": "never"}, "option commit: default is none of its values"),
        ("quiet", {"name": "verbose"}, "option verbose: there are two of it"),
        ("quiet", {"help": "ends with a full stop."}, "option quiet: help: "),
    ],
)
def test_a_mistake_is_named(
    tmp_path: Path, name: str, change: dict[str, Any], message: str
) -> None:
    with pytest.raises(ValueError) as error:
        load_changed(tmp_path, name, lambda entry: entry.update(change))
    assert f"spec/options.json: {message}" in str(error.value)


def test_the_table_itself_is_right() -> None:
    assert options.load(ROOT).options
    assert options.outputs(ROOT).keys() == options.TEMPLATES.keys()
