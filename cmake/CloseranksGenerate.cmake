# Regenerates generated/ when spec, templates or generator change. Without Jinja2 the committed
# output serves as it is, and a warning says what an edit of the spec would need.

# The system's Python first: tools/setup installs the modules there. The tests need a Python that has
# pytest, too.
find_program(closeranks_python3 python3)

# Sets `result` to the first Python that has `modules`, or to nothing.
function(closeranks_find_python result modules)
    foreach(python IN ITEMS "${CLOSERANKS_PYTHON}" /usr/bin/python3 "${closeranks_python3}")
        execute_process(COMMAND "${python}" -c "import ${modules}" RESULT_VARIABLE status
                        OUTPUT_QUIET ERROR_QUIET)
        if(status EQUAL 0)
            set(${result} "${python}" PARENT_SCOPE)
            return()
        endif()
    endforeach()
    set(${result} "" PARENT_SCOPE)
endfunction()

set(closeranks_modules "jinja2, jsonschema, pycparser")
if(CLOSERANKS_TESTS)
    closeranks_find_python(closeranks_tester "${closeranks_modules}, pytest, xdist")
    if(NOT closeranks_tester)
        message(FATAL_ERROR "The tests (CLOSERANKS_TESTS) need one python3 with ${closeranks_modules}, pytest and xdist; "
                "`tools/setup --with-tests` installs what is missing (Debian: python3-jinja2 python3-jsonschema "
                "python3-pycparser python3-pytest python3-pytest-xdist).")
    endif()
    set(CLOSERANKS_PYTHON "${closeranks_tester}")
else()
    closeranks_find_python(CLOSERANKS_PYTHON "${closeranks_modules}")
endif()

file(GLOB CLOSERANKS_GENERATED CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/generated/*/*.cpp")
if(CLOSERANKS_PYTHON)
    set(closeranks_generate ${CMAKE_COMMAND} -E env PYTHONDONTWRITEBYTECODE=1
        "${CLOSERANKS_PYTHON}" -m generator)
    foreach(what outputs deps)
        execute_process(COMMAND ${closeranks_generate} --print-${what}
                        WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}"
                        OUTPUT_VARIABLE closeranks_${what} RESULT_VARIABLE closeranks_result)
        if(NOT closeranks_result EQUAL 0)
            message(FATAL_ERROR "the generator could not read spec/ (see above)")
        endif()
        string(STRIP "${closeranks_${what}}" closeranks_${what})
        string(REPLACE "\n" ";" closeranks_${what} "${closeranks_${what}}")
        list(TRANSFORM closeranks_${what} PREPEND "${PROJECT_SOURCE_DIR}/")
    endforeach()
    # A stamp, because unchanged outputs keep their time (and their objects).
    set(closeranks_stamp "${PROJECT_BINARY_DIR}/generated.stamp")
    add_custom_command(OUTPUT "${closeranks_stamp}" BYPRODUCTS ${closeranks_outputs}
        COMMAND ${closeranks_generate}
        COMMAND ${closeranks_generate} --check-headers "${CLOSERANKS_MPICC}"
        COMMAND ${CMAKE_COMMAND} -E touch "${closeranks_stamp}"
        DEPENDS ${closeranks_deps}
        WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}"
        COMMENT "Generating the wrappers from spec/" VERBATIM)
    add_custom_target(closeranks_generate DEPENDS "${closeranks_stamp}")
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${closeranks_deps})
    set(CLOSERANKS_GENERATED ${closeranks_outputs})
    list(FILTER CLOSERANKS_GENERATED INCLUDE REGEX "\\.cpp$")
    # Functions that this mpi.h has and the spec does not know: none in the versions that the spec describes.
    set(closeranks_unknown "${PROJECT_BINARY_DIR}/unknown_calls")
    execute_process(COMMAND ${closeranks_generate} --guard-unknown "${CLOSERANKS_MPICC}" "${closeranks_unknown}"
                    WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}" OUTPUT_QUIET)
else()
    message(WARNING "no python3 with ${closeranks_modules}: generated/ is used as it is, "
                    "and edits of spec/ have no effect (Debian: python3-jinja2 python3-jsonschema "
                    "python3-pycparser)")
    add_custom_target(closeranks_generate)
endif()

# The runtime depends on the tables, the wrappers on the runtime.
set(CLOSERANKS_GENERATED_TABLES ${CLOSERANKS_GENERATED})
list(FILTER CLOSERANKS_GENERATED_TABLES INCLUDE REGEX "/generated/tables/")
set(CLOSERANKS_GENERATED_WRAPPERS ${CLOSERANKS_GENERATED})
list(FILTER CLOSERANKS_GENERATED_WRAPPERS INCLUDE REGEX "/generated/wrappers/")
if(EXISTS "${closeranks_unknown}/unknown_calls.cpp")
    list(APPEND CLOSERANKS_GENERATED_WRAPPERS "${closeranks_unknown}/unknown_calls.cpp")
endif()
set(CLOSERANKS_GENERATED_REPLICAS ${CLOSERANKS_GENERATED})
list(FILTER CLOSERANKS_GENERATED_REPLICAS INCLUDE REGEX "/generated/replicas/")
