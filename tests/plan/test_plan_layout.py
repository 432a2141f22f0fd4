"""closeranks plan --layout: the model against single ranks, brute force and formulas; and the command."""

from __future__ import annotations

import json
import math
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))

from closeranks_launcher import layout_model, plan_layout, repair_costs  # noqa: E402
from closeranks_launcher.layout_model import Layout  # noqa: E402
from closeranks_launcher.repair_costs import GROWTHS, Costs, Line  # noqa: E402
import in_process  # noqa: E402

EXAMPLE = ["-n", "1000000", "--mtbf", "5y"]
SIZES = (12, 16, 50, 64, 100, 333, 1024, 5000)


def only_shrinks(growth: str, fixed: float = 0.0) -> Costs:
    return Costs(0.0, 0.0, growth, Line(fixed, 1.0), None)


SHIPPED = repair_costs.read_shipped()
OURS = repair_costs.fit(SHIPPED)
ALL_COSTS = [*map(only_shrinks, GROWTHS), only_shrinks("logarithmic", 0.5), OURS]


# ---- one death ----


def death_of(costs: Costs, rank: int, ranks: int, size: int) -> tuple[float, int]:
    """Seconds, and ranks that are disturbed: communicator by communicator, as the layout is described."""
    count = math.ceil(ranks / size)
    local = [set(range(one * size, min((one + 1) * size, ranks))) for one in range(count)]
    masters = {min(one) for one in local}
    povs = [local[one] | {min(local[(one + 1) % count])} for one in range(count)]
    mine = rank // size
    broken = [local[mine]]
    if rank in masters and count > 1:
        broken += [masters, povs[mine], povs[mine - 1]]
        assert all(rank in one for one in broken)
    return costs.detection + sum(costs.repair(len(one)) for one in broken), len(set[int]().union(*broken))


@pytest.mark.parametrize("costs", ALL_COSTS)
@pytest.mark.parametrize(("ranks", "size"), [(12, 3), (13, 3), (13, 4), (8, 5), (9, 8), (64, 8), (7, 1), (100, 9), (2, 1)])
def test_the_means_are_those_over_all_ranks(costs: Costs, ranks: int, size: int) -> None:
    found = layout_model.hierarchical(costs, ranks, size)
    deaths = [death_of(costs, rank, ranks, size) for rank in range(ranks)]
    assert found.seconds == pytest.approx(sum(seconds for seconds, _ in deaths) / ranks)
    assert found.disturbed == pytest.approx(sum(disturbed for _, disturbed in deaths) / ranks)
    assert found.rank_seconds == pytest.approx(sum(seconds * disturbed for seconds, disturbed in deaths) / ranks)
    masters = deaths[::size]
    assert found.master.seconds == pytest.approx(max(seconds for seconds, _ in masters))
    assert found.master.ranks == max(disturbed for _, disturbed in masters)


@pytest.mark.parametrize("ranks", SIZES)
def test_who_is_disturbed_has_its_limits(ranks: int) -> None:
    for size in range(1, ranks):
        found = layout_model.hierarchical(OURS, ranks, size)
        assert found.other.ranks <= size
        assert found.master.ranks <= 3 * size + math.ceil(ranks / size)
        assert found.master.ranks <= ranks


@pytest.mark.parametrize("costs", ALL_COSTS)
def test_one_local_communicator_is_the_flat_layout(costs: Costs) -> None:
    for ranks in SIZES:
        assert layout_model.hierarchical(costs, ranks, ranks) == layout_model.flat(costs, ranks)
        assert layout_model.hierarchical(costs, ranks, ranks + 1).is_flat


@pytest.mark.parametrize("costs", ALL_COSTS)
def test_more_ranks_never_cost_less(costs: Costs) -> None:
    sizes = [2**step for step in range(2, 21)]
    all_ranks = [layout_model.flat(costs, ranks).seconds for ranks in sizes]
    assert all_ranks == sorted(all_ranks)
    better = [min(one, layout_model.quickest(costs, ranks).seconds) for one, ranks in zip(all_ranks, sizes, strict=True)]
    assert better == sorted(better)
    spared = [layout_model.most_sparing(costs, ranks).rank_seconds for ranks in sizes]
    assert spared == sorted(spared)


