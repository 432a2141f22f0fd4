# The launcher runs it before it starts a program: it reads the options as the library does.
add_executable(closeranks_check_options runtime/check/check_options.cpp)
target_link_libraries(closeranks_check_options PRIVATE ${closeranks_runtime})
set_target_properties(closeranks_check_options PROPERTIES OUTPUT_NAME closeranks-check-options
                      BUILD_RPATH "${CLOSERANKS_MPI_LIBDIR}" INSTALL_RPATH "${CLOSERANKS_MPI_LIBDIR}")
add_dependencies(closeranks closeranks_check_options) # the launcher needs both
install(TARGETS closeranks_check_options RUNTIME DESTINATION "${CMAKE_INSTALL_LIBDIR}/closeranks")
set(CLOSERANKS_CHECKER "${PROJECT_BINARY_DIR}/closeranks-check-options")
# `closeranks doctor` starts it: a program of the MPI that knows nothing of closeranks.
add_executable(closeranks_check_survival runtime/check/check_survival.c)
target_link_libraries(closeranks_check_survival PRIVATE closeranks_flags closeranks_mpi)
set_target_properties(closeranks_check_survival PROPERTIES OUTPUT_NAME closeranks-check-survival
                      BUILD_RPATH "${CLOSERANKS_MPI_LIBDIR}" INSTALL_RPATH "${CLOSERANKS_MPI_LIBDIR}")
add_dependencies(closeranks closeranks_check_survival)
install(TARGETS closeranks_check_survival RUNTIME DESTINATION "${CMAKE_INSTALL_LIBDIR}/closeranks")
