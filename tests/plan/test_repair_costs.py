"""closeranks plan --layout: how its costs are read from the results of bench/run and fitted; and how good that is."""

from __future__ import annotations

import json
import math
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))

from closeranks_launcher import layout_model, repair_costs  # noqa: E402
from closeranks_launcher.repair_costs import GROWTHS, Costs, Line, Measured, Measurements  # noqa: E402
import in_process  # noqa: E402

SHIPPED = repair_costs.read_shipped()
OURS = repair_costs.fit(SHIPPED)


def planned(*words: str) -> subprocess.CompletedProcess[str]:
    return in_process.planned("--layout", *words)


# ---- fitting ----


def made_up(costs: Costs, cores: int, ranks: tuple[int, ...] = (4, 8, 16, 32)) -> Measurements:
    points = []
    for one in ranks:
        crowd = repair_costs.ranks_per_core(one, cores)
        points.append(Measured(one, costs.whole(one, crowd), costs.shrinking(one, crowd), 2 + 6 * math.log2(one)))
    return Measurements("made up", "", cores, tuple(points))


@pytest.mark.parametrize("growth", GROWTHS)
@pytest.mark.parametrize("cores", [2, 8, 64])
def test_a_fit_finds_what_it_was_made_of(growth: str, cores: int) -> None:
    costs = Costs(2e-3, 1e-4, growth, Line(1e-4, 4e-5), Line(2.0, 6.0))
    measured = made_up(costs, cores)
    found = repair_costs.fit(measured)
    assert found.growth == growth
    assert found.detection == pytest.approx(costs.detection) and found.level == pytest.approx(costs.level)
    assert found.shrink.fixed == pytest.approx(1e-4) and found.shrink.slope == pytest.approx(4e-5)
    assert found.messages and found.messages.at(10) == pytest.approx(62)
    assert repair_costs.error(measured, growth).most < 1e-9
    errors = {one: repair_costs.shrink_error(measured, one).mean for one in GROWTHS}
    assert errors.pop(growth) < 1e-9 < 0.01 < min(errors.values())


def test_a_fit_has_no_negative_times() -> None:
    rising = Measurements("", "", 64, tuple(Measured(n, 1e-6 * n**3 + 1e-9, 1e-7 * n**3, None) for n in (4, 8, 16, 32)))
    falling = Measurements("", "", 64, tuple(Measured(n, 1 / n + 1 / n**2, 1 / n**2, None) for n in (4, 8, 16, 32)))
    for growth in GROWTHS:
        for measured in (rising, falling):
            found = repair_costs.fit(measured, growth)
            assert min(found.detection, found.level, found.shrink.fixed, found.shrink.slope) >= 0


def test_the_error_leaves_out_what_it_predicts() -> None:
    """A single wrong point is missed by as much as it is wrong: the others do not know of it."""
    costs = Costs(2e-3, 1e-4, "logarithmic", Line(0.0, 4e-5), None)
    points = list(made_up(costs, 2).points)
    points[2] = Measured(points[2].ranks, 2 * points[2].whole, 2 * points[2].shrink, None)
    assert repair_costs.error(Measurements("", "", 2, tuple(points)), "logarithmic").by_ranks[16] == pytest.approx(-0.5)


def test_the_shipped_calibration_is_as_good_as_it_is_said_to_be(monkeypatch: pytest.MonkeyPatch) -> None:
    """As docs/explanation/plan.md#layout says."""
    error = repair_costs.error(SHIPPED, OURS.growth)
    assert error.mean == pytest.approx(0.13, abs=0.005) and error.most == pytest.approx(0.22, abs=0.005)
    assert error.most == -error.by_ranks[4]
    said = {"logarithmic": 0.10, "linear": 0.35, "quadratic": 1.06, "square root": 0.04}
    assert OURS.growth == min(GROWTHS, key=lambda growth: said[growth])
    monkeypatch.setattr(repair_costs, "GROWTHS", dict(GROWTHS) | {"square root": lambda size: math.sqrt(size)})
    for growth, mean in said.items():
        assert repair_costs.shrink_error(SHIPPED, growth).mean == pytest.approx(mean, abs=0.005)
    assert repair_costs.fit(SHIPPED, "square root").shrinking(1e6) == pytest.approx(40e-3, rel=0.05)


def test_what_the_page_says_of_a_linear_shrink() -> None:
    costs = repair_costs.fit(SHIPPED, "linear")
    assert layout_model.flat(costs, 10**6).seconds == pytest.approx(7.8, abs=0.05)
    assert layout_model.quickest(costs, 10**6).seconds == pytest.approx(4e-3, abs=0.5e-4)


