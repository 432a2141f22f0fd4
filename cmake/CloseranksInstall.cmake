# Installation, package files, and a build tree whose launcher works in place.
include(CMakePackageConfigHelpers)

set(closeranks_file "${CMAKE_SHARED_LIBRARY_PREFIX}closeranks${CMAKE_SHARED_LIBRARY_SUFFIX}")
set(closeranks_share "${CMAKE_INSTALL_DATADIR}/closeranks")

# What the launcher has to know: the library, and the MPI it was built for.
set(CLOSERANKS_LIBRARY "${PROJECT_BINARY_DIR}/${closeranks_file}")
configure_file(cmake/closeranks-config.json.in "${PROJECT_BINARY_DIR}/closeranks-config.json" @ONLY)
set(CLOSERANKS_LIBRARY "${CMAKE_INSTALL_FULL_LIBDIR}/${closeranks_file}")
set(CLOSERANKS_KEEPER "${CLOSERANKS_INSTALLED_KEEPER}")
configure_file(cmake/closeranks-config.json.in
               "${PROJECT_BINARY_DIR}/installed/closeranks-config.json" @ONLY)
install(FILES "${PROJECT_BINARY_DIR}/installed/closeranks-config.json"
        DESTINATION "${closeranks_share}")
install(FILES spec/options.json DESTINATION "${closeranks_share}/spec")
install(DIRECTORY tools/closeranks_launcher DESTINATION "${closeranks_share}"
        FILES_MATCHING PATTERN "*.py")
install(PROGRAMS tools/closeranks tools/closeranks-report DESTINATION "${CMAKE_INSTALL_BINDIR}")

# The program links this target, or preloads the file; the runtime's own parts stay inside.
install(TARGETS closeranks EXPORT closeranks-targets LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}")
install(DIRECTORY runtime/include/ DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")
install(FILES "$<TARGET_FILE:closeranks_stub>" DESTINATION "${CMAKE_INSTALL_LIBDIR}")
install(DIRECTORY runtime/python DESTINATION "${closeranks_share}")
install(EXPORT closeranks-targets NAMESPACE closeranks:: FILE closeranks-config.cmake
        DESTINATION "${CMAKE_INSTALL_LIBDIR}/cmake/closeranks")
write_basic_package_version_file("${PROJECT_BINARY_DIR}/closeranks-config-version.cmake"
                                 COMPATIBILITY SameMinorVersion)
configure_file(cmake/closeranks.pc.in "${PROJECT_BINARY_DIR}/closeranks.pc" @ONLY)
install(FILES "${PROJECT_BINARY_DIR}/closeranks-config-version.cmake"
        DESTINATION "${CMAKE_INSTALL_LIBDIR}/cmake/closeranks")
install(FILES "${PROJECT_BINARY_DIR}/closeranks.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
