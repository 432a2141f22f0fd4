#!/bin/bash
# A job for Slurm (docs/how-to/schedulers.md). In the folder in which the program pi is:
#   sbatch PATH/slurm.sh
#SBATCH --job-name=pi
#SBATCH --nodes=4
#SBATCH --ntasks-per-node=8
#SBATCH --time=01:00:00
# When a node fails, the job continues with the other nodes, and is not started again from its beginning.
#SBATCH --no-kill
#SBATCH --no-requeue
# A minute before the time is over the launcher is asked to end (B: this script, which is the launcher by then).
#SBATCH --signal=B:TERM@60

# The same for the step by which mpirun starts its daemons on the nodes.
export SLURM_NO_KILL=set
unset SLURM_KILL_BAD_EXIT

# Without -n: a rank for each task of the job. The job's exit status is the launcher's: 83, ranks were lost.
exec closeranks --report "pi-$SLURM_JOB_ID.json" ./pi 100 2000000
