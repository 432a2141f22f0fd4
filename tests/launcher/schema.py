"""What docs/reference/report.schema.json says of a report, and docs/reference/events.schema.json of the lines of --json-events."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import jsonschema

from conftest import ROOT



def _validator(name: str) -> jsonschema.Draft202012Validator:
    return jsonschema.Draft202012Validator(json.loads((ROOT / "docs" / "reference" / name).read_text()))


_REPORT = _validator("report.schema.json")
_EVENT = _validator("events.schema.json")


def problems(report: Mapping[str, Any]) -> list[str]:
    return [f"{list(error.absolute_path)}: {error.message}" for error in _REPORT.iter_errors(report)]


def problems_of_event(event: Mapping[str, Any]) -> list[str]:
    return [f"{list(error.absolute_path)}: {error.message}" for error in _EVENT.iter_errors(event)]