def measured_rows() -> Iterator[list[str]]:
    """Of one death in one communicator: ranks, first, repair, sent, received."""
    for line in (ROOT / "bench/measured/repairs/README.md").read_text().splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if cells[1:3] == ["1", "optimistic"]:
            yield [cells[0], cells[3], cells[7], cells[8], cells[9]]


def test_the_shipped_calibration_is_that_of_the_page() -> None:
    rows = list(measured_rows())
    assert [int(row[0]) for row in rows] == [one.ranks for one in SHIPPED.points]
    for row, one in zip(rows, SHIPPED.points, strict=True):
        assert one.whole == pytest.approx(float(row[1]) / 1e3, rel=0.01)
        assert one.shrink == pytest.approx(float(row[2]) / 1e3, rel=0.01)
        assert one.messages == float(row[3]) + float(row[4])


def measured_with(ranks: int, kind: str) -> float:
    """The seconds of a repair of both layouts: one death in one communicator."""
    page = json.loads((ROOT / "bench/measured/layouts/results.json").read_text())
    labels = {"ranks": ranks, "communicators": 1, "deaths": 1, "part": "first"}
    for point in page["repairs"]:
        if labels.items() <= point.items():
            return float(point["kinds"][kind]["spread"]["median"])
    raise AssertionError(f"the page has no repair with {ranks} ranks")


def test_what_is_told_for_64_ranks_from_fewer_is_near_what_was_measured() -> None:
    """As docs/explanation/plan.md#layout says: 15 % less."""
    assert OURS.whole(64, 32) / measured_with(64, "optimistic") == pytest.approx(0.85, abs=0.01)


@pytest.mark.parametrize(("ranks", "local", "told", "took"), [(64, 4, 11.0, 15.2), (32, 2, 3.9, 5.9)])
def test_a_local_takes_longer_than_is_told(ranks: int, local: int, told: float, took: float) -> None:
    """As docs/explanation/plan.md#layout says: a third to a half."""
    assert OURS.whole(local, ranks / 2) == pytest.approx(told * 1e-3, abs=5e-5)
    assert measured_with(ranks, "optimistic+hierarchical") == pytest.approx(took * 1e-3, abs=5e-5)


def test_messages_at_64_ranks_are_told_from_fewer_ranks() -> None:
    """49 were counted there (bench/measured/repairs); the fit knows 4 to 32 ranks."""
    assert OURS.messages and max(one.ranks for one in SHIPPED.points) < 64
    page = (ROOT / "bench/measured/repairs/README.md").read_text()
    counted = re.search(r"receives 12, 22, 30, 40 and (\d+)", re.sub(r"\s+", " ", page))
    assert counted and OURS.messages.at(6) == pytest.approx(int(counted[1]), rel=0.05)


def test_an_installed_closeranks_has_its_calibration_beside_it(tmp_path: Path) -> None:
    package = tmp_path / "closeranks_launcher"
    package.mkdir()
    for name in ("__init__.py", "repair_costs.py", "options.py", "plain.py"):
        shutil.copy(ROOT / "tools/closeranks_launcher" / name, package)
    shutil.copy(ROOT / "bench/measured/repairs/results.json", tmp_path / "repairs.json")
    code = "from closeranks_launcher import repair_costs; print(repair_costs.shipped()); repair_costs.read_shipped()"
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout == f"{tmp_path / 'repairs.json'}\n"
    rule = r'install\(FILES bench/measured/repairs/results.json\s+DESTINATION "\$\{closeranks_share\}" RENAME repairs.json\)'
    assert re.search(rule, (ROOT / "cmake/CloseranksInstall.cmake").read_text())


# ---- files that are wrong ----


def bench_file() -> dict[str, Any]:
    """As bench/run writes it, of four sizes."""
    repairs = []
    for ranks in (4, 8, 16, 32):
        for part, value in (("first", 2e-3 * ranks), ("repair", 1e-4 * ranks), ("sent", 6.0), ("received", 6.0), ("rest", 1.0)):
            kinds = {"bare": {"values": {"0": 1.0}}, "optimistic": {"values": {"0": value, "1": 2 * value, "2": value}}}
            repairs.append({"ranks": ranks, "communicators": 1, "deaths": 1, "part": part, "kinds": kinds})
    return {"machine": {"cores": 2, "CPU": "one"}, "repairs": repairs}


