#!/bin/bash
# A job for PBS (docs/how-to/schedulers.md). In the folder in which the program pi is:
#   qsub PATH/pbs.sh
#PBS -N pi
#PBS -l select=4:ncpus=8:mpiprocs=8
#PBS -l walltime=01:00:00
# When a node fails, the job continues with the other nodes, and is not started again from its beginning.
#PBS -W tolerate_node_failures=all
#PBS -r n

cd "$PBS_O_WORKDIR" || exit

# Without -n: a rank for each line of $PBS_NODEFILE. The job's exit status is the launcher's: 83, ranks were lost.
exec closeranks --report "pi-$PBS_JOBID.json" ./pi 100 2000000
