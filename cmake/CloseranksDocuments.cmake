# Man pages and completions, made of the option table when building, and a file for Environment Modules and Lmod.
# The launcher needs a Python anyway; where there is none while building, they are left out.

find_program(closeranks_any_python NAMES python3 PATHS /usr/bin)
string(TIMESTAMP closeranks_date "%Y-%m-%d" UTC) # SOURCE_DATE_EPOCH, where that is set
set(closeranks_documents "${PROJECT_BINARY_DIR}/documents")
set(closeranks_document ${CMAKE_COMMAND} -E env "PYTHONPATH=${PROJECT_SOURCE_DIR}/tools" PYTHONDONTWRITEBYTECODE=1
    "${closeranks_any_python}" -m documents "${closeranks_documents}" --version ${PROJECT_VERSION} --date ${closeranks_date})
if(closeranks_any_python)
    execute_process(COMMAND ${closeranks_document} --print-outputs OUTPUT_VARIABLE closeranks_pages
                    RESULT_VARIABLE closeranks_result OUTPUT_STRIP_TRAILING_WHITESPACE)
    if(NOT closeranks_result EQUAL 0)
        message(FATAL_ERROR "The man pages cannot be made (see above)")
    endif()
    string(REPLACE "\n" ";" closeranks_pages "${closeranks_pages}")
    file(GLOB closeranks_document_sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/tools/documents/*.py"
         "${PROJECT_SOURCE_DIR}/tools/closeranks_launcher/*.py")
    add_custom_command(OUTPUT ${closeranks_pages} COMMAND ${closeranks_document}
                       DEPENDS ${closeranks_document_sources} "${PROJECT_SOURCE_DIR}/spec/options.json"
                       COMMENT "Making man pages and completions" VERBATIM)
    add_custom_target(closeranks_documents ALL DEPENDS ${closeranks_pages})
    list(FILTER closeranks_pages INCLUDE REGEX "/man/")
    install(FILES ${closeranks_pages} DESTINATION "${CMAKE_INSTALL_MANDIR}/man1")
    install(FILES "${closeranks_documents}/completion/closeranks.bash" RENAME closeranks
            DESTINATION "${CMAKE_INSTALL_DATADIR}/bash-completion/completions")
    # bash looks for the completion of a command in a file of its name.
    install(FILES "${closeranks_documents}/completion/closeranks.bash" RENAME closeranks-report
            DESTINATION "${CMAKE_INSTALL_DATADIR}/bash-completion/completions")
    install(FILES "${closeranks_documents}/completion/_closeranks"
            DESTINATION "${CMAKE_INSTALL_DATADIR}/zsh/site-functions")
    install(FILES "${closeranks_documents}/completion/closeranks.fish"
            DESTINATION "${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d")
else()
    message(STATUS "There is no python3: man pages and completions are not made")
endif()

set(closeranks_modules_folder "${CMAKE_INSTALL_DATADIR}/modulefiles/closeranks")
file(RELATIVE_PATH closeranks_prefix_from_module
     "${CMAKE_INSTALL_FULL_DATADIR}/modulefiles/closeranks" "${CMAKE_INSTALL_PREFIX}")
configure_file(cmake/closeranks.modulefile.in "${PROJECT_BINARY_DIR}/installed/${PROJECT_VERSION}" @ONLY)
install(FILES "${PROJECT_BINARY_DIR}/installed/${PROJECT_VERSION}" DESTINATION "${closeranks_modules_folder}")

if(PROJECT_IS_TOP_LEVEL)
    add_custom_target(uninstall COMMAND ${CMAKE_COMMAND} "-DMANIFEST=${PROJECT_BINARY_DIR}/install_manifest.txt"
                      -P "${PROJECT_SOURCE_DIR}/cmake/uninstall.cmake" VERBATIM)
endif()
