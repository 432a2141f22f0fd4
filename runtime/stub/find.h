/* How the stub's functions find those of the library. */
#pragma once

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <dlfcn.h>
#include <stddef.h>

/* The library's function of that name; NULL: not loaded. It comes after `own` where that is a
 * function of the program, and maybe before where it is one of another library. */
static inline void *closeranks_stub_find(const char *name, void *own) {
    void *const first = dlsym(RTLD_DEFAULT, name);
    return first != own ? first : dlsym(RTLD_NEXT, name);
}

#define FIND(function)                                                                             \
    static __typeof__(function) *found;                                                            \
    if (found == NULL)                                                                             \
    *(void **)&found = closeranks_stub_find(#function, *(void **)&(__typeof__(&function)){function})
