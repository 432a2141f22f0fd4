# closeranks_needs_mended(THEN QUIRKS id... TESTS name...)
# These tests meet faults of the MPI (spec/quirks.json). Where it has one of them unmended, they must fail (THEN is
# "fails"), may fail ("may_fail"), or are not run ("hangs"): mpitest/faults.py. They have to be made in the same folder.
function(closeranks_needs_mended then)
    cmake_parse_arguments(PARSE_ARGV 1 needs "" "" "QUIRKS;TESTS")
    if(NOT then MATCHES "^(fails|may_fail|hangs)$" OR NOT needs_QUIRKS OR NOT needs_TESTS)
        message(FATAL_ERROR "closeranks_needs_mended(fails|may_fail|hangs QUIRKS id... TESTS name...)")
    endif()
    list(JOIN needs_QUIRKS "," quirks)
    set_tests_properties(${needs_TESTS} PROPERTIES SKIP_RETURN_CODE 77 ENVIRONMENT_MODIFICATION
        "CLOSERANKS_TEST_NEEDS_MENDED=set:${then}:${quirks};MPI_HOME=set:${CLOSERANKS_MPI_PREFIX}")
endfunction()

# closeranks_has_mends(RESULT patch...): sets RESULT to TRUE if the MPI has all of these patches of set-up, else to FALSE.
function(closeranks_has_mends result)
    set(mended "")
    if(EXISTS "${CLOSERANKS_MPI_PREFIX}/complete")
        file(STRINGS "${CLOSERANKS_MPI_PREFIX}/complete" mended)
    endif()
    set(${result} TRUE PARENT_SCOPE)
    foreach(patch IN LISTS ARGN)
        if(NOT EXISTS "${PROJECT_SOURCE_DIR}/tools/openmpi-patches/${patch}.patch")
            message(FATAL_ERROR "There is no patch ${patch}")
        endif()
        if(NOT "${patch}.patch" IN_LIST mended)
            set(${result} FALSE PARENT_SCOPE)
        endif()
    endforeach()
endfunction()
