"""The functions of closeranks.h: spec/api.json -> the C header, the stub, the modules for Fortran and Python, and a page.

The main generator calls outputs().
"""

from __future__ import annotations

from pathlib import Path

import jinja2

from generator.api import c, fortran, page, python
from generator.api.load import SCHEMA, SPEC, load

__all__ = ["OUTPUTS", "SCHEMA", "SPEC", "inputs", "load", "outputs"]

OUTPUTS = {
    "runtime/include/closeranks.h": "api/closeranks.h.j2",
    "runtime/stub/closeranks_stub.c": "api/closeranks_stub.c.j2",
    "runtime/stub/resume.c": "api/resume.c.j2",
    "runtime/fortran/closeranks.f90": "api/closeranks.f90.j2",
    "runtime/python/closeranks/_functions.py": "api/functions.py.j2",
    "docs/reference/c-api.md": "api/c-api.md.j2",
}


def inputs() -> list[str]:
    """Every file of the spec that the outputs depend on, relative to the root."""
    return [SPEC, SCHEMA]


def outputs(root: Path, environment: jinja2.Environment) -> dict[str, str]:
    """The generated files: path relative to `root` -> text."""
    api = load(root)
    parameters = {"api": api, "c": c, "fortran": fortran, "page": page, "python": python}
    return {path: environment.get_template(template).render(parameters) for path, template in OUTPUTS.items()}
