# Runs after all other tests: checks that they have left nothing in shared memory.

# Sets RESULT to the names of all tests of `folder` and of the folders below it.
function(closeranks_all_tests result folder)
    get_property(all DIRECTORY "${folder}" PROPERTY TESTS)
    get_property(below DIRECTORY "${folder}" PROPERTY SUBDIRECTORIES)
    foreach(one IN LISTS below)
        closeranks_all_tests(more "${one}")
        list(APPEND all ${more})
    endforeach()
    set(${result} "${all}" PARENT_SCOPE)
endfunction()

if(CLOSERANKS_PYTHON)
    closeranks_all_tests(closeranks_tests "${PROJECT_SOURCE_DIR}")
    add_test(NAME nothing_stays COMMAND "${CLOSERANKS_PYTHON}" -B "${PROJECT_SOURCE_DIR}/tests/run_pytest"
             "${PROJECT_SOURCE_DIR}/tests/runner/test_nothing_stays.py" -k test_nothing_stays
             WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}")
    # DEPENDS orders tests that run, and does not make any of them run.
    set_tests_properties(nothing_stays PROPERTIES LABELS python TIMEOUT 60 RUN_SERIAL ON DEPENDS "${closeranks_tests}"
                         ENVIRONMENT "PYTHONPATH=${PROJECT_SOURCE_DIR}/tests")
endif()
