"""Mistakes in the option table are named."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from generator import options
from generator.problems import SpecError

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
        (
            "quiet",
            {"helpp": "x"},
            "(quiet): the field (helpp) is not known here; did you mean (help)?",
        ),
        (
            "quiet",
            {"default": "no"},
            "(quiet).default: the value ('no') must be of type boolean.",
        ),
        (
            "abort_code",
            {"default": 0},
            "(abort_code).default: (0) is not between minimum (1) and maximum (255).",
        ),
        ("commit", {"default": "never"}, "(commit).default: (never) is none of its values."),
        ("verbose", {"name": "quiet"}, "(quiet).name: another option has this name already."),
        (
            "quiet",
            {"help": "ends with a full stop."},
            "(quiet).help: the value (ends with a full stop.) must match [^.]$.",
        ),
    ],
)
def test_a_mistake_is_named(
    tmp_path: Path, name: str, change: dict[str, Any], message: str
) -> None:
    with pytest.raises(SpecError) as error:
        load_changed(tmp_path, name, lambda entry: entry.update(change))
    names = [option.name for option in options.load(ROOT).options]
    where = f"{options.SPEC}: options[{names.index(name)}] "
    assert error.value.problems == (where + message,)


def test_the_table_itself_is_right() -> None:
    assert options.load(ROOT).options
    assert options.outputs(ROOT).keys() == options.TEMPLATES.keys()
