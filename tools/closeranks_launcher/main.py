"""closeranks: runs an MPI program so that it goes on when processes die."""

from __future__ import annotations

import json
import os
import shutil
import sys
import tempfile
import textwrap
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from . import (
    arguments,
    command,
    environment,
    installation,
    keepers,
    merge,
    options,
    post,
    records,
    render,
    run,
    verdict,
)
from .options import Option, UsageError

_USAGE = """\
usage: closeranks [options] -n N program [arguments...]

Runs an MPI program that nobody changed, so that it goes on with the ranks that are left when some
of them die. Options that are not listed here go to mpirun (-n, --hostfile, --map-by, -x, ...).

options:
"""

_NODES = """
On several nodes: the records of all ranks take a directory that all nodes share (--keep-records).
Every option is also an environment variable (--abort-code: CLOSERANKS_ABORT_CODE); docs/options.md
tells more about each.
"""


_ROOM = 65536  # bytes that there has to be for records, at least


def _say(text: str) -> None:
    print(f"closeranks: {text}", file=sys.stderr, flush=True)


def help_text(table: Sequence[Option]) -> str:
    lines = []
    for option in table:
        if not option.has_flag:
            continue
        left = f"  {option.flag} {option.metavar}".rstrip()
        text = option.help + (" (repeatable)" if option.repeatable else "")
        text += f" [{', '.join(option.values)}]" if option.values else ""
        wrapped = textwrap.wrap(text, 74)
        lines += [f"{left:<24}  {wrapped[0]}"] + [" " * 26 + more for more in wrapped[1:]]
    lines += [f"{'  --version':<24}  print the version", f"{'  --help':<24}  print this"]
    return _USAGE + "\n".join(lines) + "\n" + _NODES + "\n" + verdict.EXIT_STATUS_HELP


def _hint(line: arguments.Line, status: int) -> str:
    """What may help when mpirun itself gave up before any rank started."""
    asked = run.processes([application.processes for application in line.applications])
    cores = len(os.sched_getaffinity(0))
    knows = line.has_mpirun_option("oversubscribe", "hostfile", "host", "H", "machinefile")
    if status != 0 and asked > cores and not knows:
        return (
            f"mpirun starts one process for each core unless told otherwise, and {asked} were "
            f"asked for on {cores}; add --oversubscribe if that is why it stopped."
        )
    return ""


def _launch(
    line: arguments.Line, table: Sequence[Option], place: installation.Installation, folder: Path
) -> int:
    values = command.settings(line, table, os.environ)
    if command.is_on(values, "verbose"):
        _say(command.build(line, table, place, folder).quoted())
    with post.listening(folder) as letters:
        built = command.build(line, table, place, folder, launcher=letters.address if letters else "")
        try:
            ended = run.run(built, folder, letters)
        except OSError as error:
            raise UsageError(f"mpirun ({place.mpirun}) cannot be started: {error.strerror}.") from error
    return _conclude(line, values, folder, ended)


def _conclude(
    line: arguments.Line, values: dict[str, str], folder: Path, ended: run.Ended
) -> int:
    """Says what the ranks could not say, writes the report, and returns the exit status."""
    ranks = records.read(folder)
    kept = keepers.read(folder)
    allowed = command.is_on(values, "allow_unprotected")
    judged = verdict.judge(ranks, ended.status, kept, ended.stopped, allowed)
    status = verdict.SIGNAL + ended.signal if ended.signal else judged.status
    was_ended = bool(ended.signal or ended.stopped)
    report = merge.merge(ranks, 1, kept, was_ended, records.read_last_calls(folder))
    if not report["completed"] and not command.is_on(values, "quiet"):
        for text in render.summary(report):
            _say(text)
    if "report" in values:
        _write_report(values["report"], report | {"exit_status": status})
    reason = judged.reason if ranks or kept else _hint(line, ended.status)
    if reason and not ended.signal:
        _say(reason)
    return status


def _write_report(path: str, report: dict[str, Any]) -> None:
    try:
        Path(path).write_text(json.dumps(report, indent=4) + "\n")
    except OSError as error:
        _say(f"The report ({path}) cannot be written: {error.strerror}.")


def _records_folder(values: dict[str, str]) -> Path:
    """A folder without old records. Raises UsageError."""
    if "keep_records" not in values:
        return Path(tempfile.mkdtemp(prefix="closeranks-"))
    folder = Path(values["keep_records"]).absolute()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        records.remove(folder)
        probe = folder / ".closeranks-probe"
        probe.write_bytes(bytes(_ROOM))
        probe.unlink()
    except OSError as error:
        raise UsageError(f"The records cannot go to {folder}: {error.strerror}.") from error
    return folder


def main(script: Path, words: Sequence[str]) -> int:
    try:
        table = options.load()
        line = arguments.parse(words, table)
        if line.wants_help:
            print(help_text(table), end="")
            return verdict.CLEAN
        place = installation.find(script)
        if line.wants_version:
            print(f"closeranks {place.version} (mpirun: {place.mpirun})")
            return verdict.CLEAN
        for word in line.unknown:
            _say(f"The option {word} goes to mpirun without a value; if it has one: {word}=VALUE.")
        values = command.settings(line, table, os.environ)
        if command.is_on(values, "dry_run"):
            if environment.needs_link(place):
                raise UsageError(
                    f"The folder of the library ({place.library.parent}) has a colon or a semicolon in "
                    "its name, which LD_PRELOAD cannot hold; the launcher makes a link for each run, "
                    "and there is no command that can be written down."
                )
            kept = Path(values["keep_records"]).absolute() if "keep_records" in values else None
            print(command.build(line, table, place, kept).quoted())
            return verdict.CLEAN
        folder = _records_folder(values)
        try:
            with environment.reachable(place) as reachable:
                return _launch(line, table, reachable, folder)
        finally:
            if "keep_records" not in values:
                shutil.rmtree(folder, ignore_errors=True)
    except UsageError as error:
        _say(str(error))
        return verdict.USAGE
