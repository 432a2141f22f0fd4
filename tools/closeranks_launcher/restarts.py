"""--restarts: the job is started again when its survivors could not complete, on the remaining hosts."""

from __future__ import annotations

import contextlib
import socket
from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path

from . import merge_losses, restart_reasons
from .arguments import Application, Line, split_options
from .plain import TYPE_CHECKING
from .records import Rank

if TYPE_CHECKING:
    from typing import Any

VARIABLE = "CLOSERANKS_RESTART"
_HOSTS = ("host", "H")
_HOSTFILES = ("hostfile", "machinefile", "default-hostfile")
_PER_HOST = ("N", "npernode", "npersocket", "pernode", "ppr", "rankfile")
_HOW_MANY = ("n", "np", "c", "app", "appfile", *_PER_HOST)
_WHERE = ("map-by", "bynode", "bycore", "byslot", *_PER_HOST)


class NoHostLeft(Exception):
    """The job has no host left."""


def folder_of(records: Path, restart: int) -> Path:
    """Where the records of an attempt are."""
    return records / f"restart-{restart}" if restart else records


def folders(records: Path) -> list[Path]:
    """The folders of all attempts, in order, as far as there are any."""
    found = [records]
    while (more := folder_of(records, len(found))).is_dir() and not more.is_symlink():
        found.append(more)
    return found


def remove_empty(records: Path) -> None:
    """The folders of restarts, as far as nothing is in them."""
    for folder in reversed(folders(records)[1:]):
        with contextlib.suppress(OSError):
            folder.rmdir()


def gone(report: Mapping[str, Any], ranks: Sequence[Rank]) -> list[str]:
    """Hosts whose ranks other ranks have lost, where no rank is known to have ended. Never this host.

    One lost rank is enough: the program may have been ended before any rank noticed the other losses on its host. A
    rank that was lost after that was ended with the program.
    """
    noticed = restart_reasons.lost_before_end(ranks)
    silent = noticed & {one["rank"] for one in report["lost"] if one["cause"] == merge_losses.NO_WORD}
    ended = {one["rank"] for one in report["ranks"] if one["ended"] is not None}
    return [
        host
        for host, own in report["hosts"].items()
        if host and silent.intersection(own) and not ended.intersection(own) and not _is(host, socket.gethostname())
    ]


def _is(one: str, other: str) -> bool:
    """Whether two names are those of one host: one may have its domain behind it."""
    if one.replace(".", "").isdigit() or other.replace(".", "").isdigit():
        return one == other
    return one == other or one.partition(".")[0] == other.partition(".")[0]


def again(line: Line, restart: int, hosts: Collection[str], report: Mapping[str, Any], folder: Path) -> Line:
    """The command line of attempt `restart` (from 1) without `hosts`. `report`: of the attempt before. `folder`: where
    changed hostfiles can be put. Raises NoHostLeft.
    """
    import copy

    changed = copy.deepcopy(line)
    for number, application in enumerate(changed.applications):
        application.exports[VARIABLE] = str(restart)
        if hosts:
            _leave_out(application, hosts, folder / f"hosts-{number}")
    if not hosts:
        return changed
    first = changed.applications[0].mpirun_options
    if not _says_how_many(line):  # then that of the slots decided, of which there are fewer now
        first += ["-n", str(report["size"])]
    if not changed.has_mpirun_option(*_HOSTS, *_HOSTFILES):  # the nodes are a scheduler's
        left = [f"{name}:{len(ranks)}" for name, ranks in report["hosts"].items()]
        first += ["--host", _without(",".join(left), hosts)]
    if not changed.has_mpirun_option("oversubscribe", "nooversubscribe"):
        first.append("--oversubscribe")
    if not changed.has_mpirun_option(*_WHERE):  # mpirun's own way with --oversubscribe is to put all on the first host
        first += ["--map-by", "slot"]
    return changed


def variables(environment: Mapping[str, str]) -> dict[str, str]:
    """What mpirun has to be told besides. Slurm ends the step of the attempt before when it has given up the node that
    died, a minute later or so; until then it would let another step wait.
    """
    waits = "SLURM_JOB_ID" in environment and "SLURM_OVERLAP" not in environment
    return {"SLURM_OVERLAP": "1"} if waits else {}


def _says_how_many(line: Line) -> bool:
    per_host = any("ppr:" in word for application in line.applications for word in application.mpirun_options)
    return per_host or line.has_mpirun_option(*_HOW_MANY)


def _leave_out(application: Application, hosts: Collection[str], file: Path) -> None:
    words: list[str] = []
    for option in split_options(application.mpirun_options):
        name, _, attached = option[0].lstrip("-").partition("=")
        if name in _HOSTS:
            option = ["--host", _without(attached or option[1], hosts)]
        elif name in _HOSTFILES:
            option = [f"--{name}", _copied(Path(attached or option[1]), hosts, file)]
        words += option
    application.mpirun_options = words


def _is_left(entry: str, hosts: Collection[str]) -> bool:
    name = entry.partition(":")[0].rpartition("@")[2]  # user@host:slots
    return not any(_is(name, host) for host in hosts)


def _kept(entries: Sequence[str], is_left: Callable[[str], bool]) -> list[str]:
    kept = [entry for entry in entries if is_left(entry)]
    if not any(entry.partition("#")[0].strip() for entry in kept):
        raise NoHostLeft("no host is left")
    return kept


def _without(listed: str, hosts: Collection[str]) -> str:
    return ",".join(_kept(listed.split(","), lambda entry: _is_left(entry, hosts)))


def _copied(hostfile: Path, hosts: Collection[str], target: Path) -> str:
    """A copy without them; the file itself, if it cannot be read."""
    try:
        lines = hostfile.read_text().splitlines()
        target.write_text("\n".join(_kept(lines, lambda line: _is_left((line.split() or [""])[0], hosts))) + "\n")
    except (OSError, UnicodeDecodeError):
        return str(hostfile)
    return str(target)
