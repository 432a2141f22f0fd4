# How a test is made: what the folders below tests/ share. IN_ALL: the test runs only with `tools/check --all`
# (docs/developers/testing.md).

# How our scripts are started: by the Python of the build, for that in PATH may be a shell script that looks for one,
# which takes longer than a job of MPI.
set(closeranks_by_python "")
if(CLOSERANKS_PYTHON)
    set(closeranks_by_python "${CLOSERANKS_PYTHON}" -B)
endif()

# Sets RESULT to the keyword WORD if VALUE is true, else to nothing: to hand an option on.
function(closeranks_flag result word value)
    if(value)
        set(${result} ${word} PARENT_SCOPE)
    else()
        set(${result} "" PARENT_SCOPE)
    endif()
endfunction()

# An MPI program which knows nothing of closeranks.
function(closeranks_mpi_program name)
    add_executable(${name} ${ARGN})
    target_link_libraries(${name} PRIVATE closeranks_flags closeranks_mpi Threads::Threads)
    target_include_directories(${name} PRIVATE "${PROJECT_SOURCE_DIR}/tests/common")
    set_target_properties(${name} PROPERTIES BUILD_RPATH "${CLOSERANKS_MPI_LIBDIR}")
endfunction()

# The same in Fortran, by the MPI's own wrapper: modules before what uses them. Sets RESULT to the program, or to
# nothing where the MPI has no such binding. USES: which one, for sources of ours that must compile with it; FLAGS: for the
# compiler; LINKS: targets of ours.
function(closeranks_fortran_program result name)
    cmake_parse_arguments(program "" "USES" "FLAGS;LINKS" ${ARGN})
    set(${result} "" PARENT_SCOPE)
    set(compiler "${CLOSERANKS_MPI_PREFIX}/bin/mpifort")
    set(program "${CMAKE_CURRENT_BINARY_DIR}/${name}")
    set(modules "${CMAKE_CURRENT_BINARY_DIR}/${name}.modules")
    set(sources "")
    foreach(source IN LISTS program_UNPARSED_ARGUMENTS)
        get_filename_component(source "${source}" ABSOLUTE)
        list(APPEND sources "${source}")
    endforeach()
    set(libraries "")
    foreach(target IN LISTS program_LINKS)
        list(APPEND libraries $<TARGET_FILE:${target}> "-Wl,-rpath,$<TARGET_FILE_DIR:${target}>")
    endforeach()
    file(MAKE_DIRECTORY "${modules}")
    set(tried ${sources})
    if(program_USES)
        set(tried "${modules}/uses.f90")
        file(WRITE "${tried}" "use ${program_USES}\nend\n")
    endif()
    execute_process(COMMAND "${compiler}" -fsyntax-only ${tried} RESULT_VARIABLE status
                    WORKING_DIRECTORY "${modules}" OUTPUT_QUIET ERROR_QUIET)
    if(NOT status EQUAL 0)
        message(STATUS "This MPI has no Fortran binding for ${name}: not tested")
        return()
    endif()
    add_custom_command(OUTPUT "${program}" COMMAND "${compiler}" ${program_FLAGS} ${sources} ${libraries} -o "${program}"
                       DEPENDS ${sources} ${program_LINKS} WORKING_DIRECTORY "${modules}" VERBATIM)
    add_custom_target(build_${name} ALL DEPENDS "${program}")
    set(${result} "${program}" PARENT_SCOPE)
endfunction()

# closeranks_mpi_command_test(NAME RANKS n COMMAND program args... [OPTIONS for run_mpi_test...]
#                             [LABELS label...] [IN_ALL])
function(closeranks_mpi_command_test name)
    cmake_parse_arguments(test "IN_ALL" "RANKS" "COMMAND;OPTIONS;LABELS" ${ARGN})
    set(when "")
    if(test_IN_ALL)
        set(when CONFIGURATIONS all)
    endif()
    add_test(NAME ${name} ${when} COMMAND ${closeranks_by_python} "${PROJECT_SOURCE_DIR}/tests/run_mpi_test" -n ${test_RANKS}
             --mpirun "${CLOSERANKS_MPIRUN}" --library $<TARGET_FILE:closeranks> ${test_OPTIONS}
             -- ${test_COMMAND})
    set_tests_properties(${name} PROPERTIES LABELS "${test_LABELS}" TIMEOUT 180 PROCESSORS 2)
endfunction()

# closeranks_mpi_test(NAME target RANKS n [SAYS name] [ARGS args...] [OPTIONS ...] [LABELS ...] [IN_ALL])
# SAYS: survivors print "ok: name" (default: the target's name).
function(closeranks_mpi_test name program)
    cmake_parse_arguments(test "IN_ALL" "RANKS;SAYS" "ARGS;OPTIONS;LABELS" ${ARGN})
    if(NOT test_SAYS)
        set(test_SAYS ${program})
    endif()
    closeranks_flag(in_all IN_ALL ${test_IN_ALL})
    closeranks_mpi_command_test(${name} RANKS ${test_RANKS} LABELS ${test_LABELS} ${in_all}
        COMMAND $<TARGET_FILE:${program}> ${test_ARGS} OPTIONS --name ${test_SAYS} ${test_OPTIONS})
