"""Whatever records, reports, the files of an installation, letters and command lines say, the launcher and the reader
answer with a sentence, and never with a traceback."""

from __future__ import annotations

import io
import json
import math
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import pytest

from closeranks_launcher import (
    arguments,
    doctor_mpi,
    doctor_program,
    exit_status,
    functions,
    installation,
    keepers,
    merge,
    options,
    planned,
    post,
    progress,
    records,
    render,
    repair_costs,
    report_main,
    report_shape,
    verdict,
)
from conftest import ROOT, Seeds
from mutation import Mutator

HERE = Path(__file__).resolve().parent
EVENTS: dict[str, list[dict[str, Any]]] = json.loads((HERE / "records.json").read_text())
SCRIPT = ROOT / "tools/closeranks-report"


def _write(folder: Path, mutator: Mutator) -> None:
    """The records of a run, of which each file may be spoilt."""
    for name, events in EVENTS.items():
        if mutator.chance(0.5):
            events = mutator.json(events)
        text = "".join(json.dumps(event) + "\n" for event in events).encode()
        (folder / name).write_bytes(mutator.bytes(text) if mutator.chance(0.3) else text)
    (folder / "last-rank-0").write_bytes(mutator.bytes(b"+MPI_Recv from rank 1\0".ljust(256, b"\0")))


def test_records_of_a_run(tmp_path: Path, seeds: Seeds) -> None:
    for seed in seeds:
        _write(tmp_path, Mutator(seed))
        ranks, kept = records.read(tmp_path), keepers.read(tmp_path)
        judged = verdict.judge(ranks, seed % 256, kept)
        assert 0 <= exit_status.numbered(judged.status, classic=False)[0] <= 255
        launch = records.read_launch(tmp_path)
        report = merge.merge(ranks, 1, kept, False, records.read_last_calls(tmp_path), launch)
        assert report_shape.damaged_fields(report) == [], "what was made of damaged records can be read"
        render.summary(report)
        line = progress.Progress(tmp_path, io.StringIO())
        line.look(1e12)
        line.finish()
        planned.unreached("1@call:MPI_Send:1,@", ranks)


def test_records_for_the_reader(
    tmp_path: Path, seeds: Seeds, capsys: pytest.CaptureFixture[str]
) -> None:
    for seed in seeds:
        _write(tmp_path, Mutator(seed))
        for words in ([], ["--svg", "-"], ["--json", "-"], ["--html", "-"]):
            assert report_main.main(SCRIPT, [str(tmp_path), *words]) in (0, 82)
        capsys.readouterr()


