# Checkpoints that survive deaths (closeranks_store.h): a library of its own, which needs only MPI and closeranks.h.

file(GLOB sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/runtime/store/*.cpp")
# An object library first, for unit tests.
add_library(closeranks_store_parts OBJECT ${sources})
target_link_libraries(closeranks_store_parts PUBLIC closeranks_flags closeranks_stub closeranks_mpi)
target_include_directories(closeranks_store_parts PUBLIC "${PROJECT_SOURCE_DIR}" "${PROJECT_SOURCE_DIR}/runtime/include")
set_target_properties(closeranks_store_parts PROPERTIES POSITION_INDEPENDENT_CODE ON CXX_VISIBILITY_PRESET hidden
                      VISIBILITY_INLINES_HIDDEN ON)
target_precompile_headers(closeranks_store_parts PRIVATE ${closeranks_precompiled})
add_library(closeranks_store SHARED)
target_link_libraries(closeranks_store PRIVATE closeranks_store_parts)
target_include_directories(closeranks_store INTERFACE
    "$<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/runtime/include>"
    "$<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>")
set_target_properties(closeranks_store PROPERTIES EXPORT_NAME store VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR}
    LINKER_LANGUAGE CXX INSTALL_RPATH "${CLOSERANKS_MPI_LIBDIR}"
    BUILD_RPATH "${CLOSERANKS_MPI_LIBDIR}")
# The stub's functions are for this library alone: the program calls its own ones or the real ones.
set(closeranks_store_exports "${PROJECT_SOURCE_DIR}/runtime/store/exports.map")
target_link_options(closeranks_store PRIVATE "LINKER:--exclude-libs,ALL" -Wl,-z,defs "LINKER:--version-script=${closeranks_store_exports}")
set_property(TARGET closeranks_store APPEND PROPERTY LINK_DEPENDS "${closeranks_store_exports}")
