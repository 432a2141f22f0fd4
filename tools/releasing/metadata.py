"""What packaging/metadata.json says, and the files of the repository that say the same in the words of others."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import jinja2

ROOT = Path(__file__).resolve().parents[2]
SOURCE = "packaging/metadata.json"

Metadata = dict[str, Any]


class Mistake(Exception):
    """Something that a person who makes a release has to mend."""


def read(root: Path = ROOT) -> Metadata:
    found: Metadata = json.loads((root / SOURCE).read_text())
    return found


def render(template: str, metadata: Metadata, **more: object) -> str:
    """The template `packaging/TEMPLATE.j2`, filled in."""
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(ROOT / "packaging"), undefined=jinja2.StrictUndefined,
        keep_trailing_newline=True, trim_blocks=True, lstrip_blocks=True,
    )  # fmt: skip
    return environment.get_template(f"{template}.j2").render(metadata, **more)


def _codemeta(metadata: Metadata) -> str:
    """CodeMeta 3.0. What is not known is left out."""
    known = {
        "@context": "https://w3id.org/codemeta/3.0",
        "@type": "SoftwareSourceCode",
        "name": metadata["name"],
        "version": metadata["version"],
        "description": metadata["description"],
        "author": [{"@type": "Organization", "name": name} for name in metadata["authors"]],
        "license": f"https://spdx.org/licenses/{metadata['license']}",
        "keywords": metadata["keywords"],
        "programmingLanguage": metadata["languages"],
        "operatingSystem": metadata["systems"],
        "softwareRequirements": [f"Open MPI {metadata['requires']['openmpi']} or newer, with ULFM"],
        "developmentStatus": "active",
        "codeRepository": metadata["repository"],
        "identifier": metadata["doi"],
    }
    return json.dumps({key: value for key, value in known.items() if value is not None}, indent=2) + "\n"


def files(metadata: Metadata) -> dict[str, str]:
    """The files of the repository that are made of the metadata, with their texts."""
    return {
        "CITATION.cff": render("CITATION.cff", metadata),
        "codemeta.json": _codemeta(metadata),
        "runtime/include/closeranks_version.h": render("closeranks_version.h", metadata),
        "runtime/python/pyproject.toml": render("pyproject.toml", metadata),
    }


def write() -> None:
    for name, text in files(read()).items():
        (ROOT / name).write_text(text)


def outdated() -> list[str]:
    return [name for name, text in files(read()).items() if (ROOT / name).read_text() != text]


def set_version(version: str) -> None:
    if not re.fullmatch(r"\d+\.\d+\.\d+", version):
        raise Mistake(f'"{version}" is no version: three numbers with points between them.')
    text = (ROOT / SOURCE).read_text()
    (ROOT / SOURCE).write_text(re.sub(r'(?<="version": ")[^"]*', version, text, count=1))
    write()
