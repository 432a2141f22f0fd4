"""closeranks plan MODEL: one shape of the command for all models."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))

from closeranks_launcher.planning import commands, values  # noqa: E402
from in_process import planned  # noqa: E402

LINES = {
    "masking": "--grid 8x8x8 --failures 3 --iterations 20 --samples 50",
    "ghosts": "--grid 6x6x6 --side 20",
    "mapping": "--grid 8x8x8 --node 16",
    "production": "--samples 20",
    "steps": "--mtbf 94s --samples 5",
    "memory": "--memory 20TB --resolution 8TB",
    "bursts": "--hosts 100 --mtbf 1y --work 2d --commit 20s --samples 5",
    "replicas": "--gap 1h --work 2h --samples 20",
    "accuracy": "--hosts 100 --mtbf 1y --time 2d",
    "quality": "--iterations 1000 --weight 0.1",
}


def test_all_models_are_tried() -> None:
    assert tuple(LINES) == commands.MODELS
    assert [name for name, _ in commands.summaries()] == list(commands.MODELS)


@pytest.mark.parametrize("model", LINES)
def test_a_model_answers_in_all_ways(model: str, tmp_path: Path) -> None:
    words = [model, *LINES[model].split()]
    pictures = ["--svg", str(tmp_path / "a.svg"), "--html", str(tmp_path / "a.html")]
    done, again = planned(*words, *pictures), planned(*words, "--json")
    assert (done.returncode, again.returncode) == (0, 0)
    last = done.stdout.strip().splitlines()
    advice = [line for line in last if line.startswith(("Recommended: ", "Not available yet: "))]
    assert len(advice) == 1 and len(last) - last.index(advice[0]) <= 3  # it ends with one
    told = json.loads(again.stdout)
    assert (told["format"], told["version"]) == (f"closeranks-plan-{model}", 1)
    assert told["advice"].startswith(advice[0])
    assert ElementTree.parse(tmp_path / "a.svg").getroot().tag.endswith("svg")
    page = (tmp_path / "a.html").read_text()
    assert page.isascii() and "<h2>Recommendation</h2>" in page and page.count("<h1>") == 1
    assert "http://" not in page.replace("http://www.w3.org/2000/svg", "")  # a page that fetches nothing


@pytest.mark.parametrize("model", ["masking", "production", "bursts", "replicas"])
def test_the_same_seed_makes_the_same_plan(model: str) -> None:
    words = [model, *LINES[model].split(), "--json", "--seed"]
    first, again, other = (planned(*words, seed).stdout for seed in "112")
    assert first == again != other


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("masking --grid 0x2", "argument --grid: (0x2) is no grid of ranks, such as 16x16x16"),
        ("masking --step soon", "argument --step: (soon) is no duration of at least a millisecond"),
        ("memory --memory 20", "argument --ratio: (2) is no number from 0.001 to 1"),
        ("memory --memory many", "argument --memory: (many) is no size, such as 2GB or 1.5TiB"),
        ("mapping --grid 7x7x7 --node 16", "No prism of 16 ranks fills a grid of 7x7x7"),
        ("mapping --grid 8x8x8 --node 16 --rankfile no/such/file", "The rankfile no/such/file cannot be written: No such file"),
        ("mapping --grid 8x8x8 --node 16 --rankfile /tmp/x --hosts no/such", "The hosts no/such cannot be read"),
        ("accuracy --hosts 10 --mtbf 1y --time 1d --svg no/such/file", "no/such/file cannot be written: No such file"),
        ("steps", "the following arguments are required: --mtbf"),
    ],
)
def test_wrong_values_are_named(words: str, sentence: str) -> None:
    more = ["--ratio", "2"] if "--memory 20" == words[7:] else []
    done = planned(*words.split(), *more)
    assert (done.returncode, done.stdout) == (82, "")
    assert sentence in done.stderr and "Traceback" not in done.stderr


def test_a_model_is_started_as_users_do(tmp_path: Path) -> None:
    run = [str(ROOT / "tools/closeranks"), "plan", "masking", "--grid", "4x4", "--samples", "2", "--noise", "1"]
    done = subprocess.run(run, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0 or "needs numpy" in done.stderr
    assert planned("masking", "--help").stdout.count("--failures N") == 2


@pytest.mark.parametrize(
    ("text", "value", "told"), [("2GB", 2e9, "2 GB"), ("1.5TiB", 1.5 * 2**40, "1.65 TB"), ("20 TB", 2e13, "20 TB"), ("7", 7, "7 B")]
)
def test_sizes_are_read_and_told(text: str, value: float, told: str) -> None:
    assert values.size(text) == value and values.size_told(value) == told


def test_rates_say_what_they_are_of() -> None:
    assert values.rate("8h/job") == values.Rate(28_800.0, "job")
    assert values.rate("5y").of == values.rate("5y/node").of == "host"


def test_without_numpy_only_noise_is_missing(tmp_path: Path) -> None:
    (tmp_path / "numpy.py").write_text("raise ImportError('made to fail')\n")
    code = (
        "import sys; sys.path[:0] = sys.argv[1:3]; from pathlib import Path; from closeranks_launcher import plan; "
        "sys.exit(plan.main(Path('closeranks'), sys.argv[3:]))"
    )
    run = [sys.executable, "-c", code, str(tmp_path), str(ROOT / "tools"), "masking", *LINES["masking"].split()]
    done = subprocess.run([*run, "--noise", "1"], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 82
    assert "closeranks plan: A run with noise needs numpy (Debian: python3-numpy), which is not installed" in done.stderr
    assert subprocess.run(run, capture_output=True, timeout=60, check=False).returncode == 0
