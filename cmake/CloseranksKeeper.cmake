# The parent of each process of the program (runtime/keeper/keeper.cpp). It is linked statically, so
# that libraries preloaded for the program are not loaded into it. Where static linking is
# impossible, programs run without keepers, and the launcher knows less about their ends.
include(CheckCXXSourceCompiles)
set(CMAKE_REQUIRED_LINK_OPTIONS -static)
check_cxx_source_compiles("#include <string>\nint main(int argc, char **argv) { return std::string(argv[0]).size() == 0 + 0 * argc; }"
                          CLOSERANKS_STATIC_LINKING)
unset(CMAKE_REQUIRED_LINK_OPTIONS)
set(CLOSERANKS_KEEPER "")
if(NOT CLOSERANKS_STATIC_LINKING)
    message(STATUS "There are no static libraries of C and C++: closeranks-keeper is not built, and the "
                   "launcher cannot tell why processes died (Fedora: glibc-static, libstdc++-static)")
    return()
endif()
add_executable(closeranks_keeper runtime/keeper/keeper.cpp runtime/keeper/cause.cpp
               runtime/keeper/memory_kills.cpp runtime/keeper/outlet.cpp runtime/keeper/record.cpp
               runtime/keeper/courier.cpp runtime/keeper/stopped.cpp
               runtime/openmpi/child_settings.cpp runtime/openmpi/launch.cpp)
target_include_directories(closeranks_keeper PRIVATE "${PROJECT_SOURCE_DIR}")
target_compile_features(closeranks_keeper PRIVATE cxx_std_20)
target_compile_options(closeranks_keeper PRIVATE -Wall -Wextra -Wpedantic
                       $<$<BOOL:${CLOSERANKS_WERROR}>:-Werror>)
target_link_options(closeranks_keeper PRIVATE -static)
set_target_properties(closeranks_keeper PROPERTIES OUTPUT_NAME closeranks-keeper)
add_dependencies(closeranks closeranks_keeper) # the launcher needs both
install(TARGETS closeranks_keeper RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
set(CLOSERANKS_KEEPER "${PROJECT_BINARY_DIR}/closeranks-keeper")
