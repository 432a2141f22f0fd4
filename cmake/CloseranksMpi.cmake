# Finds an Open MPI with ULFM: MPI_HOME, the mpicc in PATH, or the MPI that tools/setup chose or built.
# Sets CLOSERANKS_MPI_PREFIX, CLOSERANKS_MPI_LIBRARY (for linkers), CLOSERANKS_MPI_LIBDIR (where programs find it),
# CLOSERANKS_MPICC, ..., and makes the target closeranks_mpi (headers and the C library; nothing here uses MPI's removed
# C++ bindings).

set(closeranks_candidates "")
if(DEFINED MPI_HOME)
    list(APPEND closeranks_candidates "${MPI_HOME}")
elseif(DEFINED ENV{MPI_HOME})
    list(APPEND closeranks_candidates "$ENV{MPI_HOME}")
else()
    execute_process(COMMAND "${PROJECT_SOURCE_DIR}/tools/setup" --print-mpi
                    OUTPUT_VARIABLE closeranks_prefix OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
    if(closeranks_prefix)
        list(APPEND closeranks_candidates "${closeranks_prefix}")
    endif()
    find_program(CLOSERANKS_PATH_MPICC mpicc)
    if(CLOSERANKS_PATH_MPICC)
        get_filename_component(closeranks_bin "${CLOSERANKS_PATH_MPICC}" DIRECTORY)
        get_filename_component(closeranks_prefix "${closeranks_bin}" DIRECTORY)
        list(APPEND closeranks_candidates "${closeranks_prefix}")
    endif()
endif()

set(closeranks_ulfm_test "${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/closeranks_ulfm.c")
file(WRITE "${closeranks_ulfm_test}" "#include <mpi.h>
#include <mpi-ext.h>
int main(void) { return MPIX_Comm_shrink(0, 0) + MPIX_ERR_PROC_FAILED; }
")
set(CLOSERANKS_MPI_PREFIX "")
set(closeranks_seen "")
foreach(prefix IN LISTS closeranks_candidates)
    if(NOT EXISTS "${prefix}/bin/mpicc")
        string(APPEND closeranks_seen " ${prefix} (no bin/mpicc)")
        continue()
    endif()
    execute_process(COMMAND "${prefix}/bin/mpicc" "${closeranks_ulfm_test}"
                            -o "${closeranks_ulfm_test}.out"
                    RESULT_VARIABLE closeranks_result OUTPUT_QUIET ERROR_QUIET)
    if(closeranks_result EQUAL 0)
        set(CLOSERANKS_MPI_PREFIX "${prefix}")
        break()
    endif()
    execute_process(COMMAND "${prefix}/bin/mpicc" --showme:version OUTPUT_VARIABLE closeranks_version
                    OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
    string(APPEND closeranks_seen " ${prefix} (no ULFM; ${closeranks_version})")
endforeach()

if(NOT CLOSERANKS_MPI_PREFIX)
    if(NOT closeranks_seen)
        set(closeranks_seen " no MPI at all")
    endif()
    message(FATAL_ERROR
        "closeranks needs an Open MPI 5 with ULFM (MPIX_Comm_shrink in mpi-ext.h). Found:"
        "${closeranks_seen}. Run tools/setup, which installs or builds one for this user and is "
        "found from then on, or name yours with -DMPI_HOME=PREFIX.")
endif()

set(CLOSERANKS_MPICC "${CLOSERANKS_MPI_PREFIX}/bin/mpicc")
set(CLOSERANKS_MPIRUN "${CLOSERANKS_MPI_PREFIX}/bin/mpirun")
foreach(what incdirs libdirs libs)
    execute_process(COMMAND "${CLOSERANKS_MPICC}" --showme:${what}
                    OUTPUT_VARIABLE closeranks_${what} OUTPUT_STRIP_TRAILING_WHITESPACE)
    separate_arguments(closeranks_${what})
endforeach()
list(GET closeranks_libdirs 0 CLOSERANKS_MPI_LIBDIR)
set(CLOSERANKS_MPI_LIBRARY "${CLOSERANKS_MPI_LIBDIR}/libmpi.so")
# Debian's folder for linkers has only links to the libraries that programs load; these are in the system's folder.
file(GLOB closeranks_loaded "${CLOSERANKS_MPI_LIBDIR}/libmpi.so.*")
if(NOT closeranks_loaded AND EXISTS "${CLOSERANKS_MPI_LIBRARY}")
    file(REAL_PATH "${CLOSERANKS_MPI_LIBRARY}" closeranks_loaded)
    get_filename_component(CLOSERANKS_MPI_LIBDIR "${closeranks_loaded}" DIRECTORY)
endif()
# The folder of the administrator's settings.
execute_process(COMMAND "${CLOSERANKS_MPI_PREFIX}/bin/ompi_info" --path sysconfdir --parsable
                OUTPUT_VARIABLE closeranks_sysconfdir OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
string(REGEX REPLACE "^path:sysconfdir:" "" CLOSERANKS_MPI_SYSCONFDIR "${closeranks_sysconfdir}")
if(NOT IS_ABSOLUTE "${CLOSERANKS_MPI_SYSCONFDIR}")
    set(CLOSERANKS_MPI_SYSCONFDIR "${CLOSERANKS_MPI_PREFIX}/etc")
endif()
# Its release, from its header.
set(CLOSERANKS_MPI_RELEASE "")
foreach(folder IN LISTS closeranks_incdirs)
    if(EXISTS "${folder}/mpi.h" AND CLOSERANKS_MPI_RELEASE STREQUAL "")
        file(STRINGS "${folder}/mpi.h" closeranks_major REGEX "^#define OMPI_MAJOR_VERSION [0-9]+")
        string(REGEX MATCH "[0-9]+" CLOSERANKS_MPI_RELEASE "${closeranks_major}")
    endif()
endforeach()
message(STATUS "MPI with ULFM: ${CLOSERANKS_MPI_PREFIX} (release ${CLOSERANKS_MPI_RELEASE})")

# The headers of its PMIx: beside the MPI's own, or where the distribution's PMIx says (Debian's is in its own folder).
find_package(PkgConfig QUIET)
if(PkgConfig_FOUND)
    pkg_check_modules(closeranks_pmix QUIET pmix)
endif()
file(GLOB closeranks_pmix_folders "${CLOSERANKS_MPI_LIBDIR}/pmix*/include")
find_path(CLOSERANKS_PMIX_INCLUDE pmix_server.h HINTS ${closeranks_incdirs} "${CLOSERANKS_MPI_PREFIX}/include"
          ${closeranks_pmix_INCLUDE_DIRS} ${closeranks_pmix_folders})
set(CLOSERANKS_HAS_PMIX true)
if(NOT CLOSERANKS_PMIX_INCLUDE)
    set(CLOSERANKS_HAS_PMIX false)
    message(WARNING "The headers of PMIx are missing (pmix_server.h; Debian: libpmix-dev). Without them a program that "
                    "closeranks ends has status 143 in place of 84, lost ranks cannot be started again, and the "
                    "launcher cannot tell a program without MPI from one whose MPI calls do not reach closeranks. "
                    "Install them, or name their folder: -DCLOSERANKS_PMIX_INCLUDE=FOLDER.")
endif()

add_library(closeranks_mpi INTERFACE)
target_include_directories(closeranks_mpi SYSTEM INTERFACE ${closeranks_incdirs})
if(CLOSERANKS_PMIX_INCLUDE)
    target_include_directories(closeranks_mpi SYSTEM INTERFACE "${CLOSERANKS_PMIX_INCLUDE}")
endif()
target_link_directories(closeranks_mpi INTERFACE ${closeranks_libdirs})
target_link_libraries(closeranks_mpi INTERFACE ${closeranks_libs})
target_compile_definitions(closeranks_mpi INTERFACE OMPI_SKIP_MPICXX=1)
