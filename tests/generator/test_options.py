"""Mistakes in the option table are named."""

from __future__ import annotations

import dataclasses
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
        (
            "commit",
            {"group": "export"},
            "(commit).group: (export) is none of the groups (losses, comeback, testing, reports, starting, expert).",
        ),
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


@pytest.mark.parametrize(
    ("sets", "message"),
    [
        ({"spaers": "1"}, "(spaers) is no option that a profile may set."),
        ({"profile": "farm"}, "(profile) is no option that a profile may set."),
        ({"restarts": "ever"}, "the value (ever) of restarts is not 0 to 1000."),
        ({"strict": "perhaps"}, "the value (perhaps) of strict is not yes or no."),
    ],
)
def test_a_mistake_in_a_profile_is_named(sets: dict[str, str], message: str) -> None:
    table = options.load(ROOT)
    wrong = dataclasses.replace(table.profiles[0], sets=tuple(sets.items()))
    with pytest.raises(SpecError) as error:
        options.problems_of(dataclasses.replace(table, profiles=(wrong, *table.profiles[1:]))).raise_if_any()
    assert error.value.problems == (f"{options.SPEC}: profiles ({wrong.name}).sets: {message}",)


def test_every_profile_can_be_chosen() -> None:
    table = options.load(ROOT)
    with pytest.raises(SpecError, match="the names of the profiles"):
        options.problems_of(dataclasses.replace(table, profiles=table.profiles[1:])).raise_if_any()


def test_the_table_itself_is_right() -> None:
    assert options.load(ROOT).options
    assert options.outputs(ROOT).keys() == options.TEMPLATES.keys()


def test_the_page_has_the_defaults_that_help_has() -> None:
    """Also those that are 0."""
    page = (ROOT / "docs/reference/options.md").read_text()
    for option in options.load(ROOT).options:
        if option.type == "integer":
            assert f"Value: {option.expected}. Default: {option.default}." in page, option.name