def test_a_file_of_the_bench_is_read(tmp_path: Path) -> None:
    data = bench_file()
    data["repairs"][0]["deaths"] = 2  # and so there is nothing about 4 ranks
    (tmp_path / "results.json").write_text(json.dumps(data))
    found = repair_costs.read(tmp_path / "results.json")
    assert found.points[0] == Measured(8, 1.6e-2, 8e-4, 12.0) and len(found.points) == 3
    assert (found.cores, found.machine) == (2, "2 cores, one")


def test_agreed_repairs_are_taken_where_there_are_no_optimistic_ones(tmp_path: Path) -> None:
    (tmp_path / "results.json").write_text(json.dumps(bench_file()).replace("optimistic", "agreed"))
    assert len(repair_costs.read(tmp_path / "results.json").points) == 4


def spoiled(path: str, value: object) -> str:
    data = bench_file()
    *way, last = [int(step) if step.isdigit() else step for step in path.split("/")]
    parent: Any = data
    for step in way:
        parent = parent[step]
    key = last if isinstance(parent, list) else str(last)
    if value is None:
        del parent[key]
    else:
        parent[key] = value
    return json.dumps(data)


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ('{\n "machine": {\n  "cores": 2,,\n', "line 3, column 14 is no JSON"),
        ("[1]", "machine is missing"),
        (spoiled("machine", None), "machine is missing"),
        (spoiled("machine/cores", None), "machine.cores is missing"),
        (spoiled("machine/cores", 0), "machine.cores (0) is not between 1 and 1000000"),
        (spoiled("machine/cores", "two"), 'machine.cores ("two") is not a whole number'),
        (spoiled("repairs", {}), "repairs ({}) is not a list"),
        (spoiled("repairs/1", 7), "repairs[1].communicators is missing"),
        (spoiled("repairs/1/ranks", 1), "repairs[1].ranks (1) is not between 2 and 10000000"),
        (spoiled("repairs/1/ranks", True), "repairs[1].ranks (true) is not a whole number"),
        (spoiled("repairs/1/part", None), "repairs[1].part is missing"),
        (spoiled("repairs/1/kinds/optimistic", 3), "repairs[1].kinds.optimistic.values is missing"),
        (spoiled("repairs/1/kinds/optimistic/values", {"0": "soon"}),
         'repairs[1].kinds.optimistic.values.0 ("soon") is no number from 1e-09 to 1e9'),
        (spoiled("repairs/1/kinds/optimistic/values", {"0": -1.0}), "repairs[1].kinds.optimistic.values.0 (-1.0) is no number"),
        (spoiled("repairs/1/kinds/optimistic/values", {"0": float("nan")}), "values.0 (NaN) is no number"),
        (spoiled("repairs/1/kinds/optimistic/values", {"0": 10**400}), "values.0 (1000"),
        (spoiled("repairs/1/kinds/optimistic/values", {"0": 8e-3}), "repairs of 4 ranks took no time but for the shrink"),
        (spoiled("repairs", []), "repairs has no repairs of one death in one communicator for 3 different numbers of ranks"),
        ("[" * 100_000, "it is nested too deeply"),
    ],
)  # fmt: skip
def test_wrong_calibrations_are_named(tmp_path: Path, content: str, sentence: str) -> None:
    file = tmp_path / "mine.json"
    file.write_text(content)
    done = planned("-n", "64", "--calibration", str(file))
    assert (done.returncode, done.stdout) == (82, "")
    assert f"closeranks plan: {file}: " in done.stderr and sentence in done.stderr
    assert "bench/run" in done.stderr and "Traceback" not in done.stderr


def test_what_cannot_be_read_or_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "binary").write_bytes(b"\xff\xfe{")
    for word in ("missing.json", "", "binary"):
        done = planned("-n", "64", "--calibration", str(tmp_path / word))
        assert done.returncode == 82 and f"The calibration {tmp_path / word} cannot be read: " in done.stderr
    done = planned("-n", "64", "--svg", str(tmp_path / "no/such.svg"))
    assert done.returncode == 82 and f"The picture {tmp_path / 'no/such.svg'} cannot be written: " in done.stderr


def test_a_calibration_changes_the_plan(tmp_path: Path) -> None:
    (tmp_path / "mine.json").write_text(json.dumps(bench_file()))
    told = json.loads(planned("-n", "64", "--calibration", str(tmp_path / "mine.json"), "--json").stdout)
    assert told["calibration"]["source"] == str(tmp_path / "mine.json")
    assert told["layouts"][0]["seconds"]["mean"] != pytest.approx(layout_model.flat(OURS, 64).seconds)