endfunction()

# closeranks_survivors_test(PROGRAM RANKS DYING... [CALL name] [CHILD rank] [THREAD_LEVEL n]
#                           [ENV name=value...] [LENIENT] [IN_ALL])
# A program that checks itself, once with everybody and again when the dying have killed themselves
# (common/survivors.hpp). The folder is the first part of the test's name, and its label.
# LENIENT: the program looks at what an exchange leaves untouched where somebody is missing, and so
# has to get over it; by default it would be ended.
function(closeranks_survivors_test program ranks)
    cmake_parse_arguments(test "LENIENT;IN_ALL" "CALL;CHILD;THREAD_LEVEL" "ENV" ${ARGN})
    get_filename_component(folder "${CMAKE_CURRENT_SOURCE_DIR}" NAME)
    set(name ${folder}.${program})
    set(arguments "")
    set(options "")
    if(test_CALL)
        string(APPEND name .${test_CALL})
        list(APPEND arguments --call ${test_CALL})
    endif()
    string(APPEND name .${ranks})
    foreach(rank IN LISTS test_UNPARSED_ARGUMENTS)
        string(APPEND name -${rank})
        list(APPEND options --dies ${rank})
        list(APPEND arguments --die ${rank})
    endforeach()
    if(DEFINED test_CHILD)
        string(APPEND name .child-${test_CHILD})
        list(APPEND arguments --child ${test_CHILD})
        list(APPEND options --prints "lost 1 of the connected processes")
    endif()
    if(DEFINED test_THREAD_LEVEL)
        string(APPEND name .level${test_THREAD_LEVEL})
        list(APPEND options --env OMPI_MPI_THREAD_LEVEL=${test_THREAD_LEVEL})
    endif()
    foreach(setting IN LISTS test_ENV)
        list(APPEND options --env ${setting})
    endforeach()
    if(test_LENIENT)
        list(APPEND options --lenient)
    endif()
    closeranks_flag(in_all IN_ALL ${test_IN_ALL})
    closeranks_mpi_test(${name} ${program} RANKS ${ranks} ARGS ${arguments} OPTIONS ${options} LABELS ${folder} ${in_all})
endfunction()

# closeranks_comparison(NAME RANKS n COMMAND program args... [LABELS label...] [ENVIRONMENT name=value...] [IN_ALL])
# Every rank prints the same with the library and without.
function(closeranks_comparison name)
    cmake_parse_arguments(test "IN_ALL" "RANKS" "COMMAND;LABELS;ENVIRONMENT" ${ARGN})
    set(when "")
    if(test_IN_ALL)
        set(when CONFIGURATIONS all)
    endif()
    add_test(NAME ${name} ${when} COMMAND ${closeranks_by_python} "${PROJECT_SOURCE_DIR}/tests/transparency/compare" -n ${test_RANKS}
             --mpirun "${CLOSERANKS_MPIRUN}" --library $<TARGET_FILE:closeranks> ${test_COMMAND})
    set_tests_properties(${name} PROPERTIES LABELS "${test_LABELS}" TIMEOUT 180 PROCESSORS 2
                         ENVIRONMENT "${test_ENVIRONMENT}")
endfunction()

# closeranks_pytest(NAME place [IN_ALL] [SAMPLED] [options of pytest...])
# Tests in Python, a folder of them or a file; the build and its MPI come by the environment. SAMPLED: those that
# tests/conftest.py marks as `in_all` are a test of their own, NAME.more.
function(closeranks_pytest name place)
    cmake_parse_arguments(test "IN_ALL;SAMPLED" "" "" ${ARGN})
    set(when "")
    if(test_IN_ALL)
        set(when CONFIGURATIONS all)
    endif()
    if(test_SAMPLED)
        closeranks_pytest(${name}.more ${place} IN_ALL ${test_UNPARSED_ARGUMENTS} -m in_all)
        list(APPEND test_UNPARSED_ARGUMENTS -m "not in_all")
    endif()
    add_test(NAME ${name} ${when} COMMAND "${CLOSERANKS_PYTHON}" -B "${PROJECT_SOURCE_DIR}/tests/run_pytest"
             "${PROJECT_SOURCE_DIR}/tests/${place}" ${test_UNPARSED_ARGUMENTS} WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}")
    # They begin first: each takes longer than one job.
    set_tests_properties(${name} PROPERTIES LABELS python TIMEOUT 900 PROCESSORS 2 COST 50 ENVIRONMENT
        "CLOSERANKS_BUILD=${PROJECT_BINARY_DIR};PYTHONPATH=${PROJECT_SOURCE_DIR}/tests;MPI_HOME=${CLOSERANKS_MPI_PREFIX};CLOSERANKS_TEST_MPICC=${CLOSERANKS_MPICC};CLOSERANKS_TEST_LIBRARY=$<TARGET_FILE:closeranks>")
endfunction()
