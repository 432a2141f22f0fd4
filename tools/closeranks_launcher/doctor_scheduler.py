"""The scheduler under which this runs, and which of its settings would end a job that closeranks keeps (closeranks
doctor)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from .findings import Finding, ok, problem, warning

_NO_KILL = ("set", "off", "no")  # the values that srun accepts; it refuses the rest, such as 1 and yes
_OTHERS = {"LSB_JOBID": "LSF", "FLUX_JOB_ID": "Flux", "PE_HOSTFILE": "Grid Engine"}


def findings(variables: Mapping[str, str]) -> Iterator[Finding]:
    if "SLURM_JOB_ID" in variables or "SLURM_JOBID" in variables:
        yield from _slurm(variables)
    elif "PBS_JOBID" in variables:
        yield _pbs(variables)
    elif name := next((name for name in _OTHERS if name in variables), ""):
        yield warning(
            "scheduler.kind",
            f"This is a job of {_OTHERS[name]} ({name}), with which closeranks has not been tried.",
            "See to it that the scheduler does not end a job because a node or a process of it has failed.",
        )
    else:
        yield ok("scheduler.kind", "This is no job of a scheduler.")


def _nodes(text: str | None) -> int | None:
    return int(text) if text and text.isdecimal() else None


def _slurm(variables: Mapping[str, str]) -> Iterator[Finding]:
    job = variables.get("SLURM_JOB_ID") or variables.get("SLURM_JOBID")
    nodes = _nodes(variables.get("SLURM_JOB_NUM_NODES") or variables.get("SLURM_NNODES"))
    where = f" on {nodes} {'node' if nodes == 1 else 'nodes'}" if nodes else ""
    yield ok("scheduler.kind", f"This is job {job} of Slurm{where}.")
    if "SLURM_STEP_ID" in variables and variables.get("SLURM_STEP_NUM_TASKS", "1") != "1":
        yield problem(
            "scheduler.step",
            f"This is a step of {variables['SLURM_STEP_NUM_TASKS']} tasks: srun has started each of them, and each "
            "would start "
            "the whole program.",
            "Call closeranks once, in the job script (sbatch) or from the shell of salloc, and without srun.",
        )
    if nodes == 1:
        return  # the death of a node ends everything
    if nodes == 2:
        yield warning(
            "scheduler.two_nodes",
            "When the node without mpirun dies, the job ends: Slurm has started mpirun's daemon there in a step that "
            "then has no node left.",
            "Ask for three nodes or more.",
        )
    if variables.get("SLURM_KILL_BAD_EXIT", "0") != "0":
        yield problem(
            "scheduler.kill_bad_exit",
            "SLURM_KILL_BAD_EXIT is set: srun, by which mpirun starts its daemons, ends all of them when a node dies.",
            "unset SLURM_KILL_BAD_EXIT",
        )
    if (told := variables.get("SLURM_NO_KILL", "set")) not in _NO_KILL:
        yield problem(
            "scheduler.no_kill",
            f"SLURM_NO_KILL is {told}, which srun refuses, so that mpirun cannot start its daemons by it.",
            "export SLURM_NO_KILL=set",
        )
        return
    wanted = ("SBATCH_NO_KILL", "SALLOC_NO_KILL", "SLURM_NO_KILL")
    if not any(name in variables for name in wanted):
        yield warning(
            "scheduler.no_kill",
            "Slurm ends the whole job when a node of it fails, unless it was started with --no-kill, which nothing "
            "here shows.",
            "sbatch --no-kill (or salloc --no-kill), and export SLURM_NO_KILL=set before closeranks.",
        )
    elif variables.get("SLURM_NO_KILL") != "set":
        yield warning(
            "scheduler.no_kill",
            "The job may lose nodes (--no-kill), but the step in which mpirun starts its daemons is told so by "
            "SLURM_NO_KILL=set only.",
            "export SLURM_NO_KILL=set",
        )
    else:
        yield ok("scheduler.no_kill", "Slurm is told to continue when a node fails (--no-kill).")


def _pbs(variables: Mapping[str, str]) -> Finding:
    return warning(
        "scheduler.kind",
        f"This is job {variables['PBS_JOBID']} of PBS. It ends a job when a node fails unless told otherwise, "
        "which cannot be seen from "
        "here; a process that dies is no matter.",
        "On several nodes: qsub -W tolerate_node_failures=all.",
    )
