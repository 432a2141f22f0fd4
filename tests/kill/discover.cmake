# Writes LIST: a test for each function that PROGRAM knows, with all its variants.
execute_process(COMMAND "${PROGRAM}" --list OUTPUT_VARIABLE listed COMMAND_ERROR_IS_FATAL ANY)
string(REGEX REPLACE "/[^\n]*" "" listed "${listed}")
string(REGEX MATCHALL "[^\n]+" functions "${listed}")
list(REMOVE_DUPLICATES functions)
# Calls on files are many and much alike: one cell of each, all in one test.
list(FILTER functions EXCLUDE REGEX "^MPI_File_")
set(tests "")
foreach(commit IN ITEMS agreed optimistic)
    string(APPEND tests
        "add_test(kill.${commit}.files \"${CAMPAIGN}\" --sparse --only MPI_File_* "
        "--program \"${PROGRAM}\" --mpirun \"${MPIRUN}\" --library \"${LIBRARY}\" "
        "--logs \"${LOGS}/${commit}\")\n"
        "set_tests_properties(kill.${commit}.files PROPERTIES LABELS \"kill;files\" TIMEOUT 900 "
        "PROCESSORS 2 ENVIRONMENT CLOSERANKS_TEST_COMMIT=${commit})\n")
endforeach()
foreach(function IN LISTS functions)
    foreach(commit IN ITEMS agreed optimistic)
        string(APPEND tests
            "add_test(kill.${commit}.${function} \"${CAMPAIGN}\" --sample --only ${function} "
            "--program \"${PROGRAM}\" --mpirun \"${MPIRUN}\" --library \"${LIBRARY}\" "
            "--logs \"${LOGS}/${commit}\")\n"
            "set_tests_properties(kill.${commit}.${function} PROPERTIES LABELS kill TIMEOUT 900 "
            "PROCESSORS 2 ENVIRONMENT CLOSERANKS_TEST_COMMIT=${commit})\n")
    endforeach()
endforeach()
file(WRITE "${LIST}" "${tests}")
