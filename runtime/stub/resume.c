/* Generated from spec/api.json by generator/, do not edit.
   A file of its own, so that the linker takes it only for programs with a resume point. By it
   `closeranks doctor` recognises such programs. */
#include "find.h"

#include <closeranks.h>

int closeranks_resume(closeranks_role *role) {
    FIND(closeranks_resume);
    if (found != NULL) return found(role);
    *role = CLOSERANKS_ROLE_INITIAL;
    return MPI_SUCCESS;
}
