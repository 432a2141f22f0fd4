"""The pages of the site: those of docs/, and all files of the repository that they lead to.

They are laid out as in the repository, so that a link means the same on the site and in a checkout.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

HOME = "README.md"
_SITE = Path("tools/site")
_FENCED = re.compile(r"^(?P<fence>```+).*?^(?P=fence)$", re.MULTILINE | re.DOTALL)
_COMMENT = re.compile(r"^<!--.*?-->\n", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"\]\((?P<target>[^)\s#]+)(?:#[^)]*)?\)")


def links(text: str) -> Iterator[str]:
    """What a page leads to within the repository, relative to the page."""
    for match in _LINK.finditer(_FENCED.sub("", text)):
        if "://" not in match["target"] and not match["target"].startswith("mailto:"):
            yield match["target"]


def reached(root: Path) -> list[Path]:
    """All that the site has of the repository `root`: the pages, and what these lead to."""
    found: dict[Path, None] = {}
    waiting = [root / HOME, *sorted((root / "docs").rglob("*.md"))]
    while waiting:
        path = waiting.pop()
        if path in found:
            continue
        found[path] = None
        if path.suffix == ".md":
            waiting += [(path.parent / link).resolve() for link in links(path.read_text())]
    return sorted(path.relative_to(root) for path in found)


def _published(text: str) -> str:
    """Without the comments, which are for the tests and for who edits."""
    parts: list[str] = []
    end = 0
    for fenced in _FENCED.finditer(text):
        parts += [_COMMENT.sub("", text[end : fenced.start()]), fenced[0]]
        end = fenced.end()
    return "".join([*parts, _COMMENT.sub("", text[end:])])


def lay_out(root: Path, place: Path) -> None:
    """Everything that mkdocs needs, in the folder `place`."""
    for path in reached(root):
        target = place / "pages" / path
        target.parent.mkdir(parents=True, exist_ok=True)
        if path.suffix == ".md":
            target.write_text(_published((root / path).read_text()))
        else:
            shutil.copyfile(root / path, target)
    shutil.copyfile(root / _SITE / "mkdocs.yml", place / "mkdocs.yml")
    shutil.copytree(root / _SITE / "theme", place / "theme")
