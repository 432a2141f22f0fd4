"""The errors that MPI has no class for: each process has the same values and sentences, also one that has come back."""

from __future__ import annotations

import re

import pytest

from examples.run import BUILD, CLEAN, LAUNCHER, ROOT, Finished, run

RANKS = 3
VICTIM = 1
SENTENCES = [
    "CLOSERANKS_ERR_RANK_LOST: ranks have failed",
    "CLOSERANKS_ERR_STORAGE: a file cannot be used, or stored data is damaged",
    "CLOSERANKS_ERR_ROLLED_BACK: a failure takes all ranks back to closeranks_local_start()",
    "CLOSERANKS_ERR_NO_PROCESS: ranks are missing, and no process can take their places",
    "CLOSERANKS_ERR_RULE_BROKEN: the program has broken a rule of local recovery",
]


def program(language: str) -> list[str]:
    if language == "python":
        pytest.importorskip("mpi4py")
        return ["/usr/bin/python3", "-B", str(ROOT / "tests/interface/errors.py")]
    path = BUILD / f"tests/interface/errors{'_f08' if language == 'fortran' else ''}"
    if not path.exists():
        pytest.skip("the MPI has no Fortran")
    return [str(path)]


def check_alike(words: list[str], lost: list[str]) -> Finished:
    """Runs the program: all ranks print the same values, and the sentences."""
    result = run([str(LAUNCHER), "--oversubscribe", "-n", str(RANKS), *words], {"PYTHONPATH": str(ROOT / "runtime/python")})
    assert result.status == CLEAN, str(result)
    lines = sorted(result.output.splitlines())
    told = [re.sub(rf"^rank {rank}: {lost[rank]}; ", "", line) for rank, line in enumerate(lines)]
    assert len(told) == RANKS and len(set(told)) == 1, str(result)
    values, sentences = zip(*(one.split(" ", 1) for one in told[0].split("; ")), strict=True)
    # Of each of ours there is the code, and then the class.
    assert sentences[0] == "of the program" and list(sentences[1::2]) == list(sentences[2::2]) == SENTENCES, str(result)
    assert len(set(values)) == 1 + 2 * len(SENTENCES), str(result)
    return result


@pytest.mark.parametrize("dies", [False, True], ids=["calm", "dies"])
@pytest.mark.parametrize("language", ["c", "fortran", "python"])
def test_values_and_sentences(language: str, dies: bool) -> None:
    lost = ["lost one" if dies and rank != VICTIM else "lost none" for rank in range(RANKS)]
    result = check_alike(["--spares", "1", *program(language), *["dies"] * dies], lost)
    assert result.messages.count(f"rank {VICTIM} is recovered, ") == dies, str(result)


@pytest.mark.parametrize("way", [[], ["--disable", "--allow-unprotected"]], ids=["protected", "disabled"])
def test_without_mpi_init(way: list[str]) -> None:
    check_alike([*way, *program("c"), "session"], ["lost none"] * RANKS)
