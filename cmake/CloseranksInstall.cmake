# Installation, package files, and a build tree whose launcher works in place.
include(CMakePackageConfigHelpers)

set(closeranks_file "${CMAKE_SHARED_LIBRARY_PREFIX}closeranks${CMAKE_SHARED_LIBRARY_SUFFIX}")
set(closeranks_stub_file "${CMAKE_STATIC_LIBRARY_PREFIX}closeranks_stub${CMAKE_STATIC_LIBRARY_SUFFIX}")
set(closeranks_share "${CMAKE_INSTALL_DATADIR}/closeranks")

# The facts that the launcher needs: the library, and the MPI it was built for.
set(CLOSERANKS_LIBRARY "${PROJECT_BINARY_DIR}/${closeranks_file}")
configure_file(cmake/closeranks-config.json.in "${PROJECT_BINARY_DIR}/closeranks-config.json" @ONLY)
# Installed files name each other by relative paths, because `cmake --install --prefix` decides where the prefix is.
file(RELATIVE_PATH closeranks_lib_from_share "${CMAKE_INSTALL_FULL_DATADIR}/closeranks"
     "${CMAKE_INSTALL_FULL_LIBDIR}")
file(RELATIVE_PATH closeranks_bin_from_share "${CMAKE_INSTALL_FULL_DATADIR}/closeranks"
     "${CMAKE_INSTALL_FULL_BINDIR}")
set(CLOSERANKS_LIBRARY "${closeranks_lib_from_share}/${closeranks_file}")
set(CLOSERANKS_CHECKER "${closeranks_lib_from_share}/closeranks/closeranks-check-options")
if(CLOSERANKS_KEEPER)
    set(CLOSERANKS_KEEPER "${closeranks_bin_from_share}/closeranks-keeper")
endif()
configure_file(cmake/closeranks-config.json.in
               "${PROJECT_BINARY_DIR}/installed/closeranks-config.json" @ONLY)
install(FILES "${PROJECT_BINARY_DIR}/installed/closeranks-config.json"
        DESTINATION "${closeranks_share}")
install(FILES spec/options.json generated/functions.json tools/openmpi-patches/faults.json
        DESTINATION "${closeranks_share}/spec")
install(DIRECTORY tools/closeranks_launcher DESTINATION "${closeranks_share}"
        FILES_MATCHING PATTERN "*.py" PATTERN "*.css" PATTERN "*.js" PATTERN "__pycache__" EXCLUDE)
install(FILES docs/reference/report.schema.json docs/reference/events.schema.json DESTINATION "${closeranks_share}")
install(FILES bench/measured/repairs/results.json DESTINATION "${closeranks_share}" RENAME repairs.json)
install(PROGRAMS tools/closeranks tools/closeranks-report DESTINATION "${CMAKE_INSTALL_BINDIR}")

# The program links this target, or preloads the file; the runtime's own parts stay inside.
install(TARGETS closeranks closeranks_store closeranks_fenix EXPORT closeranks-targets LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}")
install(TARGETS closeranks_replicas LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}")
install(DIRECTORY runtime/include/ DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")
install(FILES "$<TARGET_FILE:closeranks_stub>" DESTINATION "${CMAKE_INSTALL_LIBDIR}")
# Modules of Fortran belong to one compiler: each program compiles them.
install(DIRECTORY runtime/fortran DESTINATION "${closeranks_share}")
install(DIRECTORY runtime/python/closeranks DESTINATION "${closeranks_share}/python" PATTERN "__pycache__" EXCLUDE)
install(EXPORT closeranks-targets NAMESPACE closeranks:: FILE closeranks-targets.cmake
        DESTINATION "${CMAKE_INSTALL_LIBDIR}/cmake/closeranks")
configure_package_config_file(cmake/closeranks-config.cmake.in
    "${PROJECT_BINARY_DIR}/installed/closeranks-config.cmake"
    INSTALL_DESTINATION "${CMAKE_INSTALL_LIBDIR}/cmake/closeranks"
    PATH_VARS CMAKE_INSTALL_LIBDIR CMAKE_INSTALL_INCLUDEDIR)
write_basic_package_version_file("${PROJECT_BINARY_DIR}/closeranks-config-version.cmake"
                                 COMPATIBILITY SameMinorVersion)
file(RELATIVE_PATH closeranks_prefix_from_pc "${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig"
     "${CMAKE_INSTALL_PREFIX}")
file(RELATIVE_PATH closeranks_lib_from_prefix "${CMAKE_INSTALL_PREFIX}" "${CMAKE_INSTALL_FULL_LIBDIR}")
file(RELATIVE_PATH closeranks_include_from_prefix "${CMAKE_INSTALL_PREFIX}"
     "${CMAKE_INSTALL_FULL_INCLUDEDIR}")
list(TRANSFORM CMAKE_DL_LIBS PREPEND "-l" OUTPUT_VARIABLE closeranks_dl_flags)
set(closeranks_pc_files "")
foreach(package closeranks closeranks-store closeranks-stub closeranks-fenix)
    configure_file("cmake/${package}.pc.in" "${PROJECT_BINARY_DIR}/${package}.pc" @ONLY)
    list(APPEND closeranks_pc_files "${PROJECT_BINARY_DIR}/${package}.pc")
endforeach()
install(FILES "${PROJECT_BINARY_DIR}/closeranks-config-version.cmake"
              "${PROJECT_BINARY_DIR}/installed/closeranks-config.cmake"
        DESTINATION "${CMAKE_INSTALL_LIBDIR}/cmake/closeranks")
install(FILES ${closeranks_pc_files} DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
