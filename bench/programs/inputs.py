"""The input of the programs, made here: small, and the same each time."""

from __future__ import annotations

import random
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def files(**texts: str) -> Callable[[Path], None]:
    """Files with these texts; `__` in a name stands for a dot."""

    def prepare(folder: Path) -> None:
        for name, text in texts.items():
            (folder / name.replace("__", ".")).write_text(text)

    return prepare


def alignment(name: str, taxa: int, sites: int) -> Callable[[Path], None]:
    """Sequences that grew on a random tree, in PHYLIP's format."""

    def prepare(folder: Path) -> None:
        dice = random.Random(1)

        def changed(sequence: str) -> str:
            return "".join(dice.choice("ACGT") if dice.random() < 0.05 else one for one in sequence)

        grown = ["".join(dice.choices("ACGT", k=sites))]
        while len(grown) < taxa:
            parent = grown.pop(dice.randrange(len(grown)))
            grown += [changed(parent), changed(parent)]
        rows = [f"taxon{number:02d}   {changed(one)}" for number, one in enumerate(grown)]
        (folder / name).write_text(f" {taxa} {sites}\n" + "\n".join(rows) + "\n")

    return prepare


def copied(path: str) -> Callable[[Path], None]:
    """A file of this repository."""

    def prepare(folder: Path) -> None:
        shutil.copy(ROOT / path, folder)

    return prepare


HPCC = """HPLinpack benchmark input file
.
HPL.out      output file name
8            device out
1            # of problems sizes (N)
800          Ns
1            # of NBs
80           NBs
0            PMAP process mapping
1            # of process grids
2            Ps
2            Qs
16.0         threshold
1            # of panel fact
2            PFACTs
1            # of recursive stopping criterium
4            NBMINs
1            # of panels in recursion
2            NDIVs
1            # of recursive panel fact.
1            RFACTs
1            # of broadcast
1            BCASTs
1            # of lookahead depth
1            DEPTHs
2            SWAP
64           swapping threshold
0            L1
0            U
1            Equilibration
8            memory alignment in double
##### this line is ignored
0            Number of additional problem sizes for PTRANS
1200         values of N
0            number of additional blocking sizes for PTRANS
40           values of NB
"""

MELT = """units lj
atom_style atomic
lattice fcc 0.8442
region box block 0 12 0 12 0 12
create_box 1 box
create_atoms 1 box
mass 1 1.0
velocity all create 3.0 87287 loop geom
pair_style lj/cut 2.5
pair_coeff 1 1 1.0 1.0 2.5
neighbor 0.3 bin
neigh_modify every 20 delay 0 check no
fix 1 all nve
thermo 100
run 700
"""

WATER_TOPOLOGY = """#include "oplsaa.ff/forcefield.itp"
#include "oplsaa.ff/spc.itp"
[ system ]
water
[ molecules ]
SOL 216
"""

WATER_RUN = """integrator = md
nsteps = 1500
dt = 0.002
nstenergy = 100
nstlog = 100
cutoff-scheme = Verlet
rlist = 0.8
rcoulomb = 0.8
rvdw = 0.8
coulombtype = Reaction-Field
gen-vel = yes
gen-temp = 300
gen-seed = 1
tcoupl = v-rescale
tc-grps = System
tau-t = 0.5
ref-t = 300
ld-seed = 1
"""

WATER_BOX = Path("/usr/share/gromacs/top/spc216.gro")


def water_boxes(folder: Path) -> None:
    """Four simulations of the same box of water, by GROMACS' own tools."""
    files(water__top=WATER_TOPOLOGY, water__mdp=WATER_RUN)(folder)
    command = "gmx grompp -f water.mdp -p water.top -o topol.tpr -maxwarn 5 -c".split()
    subprocess.run([*command, str(WATER_BOX)], cwd=folder, capture_output=True, check=True)
    for number in range(4):
        (folder / f"box{number}").mkdir()
        shutil.copy(folder / "topol.tpr", folder / f"box{number}")


BANDS = """(set! num-bands 8)
(set! k-points (list (vector3 0 0 0) (vector3 0.5 0 0) (vector3 0.5 0.5 0) (vector3 0 0 0)))
(set! k-points (interpolate 8 k-points))
(set! geometry (list (make cylinder (center 0 0 0) (radius 0.2) (height infinity)
                       (material (make dielectric (epsilon 12))))))
(set! geometry-lattice (make lattice (size 1 1 no-size)))
(set! resolution 32)
(run-te)
(run-tm)
"""

WATER_MOLECULE = """start h2o
geometry units angstrom
O 0 0 0
H 0 0.757 0.587
H 0 -0.757 0.587
end
basis
* library 6-31g*
end
dft
xc b3lyp
end
task dft optimize
"""

# Debian's GARLI wants -1 for a seed, so that each run differs.
GARLI = """[general]
datafname = a.phy
constraintfile = none
streefname = random
attachmentspertaxon = 20
ofprefix = g
randseed = -1
availablememory = 512
logevery = 100
saveevery = 1000
refinestart = 1
outputeachbettertopology = 0
outputcurrentbesttopology = 0
enforcetermconditions = 1
genthreshfortopoterm = 500
scorethreshforterm = 0.05
significanttopochange = 0.01
outputphyliptree = 0
outputmostlyuselessfiles = 0
writecheckpoints = 0
restart = 0
outgroup = 1
resampleproportion = 1.0
inferinternalstateprobs = 0
outputsitelikelihoods = 0
optimizeinputonly = 0
collapsebranches = 1
searchreps = 1
bootstrapreps = 0
[model1]
datatype = nucleotide
ratematrix = 2rate
statefrequencies = estimate
ratehetmodel = none
numratecats = 1
invariantsites = none
[master]
nindivs = 4
holdover = 1
selectionintensity = .5
holdoverpenalty = 0
stopgen = 2000
stoptime = 5000
startoptprec = 0.5
minoptprec = 0.01
numberofprecreductions = 2
treerejectionthreshold = 50.0
topoweight = 1.0
modweight = 0.05
brlenweight = 0.2
randnniweight = 0.1
randsprweight = 0.3
limsprweight = 0.6
intervallength = 100
intervalstostore = 5
limsprrange = 6
meanbrlenmuts = 5
gammashapebrlen = 1000
gammashapemodel = 1000
uniqueswapbias = 0.1
distanceswapbias = 1.0
"""


def garli(folder: Path) -> None:
    alignment("a.phy", 12, 600)(folder)
    files(garli__conf=GARLI)(folder)
