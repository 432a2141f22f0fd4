# Writes LIST: a test for each function that PROGRAM knows, with all its variants.
execute_process(COMMAND "${PROGRAM}" --list OUTPUT_VARIABLE listed COMMAND_ERROR_IS_FATAL ANY)
string(REGEX REPLACE "/[^\n]*" "" listed "${listed}")
string(REGEX MATCHALL "[^\n]+" functions "${listed}")
list(REMOVE_DUPLICATES functions)
set(tests "")
foreach(function IN LISTS functions)
    string(APPEND tests
        "add_test(kill.${function} \"${CAMPAIGN}\" --sample --only ${function} --program \"${PROGRAM}\" "
        "--mpirun \"${MPIRUN}\" --library \"${LIBRARY}\" --logs \"${LOGS}\")\n"
        "set_tests_properties(kill.${function} PROPERTIES LABELS kill TIMEOUT 900 PROCESSORS 2)\n")
endforeach()
file(WRITE "${LIST}" "${tests}")
