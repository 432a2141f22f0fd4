"""closeranks doctor on machines that are made up: each finding comes when it should, and only then."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

import pytest

from closeranks_launcher import (
    doctor,
    doctor_input,
    doctor_machine,
    doctor_mpi,
    doctor_scheduler,
    doctor_trials,
    exit_status,
    findings,

)
from closeranks_launcher.doctor_mpi import Setting
from closeranks_launcher.doctor_trials import Ended
from closeranks_launcher.findings import Finding, Level
from closeranks_launcher.options import UsageError

ROOT = Path(__file__).resolve().parent.parent.parent

FAULTS = doctor_mpi.load_faults()
PREFIX = Path("/opt/mpi")

OMPI_INFO = """\
package:Open MPI root@vm Distribution
ompi:version:full:5.0.7
options:ft_support:yes
options:ft_mpi_support:yes
mca:pml:ob1:version:"mca:2.1.0"
mca:pml:ob1:version:"component:5.0.7"
mca:coll:han:version:"component:5.0.7"
mca:pml:base:param:pml:value:ucx
mca:pml:base:param:pml:source:environment
mca:btl:base:param:btl:value:
mca:btl:base:param:btl:source:default
mca:coll:base:param:coll:value:^hcoll
mca:coll:base:param:coll:source:file (/root/.openmpi/mca-params.conf)
"""


def levels(found: Iterable[Finding]) -> dict[str, Level]:
    return {one.check: one.level for one in found}


def only(found: Iterable[Finding], check: str) -> Finding:
    return next(one for one in found if one.check == check)


# ---- the MPI ----


def mpi(**changed: object) -> doctor_mpi.Facts:
    """A good one, but for what is `changed`."""
    good = doctor_mpi.Facts(
        prefix=PREFIX,
        version="5.0.7",
        has_ulfm=True,
        components={
            "pml": frozenset(("ob1",)),
            "btl": frozenset(("self", "sm", "tcp")),
            "coll": frozenset(("basic", "tuned")),
            "topo": frozenset(("basic",)),
        },
        mended=frozenset(fault.patch for fault in FAULTS),
        mpicc=str(PREFIX / "bin/mpicc"),
    )
    return dataclasses.replace(good, **changed)


def set_to(name: str, value: str) -> doctor_mpi.Facts:
    everything = {
        "pml": frozenset(("ob1", "cm", "ucx")),
        "btl": frozenset(("self", "sm", "tcp", "ofi")),
        "coll": frozenset(("basic", "tuned", "han", "hcoll")),
        "topo": frozenset(("basic", "treematch")),
    }
    return mpi(components=everything, settings={name: Setting(value, "environment")})


def of_mpi(facts: doctor_mpi.Facts) -> list[Finding]:
    return list(doctor_mpi.findings(facts, FAULTS))


def test_a_good_mpi_has_nothing_but_good_findings() -> None:
    assert set(levels(of_mpi(mpi())).values()) == {Level.OK}


@pytest.mark.parametrize(
    ("changed", "check", "level"),
    [
        ({"version": "4.1.4"}, "mpi.version", Level.PROBLEM),
        ({"version": "5.0.3"}, "mpi.version", Level.WARNING),
        ({"version": "5.1.0rc1"}, "mpi.version", Level.WARNING),
        ({"has_ulfm": False}, "mpi.ulfm", Level.PROBLEM),
        ({"mended": None}, "mpi.faults", Level.WARNING),
        ({"mended": frozenset(("01-deferred-message",))}, "mpi.faults", Level.WARNING),
        ({"mpicc": ""}, "mpi.compiler", Level.UNTRIED),
        ({"mpicc": "/usr/bin/mpicc"}, "mpi.compiler", Level.WARNING),
        ({"components": {"pml": frozenset(("ucx",))}}, "mpi.pml", Level.PROBLEM),
    ],
)
def test_what_is_wrong_with_an_mpi(changed: dict[str, object], check: str, level: Level) -> None:
    found = of_mpi(mpi(**changed))
    assert only(found, check).level is level
    assert only(found, check).mend


def test_transports_that_the_library_leaves_out_are_named_and_no_warning() -> None:
    found = only(of_mpi(mpi(components={"pml": frozenset(("ob1",)), "btl": frozenset(("self", "tcp", "ofi", "uct"))})), "mpi.btl")
    assert found.level is Level.OK
    assert "self, tcp (ofi, uct: in this MPI, and left out unless you set btl)" in found.text


@pytest.mark.parametrize(
    ("name", "value", "level"),
    [
        ("pml", "ob1", Level.OK),
        ("pml", "ucx", Level.PROBLEM),
        ("pml", "cm,ucx", Level.PROBLEM),
        ("pml", "^ob1", Level.PROBLEM),
        ("pml", "^cm", Level.OK),
        ("btl", "self,tcp", Level.OK),
        ("btl", "tcp", Level.PROBLEM),
        ("btl", "^self", Level.PROBLEM),
        ("btl", "self,ofi", Level.WARNING),
        ("btl", "^ofi", Level.OK),
        ("btl", "^tcp", Level.WARNING),
        ("coll", "^han,hcoll", Level.OK),
        ("coll", "^tuned,hcoll", Level.PROBLEM),
        ("coll", "basic,han", Level.PROBLEM),
        ("coll", "basic,tuned", Level.OK),
        ("coll", "han", Level.PROBLEM),
        ("topo", "treematch", Level.WARNING),
        ("topo", "^treematch", Level.OK),
    ],
)
def test_settings_of_the_mpi(name: str, value: str, level: Level) -> None:
    found = only(of_mpi(set_to(name, value)), f"mpi.{name}")
    assert found.level is level
    if level is not Level.OK:
        assert f"OMPI_MCA_{name}={value} in the environment" in found.text


def test_han_may_be_used_where_it_is_mended() -> None:
    facts = dataclasses.replace(set_to("coll", "^hcoll"), version="5.0.10")
    assert only(of_mpi(facts), "mpi.coll").level is Level.OK


def test_the_faults_are_named_with_what_they_do() -> None:
    mended = frozenset(fault.patch for fault in FAULTS) - {"06-queue"}
    found = only(of_mpi(mpi(mended=mended)), "mpi.faults")
    assert f"has 1 of the {len(FAULTS)} known faults: any death: hangs of a process that receives through shared memory (06-queue)." in found.text
    assert "--build-mpi" in found.mend


def test_faults_that_closeranks_avoids_are_counted_apart() -> None:
    mended = frozenset(fault.patch for fault in FAULTS) - {"06-queue", "04-epoch", "29-several-idups"}
    found = only(of_mpi(mpi(mended=mended)), "mpi.faults")
    assert f"has 1 of the {len(FAULTS)} known faults (closeranks avoids 2 others): any death" in found.text


def struck(called: list[str], prefix: Path) -> str:
    return "".join(finding.text for finding in doctor_mpi.that_strike(called, prefix, FAULTS))


def test_the_faults_that_can_strike_a_program(tmp_path: Path) -> None:
    plain = struck(["MPI_Init", "MPI_Bcast"], tmp_path)
    assert "(06-queue)" in plain and "(13-node-dies)" in plain
    assert "(20-wait-sync)" not in plain and "(23-lost-error)" not in plain and "(29-several-idups)" not in plain
    assert "(20-wait-sync)" in struck(["MPI_Init_thread"], tmp_path)
    assert "(23-lost-error)" in struck(["MPI_Comm_spawn_multiple"], tmp_path)
    (tmp_path / "complete").write_text("".join(f"{fault.patch}.patch\n" for fault in FAULTS if fault.patch != "11-group"))
    assert struck(["MPI_Init"], tmp_path) == ""
    assert "faults of this MPI 1 can strike this program" in struck(["MPI_Comm_create_group"], tmp_path)


def test_of_another_version_nobody_knows_the_faults() -> None:
    text = only(of_mpi(mpi(version="5.0.6", mended=None)), "mpi.faults").text
    assert "is known to have 0, and to be free of 0; the others have not been tried" in text


def test_of_a_version_that_was_tried_the_faults_are_known() -> None:
    text = only(of_mpi(mpi(version="6.0.0rc2", mended=None)), "mpi.faults").text
    assert "version 6.0.0rc2 is known to have 11, and to be free of 3" in text
    assert "28-forgotten-job" in text and "27-connect-data" not in text


def test_every_patch_has_its_fault() -> None:
    patches = {path.stem for path in (ROOT / "tools/openmpi-patches").glob("*.patch")}
    assert {fault.patch for fault in FAULTS} == patches


def test_what_ompi_info_prints_is_understood(tmp_path: Path) -> None:
    (tmp_path / "complete").write_text("01-deferred-message.patch\n04-epoch.patch\n")
    facts = doctor_mpi.understood(tmp_path, OMPI_INFO)
    assert (facts.version, facts.has_ulfm) == ("5.0.7", True)
    assert facts.mended == frozenset(("01-deferred-message", "04-epoch"))
    assert facts.has("pml", "ob1") and facts.has("coll", "han") and not facts.has("pml", "ucx")
    found = levels(of_mpi(facts))
    assert (found["mpi.pml"], found["mpi.coll"]) == (Level.PROBLEM, Level.PROBLEM)
    assert "coll=^hcoll (file (/root/.openmpi/mca-params.conf))" in only(of_mpi(facts), "mpi.coll").text


@pytest.mark.parametrize("text", ["", "\n", ":::\nmca:\nmca:pml:base:param:pml:value:\0", "é" * 1000])
def test_an_ompi_info_that_says_something_else(text: str) -> None:
    found = of_mpi(doctor_mpi.understood(PREFIX, text))
    assert only(found, "mpi.ulfm").level is Level.PROBLEM


# ---- the machine ----

MACHINE = doctor_machine.Facts(
    cores=8, is_root=False, variables={"HOME": "/home/me"}, shared_free=1 << 30, home="/home/me"
)


@pytest.mark.parametrize(
    ("changed", "check", "level"),
    [
        ({"shared_free": None, "shared_why": "Read-only file system"}, "machine.shared_memory", Level.WARNING),
        ({"shared_free": 1 << 20}, "machine.shared_memory", Level.WARNING),
        ({"shared_free": 64 << 20}, "machine.shared_memory", Level.WARNING),
        ({"temporary_why": "TMPDIR (/x) cannot be used: it is full"}, "machine.temporary", Level.PROBLEM),
        ({"variables": {}}, "machine.home", Level.WARNING),
        ({"home_why": "Permission denied"}, "machine.home", Level.WARNING),
        ({"memory_why": "Operation not permitted"}, "machine.ptrace", Level.WARNING),
        ({"memory_why": "Operation not permitted", "scope": "3"}, "machine.ptrace", Level.WARNING),
        ({"is_root": True}, "machine.root", Level.WARNING),
    ],
)
def test_what_is_wrong_with_a_machine(changed: dict[str, object], check: str, level: Level) -> None:
    found = list(doctor_machine.findings(dataclasses.replace(MACHINE, **changed)))
    assert only(found, check).level is level
    assert only(found, check).mend
    assert {one.level for one in found if one.check != check} == {Level.OK}


def test_a_good_machine_has_nothing_but_good_findings() -> None:
    assert set(levels(doctor_machine.findings(MACHINE)).values()) == {Level.OK}


def test_root_with_leave_is_no_finding() -> None:
    facts = dataclasses.replace(MACHINE, is_root=True, variables={"HOME": "/", "CLOSERANKS_ALLOW_ROOT": "yes"})
    assert "machine.root" not in levels(doctor_machine.findings(facts))


def test_this_machine_can_be_asked(tmp_path: Path) -> None:
    facts = doctor_machine.ask(tmp_path, {"HOME": str(tmp_path)})
    assert facts.cores > 0 and facts.shared_free and not facts.temporary_why and not facts.home_why


def test_a_folder_that_is_missing(tmp_path: Path) -> None:
    gone = tmp_path / "gone"
    facts = doctor_machine.ask(gone, {"TMPDIR": str(gone), "HOME": str(gone)})
    assert facts.shared_free is None and "No such file" in facts.shared_why
    assert f"TMPDIR ({gone}) cannot be used" in facts.temporary_why
    assert "No such file" in facts.home_why


# ---- schedulers ----

SLURM = {"SLURM_JOB_ID": "7", "SLURM_JOB_NUM_NODES": "4"}


@pytest.mark.parametrize(
    ("variables", "wanted"),
    [
        ({}, {"kind": Level.OK}),
        (SLURM, {"kind": Level.OK, "no_kill": Level.WARNING}),
        (SLURM | {"SLURM_NO_KILL": "set"}, {"kind": Level.OK, "no_kill": Level.OK}),
        (SLURM | {"SLURM_NO_KILL": "off"}, {"kind": Level.OK, "no_kill": Level.WARNING}),
        (SLURM | {"SLURM_NO_KILL": "1"}, {"kind": Level.OK, "no_kill": Level.PROBLEM}),
        (SLURM | {"SBATCH_NO_KILL": "1"}, {"kind": Level.OK, "no_kill": Level.WARNING}),
        (
            SLURM | {"SLURM_JOB_NUM_NODES": "2", "SLURM_NO_KILL": "set"},
            {"kind": Level.OK, "two_nodes": Level.WARNING, "no_kill": Level.OK},
        ),
        (
            SLURM | {"SLURM_KILL_BAD_EXIT": "1", "SLURM_NO_KILL": "set"},
            {"kind": Level.OK, "kill_bad_exit": Level.PROBLEM, "no_kill": Level.OK},
        ),
        (SLURM | {"SLURM_JOB_NUM_NODES": "1", "SLURM_KILL_BAD_EXIT": "1"}, {"kind": Level.OK}),
        (
            {"SLURM_JOB_ID": "7", "SLURM_NNODES": "1", "SLURM_STEP_ID": "0", "SLURM_STEP_NUM_TASKS": "8"},
            {"kind": Level.OK, "step": Level.PROBLEM},
        ),
        ({"PBS_JOBID": "12.server"}, {"kind": Level.WARNING}),
        ({"LSB_JOBID": "12"}, {"kind": Level.WARNING}),
    ],
)
def test_schedulers(variables: Mapping[str, str], wanted: Mapping[str, Level]) -> None:
    found = levels(doctor_scheduler.findings(variables))
    assert found == {f"scheduler.{name}": level for name, level in wanted.items()}


# ---- the death ----

COMPUTED = "".join(f"rank {rank} of 4: sum 15, then 11; from rank 0 came 11\n" for rank in (3, 0, 1))
KILLED = {2: "killed by signal 9 (SIGKILL)"}
SURVIVED = Ended(83, COMPUTED, "", 0.5)


def test_a_survived_death() -> None:
    found = doctor_trials.judged(SURVIVED, KILLED, 60)
    assert found.level is Level.OK
    assert "Rank 2 was killed by signal 9 (SIGKILL); ranks 0, 1, 3 continued" in found.text


def test_what_mpirun_puts_before_a_line_is_none_of_it() -> None:
    handed_on = Ended(83, COMPUTED.replace("rank 1", "\0rank 1"), "", 0.5)
    assert doctor_trials.judged(handed_on, KILLED, 60).level is Level.OK


def test_without_a_keeper_nobody_knows_why() -> None:
    assert doctor_trials.judged(SURVIVED, {2: ""}, 60).level is Level.OK


@pytest.mark.parametrize(
    ("ended", "dead", "says"),
    [
        (Ended(None, "", "", 60.0), KILLED, "had not ended after 60 s"),
        (Ended(0, COMPUTED, "", 1.0), {}, "ended with status 0, and not with 83"),
        (Ended(84, "", "closeranks: The survivors could not complete.\n", 1.0), KILLED, "The survivors could not complete."),
        (SURVIVED, {}, "died, by the records: none"),
        (SURVIVED, {1: "", 2: ""}, "died, by the records: rank 1 (why is not known), rank 2"),
        (SURVIVED, {2: "killed by signal 11 (SIGSEGV)"}, "signal 11"),
        (Ended(83, COMPUTED.replace("then 11", "then 15", 1), "", 1.0), KILLED, "computed something else"),
        (Ended(83, COMPUTED.partition("\n")[2], "", 1.0), KILLED, "computed something else"),
        (Ended(83, COMPUTED * 2, "", 1.0), KILLED, "computed something else"),
        (Ended(83, "", "", 1.0), KILLED, "than they should: nothing"),
    ],
)
def test_deaths_that_were_not_survived(ended: Ended, dead: dict[int, str], says: str) -> None:
    found = doctor_trials.judged(ended, dead, 60)
    assert found.level is Level.PROBLEM and found.mend
    assert says in found.text


def test_trials_do_not_inherit_plans(table: tuple[object, ...]) -> None:
    variables = {"CLOSERANKS_KILL": "1@1s", "CLOSERANKS_STRICT": "yes", "OMPI_MCA_pml": "ucx", "PATH": "/bin"}
    told = doctor_trials.variables_for(table, variables, is_root=True)  # type: ignore[arg-type]
    assert told == {"OMPI_MCA_pml": "ucx", "PATH": "/bin", "CLOSERANKS_ALLOW_ROOT": "yes"}


# ---- standard input ----


@pytest.mark.parametrize(
    ("output", "level", "says"),
    [
        ("1048576\n", Level.OK, "all of 1,048,576 bytes"),
        ("1695744\n", Level.WARNING, "was given 1,695,744"),
        ("174783\n", Level.WARNING, "was given 174,783"),
        ("", Level.UNTRIED, "it printed nothing"),
    ],
)
def test_standard_input(output: str, level: Level, says: str) -> None:
    found = doctor_input.judged(Ended(0, output, "", 1.0))
    assert found.level is level and says in found.text


# ---- the whole ----


def test_what_is_printed() -> None:
    one = findings.problem("mpi.pml", "A sentence " + "that is long " * 10, "Mend it.")
    lines = list(findings.lines(one))
    assert lines[0].startswith("  problem  A sentence") and lines[-1] == "           -> Mend it."
    assert all(len(line) <= 100 for line in lines)


def test_summaries() -> None:
    good, odd = findings.ok("a", ""), findings.warning("b", "", "")
    assert findings.summary([good]) == "No problems: programs are protected here."
    assert findings.summary([good, odd, odd]) == "No problems (2 warnings): programs are protected here."
    assert findings.summary([findings.problem("c", "", ""), odd]).startswith("1 problem, 1 warning: ")
    assert "(not tried: 1)" in findings.summary([findings.untried("d", "")])


def test_an_mpirun_that_hangs_is_a_finding(
    installed: Callable[[str], Path], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    mpirun = installed("sleep 300")
    for name, script in (("ompi_info", f"cat <<'END'\n{OMPI_INFO}END"), ("mpicc", f'cp {mpirun} "$3"')):
        program = mpirun.with_name(name)
        program.write_text(f"#!/bin/bash\n{script}\n")
        program.chmod(0o755)
    status = doctor.main(ROOT / "tools/closeranks", ["--json", "--timeout", "1"])
    said = json.loads(capsys.readouterr().out)
    found = {one["check"]: one for one in said["findings"]}
    assert status == exit_status.PROBLEMS_FOUND and said["problems"]
    assert found["reach.c"]["level"] == "problem" and "hung" in found["reach.c"]["text"]
    assert "reach.python" not in found
    assert found["survival.death"]["level"] == "untried"


def test_an_mpi_that_does_not_answer(installed: Callable[[str], Path]) -> None:
    installed("exit 0")
    found = list(doctor.machine(ROOT / "tools/closeranks", 1.0, False, {"HOME": "/"}))
    assert "ompi_info, which tells about the MPI, cannot be started" in only(found, "mpi.info").text
    assert "survival.death" in levels(found)


def test_no_installation(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("CLOSERANKS_INSTALLATION", "/etc/passwd")
    found = list(doctor.machine(tmp_path / "bin/closeranks", 1.0, False, {}))
    assert [one.check for one in found] == ["installation.library"]
    assert findings.has_problem(found)


@pytest.mark.parametrize("words", [["--timeout", "0"], ["--timeout", "x" * 100], ["--nonsense"], ["a", "b"]])
def test_a_wrong_call(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        doctor.main(ROOT / "tools/closeranks", words)
    assert ended.value.code == exit_status.USAGE


def test_a_damaged_list_of_faults(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "spec").mkdir()
    (tmp_path / "spec/faults.json").write_text('{"faults": [{"patch": 1}]}')
    monkeypatch.setattr(doctor_mpi, "__file__", str(tmp_path / "package/doctor_mpi.py"))
    with pytest.raises(UsageError, match="is damaged"):
        doctor_mpi.load_faults()
