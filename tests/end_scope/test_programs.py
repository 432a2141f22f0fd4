"""Programs of Debian whose parts are groups of ranks (Quantum ESPRESSO, CP2K, GROMACS): one rank dies, its group ends with
it, and the other one completes with the values of a run without deaths. tools/setup does not install them, for they are
large: without them nothing runs here."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from examples.run import AFTER_LOSSES, CLEAN, LAUNCHER, ROOT, Finished, run

sys.path.append(str(ROOT / "bench"))

from programs import inputs  # noqa: E402

INPUTS = ROOT / "tests/end_scope/inputs"
pytestmark = pytest.mark.in_all  # they take minutes


def needs(program: str) -> pytest.MarkDecorator:
    return pytest.mark.skipif(shutil.which(program) is None, reason=f"{program} is not installed")


def start(place: Path, *program: str, options: Sequence[str] = (), given: str = "") -> Finished:
    """On four ranks in `place`."""
    mpi = subprocess.run([ROOT / "tools/setup", "--print-mpi"], check=True, capture_output=True, text=True).stdout.strip()
    # Debian 12's programs were built against Open MPI 4.1.4; they run on 5 when 5's libraries come first.
    paths = ":".join(filter(None, [f"{mpi}/lib", os.environ.get("LD_LIBRARY_PATH")]))
    command = ["env", "-C", str(place), str(LAUNCHER), *options, "--oversubscribe", "-n", "4", *program]
    return run(command, {"LD_LIBRARY_PATH": paths, "OMP_NUM_THREADS": "1", "CP2K_DATA_DIR": "/usr/share/cp2k"}, timeout=300)


def without_rank_3(place: Path, when: str, *program: str) -> None:
    """Its group ends with it, and no other rank does."""
    ended = start(place, *program, options=["--profile", "ensemble", "--kill", f"3@call:{when}"])
    assert ended.status == AFTER_LOSSES, str(ended)
    assert "summary: 2 of 4 ranks lost, 2 completed" in ended.messages, str(ended)
    assert re.search(r"rank 2 \(.*, ended with rank 3: ", ended.messages), str(ended)
    assert re.search(r"rank 3 \(.*killed by signal 9 \(SIGKILL\), planned by --kill", ended.messages), str(ended)


def undisturbed(place: Path, *program: str) -> None:
    ended = start(place, *program)
    assert ended.status == CLEAN, str(ended)


def numbers(path: Path, columns: slice) -> list[list[str]]:
    return [line.split()[columns] for line in path.read_text().splitlines() if line[:1] != "#"]


@needs("cp2k.psmp")
def test_cp2k_farming(tmp_path: Path) -> None:
    """Two jobs of two ranks: molecular dynamics of a molecule of water."""
    places = [tmp_path / "undisturbed", tmp_path / "with a death"]
    for place in places:
        for job in ("job0", "job1"):
            (place / job).mkdir(parents=True)
            shutil.copy(INPUTS / "water.inp", place / job)
        shutil.copy(INPUTS / "farm.inp", place)
    program = ["cp2k.psmp", "-i", "farm.inp"]
    undisturbed(places[0], *program)
    without_rank_3(places[1], "MPI_Alltoallv:3000", *program)
    energies = slice(0, 6)  # and no times
    expected = numbers(places[0] / "job0/water-1.ener", energies)
    assert len(expected) == 31 and numbers(places[1] / "job0/water-1.ener", energies) == expected
    lost = numbers(places[1] / "job1/water-1.ener", energies)
    assert 0 < len(lost) < 31 and lost == numbers(places[0] / "job1/water-1.ener", energies)[: len(lost)]


@needs("gmx_mpi")
def test_gromacs_multidir(tmp_path: Path) -> None:
    """Two boxes of water of two ranks each."""
    places = [tmp_path / "undisturbed", tmp_path / "with a death"]
    for place in places:
        place.mkdir()
        inputs.water_boxes(place)
    program = ["gmx_mpi", "mdrun", "-multidir", "box0", "box1", "-ntomp", "1", "-reprod"]
    undisturbed(places[0], *program)
    without_rank_3(places[1], "MPI_Sendrecv:2000", *program)

    def energies(place: Path, box: str) -> list[str]:
        text = (place / box / "md.log").read_text()
        return re.findall(r"^(?: +-?\d\.\d+e[+-]\d+){5}$", text, re.MULTILINE)

    expected = energies(places[0], "box0")
    assert len(expected) > 10 and energies(places[1], "box0") == expected
    assert "Finished mdrun" in (places[1] / "box0/md.log").read_text()
    assert len(energies(places[1], "box1")) < len(expected)


def matrices(place: Path, image: int) -> list[Path]:
    """Each is of a part that the image has done."""
    return sorted((place / f"out/_ph{image}/si.phsave").glob("dynmat.*.xml"))


@needs("ph.x")
def test_quantum_espresso_images(tmp_path: Path) -> None:
    """Phonons of silicon by two images of two ranks; ph.x itself then completes what the lost image had."""
    places = [tmp_path / "undisturbed", tmp_path / "with a death"]
    place = places[0]
    place.mkdir()
    for path in INPUTS.glob("s[ci]*.in"):
        shutil.copy(path, place)
    text = (INPUTS / "ph.in").read_text()
    (place / "ph.in").write_text(text)
    (place / "rest.in").write_text(text.replace("prefix=", "recover=.true., prefix="))
    with (place / "si.ld1.in").open() as given:
        subprocess.run(["ld1.x"], cwd=place, stdin=given, capture_output=True, check=True)
    undisturbed(place, "pw.x", "-inp", "scf.in")
    shutil.copytree(place, places[1])
    program = ["ph.x", "-ni", "2", "-inp", "ph.in"]
    undisturbed(place, *program)
    without_rank_3(places[1], "MPI_Alltoall:1000", *program)
    assert len(matrices(places[0], 1)) > len(matrices(places[1], 1)), "what the lost image had not done is missing"
    for place in places:  # as Quantum ESPRESSO's manual collects what images have done
        for path in matrices(place, 1):
            shutil.copy(path, place / "out/_ph0/si.phsave")
        undisturbed(place, "ph.x", "-inp", "rest.in")

    def frequencies(place: Path) -> list[float]:
        texts = [(place / f"si.dyn{number}").read_text() for number in (1, 2, 3)]
        return [float(found) for text in texts for found in re.findall(r"= +(-?[\d.]+) \[cm-1\]", text)]

    expected = frequencies(places[0])
    assert len(expected) == 18
    # On four ranks, and not on two, sums are made in another order.
    assert frequencies(places[1]) == pytest.approx(expected, abs=0.01)
