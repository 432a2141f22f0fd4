"""The programs."""

from __future__ import annotations

from programs import inputs
from programs.program import HERE, SOURCE, Program

_NAS = "https://www.nas.nasa.gov/software/npb.html (NPB 3.4, NPB3.4-MPI; 3.3 by bench/programs/fetch)"
_VERIFIED, _UNVERIFIED = r"^.*Verification +=.*$", r"Verification +=.*UNSUCCESSFUL"


def _nas(
    name: str, size: str, small: str, language: str, does: str, is_farm: bool = False, remark: str = ""
) -> Program:
    return Program(
        f"nas-{name}",
        language,
        f"{does}, class {size}",
        (f"{SOURCE}/{name}.{size}.x",),
        _VERIFIED,
        address=_NAS,
        family="nas",
        failed=_UNVERIFIED,
        is_farm=is_farm,
        remark=remark,
        small=(f"{SOURCE}/{name}.{small}.x",),
    )


_NAS_PROGRAMS = (
    _nas("ep", "A", "W", "Fortran", "Gaussian deviates, summed up", is_farm=True,
         remark="The sums are those of the survivors, and the program's own check, which knows the sums of all, says so."),
    _nas("is", "B", "A", "C", "bucket sort: `MPI_Alltoall`, `MPI_Alltoallv`"),
    _nas("ft", "A", "W", "Fortran", "3-D FFT: `MPI_Alltoall`"),
    _nas("cg", "A", "W", "Fortran", "conjugate gradients: messages between pairs"),
    _nas("mg", "A", "W", "Fortran", "multigrid: borders of neighbours"),
    _nas("lu", "W", "S", "Fortran", "a pipeline of small messages"),
    _nas("bt", "W", "S", "Fortran", "borders of neighbours, nonblocking"),
    _nas("sp", "W", "S", "Fortran", "borders of neighbours, nonblocking"),
)  # fmt: skip

_FARMS = (
    Program(
        "lammps-universe",
        "C++",
        "eight independent runs on four partitions",
        ("lmp", "-partition", "4x1", "-in", "in.universe", "-log", "none", "-screen", "none",
         "-var", "steps", "2000"),
        r"^complete$",
        package="lammps",
        prepare=inputs.copied("examples/lammps/in.universe"),
        results=("result.*",),
        is_farm=True,
        remark="Only the run that the dead partition held is missing.",
    ),
    Program(
        "gromacs-multidir",
        "C++",
        "four independent boxes of water",
        ("gmx_mpi", "mdrun", "-multidir", "box0", "box1", "box2", "box3", "-ntomp", "1", "-reprod"),
        r"^(?: +-?\d\.\d+e[+-]\d+){5}$|^Finished mdrun",
        package="gromacs",
        prepare=inputs.water_boxes,
        results=("box*/md.log",),
        is_farm=True,
        remark="Only the rest of the dead rank's simulation is missing. A death while the simulations compare how they start is an error of GROMACS' own.",
    ),
    Program(
        "phyml",
        "C",
        "a tree and 24 bootstrap replicates",
        ("phyml-mpi", "-i", "a.phy", "-b", "24", "--r_seed", "1", "--no_memory_check"),
        r"^\(",
        package="phyml",
        prepare=inputs.alignment("a.phy", 12, 600),
        results=("*boot_trees.txt",),
        remark="Rank 0 receives the trees by rank, so the default is an end. With `Recv=ignore` the dead rank's trees"
        " are missing, and the supports are computed from the other trees.",
    ),
    Program(
        "garli",
        "C++, MPI's C++ bindings",
        "eight searches for a tree, dealt by rank 0",
        ("/usr/lib/garli/bin/Garli-mpi", "-8"),
        r"^Final score",
        package="garli-mpi",
        prepare=inputs.garli,
        results=("*.screen.log",),
        is_farm=True,
        remark="The searches that the dead rank had not finished are missing.",
    ),
    Program(
        "mpi4py-primes",
        "Python",
        "a pool of workers (mpi4py.futures), demo/futures/run_primes.py of mpi4py",
        ("/usr/bin/python3", "-m", "mpi4py.futures", f"{SOURCE}/futures/run_primes.py"),
        r"^\d+ is prime: \w+",
        address="https://github.com/mpi4py/mpi4py (demo)",
        family="mpi4py",
        remark="Its pool polls for answers, so only a time limit (`--stall-after`, 60 s) can decide that it is stuck. With `error` the thread that polls ends, and the main thread waits for it for ever.",
    ),
)

