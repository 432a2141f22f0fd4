"""Calls that no MPI has: one for each shape in each class where the shape fits, and what must come of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

BUF = {"name": "buf", "kind": "BUFFER", "direction": "in"}
RESULT = {"name": "result", "kind": "BUFFER", "direction": "out"}
DATA = {"name": "data", "kind": "BUFFER", "direction": "inout"}
COUNT = {"name": "count", "kind": "POLYXFER_NUM_ELEM_NNI", "direction": "in"}
COUNTS = {**COUNT, "name": "counts", "length": "members"}
DISPLS = {"name": "displs", "kind": "POLYDISPLACEMENT", "direction": "in", "length": "members"}
TYPE = {"name": "type", "kind": "DATATYPE", "direction": "in"}
OP = {"name": "op", "kind": "OPERATION", "direction": "in"}
ROOT = {"name": "root", "kind": "RANK", "direction": "in"}
DEST = {"name": "dest", "kind": "RANK", "direction": "in"}
TAG = {"name": "tag", "kind": "TAG", "direction": "in"}
HINT = {"name": "hint", "kind": "MATH", "direction": "in"}
ANSWER = {"name": "answer", "kind": "MATH", "direction": "out"}
STATUS = {"name": "status", "kind": "STATUS", "direction": "out"}
COMM = {"name": "comm", "kind": "COMMUNICATOR", "direction": "in"}
NEW = {"name": "newcomm", "kind": "COMMUNICATOR", "direction": "out"}
FILE = {"name": "fh", "kind": "FILE", "direction": "in"}
OFFSET = {"name": "offset", "kind": "OFFSET", "direction": "in"}
XFER = {"name": "count", "kind": "POLYXFER_NUM_ELEM", "direction": "in"}
REQUESTS = {"name": "request", "kind": "REQUEST", "direction": "inout"}
WIN = {"name": "win", "kind": "WINDOW", "direction": "in"}
TARGET = {"name": "target", "kind": "RANK_NNI", "direction": "in"}


@dataclass(frozen=True)
class Call:
    """An entry, and what its wrapper must have; `notes`: it says that it passes through."""

    of_class: str  # where its wrapper is
    arguments: list[dict[str, Any]]
    treatment: dict[str, Any]
    overlay: dict[str, Any] = field(default_factory=dict)
    standard: dict[str, Any] = field(default_factory=dict)
    has: tuple[str, ...] = ()
    notes: bool = False
    policies: str = "none, none, none"
    returns: str = "int"

    @property
    def entry(self) -> dict[str, Any]:
        standard: dict[str, Any] = {"brief": "Does what nobody knows.", "since": "5.0", **self.standard}
        if self.returns != "int":
            standard["returns"] = self.returns
        if not self.is_form:
            standard["arguments"] = self.arguments
        entry = {"standard": standard}
        if self.treatment:
            entry["treatment"] = self.treatment
        return entry

    @property
    def is_form(self) -> bool:
        return "nonblocking" in self.standard or "persistent" in self.standard


def _call(of_class: str, *arguments: dict[str, Any], **fields: Any) -> Call:
    treatment = {"class": of_class, **fields.pop("treatment", {})}
    return Call(of_class, list(arguments), treatment, **fields)


def _form(of_class: str, kind: str, blocking: str, **fields: Any) -> Call:
    return Call(of_class, [], {}, standard={kind: blocking}, **fields)


def _written(shape: str) -> dict[str, Any]:
    return {"shape": shape, "implemented_by": "invented"}


def _rank(argument: str, role: str, of: str = "comm") -> list[dict[str, str]]:
    return [{"argument": argument, "role": role, "of": of}]


UNPROTECTED = {"protected": False, "reason": "own_fault_tolerance"}
FROM_ROOT: dict[str, Any] = {"ranks": _rank("root", "root"), "policy": "abort"}
TO_ROOT: dict[str, Any] = {"ranks": _rank("root", "root"), "policy": "ignore", "contribution": {"reason": "block", "count": "counts"}}
TO_DEST = {"ranks": _rank("dest", "destination"), "policy": "ignore"}
AMONG_ALL = {"contribution": {"reason": "summand", "count": "count"}}
SHARED_OUT = {
    "log": {
        "keeps": "share", "buffer": "result", "count": "counts", "type": "type",
        "from": {"buffer": "buf", "count": "counts", "type": "type"}, "op": "op",
    },
}
TO_TARGET = {"ranks": _rank("target", "target", "win"), "policy": "ignore"}
ROOT_ONLY = {"root_only": True}

MESSAGES = {
    "MPI_Foo_send": _call(
        "one-to-one", BUF, COUNT, TYPE, DEST, TAG, COMM, HINT,
        treatment={"shape": "send", **TO_DEST},
        has=("Entry::find_peers(comm)", "real.Foo_send(buf, count, type, peer, tag, messages, hint)",
             "send(*c, dest, tag, native)"),
        policies="ignore, none, none",
    ),
    "MPI_Ifoo_send": _form(
        "one-to-one", "nonblocking", "MPI_Foo_send",
        has=("real.Ifoo_send(buf, count, type, peer, tag, messages, hint, started)",
             "start_send(Entry::function(), *c, dest, tag, request, native)"),
        policies="ignore, none, none",
    ),
    "MPI_Foo_synch": _call(
        "one-to-one", BUF, COUNT, TYPE, DEST, TAG, COMM,
        treatment={"shape": "send", **TO_DEST}, has=("send(*c, dest, tag, native)",),
        policies="ignore, none, none",
    ),
    "MPI_Foo_synch_init": _form(
        "one-to-one", "persistent", "MPI_Foo_synch",
        has=("make_persistent(*c, buf, count, type, dest, tag, request, native)",),
        policies="ignore, none, none",
    ),
    "MPI_Foo_receive": _call(
        "one-to-one", RESULT, COUNT, TYPE, {**DEST, "name": "source"}, TAG, COMM, STATUS,
        treatment={"ranks": _rank("source", "source"), "policy": "abort"}, overlay=_written("runtime"),
        has=("Entry::find_peers(comm)", "invented(*c, result, count, type, source, tag, status)"),
        policies="abort, none, abort",
    ),
}

COLLECTIVES = {
    "MPI_Foo_bcast": _call(
        "one-to-all", DATA, COUNT, TYPE, ROOT, COMM, treatment=FROM_ROOT, notes=True,
        has=("real.Foo_bcast(data, count, type, live_root, working)", ".root = root", "run_collective(",
             "if (Entry::find_intercommunicator(comm) != nullptr) passing();",
             "real.Foo_bcast(data, count, type, root, native(comm))"),
        policies="abort, none, none",
    ),
    "MPI_Ifoo_bcast": _form(
        "one-to-all", "nonblocking", "MPI_Foo_bcast", notes=True,
        has=("run_Foo_bcast(*c, Function::Ifoo_bcast, data, count, type, root)",
             "start_nonblocking(Function::Ifoo_bcast, *c, request, run)",
             "real.Ifoo_bcast(data, count, type, root, native(comm), request)"),
        policies="abort, none, none",
    ),
    "MPI_Foo_bcast_init": _form(
        "one-to-all", "persistent", "MPI_Foo_bcast", notes=True,
        has=("make_persistent_collective(Function::Foo_bcast_init, *c, request, run)",
             "real.Foo_bcast_init(data, count, type, root, native(comm), info, request)"),
        policies="abort, none, none",
    ),
    "MPI_Foo_bcast_sides": _call(
        "one-to-all", DATA, COUNT, TYPE, ROOT, COMM, treatment=FROM_ROOT,
        overlay={"between_sides": "invented"},
        has=("invented(*sides, data, count, type, root)",), policies="abort, none, none",
    ),
    "MPI_Foo_bcast_written": _call(
        "one-to-all", DATA, COUNT, TYPE, ROOT, COMM, treatment=FROM_ROOT, overlay=_written("runtime"), notes=True,
        has=("Entry::find(comm)", "invented(*c, data, count, type, root)",
             "real.Foo_bcast_written(data, count, type, root, native(comm))"),
        policies="abort, none, none",
    ),
    "MPI_Foo_bcast_later": _call(
        "one-to-all", DATA, COUNT, TYPE, ROOT, COMM, treatment={"ranks": FROM_ROOT["ranks"], **UNPROTECTED}, notes=True,
        has=("real.Foo_bcast_later(data, count, type, root, native(comm))",),
    ),
    "MPI_Foo_gatherv": _call(
        "all-to-one", BUF, COUNT, TYPE, {**RESULT, **ROOT_ONLY}, {**COUNTS, **ROOT_ONLY}, {**DISPLS, **ROOT_ONLY},
        {**TYPE, "name": "into", **ROOT_ONLY}, ROOT, COMM, notes=True,
        treatment={
            **TO_ROOT,
            "in_place": {"argument": "buf", "at_root_only": True, "ignores": ["count", "type"]},
            "positional": {"blocks": "rank", "per_rank": ["counts", "displs"]},
        },
        has=("Compacted live_counts(c, at_root ? counts : nullptr)", "live_displs.data()",
             ".contributions = at_root ? from_members(counts) : from_nobody()", "native(comm)"),
        policies="ignore, ignore, none",
    ),
    "MPI_Ifoo_gatherv": _form(
        "all-to-one", "nonblocking", "MPI_Foo_gatherv", notes=True,
        has=("own_counts = copy_array(at_root ? counts : nullptr, members_of(*c))",
             "own_displs = copy_array(at_root ? displs : nullptr, members_of(*c))",
             "own_counts.get(), own_displs.get()"),
        policies="ignore, ignore, none",
    ),
    "MPI_Foo_gatherv_init": _form(
        "all-to-one", "persistent", "MPI_Foo_gatherv", notes=True,
        has=("own_counts = copy_array(at_root ? counts : nullptr, members_of(*c))",
             "make_persistent_collective(Function::Foo_gatherv_init, *c, request, run)"),
        policies="ignore, ignore, none",
    ),
    "MPI_Foo_allreduce": _call(
        "all-to-all", BUF, RESULT, COUNT, TYPE, OP, COMM, notes=True,
        treatment={
            **AMONG_ALL,
            "log": {"keeps": "result", "buffer": "result", "count": "count", "type": "type"},
            "in_place": {
                "argument": "buf",
                "overwrites": {"buffer": "result", "count": "count", "type": "type"},
            },
        },
        has=("if (in_place) inputs.emplace(result, count, type)", ".inputs = inputs.get()",
             "from_members(count)", "(result, count, type)", "native(comm)"),
        policies="none, ignore, none",
    ),
    "MPI_Ifoo_allreduce": _form(
        "all-to-all", "nonblocking", "MPI_Foo_allreduce", notes=True,
        has=("run_Foo_allreduce(*c, Function::Ifoo_allreduce, buf, result, count, type, op)",),
        policies="none, ignore, none",
    ),
    "MPI_Foo_allreduce_init": _form(
        "all-to-all", "persistent", "MPI_Foo_allreduce", notes=True,
        has=("run_Foo_allreduce(*c, Function::Foo_allreduce_init, buf, result, count, type, op)",),
        policies="none, ignore, none",
    ),
    "MPI_Foo_scan": _call(
        "all-to-all", BUF, RESULT, COUNT, TYPE, OP, COMM, standard={"intracommunicators_only": True},
        treatment={"contribution": {"reason": "summand", "count": "count", "from": "lower"}},
        has=("from_lower(count)", "if (c == nullptr) return real.Foo_scan(buf, result, count, type, op, comm);"),
        policies="none, ignore, none",
    ),
    "MPI_Foo_alltoallv": _call(
        "all-to-all", BUF, COUNTS, TYPE, RESULT, COMM, notes=True,
        treatment={"contribution": {"reason": "exchange", "count": "counts"}, "positional": {"blocks": "rank"}},
        overlay={"compacted_by": "invented"},
        has=("invented(c, working, buf, counts, type, result)", ".compacted = compacted"),
        policies="none, abort, none",
    ),
    "MPI_Foo_reduce_scatter": _call(
        "all-to-all", BUF, RESULT, {**COUNTS, "length": "own_side"}, TYPE, OP, COMM, notes=True,
        treatment={**SHARED_OUT, "contribution": {"reason": "summand"}, "positional": {"blocks": "rank"}},
        overlay={"compacted_by": "invented"},
        has=(".kept = log_share(buf, counts, type, result, counts, type, op)", ".compacted = compacted"),
        policies="none, ignore, none",
    ),
    "MPI_Foo_agree": _call(
        "all-to-all", ANSWER, COMM, treatment=UNPROTECTED, notes=True,
        has=("real.Foo_agree(answer, native(comm))",),
    ),
}

CREATIONS = {
    "MPI_Foo_split": _call(
        "comm-creator", COMM, HINT, NEW, treatment={"shape": "create"}, notes=True,
        has=("if (newcomm == nullptr) return real.Foo_split(", "real.Foo_split(parent, hint, made)",
             "create_from_survivors(*c, newcomm, make)", "real.Foo_split(native(comm), hint, newcomm)"),
    ),
    "MPI_Foo_split_sides": _call(
        "comm-creator", COMM, HINT, NEW, treatment={"shape": "create"}, overlay={"between_sides": "invented"},
        has=("invented(*sides, newcomm, make)",),
    ),
    "MPI_Foo_dup": _call(
        "comm-creator", COMM, NEW, treatment={"shape": "duplicate"}, notes=True,
        has=("duplicate(*c, newcomm, make, __builtin_return_address(0))", "real.Foo_dup(native(comm), newcomm)"),
    ),
    "MPI_Foo_grid": _call(
        "comm-creator", COMM, HINT, NEW, treatment={"shape": "create_with_topology"}, notes=True,
        overlay={"described_by": "describe_invented", "described_with": ["hint"]},
        has=("describe_invented(parent, hint)", "create_with_topology(*c, newcomm, make, describe)",
             "real.Foo_grid(native(comm), hint, newcomm)"),
    ),
    "MPI_Foo_torus": _call(
        "comm-creator", COMM, HINT, NEW, treatment={"shape": "create_with_topology"},
        standard={"intracommunicators_only": True},
        overlay={"described_by": "describe_invented", "described_with": ["hint"]},
        has=("if (c == nullptr) return real.Foo_torus(comm, hint, newcomm);",),
    ),
    "MPI_Foo_pair": _call(
        "comm-creator", COMM, NEW, overlay={"shape": "between", "between_sides": "invented"},
        has=("Entry::find_intercommunicator(comm)", "invented(*sides, newcomm)"),
    ),
    "MPI_Foo_made": _call(
        "comm-creator", COMM, NEW, overlay=_written("runtime"), notes=True,
        has=("invented(*c, newcomm)", "real.Foo_made(native(comm), newcomm)"),
    ),
    "MPI_Foo_shrink": _call(
        "comm-creator", COMM, NEW, treatment=UNPROTECTED, notes=True,
        has=("real.Foo_shrink(native(comm), newcomm)",),
    ),
}

FILES = {
    "MPI_Foo_write": _call(
        "file", FILE, BUF, XFER, TYPE, STATUS, treatment={"together": True},
        has=("note_absent(fh)", "real.Foo_write(fh, buf, count, type, status)"),
    ),
    "MPI_Foo_iwrite": _form(
        "file", "nonblocking", "MPI_Foo_write",
        has=("note_absent(fh)", "real.Foo_iwrite(fh, buf, count, type, request)"),
    ),
    "MPI_Foo_write_at": _call(
        "file", FILE, OFFSET, BUF, XFER, TYPE, STATUS,
        has=("real.Foo_write_at(fh, offset, buf, count, type, status)",),
    ),
    "MPI_Foo_write_shared": _call(
        "file", FILE, BUF, XFER, TYPE, STATUS,
        treatment={"shape": "file_at", "explicit": {"function": "MPI_Foo_write_at", "claims": "shared"}},
        has=("claim_shared(*file, Access::write, count, type, offset)",
             "real.Foo_write_at(fh, offset, buf, count, type, status)"),
    ),
    "MPI_Foo_flush_file": _call(
        "file", FILE, treatment={"together": True}, overlay=_written("file"),
        has=("find_file(fh)", "note_absent(*file)", "invented(*file)"),
    ),
    "MPI_Foo_lock_file": _call("file", FILE, treatment=UNPROTECTED, has=("real.Foo_lock_file(fh)",), notes=True),
}

WINDOWS = {
    "MPI_Foo_fence": _call(
        "window", HINT, WIN, overlay=_written("window"), has=("find_window(win)", "invented(*window, hint)")
    ),
    "MPI_Foo_put": _call(
        "window", BUF, COUNT, TYPE, TARGET, WIN, treatment=TO_TARGET, overlay=_written("rma"),
        has=("real.Foo_put(buf, count, type, MPI_PROC_NULL, win)", "invented(*window, buf, count, type, target)"),
        policies="ignore, none, none",
    ),
    "MPI_Rfoo_put": _form(
        "window", "nonblocking", "MPI_Foo_put", overlay=_written("rma"),
        has=("real.Rfoo_put(buf, count, type, MPI_PROC_NULL, win, request)",
             "invented(*window, buf, count, type, target)"),
        policies="ignore, none, none",
    ),
}

LOCAL = {
    "MPI_Foo_time": _call("local-only", HINT, returns="double", has=("return real.Foo_time(hint);",)),
    "MPI_Foo_size": _call(
        "local-only", COMM, ANSWER, overlay=_written("view"),
        has=("partial(comm)", "invented(*c, answer)", "return real.Foo_size(comm, answer);"),
    ),
    "MPI_Foo_check": _call(
        "local-only", COMM, overlay=_written("view"), has=("invented(*c)", "return real.Foo_check(comm);")
    ),
    "MPI_Foo_idle": _call("local-only", overlay=_written("runtime"), has=("return invented();",)),
    "MPI_Foo_compare": _call(
        "local-only", COMM, {**COMM, "name": "other"}, ANSWER, overlay=_written("view"),
        has=("partial(comm) != nullptr || partial(other) != nullptr", "invented(comm, other, answer)"),
    ),
    "MPI_Foo_mode": _call("local-only", FILE, ANSWER, overlay=_written("file"), has=("invented(*file, answer)",)),
    "MPI_Foo_model": _call(
        "local-only", WIN, ANSWER, overlay=_written("window"), has=("invented(*window, answer)",)
    ),
}

# The shapes that fit every class; with what they are about, if that is no communicator.
SUBJECTS = {"one-to-one": REQUESTS, "file": FILE, "window": WIN, "local-only": HINT}
TREATMENTS: dict[str, dict[str, Any]] = {"one-to-all": FROM_ROOT, "all-to-one": {**TO_ROOT, "contribution": {"reason": "block"}}, "all-to-all": {}}


def _anywhere(of_class: str) -> dict[str, Call]:
    subject = SUBJECTS.get(of_class, COMM)
    arguments = [subject, *([ROOT] if "one" in of_class and subject is COMM else [])]
    names = [str(argument["name"]) for argument in arguments]
    given, rest = ", ".join(names), ", ".join(names[1:])
    prefix = f"MPI_Foo_{of_class.replace('-', '_')}"
    treatment = TREATMENTS.get(of_class, {})
    fields = {"treatment": treatment, "policies": POLICIES.get(of_class, "none, none, none")}
    on_comm = subject is COMM
    if of_class == "comm-creator":
        arguments, given, rest = [COMM, NEW], "comm, newcomm", "newcomm"
    runtime = f"invented(*c{rest and ', '}{rest})" if on_comm else f"invented({given})"
    return {
        f"{prefix}_handwritten": _call(
            of_class, *arguments, overlay=_written("handwritten"), has=(f"return invented({given});",), **fields
        ),
        f"{prefix}_entered": _call(
            of_class, *arguments, overlay=_written("entered"), has=("Entry entry(", f"invented({given})"), **fields
        ),
        f"{prefix}_runtime": _call(
            of_class, *arguments, overlay=_written("runtime"), has=(runtime,), notes=on_comm, **fields
        ),
    }


# Where the MPI's own call can do it, but for windows and messages.
UNPROTECTED_CALLS = {
    "MPI_Foo_pready": _call(
        "one-to-one", HINT, REQUESTS, treatment=UNPROTECTED, has=("real.Foo_pready(hint, request)",), notes=True
    ),
    "MPI_Foo_collect": _call(
        "all-to-one", BUF, ROOT, COMM, treatment={"ranks": TO_ROOT["ranks"], **UNPROTECTED}, notes=True,
        has=("real.Foo_collect(buf, root, native(comm))",),
    ),
    "MPI_Foo_expose": _call(
        "window", COMM, {**WIN, "direction": "out"}, treatment=UNPROTECTED, has=("real.Foo_expose(comm, win)",),
        notes=True,
    ),
    "MPI_Foo_unknown": _call(
        "local-only", HINT, treatment=UNPROTECTED, has=("real.Foo_unknown(hint)",), notes=True
    ),
}

POLICIES = {"one-to-all": "abort, none, none", "all-to-one": "ignore, ignore, none"}
ANYWHERE = {
    name: call
    for of_class in (*SUBJECTS, *TREATMENTS, "comm-creator")
    for name, call in _anywhere(of_class).items()
}

CALLS = {**MESSAGES, **COLLECTIVES, **CREATIONS, **FILES, **WINDOWS, **LOCAL, **ANYWHERE, **UNPROTECTED_CALLS}
