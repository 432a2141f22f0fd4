"""Recipes for Spack, conda-forge and EasyBuild. They name the tarball's checksum, so no commit can have them."""

from __future__ import annotations

import hashlib
from pathlib import Path

from . import metadata
from .tarball import Commit

# Template in packaging/, and the path below the release's folder.
RECIPES = {
    "recipes/package.py": "recipes/spack/packages/closeranks/package.py",
    "recipes/recipe.yaml": "recipes/conda-forge/recipe.yaml",
    "recipes/closeranks.eb": "recipes/easybuild/closeranks-{version}-gompi-2025a.eb",
}


def checksum(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def make(commit: Commit, packed: Path, folder: Path, url: str) -> None:
    """`url`: the folder from which users will get the tarball."""
    for template, name in RECIPES.items():
        path = folder / name.format(version=commit.metadata["version"])
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(metadata.render(template, commit.metadata, url=url, tarball=packed.name, sha256=checksum(packed)))
    repository = folder / "recipes/spack/repo.yaml"
    repository.write_text("repo:\n  namespace: closeranks\n")
