# Libraries of other names that lead to ours (docs/explanation/loading.md). They are beside libcloseranks, in the build
# tree as in an installation:
#
#   closeranks/front/        the MPI's name: needs libcloseranks and, behind it, the MPI itself
#   closeranks/open-mpi-4/   the further libraries of Open MPI 4 with C++ bindings, for binaries built for it

execute_process(COMMAND "${CMAKE_READELF}" -d "${CLOSERANKS_MPI_LIBRARY}"
                OUTPUT_VARIABLE closeranks_dynamic ERROR_QUIET)
if(NOT closeranks_dynamic MATCHES "soname: \\[(libmpi\\.so[^]]*)\\]")
    message(FATAL_ERROR "The MPI's library (${CLOSERANKS_MPI_LIBRARY}) has no name that starts with "
            "libmpi.so: is this an Open MPI?")
endif()
set(closeranks_mpi_soname "${CMAKE_MATCH_1}")

# A library called `file` in the folder closeranks/`folder`.
function(closeranks_named_library target folder file source)
    add_library(${target} SHARED ${source})
    target_link_libraries(${target} PRIVATE closeranks_flags)
    target_link_options(${target} PRIVATE "LINKER:-soname,${file}")
    set_target_properties(${target} PROPERTIES NO_SONAME ON PREFIX "" SUFFIX "" OUTPUT_NAME "${file}"
        BUILD_WITH_INSTALL_RPATH ON INSTALL_RPATH "\$ORIGIN/../.."
        LIBRARY_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/closeranks/${folder}")
    install(TARGETS ${target} LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}/closeranks/${folder}")
endfunction()

# The front needs the MPI by its path: by its name it would find itself. Linkers take that from the
# library, so an empty one stands in for the MPI that bears the path as its name.
add_library(closeranks_mpi_path SHARED runtime/front/front.c)
target_link_options(closeranks_mpi_path PRIVATE
                    "LINKER:-soname,${CLOSERANKS_MPI_LIBDIR}/${closeranks_mpi_soname}")
set_target_properties(closeranks_mpi_path PROPERTIES NO_SONAME ON
                      LIBRARY_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/CMakeFiles")
closeranks_named_library(closeranks_front front ${closeranks_mpi_soname} runtime/front/front.c)
target_link_options(closeranks_front BEFORE PRIVATE LINKER:--no-as-needed)
target_link_libraries(closeranks_front PRIVATE closeranks closeranks_mpi_path)

# The name by which programs are linked; some load the MPI by it.
set(closeranks_front_link "${PROJECT_BINARY_DIR}/closeranks/front/libmpi.so")
add_custom_command(TARGET closeranks_front POST_BUILD COMMAND
                   "${CMAKE_COMMAND}" -E create_symlink ${closeranks_mpi_soname} "${closeranks_front_link}")
install(FILES "${closeranks_front_link}" DESTINATION "${CMAKE_INSTALL_LIBDIR}/closeranks/front")

# Open MPI 6 has a library of its own by that name.
if(NOT EXISTS "${CLOSERANKS_MPI_LIBDIR}/libopen-pal.so.40")
    closeranks_named_library(closeranks_open_pal_4 open-mpi-4 libopen-pal.so.40 runtime/front/open_mpi_4.cpp)
    target_link_libraries(closeranks_open_pal_4 PRIVATE closeranks_mpi ${CMAKE_DL_LIBS})
endif()
closeranks_named_library(closeranks_open_rte_4 open-mpi-4 libopen-rte.so.40 runtime/front/front.c)
