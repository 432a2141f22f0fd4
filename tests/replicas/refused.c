/* Calls what replicated runs refuse: before MPI_Init (session), after it (port), or in a thread
 * that ends by the error, while the first thread waits for its result, as pools of mpi4py.futures
 * do (thread). */
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int has_result;

static void *spawn(void *unused) {
    MPI_Comm children;
    char command[] = "true";
    if (MPI_Comm_spawn(command, MPI_ARGV_NULL, 1, MPI_INFO_NULL, 0, MPI_COMM_SELF, &children,
                       MPI_ERRCODES_IGNORE) != MPI_SUCCESS)
        return unused;
    pthread_mutex_lock(&lock);
    has_result = 1;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
    return unused;
}

static void wait_for_thread(void) {
    pthread_t thread;
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    pthread_create(&thread, NULL, spawn, NULL);
    pthread_mutex_lock(&lock);
    while (!has_result)
        pthread_cond_wait(&changed, &lock);
    pthread_mutex_unlock(&lock);
    pthread_join(thread, NULL);
}

int main(int argc, char **argv) {
    const char *const what = argc > 1 ? argv[1] : "";
    char port[MPI_MAX_PORT_NAME];
    int level;
    if (strcmp(what, "session") == 0) {
        MPI_Session session;
        MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &session);
    }
    MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &level);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    if (strcmp(what, "port") == 0) {
        int class = MPI_SUCCESS;
        MPI_Error_class(MPI_Open_port(MPI_INFO_NULL, port), &class);
        puts(class == MPI_ERR_UNSUPPORTED_OPERATION ? "refused" : "wrong");
    }
    if (strcmp(what, "thread") == 0) wait_for_thread();
    MPI_Finalize();
    return 0;
}
