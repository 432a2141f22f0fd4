"""The time limit of a task, in one process and without MPI."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from examples.run import ROOT

LIMIT = ROOT / "runtime/python/closeranks/futures/limit.py"
PROGRAM = f"""
import contextlib, importlib.util, itertools, os, signal, sys, threading, time

spec = importlib.util.spec_from_file_location("limit", {str(LIMIT)!r})
limit = sys.modules["limit"] = importlib.util.module_from_spec(spec)
spec.loader.exec_module(limit)

def sleeps(): time.sleep(60)

def blocks_the_signal():
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGALRM])
    time.sleep(60)

def catches_it():
    while True:
        with contextlib.suppress(Exception): time.sleep(60)

def keeps_the_lock(): sum(itertools.repeat(0))

def stops(): os.kill(os.getpid(), signal.SIGSTOP)

def compute(seconds):
    end = time.thread_time() + seconds
    while time.thread_time() < end: pass

def is_starved():
    "Its main thread alone, by a process that computes on the same processor."
    cpu = min(os.sched_getaffinity(0))
    os.sched_setaffinity(0, [cpu])
    if os.fork() == 0:
        end = time.monotonic() + 6
        while time.monotonic() < end: pass
        os._exit(0)
    os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), 19)
    try: compute(30)
    finally: compute(0.05)

def nothing(): pass

try:
    for _ in range(int(sys.argv[4])):
        with limit.limited(float(sys.argv[2])): globals()[sys.argv[1]]()
    print("done", flush=True)
except limit.TaskTimeout as error:
    print(error, flush=True)
time.sleep(float(sys.argv[3]))
print("works on", flush=True)
"""


def started(task: str, limit: float = 0.2, rest: float = 0.0, times: int = 1) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", PROGRAM, task, str(limit), str(rest), str(times)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def ended(process: subprocess.Popen[str]) -> tuple[int, str, str]:
    try:
        output, messages = process.communicate(timeout=100)
    finally:
        process.kill()
    return process.returncode, output, messages


def test_a_task_is_interrupted_and_the_worker_stays() -> None:
    status, output, messages = ended(started("sleeps", rest=1.5))
    assert (status, messages) == (0, ""), messages
    assert output == "The task took longer than 0.2 s.\nworks on\n"


@pytest.mark.parametrize("task", ["blocks_the_signal", "catches_it"])
def test_a_task_that_does_not_see_the_exception_ends_with_its_process(task: str) -> None:
    status, output, messages = ended(started(task))
    assert (status, output) == (1, ""), messages
    assert "a task has not ended 1 s after its time of 0.2 s" in messages and f" in {task}" in messages


def test_code_that_keeps_the_lock_of_python_ends_with_its_process() -> None:
    status, output, messages = ended(started("keeps_the_lock"))
    assert (status, output) == (-signal.SIGVTALRM, ""), messages
    assert " in keeps_the_lock" in messages


def test_a_process_that_was_stopped_for_long_works_on() -> None:
    """A timer by the clock ends when the process continues, and ended it before the exception came, or after. It took
    part of the processes only, hence several.
    """
    processes = [started("stops", rest=0.2) for _ in range(12)]
    for process in processes:
        while Path(f"/proc/{process.pid}/stat").read_text().rpartition(") ")[2][0] != "T":
            time.sleep(0.01)
    time.sleep(1.5)
    for process in processes:
        os.kill(process.pid, signal.SIGCONT)
    for process in processes:
        status, output, messages = ended(process)
        assert (status, messages) == (0, ""), messages
        # The task has no more to do, and may be through before the processor comes to the timer.
        assert output in ("The task took longer than 0.2 s.\nworks on\n", "done\nworks on\n")


def test_a_task_that_gets_no_processor_is_not_ended() -> None:
    """It has its exception, and would end if it could run."""
    status, output, messages = ended(started("is_starved"))
    assert status == 0, messages
    assert output == "The task took longer than 0.2 s.\nworks on\n"


def test_many_tasks_in_a_row_each_have_their_own_time() -> None:
    assert ended(started("nothing", 1.0, rest=2.5, times=5000)) == (0, "done\nworks on\n", "")
