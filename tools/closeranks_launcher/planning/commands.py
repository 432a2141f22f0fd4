"""closeranks plan MODEL: the models, and what all of them can be printed as."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, NoReturn

from .. import exit_status, installation
from ..options import UsageError
from . import answer as answers
from .answer import Answer
from .progress import Progress

MODELS = ("masking", "ghosts", "mapping", "production", "steps", "memory", "bursts", "replicas", "accuracy", "quality")


def _model(name: str) -> Any:
    return import_module(f".{name}", __package__)


def summaries() -> list[tuple[str, str]]:
    return [(name, str(_model(name).SUMMARY)) for name in MODELS]


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        self.print_usage(sys.stderr)
        self.exit(int(exit_status.USAGE), f"{self.prog}: error: {message}\n")


def parser(script: Path, name: str, module: Any) -> argparse.ArgumentParser:
    made = _Parser(
        prog=f"closeranks plan {name}".rstrip(),
        description=(module.__doc__ or "").strip(),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    module.add_arguments(made)
    group = made.add_argument_group("what is written")
    group.add_argument("--json", action="store_true", help="print the plan for a program to read, in seconds and bytes")
    group.add_argument("--svg", metavar="FILE", help="write the plots to FILE; - for stdout")
    group.add_argument("--html", metavar="FILE", help="write a page with all of it to FILE")
    made.add_argument("--version", action="version", version=f"closeranks plan {installation.version(script)}")
    return made


def _write(file: str, content: str) -> None:
    """Raises UsageError."""
    if file == "-":
        sys.stdout.write(content)
        return
    try:
        Path(file).write_text(content, encoding="utf-8")
    except OSError as error:
        raise UsageError(f"{file} cannot be written: {error.strerror}.") from error


def _show(answer: Answer, given: argparse.Namespace) -> None:
    """Raises UsageError."""
    if given.svg or given.html:
        from . import page, plots

        if given.html:
            _write(given.html, page.html(answer))
        if given.svg:
            _write(given.svg, plots.svg(answer.plots))
            if given.svg == "-":
                return
    sys.stdout.write(json.dumps(answers.as_json(answer), indent=2) + "\n" if given.json else answers.text(answer))


def run(script: Path, name: str, words: Sequence[str], module: Any = None) -> int:
    """`module` has SUMMARY, add_arguments and answer."""
    module = module or _model(name)
    given = parser(script, name, module).parse_args(words)
    progress = Progress()
    try:
        tell: Callable[[argparse.Namespace, Progress], Answer] = module.answer
        try:
            answer = tell(given, progress)
        finally:
            progress.end()
        _show(answer, given)
    except UsageError as error:
        print(f"closeranks plan: {error}", file=sys.stderr)
        return int(exit_status.USAGE)
    return int(exit_status.CLEAN)


def recommend(script: Path, words: Sequence[str]) -> int:
    """closeranks plan --ranks N --time DURATION ...: which way to take."""
    from . import recommend as module

    return run(script, "", words, module)