# ---- the best size ----


def by_brute_force(costs: Costs, ranks: int, goal: Callable[[Layout], float]) -> Layout:
    return min((layout_model.hierarchical(costs, ranks, size) for size in range(1, ranks)), key=goal)


@pytest.mark.parametrize("costs", ALL_COSTS)
@pytest.mark.parametrize("ranks", [2, 3, 4, 5, 7, 12, 13, 100, 999, 1024, 2500])
def test_the_search_finds_the_best(costs: Costs, ranks: int) -> None:
    quickest, sparing = layout_model.quickest(costs, ranks), layout_model.most_sparing(costs, ranks)
    assert quickest.seconds <= by_brute_force(costs, ranks, lambda one: one.seconds).seconds * 1.0001
    assert sparing.rank_seconds <= by_brute_force(costs, ranks, lambda one: one.rank_seconds).rank_seconds * 1.0001


def formula(growth: str, ranks: int, fixed: float) -> int:
    if growth == "logarithmic":
        return layout_model.logarithmic_best(ranks, fixed, 1.0)
    return {"linear": layout_model.linear_best, "quadratic": layout_model.quadratic_best}[growth](ranks)


@pytest.mark.parametrize(("growth", "fixed"), [("linear", 0.0), ("quadratic", 0.0), ("logarithmic", 0.0), ("logarithmic", 0.5)])
@pytest.mark.parametrize("ranks", SIZES)
def test_formulas_are_within_a_twentieth_of_brute_force(growth: str, fixed: float, ranks: int) -> None:
    """The formulas are of whole numbers of local communicators, all of the same size; the layout has a smaller one."""
    costs = only_shrinks(growth, fixed)
    told = layout_model.hierarchical(costs, ranks, formula(growth, ranks, fixed))
    assert told.seconds <= by_brute_force(costs, ranks, lambda one: one.seconds).seconds * 1.05


@pytest.mark.parametrize(("growth", "fixed"), [("linear", 0.0), ("quadratic", 0.0), ("logarithmic", 0.0), ("logarithmic", 0.5)])
@pytest.mark.parametrize("ranks", [100, 1024, 65536, 1_000_000])
def test_formulas_are_the_whole_number_next_to_the_optimum(growth: str, fixed: float, ranks: int) -> None:
    """Of the mean cost S(k) + (S(s/k) + 2 S(k + 1)) / k itself, for any real k."""

    def shrink(size: float) -> float:
        return fixed + GROWTHS[growth](size)

    def mean(size: float) -> float:
        return shrink(size) + (shrink(ranks / size) + 2 * shrink(size + 1)) / size

    optimum = min((2 * 1.001**step for step in range(7000)), key=mean)
    assert formula(growth, ranks, fixed) == pytest.approx(optimum, abs=0.5 + 0.001 * optimum)