_SOLVERS = (
    Program(
        "hpcc",
        "C",
        "HPL, PTRANS, FFT, random access and more",
        ("hpcc",),
        r"\.{4,} (?:PASSED|FAILED)|^Success=\d|Found \d+ errors",
        package="hpcc",
        prepare=inputs.files(hpccinf__txt=inputs.HPCC),
        results=("hpccoutf.txt",),
        failed=r"\.{4,} FAILED|^Success=0",
        environment=(("OPENBLAS_NUM_THREADS", "1"), ("OMP_NUM_THREADS", "1")),
        remark="The benchmarks need all ranks. Not in the table are 14"
        " runs with `--lenient` (seeds 1 to 4 and 11 to 20). Of these 13 ended by an error of hpcc's own after 3 to 45 s. In"
        " one a rank computed for ever with incomplete data, without a call of MPI, and the other ranks waited for it in"
        " `MPI_Barrier`.",
    ),
    Program(
        "lammps-melt",
        "C++",
        "a melt of 6,912 atoms, cut into four domains",
        ("lmp", "-in", "in.melt", "-log", "none"),
        r"^ +\d+ +[-\d.]+ +[-\d.]+ +0 +[-\d.]+ +[-\d.]+",
        package="lammps",
        prepare=inputs.files(in__melt=inputs.MELT),
        failed=r"^ERROR",
        remark="With `--lenient` it continues with garbage, once for ever.",
    ),
    Program(
        "mpb",
        "C, Scheme",
        "photonic bands: FFTs over all ranks",
        ("mpb-mpi", "bands.ctl"),
        # It begins with random fields, so that the last digits differ.
        r"^t[em]freqs:(?:, [-\d.e]+){5}, \d\.\d\d",
        package="mpb-mpi",
        prepare=inputs.files(bands__ctl=inputs.BANDS),
        remark="With `--lenient` it continues with incomplete fields, and its bands are wrong: the summary names the calls.",
    ),
    Program(
        "nwchem",
        "Fortran, C",
        "density functional theory of water: global arrays",
        ("nwchem.openmpi", "water.nw"),
        r"Total DFT energy = +-?\d+\.\d{6}",
        package="nwchem",
        prepare=inputs.files(water__nw=inputs.WATER_MOLECULE),
        remark="One run with `--replicate 100%`, without deaths, was complete after 166 s. Each access to another rank's memory waits for a call of that rank.",
    ),
    Program(
        "iqtree",
        "C++, MPI's C++ bindings",
        "a search for a tree",
        ("iqtree2-mpi", "-s", "a.phy", "-pre", "iq", "-seed", "1", "-nt", "1", "-m", "HKY+G"),
        r"^BEST SCORE FOUND",
        package="iqtree",
        prepare=inputs.alignment("a.phy", 24, 1500),
        remark="Rank 0 waits for the answers of all ranks. With `*/stall=ignore` it takes the answers that came.",
    ),
    Program(
        "ppuzzle",
        "C",
        "tree-puzzle: quartets, dealt by rank 0",
        (f"{SOURCE}/ppuzzle", "a.phy"),
        r"^\w+ ?\w* quartets: +\d+.*$",
        address="apt-get source tree-puzzle (src, with -DPARALLEL)",
        prepare=inputs.alignment("a.phy", 24, 1000),
        results=("a.phy.puzzle",),
        input="y\n",
    ),
    Program(
        "comd",
        "C",
        "molecular dynamics with an embedded-atom potential",
        (f"{SOURCE}/bin/CoMD-mpi", "-i", "2", "-j", "2", "-k", "1", "-x", "16", "-y", "16", "-z", "16",
         "-N", "60", "-e", "-d", f"{SOURCE}/pots"),
        r"^ +(?:Initial|Final) energy +: .*$",
        address="https://github.com/ECP-copa/CoMD (src-mpi)",
        small=(f"{SOURCE}/bin/CoMD-mpi", "-i", "2", "-j", "2", "-k", "1", "-x", "12", "-y", "12", "-z", "12",
               "-N", "30", "-e", "-d", f"{SOURCE}/pots"),
    ),
    Program(
        "minife",
        "C++",
        "finite elements, then conjugate gradients",
        (f"{SOURCE}/miniFE.x", "nx=60", "ny=60", "nz=60", "verify_solution=1"),
        r"^Final Resid Norm: \d\.\d|^.*olution.*match.*$",
        address="https://github.com/Mantevo/miniFE (ref/src)",
        failed=r"doesn't match",
        small=(f"{SOURCE}/miniFE.x", "nx=30", "ny=30", "nz=30", "verify_solution=1"),
    ),
    Program(
        "hpcg",
        "C++",
        "conjugate gradients with multigrid",
        (f"{SOURCE}/xhpcg", "--nx=16", "--ny=16", "--nz=16", "--rt=3"),
        r"HPCG result is \w+",
        address="https://github.com/hpcg-benchmark/hpcg",
        prepare=inputs.files(hpcg__dat="HPCG benchmark input file\n.\n16 16 16\n3\n"),
        results=("HPCG-Benchmark*.txt",),
        failed=r"HPCG result is INVALID",
        small=(f"{SOURCE}/xhpcg", "--nx=16", "--ny=16", "--nz=16", "--rt=1"),
    ),
    Program(
        "lulesh",
        "C++",
        "shock hydrodynamics on eight ranks",
        (f"{SOURCE}/lulesh2.0", "-s", "12", "-i", "250"),
        r"^ +(?:Final Origin Energy|Iteration count|MaxRelDiff).*$",
        address="https://github.com/LLNL/LULESH",
        small=(f"{SOURCE}/lulesh2.0", "-s", "8", "-i", "100"),
        ranks=8,
    ),
    Program(
        "cloverleaf",
        "Fortran, C",
        "compressible Euler equations",
        ("/bin/sh", "-c",
         f"cd {HERE} && ln -f -s {SOURCE}/InputDecks/clover_bm_short.in clover.in; exec {SOURCE}/clover_leaf"),
        r"^ *This test is considered .*$",
        address="https://github.com/UK-MAC/CloverLeaf_ref",
        failed=r"NOT PASSED",
    ),
)  # fmt: skip

TABLE = (*_FARMS, *_NAS_PROGRAMS, *_SOLVERS)
