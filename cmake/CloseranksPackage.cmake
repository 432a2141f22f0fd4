# The packages for Debian: `cpack` in the build folder (docs/how-to/install.md). package/settings.cmake makes the
# decisions at cpack's time, for example whether to pack the MPI as well.
if(NOT PROJECT_IS_TOP_LEVEL)
    return()
endif()

install(FILES LICENSE RENAME copyright DESTINATION "${CMAKE_INSTALL_DOCDIR}")
install(FILES CHANGELOG.md DESTINATION "${CMAKE_INSTALL_DOCDIR}")
# The MPI as it is, at the place for which it was built.
install(DIRECTORY "${CLOSERANKS_MPI_PREFIX}/" DESTINATION "${CLOSERANKS_MPI_PREFIX}" COMPONENT openmpi
        USE_SOURCE_PERMISSIONS EXCLUDE_FROM_ALL)

# Debian's package of the MPI, where it is Debian's.
set(CPACK_CLOSERANKS_MPI_PACKAGE "")
find_program(closeranks_dpkg_query dpkg-query)
if(closeranks_dpkg_query)
    file(REAL_PATH "${CLOSERANKS_MPIRUN}" closeranks_real_mpirun)
    execute_process(COMMAND "${closeranks_dpkg_query}" --search "${closeranks_real_mpirun}"
                    OUTPUT_VARIABLE closeranks_owner ERROR_QUIET)
    if(closeranks_owner MATCHES "^([^:,]+)")
        set(CPACK_CLOSERANKS_MPI_PACKAGE "${CMAKE_MATCH_1}")
    endif()
endif()
set(CPACK_CLOSERANKS_MPI_PREFIX "${CLOSERANKS_MPI_PREFIX}")
set(CPACK_CLOSERANKS_MPI_LIBDIR "${CLOSERANKS_MPI_LIBDIR}")
set(CPACK_CLOSERANKS_PARTS "${PROJECT_SOURCE_DIR}/cmake/package")

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME closeranks)
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_COMPONENTS_ALL ${CMAKE_INSTALL_DEFAULT_COMPONENT_NAME})
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_PROJECT_CONFIG_FILE "${CPACK_CLOSERANKS_PARTS}/settings.cmake")
include(CPack)
