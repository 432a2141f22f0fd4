# Removes the files that the last `cmake --install` of this build directory has installed, and the folders of closeranks
# that are empty then. Other files in these folders stay.
#     cmake --build build --target uninstall

if(NOT EXISTS "${MANIFEST}")
    message(FATAL_ERROR "There is no ${MANIFEST}: nothing has been installed from this build directory.")
endif()
file(STRINGS "${MANIFEST}" installed)
set(folders "")
foreach(file IN LISTS installed)
    set(file "$ENV{DESTDIR}${file}")
    if(EXISTS "${file}" OR IS_SYMLINK "${file}")
        file(REMOVE "${file}")
        message(STATUS "Removed: ${file}")
    else()
        message(STATUS "Is not there any more: ${file}")
    endif()
    # Of the folders on the way: those with our name, and the ones inside them.
    get_filename_component(folder "${file}" DIRECTORY)
    while(folder MATCHES "/closeranks(/|$)")
        list(APPEND folders "${folder}")
        get_filename_component(folder "${folder}" DIRECTORY)
    endwhile()
endforeach()
list(REMOVE_DUPLICATES folders)
list(SORT folders ORDER DESCENDING) # a folder after what is in it
foreach(folder IN LISTS folders)
    file(GLOB left LIST_DIRECTORIES true "${folder}/*" "${folder}/.*")
    if(IS_DIRECTORY "${folder}" AND NOT left)
        file(REMOVE_RECURSE "${folder}")
    endif()
endforeach()
file(REMOVE "${MANIFEST}")
