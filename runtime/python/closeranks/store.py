# SPDX-License-Identifier: BSD-3-Clause
"""Checkpoints that survive deaths: closeranks_store.h for mpi4py (docs/reference/store.md).

    with closeranks.store.Store(MPI.COMM_WORLD, "buddy") as store:
        store.member(0, array)
        try:
            store.commit(step)
        except closeranks.store.RankDied:
            store.restore()
"""

from __future__ import annotations

import ctypes
import json
import operator
import re
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, SupportsIndex

from mpi4py import MPI

from closeranks import RankLoss, _support
from closeranks._store_calls import ERRORS, LOAD_FUNCTION, NEWEST, SAVE_FUNCTION, SIZE_FUNCTION, declare

_long_long = ctypes.c_longlong


class StoreError(RuntimeError):
    """A call of the store failed; `code` is MPI's. The content of the store is unchanged."""

    def __init__(self, code: int, why: str) -> None:
        super().__init__(f"{MPI.Get_error_string(code)}: {why}" if why else MPI.Get_error_string(code))
        self.code = code


class RankDied(StoreError, RankLoss):
    """Ranks have died since the last commit, or all ranks with the requested data are dead."""


def _find_library() -> ctypes.CDLL:
    """The path of the library. The order: the one that the program has loaded, the one beside its libcloseranks, the
    one that was installed with this module, and the system's."""
    if hasattr(loaded := ctypes.CDLL(None), "closeranks_store_create"):
        return loaded
    config = Path(__file__).resolve().parents[2] / "closeranks-config.json"
    beside = _path_of("libcloseranks.so") or _path_of("libcloseranks_replicas.so")
    if beside is None and config.is_file():
        beside = config.parent / json.loads(config.read_text())["library"]
    name = "libcloseranks_store.so"
    try:
        return ctypes.CDLL(str(beside.with_name(name)) if beside else name, mode=ctypes.RTLD_GLOBAL)
    except OSError as error:
        raise ImportError(f"The library of the store cannot be loaded ({error}): start with the launcher, closeranks.") from None


def _library(path: str | None = None) -> ctypes.CDLL:
    """The library, whose functions ctypes knows."""
    library = ctypes.CDLL(path, mode=ctypes.RTLD_GLOBAL) if path else _find_library()
    declare(library)
    return library


def error_code(name: str) -> int:
    """The code of an error of the store or of local recovery that MPI has no class for: "rank_lost", "storage",
    "rolled_back", "no_process" or "rule_broken". MPI.UNDEFINED before MPI is initialised. It is what `code` of an
    exception is, and MPI.Get_error_string() has a sentence for it."""
    return int(_library().closeranks_error_code(_support.number("error", name, ERRORS)))


def error_class(name: str) -> int:
    """The class of that code, as MPI.Get_error_class() returns it."""
    return int(_library().closeranks_error_class(_support.number("error", name, ERRORS)))


def _path_of(name: str) -> Path | None:
    """The path of the library of this name, in any version, that this process has loaded."""
    found = re.search(rf" (/.*/{re.escape(name)}[.\d]*)$", Path("/proc/self/maps").read_text(), re.MULTILINE)
    return Path(found[1]) if found else None


def _int(value: SupportsIndex, bits: int = 32) -> int:
    """An integer, also of numpy, as one of C. ctypes would cut a greater one silently."""
    number = operator.index(value)
    if not -(2 ** (bits - 1)) <= number < 2 ** (bits - 1):
        raise ValueError(f"{number} does not fit into {bits} bits.")
    return number


class _Elements:
    """A buffer as MPI sees it: `count` elements of as many bytes as the buffer's have."""

    def __init__(self, buffer: Any, *, writable: bool) -> None:
        view = memoryview(buffer)
        if not view.c_contiguous or (writable and view.readonly):
            raise ValueError("The buffer has to be contiguous and writable.")
        self.count = view.nbytes // view.itemsize
        kind = ctypes.c_char * view.nbytes
        self._keep = kind.from_buffer(view)
        self.address = ctypes.c_void_p(ctypes.addressof(self._keep))
        self.size = view.itemsize

    @contextmanager
    def type(self) -> Iterator[ctypes.c_void_p]:
        made = MPI.BYTE.Create_contiguous(self.size).Commit()
        try:
            yield ctypes.c_void_p.from_address(MPI._addressof(made))
        finally:
            made.Free()


