"""Draws which room of runtime/ uses which, as docs/developers/layout.md shows it: python3 tests/layout/picture.py

A dot where the room of the row includes parts of the room of the column. As the rooms are in their order, an arrow that
runs up would be a dot right of the diagonal.
"""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PICTURE = ROOT / "docs" / "pictures" / "rooms.svg"

_CELL = 34
_LEFT = 130
_TOP = 118

_STYLE = """
text{font:14px system-ui,"Segoe UI","DejaVu Sans",sans-serif;fill:#18212d}
.code{font:13px ui-monospace,"DejaVu Sans Mono",Menlo,Consolas,monospace}
.soft{fill:#566273}.paper{fill:#fff}.self{fill:#e3eefb;stroke:#3f7fc4}.grid{stroke:#dfe4ea}.dot{fill:#3f7fc4}.up{fill:#b81b32}
@media(prefers-color-scheme:dark){
text{fill:#e2e7ee}.soft{fill:#a3afbf}.paper{fill:#12181f}.self{fill:#1b2f47;stroke:#6ca7e6}.grid{stroke:#2a3440}.dot{fill:#6ca7e6}.up{fill:#ff7a86}
}
"""


def uses(arrows: dict[str, set[str]], rooms: list[str]) -> dict[str, set[str]]:
    """Which rooms each room uses, of the arrows between their parts."""
    result: dict[str, set[str]] = {room: set() for room in rooms}
    for part, targets in arrows.items():
        result[part.split("/")[0]] |= {target.split("/")[0] for target in targets}
    return {room: (targets & set(rooms)) - {room} for room, targets in result.items()}


def draw(used: dict[str, set[str]], rooms: list[str]) -> str:
    count = len(rooms)
    width, height = _LEFT + count * _CELL + 50, _TOP + count * _CELL + 52
    said = "; ".join(
        f"{room} uses {', '.join(r for r in rooms if r in used[room]) or 'none'}" for room in rooms
    )
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" role="img">',
        "<title>Which room uses which</title>",
        f"<desc>{said}.</desc>",
        f"<style>{_STYLE}</style>",
        f'<rect class="paper" width="{width}" height="{height}" rx="8"/>',
    ]
    for i, room in enumerate(rooms):
        x, y = _LEFT + i * _CELL, _TOP + i * _CELL
        middle = y + _CELL // 2 + 5
        turned = f"translate({x + _CELL // 2 + 5} {_TOP - 10}) rotate(-60)"
        lines += [
            f'<path class="grid" d="M{_LEFT} {y + _CELL // 2}H{x}M{x + _CELL // 2} {y + _CELL}V{_TOP + count * _CELL}"/>',
            f'<text class="code" x="{_LEFT - 12}" y="{middle}" text-anchor="end">{room}</text>',
            f'<text class="code" transform="{turned}">{room}</text>',
            f'<rect class="self" x="{x + 2}" y="{y + 2}" width="{_CELL - 4}" height="{_CELL - 4}" rx="5"/>',
        ]
    for i, room in enumerate(rooms):
        for j, other in enumerate(rooms):
            if other in used[room]:
                x, y = _LEFT + j * _CELL + _CELL // 2, _TOP + i * _CELL + _CELL // 2
                lines.append(f'<circle class="{"dot" if j < i else "up"}" cx="{x}" cy="{y}" r="6"/>')
    lines += [
        f'<text class="soft" x="{_LEFT}" y="{height - 18}">A dot: the room of the row uses the room of the column.</text>',
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    import test_rooms

    order = test_rooms.rooms()
    PICTURE.write_text(draw(uses(test_rooms.arrows(), order), order), encoding="utf-8")