@pytest.mark.parametrize("ranks", [100, 1024, 65536])
def test_the_fewest_ranks_are_disturbed_where_the_formula_says(ranks: int) -> None:
    found = min((layout_model.hierarchical(OURS, ranks, size).disturbed for size in range(1, 1 + ranks // 2)))
    told = layout_model.hierarchical(OURS, ranks, layout_model.fewest_disturbed(ranks))
    assert told.disturbed <= found * 1.05


def test_the_other_formula_for_quadratic_costs_is_not_the_optimum() -> None:
    """s = sqrt(2k^2(2k^2 - 1)/3), which is also in use, has k^2 in the place of k^3."""
    costs = only_shrinks("quadratic")
    other = round(math.sqrt((2 + math.sqrt(4 + 48 * 1024**2)) / 8))
    assert math.sqrt(2 * other**2 * (2 * other**2 - 1) / 3) == pytest.approx(1024, rel=0.05)
    best = by_brute_force(costs, 1024, lambda one: one.seconds)
    assert layout_model.hierarchical(costs, 1024, other).seconds > 1.5 * best.seconds


def slope(pairs: list[tuple[float, float]]) -> float:
    """Of a line through points on logarithmic axes."""
    (x, y), (last_x, last_y) = pairs[0], pairs[-1]
    return math.log(last_y / y) / math.log(last_x / x)


@pytest.mark.parametrize(("growth", "size", "cost"), [("linear", 1 / 3, 1 / 3), ("quadratic", 2 / 5, 4 / 5)])
def test_plots_over_the_ranks_have_the_slopes_of_the_formulas(growth: str, size: float, cost: float) -> None:
    costs = only_shrinks(growth)
    best = [layout_model.quickest(costs, ranks) for ranks in (4096, 32768, 262144, 1_000_000)]
    assert slope([(one.ranks, one.local_size) for one in best]) == pytest.approx(size, abs=0.02)
    assert slope([(one.ranks, one.seconds) for one in best]) == pytest.approx(cost, abs=0.03)


def test_with_a_logarithmic_shrink_locals_grow_like_the_logarithm() -> None:
    """k is about ln s + ln ln s."""
    for ranks in (10**4, 10**5, 10**6, 10**7):
        logarithm = math.log(ranks)
        assert layout_model.logarithmic_best(ranks, 0.0, 1.0) == pytest.approx(logarithm + math.log(logarithm), abs=2)


@pytest.mark.parametrize("costs", ALL_COSTS)
def test_from_where_on_it_pays(costs: Costs) -> None:
    first = layout_model.hierarchical_from(costs)
    assert first
    for ranks, pays in [(first - 1, False), *((ranks, True) for ranks in range(first, first + 100))]:
        quickest = by_brute_force(costs, ranks, lambda one: one.seconds)
        assert (quickest.seconds < layout_model.flat(costs, ranks).seconds) is pays


def test_a_shrink_that_always_takes_as_long_is_best_left_flat() -> None:
    assert layout_model.hierarchical_from(Costs(1.0, 0.0, "logarithmic", Line(1.0, 0.0), None)) is None


# ---- run time that is lost ----


@pytest.mark.parametrize("mtbf", [300.0, 3000.0, 30000.0])
def test_lost_time_is_that_of_a_simulation(mtbf: float) -> None:
    """All wait; a death within a repair begins it anew."""
    layout = layout_model.flat(Costs(1.0, 0.0, "linear", Line(0.0, 0.1), None), 90)
    assert layout.seconds == pytest.approx(10.0)
    chance = random.Random(4)
    useful = now = 0.0
    repaired = 0.0  # when the last repair ends, if nobody dies before
    for _ in range(200_000):
        death = now + chance.expovariate(layout.ranks / mtbf)
        useful += max(0.0, death - max(repaired, now))
        now, repaired = death, death + layout.seconds
    assert layout.lost_when_all_wait(mtbf) == pytest.approx(1 - useful / now, abs=0.005)


def test_less_is_lost_where_others_go_on() -> None:
    for ranks in SIZES:
        layout = layout_model.quickest(OURS, ranks)
        lost = [layout.lost_when_all_wait(mtbf) for mtbf in (1e4, 1e6, 1e8)]
        assert lost == sorted(lost, reverse=True) and all(0 < one < 1 for one in lost)
        assert layout.lost_when_others_go_on(1e6) < lost[1]
    everybody = layout_model.flat(OURS, 64)
    assert everybody.lost_when_all_wait(1e5) == pytest.approx(everybody.lost_when_others_go_on(1e5))


# ---- the command ----


def planned(*words: str) -> subprocess.CompletedProcess[str]:
    return in_process.planned("--layout", *words)


def test_the_plan_is_told() -> None:
    done = planned("-n", "4096", "--mtbf", "5y", "--local-size", "16")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("4,096 ranks, on a core each. Each fails once in 5 y: a failure every 11 h.\n")
    assert "\nhierarchical, 16: 256 local communicators of at most 16 ranks, and a global one of 256 masters.\n" in done.stdout
    assert "\nTake hierarchical, 16, if it adds less than " in done.stdout
    assert "\nThe figures for the hierarchical layout are the model's. Where measured, a local took a third to a half longer.\n" in done.stdout


def test_few_ranks_are_left_flat() -> None:
    for words in (["-n", "2"], ["-n", "3"], ["-n", "8"], ["-n", "8", "--local-size", "4"]):
        done = planned(*words)
        assert done.returncode == 0 and "\nTake the flat one.\n" in done.stdout


def test_where_everything_is_lost_it_is_told() -> None:
    done = planned("-n", "1000000", "--mtbf", "1s", "--shrink", "quadratic", "--json")
    told = json.loads(done.stdout)
    assert told["layouts"][0]["time_lost"]["all_wait"] == 1.0 and told["slower_at_most"]["all_wait"] is None
    assert planned("-n", "1000000", "--mtbf", "1s", "--shrink", "quadratic").returncode == 0


def paths(value: object, where: str = "") -> Iterator[str]:
    if isinstance(value, dict):
        for name, inside in value.items():
            yield from paths(inside, f"{where}.{name}" if where else name)
    elif isinstance(value, list):
        for inside in value:
            yield from paths(inside, f"{where}[]")
    else:
        yield f"{where}: {'number' if isinstance(value, int | float) else type(value).__name__}"


def test_programs_can_rely_on_the_json() -> None:
    """What is here belongs to version 1: a program may read all of it."""
    told = json.loads(planned(*EXAMPLE, "--local-size", "64", "--json").stdout)
    assert (told["format"], told["version"], told["ranks"]) == ("closeranks-layout-plan", 1, 1_000_000)
    layout = ["layout: str", "local_size: number", "locals: number", "messages_of_busiest_rank: number"]
    layout += [f"{what}.{who}: number" for what in ("seconds", "disturbed_ranks") for who in ("master", "other", "mean")]
    layout += ["time_lost.all_wait: number", "time_lost.undisturbed_go_on: number"]
    ways = ("flat", "quickest", "most_sparing")
    assert sorted(set(paths(told))) == sorted(
        [
            "format: str", "version: number", "ranks: number", "seconds_between_deaths: number", "hierarchical_from: number",
            "calibration.source: str", "calibration.machine: str", "calibration.cores: number", "calibration.ranks[]: number",
            "calibration.detection: number", "calibration.seconds_per_level: number", "calibration.shrink.growth: str",
            "calibration.shrink.fixed: number", "calibration.shrink.slope: number",
            *(f"calibration.relative_error_left_out.{ranks}: number" for ranks in (4, 8, 16, 32)),
            *(f"calibration.relative_error_of_shrinks.{growth}: number" for growth in GROWTHS),
            *(f"layouts[].{one}" for one in layout),
            "recommended.layout: str", "recommended.local_size: number",
            *(f"local_size.{one}: number" for one in ("quickest", "most_sparing", "quickest_by_formula")),
            "slower_at_most.all_wait: number", "slower_at_most.undisturbed_go_on: number", "sweep[].ranks: number",
            *(f"sweep[].{way}.{one}: number" for way in ways for one in ("local_size", "seconds", "disturbed_ranks")),
        ]
    )  # fmt: skip
    assert [one["local_size"] for one in told["layouts"]][:2] == [1_000_000, 64]
    assert [one["ranks"] for one in told["sweep"]] == list(plan_layout.SWEEP)
    without = json.loads(planned("-n", "64", "--json").stdout)
    assert without["seconds_between_deaths"] is None and without["layouts"][0]["time_lost"] is None


def test_the_json_is_the_models() -> None:
    told = json.loads(planned("-n", "4096", "--mtbf", "5y", "--json").stdout)
    flat, *others = told["layouts"]
    assert flat["seconds"]["mean"] == pytest.approx(layout_model.flat(OURS, 4096).seconds)
    assert {one["local_size"] for one in others} == {told["local_size"]["quickest"], told["local_size"]["most_sparing"]}
    assert told["seconds_between_deaths"] == pytest.approx(5 * 365.25 * 86400 / 4096)
    assert told["local_size"]["quickest_by_formula"] == pytest.approx(told["local_size"]["quickest"], abs=1)
    assert told["calibration"]["ranks"] == [4, 8, 16, 32]


@pytest.mark.parametrize("words", [[], ["--shrink", "linear"], ["--shrink", "quadratic"]])
def test_the_picture_has_all_within_its_box(tmp_path: Path, words: list[str]) -> None:
    file = tmp_path / "plan.svg"
    done = planned(*EXAMPLE, *words, "--svg", str(file))
    assert (done.returncode, done.stderr) == (0, "") and done.stdout.startswith("1,000,000 ranks")
    assert planned(*EXAMPLE, *words, "--svg", "-").stdout == file.read_text()
    root = ElementTree.fromstring(file.read_text())
    _, _, width, height = map(float, root.attrib["viewBox"].split())
    texts = list(root.iter("{http://www.w3.org/2000/svg}text"))
    assert len(texts) > 30
    for one in texts:
        size = float(one.attrib.get("font-size", 11))
        wide = 0.62 * size * len(one.text or "")  # no letter of a sans serif face is wider on average
        left = float(one.attrib["x"]) - {"start": 0, "middle": wide / 2, "end": wide}[one.attrib["text-anchor"]]
        assert 0 <= left and left + wide <= width, one.text
        assert size <= float(one.attrib["y"]) <= height - 2, one.text
    lines = list(root.iter("{http://www.w3.org/2000/svg}polyline"))
    assert len(lines) == 3 + 4 + 3
    for line in lines:
        points = [tuple(map(float, point.split(","))) for point in line.attrib["points"].split()]
        assert len(points) == len(plan_layout.SWEEP)
        assert all(0 <= x <= width and 0 <= y <= height for x, y in points)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ([], "--layout needs --ranks"),
        (["-n", "1"], "argument -n/--ranks: (1) is no whole number from 2 to 10000000"),
        (["-n", "64", "--local-size", "64"], "--local-size (64) is not below the number of ranks (64)"),
        (["-n", "64", "--local-size", "few"], "argument --local-size: (few) is no whole number from 2"),
        (["-n", "64", "--mtbf", "never"], "argument --mtbf: (never) is no duration"),
        (["-n", "64", "--shrink", "cubic"], "argument --shrink: invalid choice: 'cubic'"),
        (["-n", "64", "--hosts", "3", "--work", "2d"], "--hosts, --work: only with --recovery"),
        (["-n", "64", "--recovery"], "not allowed with argument"),
    ],
)
def test_wrong_values_are_named(words: list[str], sentence: str) -> None:
    done = planned(*words)
    assert (done.returncode, done.stdout) == (82, "")
    assert sentence in done.stderr


def test_options_of_the_layout_are_refused_for_a_recovery() -> None:
    words = ["--recovery", "--hosts", "10", "--mtbf", "1y", "--work", "1d", "--commit", "1s", "--svg", "x.svg"]
    done = in_process.planned(*words)
    assert done.returncode == 82 and "--svg: only with --layout" in done.stderr


def test_the_page_shows_what_the_command_prints() -> None:
    assert in_process.is_excerpt("explanation/plan.md", planned(*EXAMPLE).stdout)


def test_the_page_has_the_picture_of_the_command() -> None:
    picture = ROOT / "docs/pictures/layout-plan.svg"
    assert planned(*EXAMPLE, "--svg", "-").stdout == picture.read_text()
    assert "pictures/layout-plan.svg" in (ROOT / "docs/explanation/plan.md").read_text()
