"""What concurrent.futures and mpi4py.futures promise, without failures: with closeranks, without it, on one process."""

from __future__ import annotations

import os
import sys
import threading
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "runtime" / "python"))

from closeranks.futures import (  # noqa: E402
    BrokenExecutor,
    CancelledError,
    MPICommExecutor,
    MPIPoolExecutor,
    RemoteTraceback,
    TimeoutError,
    as_completed,
)
from closeranks.futures.dealer import Dealer  # noqa: E402
from closeranks.futures.executor import share  # noqa: E402

prepared = ""


def power(base: int, exponent: int = 2) -> int:
    return int(base**exponent)


def nap(seconds: float) -> tuple[float, float]:
    begin = time.monotonic()
    time.sleep(seconds)
    return begin, time.monotonic()


def fail(what: str) -> None:
    raise LookupError(what)


class Stubborn(Exception):
    """Can be pickled, and not be made again."""

    def __init__(self, one: int, two: int) -> None:
        super().__init__(f"{one} and {two}")


def fail_stubbornly() -> None:
    raise Stubborn(1, 2)


class Closed(Exception):
    """Takes no attributes."""

    def __setattr__(self, name: str, value: object) -> None:
        raise TypeError(f"no {name}")


class Changeling(Exception):
    """Is no exception any more when it comes out of a pickle."""

    def __reduce__(self) -> tuple[type, tuple[str]]:
        return str, ("changed",)


def fail_with(kind: type[Exception]) -> None:
    raise kind("odd")


def lock() -> object:
    return threading.Lock()


def prepare(text: str) -> None:
    global prepared
    prepared = text


def was_prepared(_: int) -> str:
    return prepared


def check_results(executor: MPIPoolExecutor) -> None:
    assert executor.submit(power, 3, exponent=4).result() == 81
    squares = [number * number for number in range(50)]
    for chunk in (1, 7, 100):
        assert list(executor.map(power, range(50), chunksize=chunk)) == squares
        assert sorted(executor.map(power, range(50), chunksize=chunk, unordered=True)) == squares
    assert list(executor.starmap(power, [(2, 3), (3, 2)])) == [8, 9]
    assert list(executor.map(power, [])) == []
    futures = [executor.submit(power, number) for number in range(9)]
    assert sorted(future.result() for future in as_completed(futures)) == squares[:9]


def check_large(executor: MPIPoolExecutor) -> None:
    """Around the size up to which a message is one, and far above."""
    for size in (3900, *range(3960, 4010), 5_000_000):
        data = os.urandom(size)
        assert executor.submit(bytes, data).result() == data


def check_exceptions(executor: MPIPoolExecutor) -> None:
    future = executor.submit(fail, "the reason")
    error = future.exception()
    assert isinstance(error, LookupError) and error.args == ("the reason",)
    assert isinstance(error.__cause__, RemoteTraceback) and "in fail" in str(error.__cause__)
    assert isinstance(executor.submit(sys.exit, 3).exception(), SystemExit)
    assert "Stubborn: 1 and 2" in str(executor.submit(fail_stubbornly).exception())
    closed = executor.submit(fail_with, Closed).exception()
    assert isinstance(closed, Closed) and "in fail_with" in str(closed.__cause__)
    assert "Changeling: odd" in str(executor.submit(fail_with, Changeling).exception())
    for bad in (executor.submit(lock), executor.submit(power, threading.Lock())):
        assert isinstance(bad.exception(), TypeError), bad
    # Of a chunk only the one that has failed.
    results = executor.map(power, [1, 2, "three", 4], chunksize=4)
    assert [next(results), next(results)] == [1, 4]
    try:
        next(results)
    except TypeError:
        pass
    else:
        raise AssertionError("a failure got lost")
    assert executor.submit(power, 5).result() == 25


def check_timeout(executor: MPIPoolExecutor) -> None:
    try:
        list(executor.map(nap, [0.5], timeout=0.05))
    except TimeoutError:
        return
    raise AssertionError("it waited")


def check_initializer() -> None:
    with MPIPoolExecutor(initializer=prepare, initargs=("for this",)) as executor:
        assert set(executor.map(was_prepared, range(20))) == {"for this"}
    with MPIPoolExecutor(initializer=fail, initargs=("not ready",)) as executor:
        error = executor.submit(power, 2).exception()
        assert isinstance(error, BrokenExecutor) and "not ready" in str(error)
        assert isinstance(error.__cause__, LookupError)
        try:
            executor.submit(power, 2)
        except BrokenExecutor:
            return
    raise AssertionError("a broken executor took a task")


def check_initializer_that_cannot_be_pickled() -> None:
    """Who makes the executor gets the error, and the workers are let go."""
    try:
        with MPICommExecutor(initializer=lambda: None) as executor:
            assert executor is None, "only workers come here"
    except Exception as error:
        assert "pickle" in str(error), error


def check_several() -> None:
    with MPIPoolExecutor(max_workers=1) as one, MPIPoolExecutor() as other:
        slow = [one.submit(nap, 0.01) for _ in range(5)]
        assert list(other.map(power, range(5))) == [0, 1, 4, 9, 16]
        naps = sorted(future.result() for future in slow)
        assert all(end <= begin for (_, end), (begin, _) in zip(naps, naps[1:])), "two worked at once"


def check_shutdown() -> None:
    executor = MPIPoolExecutor(max_workers=1)
    futures = [executor.submit(nap, 0.05) for _ in range(20)]
    time.sleep(0.06)
    executor.shutdown(cancel_futures=True)
    cancelled = [future for future in futures if future.cancelled()]
    assert 10 <= len(cancelled) < 20 and all(future.done() for future in futures)
    try:
        cancelled[0].result()
    except CancelledError:
        pass
    try:
        executor.submit(power, 2)
    except RuntimeError:
        pass
    else:
        raise AssertionError("it took a task after its end")
    late = MPIPoolExecutor()
    future = late.submit(nap, 0.05)
    late.shutdown(wait=False)
    assert future.result()


def check_failing_pool() -> None:
    """An error within the pool itself leaves nobody waiting. Its thread says what it was."""

    def fail_within() -> bool:
        raise OSError("on purpose, for the test")

    dealer = Dealer(None)
    setattr(dealer, "_collect", fail_within)
    executor = MPIPoolExecutor(_dealer=dealer)
    for _ in range(2):
        try:
            error = executor.submit(power, 2).exception()
            assert isinstance(error, BrokenExecutor) and "on purpose" in str(error)
        except BrokenExecutor as refused:
            assert "on purpose" in str(refused)
    executor.shutdown()


def main() -> None:
    with MPICommExecutor() as executor:
        if executor is not None:
            check_results(executor)
            check_large(executor)
            check_exceptions(executor)
            check_timeout(executor)

            share(executor._dealer)  # as `python -m closeranks.futures` does: more executors on the same workers
            check_initializer()
            check_several()
            check_shutdown()
            share(None)
            check_failing_pool()
    check_initializer_that_cannot_be_pickled()
    print("ok: futures", flush=True)


if __name__ == "__main__":
    main()
