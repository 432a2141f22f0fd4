# Read by cpack before it makes packages. `cpack -D CLOSERANKS_PACK_MPI=ON` makes one of the MPI, too.

# From Debian's own variables; without them, an address that cannot exist.
set(CPACK_DEBIAN_PACKAGE_MAINTAINER "the closeranks authors <maintainers@closeranks.invalid>")
if(DEFINED ENV{DEBEMAIL})
    string(STRIP "$ENV{DEBFULLNAME} <$ENV{DEBEMAIL}>" CPACK_DEBIAN_PACKAGE_MAINTAINER)
endif()
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE
    WORLD_READ WORLD_EXECUTE)
set(CPACK_PRE_BUILD_SCRIPTS "${CPACK_CLOSERANKS_PARTS}/finish.cmake")
set(SHLIBDEPS_EXECUTABLE "${CPACK_CLOSERANKS_PARTS}/shlibdeps" CACHE FILEPATH "what cpack calls for dpkg-shlibdeps")
set(ENV{CLOSERANKS_OTHER_MPI} "${CPACK_CLOSERANKS_MPI_LIBDIR}")

set(depends "python3 (>= 3.10)")
if(CPACK_CLOSERANKS_MPI_PACKAGE)
    if(CLOSERANKS_PACK_MPI)
        message(FATAL_ERROR "The MPI in ${CPACK_CLOSERANKS_MPI_PREFIX} is in Debian's package "
                "${CPACK_CLOSERANKS_MPI_PACKAGE}: CLOSERANKS_PACK_MPI is for others.")
    endif()
    set(ENV{CLOSERANKS_OTHER_MPI} "")
    string(APPEND depends ", ${CPACK_CLOSERANKS_MPI_PACKAGE}")
    set(where "which is in the package ${CPACK_CLOSERANKS_MPI_PACKAGE}.")
elseif(CLOSERANKS_PACK_MPI)
    list(APPEND CPACK_COMPONENTS_ALL openmpi)
    string(APPEND depends ", closeranks-openmpi (= ${CPACK_PACKAGE_VERSION})")
    set(where "which is in the package closeranks-openmpi.")
else()
    set(where "which no package brings. It has to be there, or nothing can be started.")
endif()

set(CPACK_DEBIAN_CLOSERANKS_PACKAGE_NAME closeranks)
set(closeranks_control prerm shlibs triggers)
set(CPACK_DEBIAN_CLOSERANKS_PACKAGE_DEPENDS "${depends}")
set(CPACK_DEBIAN_CLOSERANKS_PACKAGE_SUGGESTS binutils) # for `closeranks doctor FILE`
set(CPACK_DEBIAN_CLOSERANKS_PACKAGE_SHLIBDEPS ON)
list(TRANSFORM closeranks_control PREPEND "${CPACK_CLOSERANKS_PARTS}/")
set(CPACK_DEBIAN_CLOSERANKS_PACKAGE_CONTROL_EXTRA "${closeranks_control}")
set(CPACK_DEBIAN_CLOSERANKS_DEBUGINFO_PACKAGE ON)
set(CPACK_DEBIAN_CLOSERANKS_DESCRIPTION "When processes of an MPI program die, the others continue. closeranks notices
deaths, agrees about them, shrinks the communicators and redoes what was
broken, behind the program's own handles. It is for programs that can live
with a share less.

This package was built for the Open MPI in
${CPACK_CLOSERANKS_MPI_PREFIX}
${where}
The command \"closeranks doctor\" tells whether programs are protected.")

set(CPACK_DEBIAN_OPENMPI_PACKAGE_NAME closeranks-openmpi)
set(CPACK_DEBIAN_OPENMPI_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_OPENMPI_DESCRIPTION "This is the Open MPI that closeranks was built for, with ULFM, its fault
tolerance. It does not come into the way of another one. It is in
${CPACK_CLOSERANKS_MPI_PREFIX}")

# ---- RPM (cpack -G RPM) ----
set(CPACK_RPM_COMPONENT_INSTALL ON)
set(CPACK_RPM_FILE_NAME RPM-DEFAULT)
set(CPACK_RPM_PACKAGE_LICENSE BSD-3-Clause)
set(CPACK_RPM_PACKAGE_VENDOR "the closeranks authors")
set(CPACK_RPM_PACKAGE_GROUP "Development/Libraries")
set(CPACK_RPM_CLOSERANKS_PACKAGE_NAME closeranks)
set(CPACK_RPM_CLOSERANKS_PACKAGE_REQUIRES "python3 >= 3.10")
set(CPACK_RPM_CLOSERANKS_PACKAGE_DESCRIPTION "${CPACK_DEBIAN_CLOSERANKS_DESCRIPTION}")
set(CPACK_RPM_OPENMPI_PACKAGE_NAME closeranks-openmpi)
set(CPACK_RPM_OPENMPI_PACKAGE_DESCRIPTION "${CPACK_DEBIAN_OPENMPI_DESCRIPTION}")
if(CLOSERANKS_PACK_MPI)
    string(APPEND CPACK_RPM_CLOSERANKS_PACKAGE_REQUIRES ", closeranks-openmpi = ${CPACK_PACKAGE_VERSION}")
endif()
# The libraries of an MPI are found by a run path. Those of ours that bear its names serve only programs that the
# launcher starts. So rpm requires no MPI by the names of its libraries and is promised none.
set(CPACK_RPM_SPEC_MORE_DEFINE "%global __requires_exclude ^lib(mpi|open-pal|open-rte|pmix|prrte|closeranks)[^ ]*$
%global __provides_exclude_from ^.*/closeranks/(front|open-mpi-4)/.*$
%global _build_id_links none
%global __os_install_post %{nil}")
