# A recipe for Spack. docs/installing.md tells how to use it.
from spack.package import *


class Closeranks(CMakePackage):
    """Unmodified MPI programs survive the death of processes: preload one library, and they run on with the others."""

    license("BSD-3-Clause")

    # It is built from a checkout (spack dev-build): there are no archives of releases yet.
    version("0.1.0")

    depends_on("c", type="build")
    depends_on("cxx", type="build")
    depends_on("cmake@3.22:", type="build")
    depends_on("nlohmann-json@3:", type="build")
    # ULFM, its fault tolerance, is in Open MPI 5 unless somebody has left it out.
    depends_on("openmpi@5:", type=("build", "link", "run"))
    depends_on("python@3.10:", type=("build", "run"))

    def cmake_args(self):
        return [
            self.define("MPI_HOME", self.spec["openmpi"].prefix),
            self.define("CLOSERANKS_EXAMPLES", False),
            self.define("CLOSERANKS_TESTS", False),
        ]
