"""Nodes that die while a job runs on them."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable, Iterator, Sequence

from mpitest.cluster import Cluster
from mpitest.kills import NodeDeath
from mpitest.records import Records

_INTERVAL = 0.002  # seconds between two looks


class _Killer:
    """Looks at the records of the ranks, and ends each node when its time has come."""

    def __init__(
        self, cluster: Cluster, deaths: Sequence[NodeDeath], ranks: int, read: Callable[[], dict[int, str]]
    ) -> None:
        self._cluster = cluster
        self._due = list(deaths)
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

    def _watch(self) -> None:
        while self._due and not self._over.wait(_INTERVAL):
            records = {rank: Records.parse(text) for rank, text in self._read().items()}
            if not self._started and sum(record.started for record in records.values()) == self._ranks:
                self._started = time.monotonic()
            for death in [death for death in self._due if self._is_due(death, records)]:
                self._due.remove(death)
                self._cluster.kill(death.node)

    def _is_due(self, death: NodeDeath, records: dict[int, Records]) -> bool:
        if death.rank is not None:
            return death.rank in records and records[death.rank].injected
        return bool(self._started) and time.monotonic() >= self._started + death.seconds


@contextlib.contextmanager
def dying(
    cluster: Cluster, deaths: Sequence[NodeDeath], ranks: int, read: Callable[[], dict[int, str]]
) -> Iterator[None]:
    """Ends the nodes as planned for as long as the context lasts. `read` gives the ranks' records."""
    with _Killer(cluster, deaths, ranks, read):
        yield
