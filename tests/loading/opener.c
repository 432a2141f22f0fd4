/* A library that opens another one, which only its own RUNPATH leads to. */
#include <dlfcn.h>
#include <stddef.h>

int opens_plugin(void);
int opens_plugin(void) { return dlopen("libplugin.so", RTLD_NOW) != NULL; }
