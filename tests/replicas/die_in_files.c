/* Ends a process by SIGKILL at one of the changes that it makes to files of a folder, so that a
 * test can have a death at each of them. To be preloaded behind libcloseranks_replicas.so.
 *
 * DIE_IN_FILES=PROCESS#N:WHEN names the process, which of its changes, from 1 on, and when:
 * before it, after it, or (half) when the first half of the bytes is written. DIE_FOLDER is the
 * folder. Changes are writes, and calls that make, rename or remove a file. OTHER_APPENDS is text
 * that another process then appends to "file" there.
 *
 * With AS_ON_TWO_HOSTS both processes of a rank share no memory, as if they were on different
 * hosts. */

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

enum moment { NEVER, BEFORE, HALF, AFTER };

static long seen;

/* What another process appends to the file of the name "file" meanwhile. */
static void append_as_another(void) {
    const char *const other = getenv("OTHER_APPENDS"), *const folder = getenv("DIE_FOLDER");
    char name[PATH_MAX];
    if (other == NULL) return;
    snprintf(name, sizeof name, "%s/file", folder);
    const int file = (int)syscall(SYS_openat, AT_FDCWD, name, O_WRONLY | O_APPEND);
    if (syscall(SYS_write, file, other, strlen(other)) < 0) abort();
}

static void die(void) {
    static const char text[] = "test: this process dies\n";
    append_as_another();
    syscall(SYS_write, STDERR_FILENO, text, sizeof text - 1);
    for (;;)
        syscall(SYS_kill, syscall(SYS_getpid), SIGKILL);
}

static int is_in_folder(const char *name) {
    const char *const folder = getenv("DIE_FOLDER");
    return folder != NULL && name != NULL && strncmp(name, folder, strlen(folder)) == 0;
}

/* What happens to this process at a change of that file. */
static enum moment at_change(const char *name) {
    const char *const plan = getenv("DIE_IN_FILES"), *const process = getenv("PMIX_RANK");
    char when[8] = "";
    long who = -1, which = -1;
    if (plan == NULL || process == NULL || !is_in_folder(name)) return NEVER;
    if (sscanf(plan, "%ld#%ld:%7s", &who, &which, when) != 3 || who != atol(process)) return NEVER;
    if (++seen != which) return NEVER;
    return when[0] == 'b' ? BEFORE : when[0] == 'h' ? HALF : AFTER;
}

static enum moment at_write(int descriptor) {
    char link[64], name[PATH_MAX + 1] = "";
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    if (getenv("DIE_IN_FILES") == NULL || readlink(link, name, PATH_MAX) < 0) return NEVER;
    const enum moment now = at_change(name);
    /* A kernel writes small appends whole. Where other ranks append to the file as well, as to that
     * of this name, a part of one would stay. */
    const size_t length = strlen(name);
    const int is_shared = length >= 4 && strcmp(name + length - 4, "/all") == 0;
    return now == HALF && is_shared ? AFTER : now;
}

/* Around a call that is not cut in two. */
#define AROUND(change, type, call)                                                                 \
    const enum moment now = change;                                                                \
    if (now == BEFORE || now == HALF) die();                                                       \
    const type result = call;                                                                      \
    if (now == AFTER) die();                                                                       \
    return result;

ssize_t write(int descriptor, const void *from, size_t bytes) {
    const enum moment now = at_write(descriptor);
    if (now == BEFORE) die();
    const ssize_t result = syscall(SYS_write, descriptor, from, now == HALF ? bytes / 2 : bytes);
    if (now != NEVER) die();
    return result;
}

ssize_t pwrite(int descriptor, const void *from, size_t bytes, off_t at) {
    const enum moment now = at_write(descriptor);
    if (now == BEFORE) die();
    const ssize_t result =
        syscall(SYS_pwrite64, descriptor, from, now == HALF ? bytes / 2 : bytes, at);
    if (now != NEVER) die();
    return result;
}

int openat(int folder, const char *name, int flags, ...) {
    va_list arguments;
    va_start(arguments, flags);
    const mode_t mode = flags & O_CREAT ? va_arg(arguments, mode_t) : 0;
    va_end(arguments);
    AROUND(flags & O_CREAT ? at_change(name) : NEVER, int,
           (int)syscall(SYS_openat, folder, name, flags, mode))
}

int renameat2(int from_folder, const char *from, int to_folder, const char *to, unsigned flags) {
    AROUND(at_change(from), int,
           (int)syscall(SYS_renameat2, from_folder, from, to_folder, to, flags))
}

int unlink(const char *name) {
    AROUND(at_change(name), int, (int)syscall(SYS_unlinkat, AT_FDCWD, name, 0))
}

int mkdir(const char *name, mode_t mode) {
    AROUND(at_change(name), int, (int)syscall(SYS_mkdirat, AT_FDCWD, name, mode))
}

int rmdir(const char *name) {
    AROUND(at_change(name), int, (int)syscall(SYS_unlinkat, AT_FDCWD, name, AT_REMOVEDIR))
}

int ftruncate(int descriptor, off_t size) {
    AROUND(at_write(descriptor), int, (int)syscall(SYS_ftruncate, descriptor, size))
}

int shm_open(const char *name, int flags, mode_t mode) {
    int (*next)(const char *, int, mode_t) = NULL;
    *(void **)&next = dlsym(RTLD_NEXT, "shm_open");
    if (getenv("AS_ON_TWO_HOSTS") == NULL || strstr(name, "-replicas-") == NULL)
        return next(name, flags, mode);
    errno = ENOSYS;
    return -1;
}