class _Object:
    """Functions of the program as those of closeranks_store.h."""

    def __init__(self, save: Callable[[], bytes], load: Callable[[bytes], None]) -> None:
        self._save, self._load = save, load
        self._saved: bytes | None = None
        self.functions = (SIZE_FUNCTION(self._size), SAVE_FUNCTION(self._copy), LOAD_FUNCTION(self._give))

    def _size(self, _context: Any) -> int:
        try:
            self._saved = bytes(self._save())
        except Exception:
            traceback.print_exc()
            self._saved = None
        return len(self._saved or b"")

    def _copy(self, place: int, size: int, _context: Any) -> int:
        saved, self._saved = self._saved, None
        if saved is None:
            return 1
        ctypes.memmove(place, saved, size)
        return 0

    def _give(self, place: int, size: int, _context: Any) -> int:
        try:
            self._load(ctypes.string_at(place, size))
        except Exception:
            traceback.print_exc()
            return 1
        return 0


def _stamp(stamp: int | None) -> int:
    return NEWEST if stamp is None else _int(stamp, 64)


class Store:
    """A store for the ranks of `comm`. The calls that the header describes as collective are collective.

    `where`: "buddy", "buddy:copies=2", "parity:group=8", "file:dir=PATH", "buddy:depth=3+file:dir=PATH:every=10".
    `library`: a path of libcloseranks_store, if it is in an unusual place.
    """

    def __init__(self, comm: MPI.Comm, where: str, library: str | None = None) -> None:
        self._library = _library(library)
        self._comm_size = comm.Get_size()
        self._store = ctypes.c_void_p()
        self._members: dict[int, _Elements | _Object] = {}
        handle = ctypes.c_void_p.from_address(MPI._addressof(comm))
        self._check(
            self._library.closeranks_store_create(handle, where.encode(), ctypes.byref(self._store)),
            "a line on stderr says why",
        )

    def _check(self, code: int, why: str | None = None) -> None:
        if code == MPI.SUCCESS:
            return
        if why is None:
            why = self._library.closeranks_store_explain(self._store).decode()
        raise (RankDied if code == error_code("rank_lost") else StoreError)(code, why)

    def member(self, id: int, buffer: Any) -> None:
        """From now on checkpoints have `buffer` (a numpy array, an array.array, a bytearray) as member `id`. Its
        place and size must not change. The store keeps it alive."""
        elements = _Elements(buffer, writable=True)
        with elements.type() as kind:
            self._check(
                self._library.closeranks_store_member(self._store, _int(id), elements.address, elements.count, kind)
            )
        self._members[id] = elements

    def commit(self, stamp: int) -> None:
        """Takes a checkpoint with the stamp `stamp`, which is greater than the one before. RankDied: ranks have died
        since the last one. The last checkpoint is then there, with the data of the dead ranks."""
        self._check(self._library.closeranks_store_commit(self._store, _stamp(stamp)))

    def begin(self, stamp: int) -> None:
        """Begins a checkpoint, which is sent while the program continues. The buffers may change. Until `complete`
        the program makes no other call of this store."""
        self._check(self._library.closeranks_store_begin(self._store, _stamp(stamp)))

    def complete(self) -> None:
        """Completes the checkpoint that was begun: from here on it counts, for all ranks or for none. Errors as of
        `commit`."""
        self._check(self._library.closeranks_store_complete(self._store))

    def member_object(self, id: int, save: Callable[[], bytes], load: Callable[[bytes], None]) -> None:
        """From now on checkpoints have the result of `save` as member `id`, and a restore gives it to `load`. An
        exception of `save` makes the commit fail at all ranks, and one of `load` the restore."""
        keep = _Object(save, load)
        self._check(
            self._library.closeranks_store_member_callbacks(self._store, _int(id), *keep.functions, ctypes.c_void_p())
        )
        self._members[id] = keep

    def drop(self, stamp: int) -> None:
        """Forgets only checkpoint `stamp`."""
        self._check(self._library.closeranks_store_drop(self._store, _stamp(stamp)))

    def read(self, id: int, buffer: Any, stamp: int | None = None) -> int:
        """Reads member `id` of this rank from checkpoint `stamp` (default: the newest). Local. Returns how many
        elements there were."""
        elements = _Elements(buffer, writable=True)
        got = _long_long()
        with elements.type() as kind:
            self._check(
                self._library.closeranks_store_read(
                    self._store, _stamp(stamp), _int(id), elements.address, elements.count, kind, ctypes.byref(got)
                )
            )
        return got.value

    @property
    def missing(self) -> list[int]:
        """The dead ranks that the latest commit has found. All ranks get the same list."""
        ranks = (ctypes.c_int * self._comm_size)()
        count = ctypes.c_int()
        self._check(
            self._library.closeranks_store_missing(self._store, len(ranks), ranks, ctypes.byref(count))
        )
        return list(ranks[: count.value])

    @property
    def newest(self) -> int | None:
        """The stamp of the newest checkpoint."""
        stamp = _long_long()
        self._check(self._library.closeranks_store_newest(self._store, ctypes.byref(stamp)))
        return stamp.value if stamp.value >= 0 else None

    @property
    def stamps(self) -> list[int]:
        """The stamps of all checkpoints that are kept, the newest first."""
        count = ctypes.c_int()
        self._check(self._library.closeranks_store_stamps(self._store, 0, None, ctypes.byref(count)))
        stamps = (_long_long * count.value)()
        self._check(self._library.closeranks_store_stamps(self._store, len(stamps), stamps, ctypes.byref(count)))
        return list(stamps)

    def sizes(self, rank: int, stamp: int | None = None) -> dict[int, int]:
        """The members that `rank`, living or dead, has in checkpoint `stamp` (default: the newest), and the bytes of
        each. MPI.PROC_NULL: this rank asks for nothing."""
        count = ctypes.c_int()

        def get(ids: Any, sizes: Any) -> None:
            most = len(ids)
            self._check(
                self._library.closeranks_store_sizes(
                    self._store, _stamp(stamp), _int(rank), most, ids, sizes, ctypes.byref(count)
                )
            )

        get((ctypes.c_int * 0)(), (_long_long * 0)())
        ids, sizes = (ctypes.c_int * count.value)(), (_long_long * count.value)()
        get(ids, sizes)
        return dict(zip(ids, sizes, strict=True))

    def forget(self, newer_than: int) -> None:
        """Forgets the checkpoints that are newer than `stamp`."""
        self._check(self._library.closeranks_store_forget(self._store, _stamp(newer_than)))

    def restore(self, stamp: int | None = None) -> None:
        """Copies the data of this rank from checkpoint `stamp` (default: the newest) into its members."""
        self._check(self._library.closeranks_store_restore(self._store, _stamp(stamp)))

    def restore_from(self, rank: int, id: int, buffer: Any, stamp: int | None = None) -> int:
        """Gets member `id` of `rank`, living or dead, from checkpoint `stamp` (default: the newest). Returns how
        many elements there were. MPI.PROC_NULL: this rank asks for nothing."""
        elements = _Elements(buffer, writable=True)
        got = _long_long()
        with elements.type() as kind:
            self._check(
                self._library.closeranks_store_restore_from_at(
                    self._store, _stamp(stamp), _int(rank), _int(id), elements.address, elements.count, kind, ctypes.byref(got)
                )
            )
        return got.value

    def restore_spread(self, rank: int, id: int, buffer: Any, stamp: int | None = None) -> tuple[int, int]:
        """Deals out member `id` of `rank` in checkpoint `stamp` (default: the newest) in equal shares to the live
        ranks. Returns the first element that this rank has got, and how many."""
        elements = _Elements(buffer, writable=True)
        first = _long_long()
        got = _long_long()
        with elements.type() as kind:
            self._check(
                self._library.closeranks_store_restore_spread_at(
                    self._store,
                    _stamp(stamp),
                    _int(rank),
                    _int(id),
                    elements.address,
                    elements.count,
                    kind,
                    ctypes.byref(first),
                    ctypes.byref(got),
                )
            )
        return first.value, got.value

    @property
    def memory(self) -> int:
        """The bytes of memory that the store takes at this process."""
        size = _long_long()
        self._check(self._library.closeranks_store_memory(self._store, ctypes.byref(size)))
        return size.value

    def close(self) -> None:
        """Ends the store; its files stay. Collective."""
        if self._store:
            self._check(self._library.closeranks_store_free(ctypes.byref(self._store)))
        self._members.clear()

    def __enter__(self) -> Store:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Does not close after an exception: the other ranks may not make the collective call."""
        if kind is None:
            self.close()
