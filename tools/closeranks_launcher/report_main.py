"""closeranks report (also by its older name, closeranks-report): shows the events of a run."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from . import (
    exit_status,
    installation,
    merge,
    picture,
    records,
    render,
    replicas,
    report_file,
    report_shape,
    restarts,
)
from .options import described
from .page import page


_STATUSES = "exit status: 0: all was shown; 82: report was called wrongly, or what it was given is no report, or damaged"


def _merged(folder: Path, job: int) -> dict[str, Any]:
    """The report of one attempt. Raises ValueError."""
    launch = records.read_launch(folder)
    found = replicas.read(folder, launch)
    ranks, kept = found.ranks, found.kept
    if not any(one.job == job for one in [*ranks, *kept]):
        raise ValueError(f"There are no records of job {job} in {folder}.")
    last_calls = records.read_last_calls(folder, job)
    return merge.merge(ranks, job, kept, False, last_calls, launch, found.state)


def load(source: Path, job: int) -> dict[str, Any]:
    """Raises ValueError with a sentence when `source` is neither records nor a report."""
    if not source.exists():
        raise ValueError(f"{source} does not exist: it should be a directory of records or a report (JSON).")
    if source.is_dir():
        attempts = [source, *filter(records.read, restarts.folders(source)[1:])]
        return merge.with_earlier([_merged(folder, job) for folder in attempts])
    try:
        report = json.loads(source.read_text())
    except (ValueError, RecursionError) as error:
        raise ValueError(f"{source} is no JSON: {error}.") from error
    if not isinstance(report, dict) or report.get("format") != merge.FORMAT:
        raise ValueError(f"{source} is no report of closeranks.")
    if report.get("version") not in report_shape.VERSIONS:
        raise ValueError(f"The report {source} is of another version ({report.get('version')}) than this closeranks reads.")
    if damaged := report_shape.damaged_fields(report):
        raise ValueError(f"The report {source} is damaged: {', '.join(damaged)}.")
    return report


def _parser(script: Path) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="closeranks report", description="Shows what happened in a run.", epilog=_STATUSES
    )
    parser.add_argument("source", type=Path, help="a directory of records or a report (JSON)")
    parser.add_argument("--version", action="version", version=f"closeranks report {installation.version(script)}")
    parser.add_argument("--job", type=int, default=1, help="of records: 1, or that of a spawn")
    parser.add_argument("--json", metavar="FILE", help="write the merged report; - for stdout")
    parser.add_argument("--html", metavar="FILE", help="write a page for a browser; - for stdout")
    parser.add_argument("--svg", metavar="FILE", help="write a picture; - for stdout")
    return parser


def _write(target: str, content: str) -> None:
    if target == "-":
        sys.stdout.write(content)
    else:
        try:
            Path(target).write_text(content, encoding="utf-8")
        except OSError as error:
            raise ValueError(f"{target} cannot be written: {described(error)}.") from error


def _refuse_overwriting(source: Path, targets: Sequence[str]) -> None:
    """Raises ValueError where a file would be written over what was read, or over another one of the call."""
    files = [Path(target) for target in targets if target != "-"]
    if any(file.exists() and file.samefile(source) for file in files):
        raise ValueError(f"{source} is what is to be shown, and would be overwritten; name another file.")
    if len({file.absolute() for file in files}) < len(files):
        raise ValueError("Two of --json, --html and --svg name the same file; name another one.")


def _show(source: Path, given: argparse.Namespace) -> None:
    _refuse_overwriting(source, [target for target in (given.json, given.html, given.svg) if target])
    report = load(source, given.job)
    shown = report_shape.printable(report)
    if given.json:
        _write(given.json, report_file.to_text(report))
    if given.svg:
        if report.get("ranks") is None:
            raise ValueError(
                f"{source} was written by the library alone and has no times of the "
                "ranks; a picture needs records, or a report of the launcher."
            )
        _write(given.svg, picture.svg(shown))
    if given.html:
        _write(given.html, page.html(shown))
    if not (given.json or given.svg or given.html):
        sys.stdout.write(render.text(shown))
    sys.stdout.flush()


def main(script: Path, words: Sequence[str]) -> int:
    try:
        given = _parser(script).parse_args(words)
    except SystemExit as ended:  # argparse has its own number for a wrong call
        raise SystemExit(int(exit_status.USAGE) if ended.code else 0) from None
    try:
        _show(given.source, given)
    except BrokenPipeError:  # the reader has closed the pipe
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except RecursionError:
        return _refused(f"{given.source} is nested too deeply for a report.")
    except OSError as error:
        return _refused(f"{given.source} cannot be read: {described(error)}.")
    except ValueError as error:
        return _refused(str(error))
    return exit_status.CLEAN


def _refused(sentence: str) -> int:
    print(f"closeranks report: {sentence}", file=sys.stderr)
    return int(exit_status.USAGE)
