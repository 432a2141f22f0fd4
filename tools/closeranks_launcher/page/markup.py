"""Elements of HTML and SVG. Whatever is no Markup is escaped: nothing of a report can be anything but text."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

_EMPTY = {"meta", "br", "rect", "line", "path", "circle"}  # elements without an end


class Markup(str):
    """Text that is HTML already."""

    __slots__ = ()


def join(parts: Iterable[str]) -> Markup:
    return Markup("".join(part if isinstance(part, Markup) else escape(part) for part in parts))


def el(name: str, /, *children: str, **attributes: str | int | float | None) -> Markup:
    """An element. Attributes: `class_` is class, `data_tip` is data-tip; those that are None are left out."""
    told = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(str(value))}"'
        for key, value in attributes.items()
        if value is not None
    )
    if name in _EMPTY and not children:
        return Markup(f"<{name}{told}/>")
    return Markup(f"<{name}{told}>{join(children)}</{name}>")
