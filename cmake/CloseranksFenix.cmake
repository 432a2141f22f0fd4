# The interface of Fenix (closeranks/fenix/fenix.h): a library of its own, on MPI, closeranks.h and the store.

file(GLOB sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/runtime/fenix/*.cpp")
add_library(closeranks_fenix SHARED ${sources})
target_link_libraries(closeranks_fenix PRIVATE closeranks_flags closeranks_stub closeranks_mpi PUBLIC closeranks_store)
target_include_directories(closeranks_fenix PRIVATE "${PROJECT_SOURCE_DIR}" PUBLIC
    "$<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/runtime/include/closeranks/fenix>"
    "$<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/closeranks/fenix>")
set_target_properties(closeranks_fenix PROPERTIES EXPORT_NAME fenix VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR}
    CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON
    LINKER_LANGUAGE CXX INSTALL_RPATH "$ORIGIN;${CLOSERANKS_MPI_LIBDIR}"
    BUILD_RPATH "${CLOSERANKS_MPI_LIBDIR}")
set(closeranks_fenix_exports "${PROJECT_SOURCE_DIR}/runtime/fenix/exports.map")
target_link_options(closeranks_fenix PRIVATE "LINKER:--exclude-libs,ALL" -Wl,-z,defs "LINKER:--version-script=${closeranks_fenix_exports}")
set_property(TARGET closeranks_fenix APPEND PROPERTY LINK_DEPENDS "${closeranks_fenix_exports}")