def test_reports_for_the_reader(
    tmp_path: Path, seeds: Seeds, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, events in EVENTS.items():
        (tmp_path / name).write_text("".join(json.dumps(event) + "\n" for event in events))
    report = merge.merge(records.read(tmp_path), 1, keepers.read(tmp_path), launch=records.read_launch(tmp_path))
    for field in ("lost", "repairs", "lacking", "skipped", "redone", "windows", "communicators", "options", "command", "hosts"):
        assert report[field], field
    path = tmp_path / "report.json"
    for seed in seeds:
        path.write_bytes(Mutator(seed).text(report))
        for words in ([], ["--svg", "-"], ["--html", "-"]):
            status = report_main.main(SCRIPT, [str(path), *words])
            told = capsys.readouterr().err
            assert (status, told.count("\n")) in ((0, 0), (82, 1)), f"one sentence, or none: {told}"
        capsys.readouterr()


BENCH: dict[str, Any] = {
    "machine": {"cores": 2, "date": "today"},
    "repairs": [
        {
            "ranks": ranks, "communicators": 1, "deaths": 1, "part": part,
            "kinds": {"optimistic": {"values": {"0": value, "1": value}}},
        }
        for ranks in (4, 8, 16, 32)
        for part, value in (("first", 2e-3 * ranks), ("repair", 1e-4 * ranks), ("sent", 6), ("received", 6))
    ],
}  # fmt: skip


def _calibrate(path: Path) -> None:
    measured = repair_costs.read(path)
    costs = repair_costs.fit(measured)
    told = [costs.whole(64), costs.whole(1e6), repair_costs.error(measured, costs.growth).mean]
    assert all(math.isfinite(one) and one >= 0 for one in told)


@pytest.mark.parametrize(
    ("what", "read"),
    [
        (json.loads((ROOT / "spec/options.json").read_text()), options.read),
        ({"library": "l", "keeper": "l", "mpirun": "l", "mpi_prefix": "/", "version": "1"}, installation.read),
        (BENCH, _calibrate),
    ],
    ids=["options", "installation", "calibration"],
)
def test_files_that_are_read(
    tmp_path: Path, seeds: Seeds, what: Any, read: Callable[[Path], object]
) -> None:
    (tmp_path / "l").touch()
    path = tmp_path / "file.json"
    for seed in seeds:
        path.write_bytes(Mutator(seed).text(what))
        try:
            read(path)
        except options.UsageError as error:
            assert str(error)


def test_programs_for_the_doctor(tmp_path: Path, seeds: Seeds) -> None:
    whole = Path("/bin/true").resolve().read_bytes()
    place = installation.Installation(tmp_path / "l", tmp_path / "mpirun", tmp_path, "1")
    for seed in seeds:
        mutator = Mutator(seed)
        head = mutator.bytes(whole[4:1024]) if mutator.chance(0.7) else whole[4:1024]
        (tmp_path / "program").write_bytes(mutator.bytes(whole[:4] + head + whole[1024:]))
        try:
            doctor_program.look(tmp_path / "program", place, {}).text()
        except options.UsageError as error:
            assert str(error)


def test_what_the_mpi_says_of_itself(tmp_path: Path, seeds: Seeds) -> None:
    said = b"ompi:version:full:5.0.7\nmca:pml:ob1:version:component:5.0.7\nmca:pml:base:param:pml:value:ucx\n"
    for seed in seeds:
        text = Mutator(seed).bytes(said).decode(errors="replace")
        assert list(doctor_mpi.findings(doctor_mpi.understood(tmp_path, text), []))


def test_tables_of_functions(seeds: Seeds) -> None:
    table = {"functions": {"MPI_X": {"class": "file", "protected": True, "roles": ["root"]}}, "left_alone": {"MPI_T_*": "x"}}
    for seed in seeds:
        try:
            functions.Table(json.loads(Mutator(seed).text(table))).called_by("mpi_x_")
        except (ValueError, KeyError, TypeError, AttributeError):
            pass  # functions.load() makes a sentence of these


def test_command_lines(seeds: Seeds) -> None:
    table = options.load()
    words = [option.flag for option in table] + [f"{option.flag}=" for option in table]
    words += ["-n", "2", "-np", "-x", "A=B", "--mca", ":", "--", "-", "--hostfile", "program", "--help", "1@2s", "="]
    for seed in seeds:
        try:
            arguments.parse(Mutator(seed).line(words), table)
        except options.UsageError as error:
            assert str(error)


class Connection:
    """One whose other end does not read."""

    def sendall(self, data: bytes) -> None:
        pass

    def close(self) -> None:
        pass


def test_letters_to_the_launcher(tmp_path: Path, seeds: Seeds) -> None:
    token = "a" * 32
    letter = f"{token} keeper-rank-1.jsonl\n".encode() + b'{"event": "started"}\n'
    (tmp_path / "in").mkdir()
    for seed in seeds:
        sender = post.Sender(cast(socket.socket, Connection()))
        sender.take(Mutator(seed).bytes(letter), token, tmp_path / "in")
        sender.close()
    allowed = ("keeper-", "client-")
    assert all(path.name.startswith(allowed) for path in (tmp_path / "in").iterdir())
    assert [path.name for path in tmp_path.iterdir()] == ["in"]
