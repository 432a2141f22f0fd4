"""--replicate: which ranks have a second process, and which options exclude it (docs/reference/replication.md)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from .arguments import Line
from .options import UsageError, is_number, shortened

VARIABLE = "CLOSERANKS_REPLICATE"  # the ranks with a twin, in the order of their twins' processes (replica_map.hpp)
LIBRARY = "libcloseranks_replicas.so"
_PERCENT = re.compile(r"([0-9]{1,3}(?:\.[0-9]+)?) ?%")
_ITEM = re.compile(r"([0-9]{1,9})(?:-([0-9]{1,9}))?")
# What mpirun does with the output of ranks, each of which has been merged of two here.
_OF_OUTPUT = """
    output output-directory output-filename tag-output timestamp-output merge-stderr-to-stdout xml xterm stream-buffering
""".split()
_WITHOUT_KEEPER = ("preload-binary", "s", "xterm")


def ranks(text: str, size: int) -> list[int]:
    """Those with a twin, of `size`. `text`: 100%, 25%, or 0,3,5-7. Raises UsageError."""
    if percent := _PERCENT.fullmatch(text.strip()):
        return _share(float(percent[1]), size, text)
    found: list[int] = []
    for item in text.split(","):
        found += _of_item(item.strip(), size)
    found.sort()
    if (twice := next((rank for rank, after in zip(found, found[1:]) if rank == after), None)) is not None:
        raise UsageError(f"--replicate {shortened(text)} names rank {twice} twice; a rank has two processes at most.")
    return found


def _share(percent: float, size: int, text: str) -> list[int]:
    """Spread evenly, rank 0 first."""
    if percent > 100:
        raise UsageError(f"--replicate {text} is more than 100%; a rank has two processes at most.")
    count = min(size, int(size * percent / 100 + 0.5))
    if percent > 0:
        count = max(count, 1)
    return [number * size // count for number in range(count)]


def _of_item(item: str, size: int) -> range:
    match = _ITEM.fullmatch(item)
    if match is None:
        raise UsageError(
            f"--replicate: ({shortened(item)}) is no rank. It takes a share of the ranks, as 100% or 25%, or their numbers, as "
            "0,3,5-7."
        )
    first, last = int(match[1]), int(match[2] or match[1])
    if last < first:
        raise UsageError(f"--replicate: the ranks {item} go backwards; write {last}-{first}.")
    if last >= size:
        raise UsageError(f"--replicate: there is no rank {last}; the program has {size} ranks, from 0.")
    return range(first, last + 1)


def with_twin(line: Line, values: Mapping[str, str]) -> list[int]:
    """The ranks with a twin, in the order of their twins. `values`: of the options. Raises UsageError for what cannot be."""
    text = values.get("replicate", "").strip()
    if not text:
        if "replicate" in _recovery(values):
            raise UsageError("--recovery replicate needs --replicate, which says which ranks have a second process.")
        return []
    if len(line.applications) > 1:
        raise UsageError("--replicate is for one program, and the line has several.")
    size = line.applications[0].processes
    if size is None:
        raise UsageError("--replicate needs -n, which says how many ranks the program has besides their twins.")
    found = ranks(text, size)
    if found:
        for problem in _why_not(line, values):
            raise UsageError(problem)
    return [*found[1:], found[0]] if found and _goes_round_hosts(line) else found


def _goes_round_hosts(line: Line) -> bool:
    """Whether neighbours are on different hosts: with as many ranks as a multiple of the hosts, a twin would be on the host
    of its leader.
    """
    by_node = any(line.says_mpirun("map-by", word) for word in ("node", ":NODE", "NODE"))
    return by_node or line.has_mpirun_option("bynode")


def _recovery(values: Mapping[str, str]) -> list[str]:
    return [word.strip() for word in values.get("recovery", "").split(",") if word.strip()]


def _why_not(line: Line, values: Mapping[str, str]) -> Iterator[str]:
    """Sentences about options that exclude each other."""
    if is_number(values.get("spares", "0")) and int(values.get("spares", "0")) > 0:
        yield (
            "--replicate and --spares exclude each other so far: a rank that has lost its last process ends the program. "
            "Leave out --spares."
        )
    if more := [word for word in _recovery(values) if word != "replicate"]:
        yield (
            f"--recovery {values['recovery']}: with --replicate nothing can follow yet when a rank has lost its last process; "
            f"leave out {', '.join(more)} (--restarts N starts the job again)."
        )
    if values.get("failures") == "program":
        yield "--replicate and --failures program exclude each other: replicas handle failures in place of the program."
    if _is_on(values, "no_keeper") or line.has_mpirun_option(*_WITHOUT_KEEPER):
        yield (
            "--replicate needs the keepers of the processes, by which what two processes print is written once; leave out "
            "--no-keeper, and of mpirun's options --preload-binary and --xterm."
        )
    if _is_on(values, "disable"):
        yield "--replicate and --disable contradict each other: the twins would be ranks of their own."
    for name in _OF_OUTPUT:
        if line.has_mpirun_option(name):
            yield (
                f"--replicate excludes mpirun's option --{name} so far: closeranks carries what the ranks print, and writes "
                "each byte once."
            )
    if line.says_mpirun("stdin", "all"):
        yield "--replicate excludes mpirun's option --stdin all so far; name one rank, or none."


def _is_on(values: Mapping[str, str], name: str) -> bool:
    return values.get(name, "no") in ("yes", "1", "true", "on")


def as_variable(ranks: Sequence[int]) -> str:
    return ",".join(map(str, ranks))


def twins(ranks: Sequence[int], size: int) -> dict[int, int]:
    """The number of the second process, by rank."""
    return {rank: size + at for at, rank in enumerate(ranks)}


def equal_hashes(environment: Mapping[str, str]) -> dict[str, str]:
    """Python draws a number at its start, by which sets of strings have another order in each process."""
    name = "PYTHONHASHSEED"
    return {name: "0"} if environment.get(name, "random") in ("", "random") else {}


def takes_input(line: Line) -> int | None:
    """The rank that mpirun would give standard input; None: no single one."""
    from .arguments import split_options

    for application in line.applications:
        for option in split_options(application.mpirun_options):
            name, _, attached = option[0].lstrip("-").partition("=")
            if name == "stdin":
                value = attached or (option[1] if len(option) > 1 else "")
                return int(value) if is_number(value) else None
    return 0
