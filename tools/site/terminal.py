"""A picture of a terminal: what was typed and what came, as SVG that follows the reader's light or dark."""

from __future__ import annotations

import os
import pty
import re
import subprocess
from collections.abc import Mapping
from html import escape
from pathlib import Path
from shlex import quote

# Colours of the paper and of each kind of line.
LIGHT = {"paper": "#fbfcfd", "edge": "#cfd7e0", "output": "#18212d", "command": "#0b57d0", "told": "#566273", "lost": "#b81b32"}
DARK = {"paper": "#12181f", "edge": "#2b3643", "output": "#e2e7ee", "command": "#9cc3ff", "told": "#a3afbf", "lost": "#ff7a86"}

_KINDS = (("command", r"\$ "), ("lost", r"closeranks: (lost|summary)"), ("told", r"closeranks:"), ("output", ""))
_WIDE, _HIGH, _EDGE = 8.0, 19, 16  # pixels: a letter, a line, the margin


def session(commands: list[str], folder: Path, environment: Mapping[str, str]) -> str:
    """What a terminal shows when one shell is given these commands in `folder`."""
    # Printing a prompt must not change $?.
    typed = (f"printf '%s\\n' {quote('$ ' + command)}; (exit $status)\n{command}\nstatus=$?\n" for command in commands)
    ours, its = pty.openpty()
    shell = subprocess.Popen(
        ["bash", "-c", "".join(["status=0\n", *typed])], cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=its, stderr=its, close_fds=True
    )
    os.close(its)
    shown = b""
    try:
        while data := os.read(ours, 1 << 16):
            shown += data
    except OSError:  # how a terminal ends whose last user has left
        pass
    os.close(ours)
    shell.wait()
    return shown.decode().replace("\r\n", "\n")


def _style() -> str:
    def rules(colours: Mapping[str, str]) -> str:
        text = "".join(f".{kind}{{fill:{colours[kind]}}}" for kind, _ in _KINDS)
        return f".paper{{fill:{colours['paper']};stroke:{colours['edge']}}}{text}"

    font = "text{font:13px ui-monospace,'DejaVu Sans Mono',Menlo,Consolas,monospace;white-space:pre}.command{font-weight:bold}"
    return f"{font}{rules(LIGHT)}@media(prefers-color-scheme:dark){{{rules(DARK)}}}"


def _line(number: int, text: str) -> str:
    kind = next(kind for kind, begin in _KINDS if re.match(begin, text))
    place = f'x="{_EDGE}" y="{_EDGE + 13 + number * _HIGH}" textLength="{len(text) * _WIDE:g}"'
    return f'<text class="{kind}" {place} lengthAdjust="spacingAndGlyphs" xml:space="preserve">{escape(text)}</text>\n'


def picture(text: str, title: str) -> str:
    lines = text.splitlines()
    width = 2 * _EDGE + round(max(map(len, lines)) * _WIDE)
    height = 2 * _EDGE + len(lines) * _HIGH
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" role="img">\n'
        f"<title>{escape(title)}</title>\n<style>{_style()}</style>\n"
        f'<rect class="paper" x=".5" y=".5" width="{width - 1}" height="{height - 1}" rx="8"/>\n'
        f"{''.join(_line(number, line) for number, line in enumerate(lines) if line)}</svg>\n"
    )
