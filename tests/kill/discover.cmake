# Writes LIST: a test for each function that PROGRAM knows, with all its variants.
execute_process(COMMAND "${PROGRAM}" --list OUTPUT_VARIABLE listed COMMAND_ERROR_IS_FATAL ANY)
string(REGEX REPLACE "/[^\n]*" "" listed "${listed}")
string(REGEX MATCHALL "[^\n]+" functions "${listed}")
list(REMOVE_DUPLICATES functions)
# Calls on files and windows are many and much alike: one cell of each, all in one test.
set(in_files --only MPI_File_*)
set(in_windows --only MPI_Win_* --only MPI_*Put --only MPI_*put --only MPI_Get --only MPI_Rget
    --only MPI_*ccumulate --only MPI_Fetch_and_op --only MPI_Compare_and_swap)
list(FILTER functions EXCLUDE REGEX "^MPI_(File|Win)_|_R?([Pp]ut|[Gg]et|.*[Aa]ccumulate)$|_and_")
# The same as if the ranks were on two hosts. Memory that processes share is of one host.
set(in_far_windows --only MPI_Win_[!a]* --only MPI_Win_allocate --only MPI_*Put --only MPI_*put
    --only MPI_Get/created --only MPI_Rget --only MPI_*ccumulate --only MPI_Fetch_and_op
    --only MPI_Compare_and_swap)
set(tests "")
foreach(group IN ITEMS files windows far_windows)
    list(JOIN in_${group} " " only)
    set(hosts "")
    if(group STREQUAL far_windows)
        set(hosts ";CLOSERANKS_TEST_HOSTS=2")
    endif()
    foreach(commit IN ITEMS agreed optimistic)
        string(APPEND tests
            "add_test(kill.${commit}.${group} \"${CAMPAIGN}\" --sparse ${only} "
            "--program \"${PROGRAM}\" --mpirun \"${MPIRUN}\" --library \"${LIBRARY}\" "
            "--logs \"${LOGS}/${commit}\")\n"
            "set_tests_properties(kill.${commit}.${group} PROPERTIES LABELS \"kill;${group}\" "
            "TIMEOUT 900 PROCESSORS 2 ENVIRONMENT \"CLOSERANKS_TEST_COMMIT=${commit}${hosts}\")\n")
    endforeach()
endforeach()
# Three cells of each scenario under the default commit, one under the other.
set(cells_agreed --sparse)
set(cells_optimistic --sample)
foreach(function IN LISTS functions)
    foreach(commit IN ITEMS agreed optimistic)
        string(APPEND tests
            "add_test(kill.${commit}.${function} \"${CAMPAIGN}\" ${cells_${commit}} --only ${function} "
            "--program \"${PROGRAM}\" --mpirun \"${MPIRUN}\" --library \"${LIBRARY}\" "
            "--logs \"${LOGS}/${commit}\")\n"
            "set_tests_properties(kill.${commit}.${function} PROPERTIES LABELS kill TIMEOUT 900 "
            "PROCESSORS 2 ENVIRONMENT CLOSERANKS_TEST_COMMIT=${commit})\n")
    endforeach()
endforeach()
file(WRITE "${LIST}" "${tests}")
