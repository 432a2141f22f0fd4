"""generated/functions.json: of each function what `closeranks doctor FILE` tells. A function a line, so that
changes can be read."""

from __future__ import annotations

import json
from typing import Any

from generator.model import Function, Spec

PATH = "generated/functions.json"


def _row(function: Function) -> dict[str, Any]:
    """Fields without a value are left out."""
    roles = sorted({rank.role for rank in function.ranks})
    contribution = function.contribution.reason.name if function.contribution else None
    row: dict[str, Any] = {"class": function.of_class.name, "protected": function.protected}
    row |= {kind: policy for kind, policy in function.policies.items() if policy}
    row |= {"lacks": contribution} if contribution else {}
    row |= {"roles": roles} if roles else {}
    row |= {"risk": function.reason.risk} if function.reason else {}
    row |= {"replicas": function.replicas} if function.replicas == "refused" else {}
    return row


def text(spec: Spec) -> str:
    rows = [f"        {json.dumps(f.name)}: {json.dumps(_row(f))}" for f in spec.functions]
    classes = {c.name: {"title": c.title, "missing": c.missing} for c in spec.classes}
    lacking = {reason.name: reason.text for reason in spec.contribution_reasons}
    about = "Generated from spec/ by generator/function_table.py, do not edit."
    head = [f'    "_doc": {json.dumps(about)},']
    head += [f'    "classes": {json.dumps(classes)},', f'    "lacking": {json.dumps(lacking)},']
    head += [f'    "left_alone": {json.dumps(spec.not_interposed)},', '    "functions": {']
    return "\n".join(["{", *head, ",\n".join(rows), "    }", "}"]) + "\n"
