# Called by cpack when all files are laid out and nothing is packed yet. It gives files the form that Debian wants;
# `cmake --install` leaves them as they are.

string(TIMESTAMP now "%a, %d %b %Y %H:%M:%S +0000" UTC) # SOURCE_DATE_EPOCH, where that is set

# A component is laid out in a folder of its name.
foreach(component IN LISTS CPACK_COMPONENTS_ALL)
    string(TOUPPER "${component}" key)
    set(package "${CPACK_DEBIAN_${key}_PACKAGE_NAME}")
    set(root "${CPACK_TEMPORARY_INSTALL_DIRECTORY}/${component}/usr")
    set(documents "${root}/share/doc/${package}")
    file(WRITE "${documents}/changelog" "${package} (${CPACK_PACKAGE_VERSION}) unstable; urgency=medium

  * As built by cpack; CHANGELOG.md beside this file tells what has changed.

 -- ${CPACK_DEBIAN_PACKAGE_MAINTAINER}  ${now}
")
    if(EXISTS "${CPACK_CLOSERANKS_PARTS}/${package}.lintian")
        configure_file("${CPACK_CLOSERANKS_PARTS}/${package}.lintian" "${root}/share/lintian/overrides/${package}" COPYONLY)
    endif()
    if(EXISTS "${root}/share/closeranks/python/closeranks") # where Debian's Python looks for modules
        file(MAKE_DIRECTORY "${root}/lib/python3/dist-packages")
        file(CREATE_LINK ../../../share/closeranks/python/closeranks "${root}/lib/python3/dist-packages/closeranks" SYMBOLIC)
    endif()
    file(GLOB pages "${root}/share/man/man1/*.1")
    execute_process(COMMAND gzip -9n "${documents}/changelog" ${pages} COMMAND_ERROR_IS_FATAL ANY)
endforeach()
