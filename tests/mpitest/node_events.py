"""Carries out the planned events of nodes while a job runs on them."""

from __future__ import annotations

import contextlib
import signal
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial

from mpitest.cluster import Cluster
from mpitest.kills import NodeEvent, NodeEventKind
from mpitest.records import Records

_INTERVAL = 0.002  # seconds between two looks


class _Watcher:
    """Looks at the records of the ranks, and applies each planned event to its node when its time has come."""

    def __init__(
        self, cluster: Cluster, events: Sequence[NodeEvent], ranks: int, read: Callable[[], dict[int, str]]
    ) -> None:
        self._cluster = cluster
        self._due = list(events)
        self._ends: list[tuple[float, Callable[[], None]]] = []  # when, and what ends an event
        self._ranks = ranks
        self._read = read
        self._started = 0.0  # when all ranks had left MPI_Init
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._watch)

    def __enter__(self) -> None:
        self._thread.start()

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()
        for planned in self._ends:
            planned[1]()

    def _watch(self) -> None:
        while (self._due or self._ends) and not self._over.wait(_INTERVAL):
            self._end_events()
            if not self._due:
                continue
            records = {rank: Records.parse(text) for rank, text in self._read().items()}
            if not self._started and sum(record.started for record in records.values()) == self._ranks:
                self._started = time.monotonic()
            for event in [event for event in self._due if self._is_due(event, records)]:
                self._due.remove(event)
                self._begin(event)

    def _is_due(self, event: NodeEvent, records: dict[int, Records]) -> bool:
        if event.rank is not None:
            is_known = any(event.rank in one.processes_lost for one in records.values())  # in a replicated run
            return is_known or (event.rank in records and records[event.rank].injected)
        return bool(self._started) and time.monotonic() >= self._started + event.seconds

    def _begin(self, event: NodeEvent) -> None:
        if event.kind is NodeEventKind.DIES:
            self._cluster.kill(event.node)
            return
        if event.kind is NodeEventKind.IS_STOPPED:
            self._cluster.signal(event.node, signal.SIGSTOP)
            end = partial(self._cluster.signal, event.node, signal.SIGCONT)
        else:
            self._cluster.cut_off(event.node)
            end = partial(self._cluster.reconnect, event.node)
        if event.length is not None:
            self._ends.append((time.monotonic() + event.length, end))

    def _end_events(self) -> None:
        for planned in [planned for planned in self._ends if time.monotonic() >= planned[0]]:
            self._ends.remove(planned)
            planned[1]()


@contextlib.contextmanager
def happening(
    cluster: Cluster, events: Sequence[NodeEvent], ranks: int, read: Callable[[], dict[int, str]]
) -> Iterator[None]:
    """Carries out the planned events for as long as the context lasts. `read` gives the ranks' records."""
    with _Watcher(cluster, events, ranks, read):
        yield
