"""What docs/report.schema.json says of a report."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import jsonschema

from conftest import ROOT

_VALIDATOR = jsonschema.Draft202012Validator(json.loads((ROOT / "docs/report.schema.json").read_text()))


def problems(report: Mapping[str, Any]) -> list[str]:
    return [f"{list(error.absolute_path)}: {error.message}" for error in _VALIDATOR.iter_errors(report)]
