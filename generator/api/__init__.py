"""The functions of our headers: spec/api*.json -> C headers, the stub, the modules for Fortran and Python, and a page.

The main generator calls outputs().
"""

from __future__ import annotations

from pathlib import Path

import jinja2

from generator.api import c, fortran, page, python
from generator.api.load import SCHEMA, SPEC, load

__all__ = ["OUTPUTS", "SCHEMA", "SPEC", "SPECS", "inputs", "load", "outputs"]

STORE, LOCAL = "spec/api_store.json", "spec/api_local.json"

SPECS = {
    SPEC: {
        "runtime/include/closeranks.h": "api/closeranks.h.j2",
        "runtime/stub/closeranks_stub.c": "api/closeranks_stub.c.j2",
        "runtime/stub/resume.c": "api/resume.c.j2",
        "runtime/fortran/closeranks.f90": "api/closeranks.f90.j2",
        "runtime/python/closeranks/_functions.py": "api/functions.py.j2",
        "docs/reference/c-api.md": "api/c-api.md.j2",
    },
    STORE: {
        "runtime/include/closeranks_store.h": "api/closeranks_store.h.j2",
        "runtime/fortran/closeranks_store.f90": "api/closeranks_store.f90.j2",
        "runtime/python/closeranks/_store_calls.py": "api/calls.py.j2",
        "generated/tables/error_sentences.hpp": "api/error_sentences.hpp.j2",
    },
    LOCAL: {
        "runtime/include/closeranks_local.h": "api/closeranks_local.h.j2",
        "runtime/fortran/closeranks_local.f90": "api/closeranks_local.f90.j2",
        "runtime/python/closeranks/_local_calls.py": "api/calls.py.j2",
    },
}
"""What each file of the spec becomes: path -> template."""

OUTPUTS = {path: template for outputs in SPECS.values() for path, template in outputs.items()}


def inputs() -> list[str]:
    """Every file of the spec that the outputs depend on, relative to the root."""
    return [*SPECS, SCHEMA]


def outputs(root: Path, environment: jinja2.Environment) -> dict[str, str]:
    """The generated files: path relative to `root` -> text."""
    apis = {spec: load(root, spec) for spec in SPECS}
    shared = {"store": apis[STORE], "c": c, "fortran": fortran, "page": page, "python": python}
    return {
        path: environment.get_template(template).render(shared | {"spec": spec, "api": apis[spec]})
        for spec, files in SPECS.items()
        for path, template in files.items()
    }
