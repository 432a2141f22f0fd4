/* The errors that MPI has no class for: their values and sentences at each rank, of which one may
 * die and come back. The program has a class of its own, too. */
#include <closeranks_local.h>
#include <closeranks_store.h>

#include <closeranks.h>

#include <mpi.h>

#include <signal.h>
#include <stdio.h>
#include <string.h>

enum { steps = 6, victim = 1, die_at = 3 };

static int rank, step, lost;
static closeranks_store store;

static void require(int holds, const char *what) {
    if (holds) return;
    fprintf(stderr, "errors.c, rank %d: %s\n", rank, what);
    MPI_Abort(MPI_COMM_WORLD, 1);
}

/* Whether the latest checkpoint is there, or none ever was; no: another rank has died. */
static int has_gone_back(void) {
    const int code = closeranks_store_restore(store, CLOSERANKS_NEWEST);
    if (code == MPI_ERR_ARG)
        require(strstr(closeranks_store_explain(store), "there is no checkpoint") != NULL &&
                    strchr(closeranks_store_explain(store), '-') == NULL,
                closeranks_store_explain(store));
    return code != CLOSERANKS_ERR_RANK_LOST;
}

/* Until the end, or until another rank has died. */
static void compute(closeranks_role role, int dies) {
    while (step < steps) {
        if (dies && rank == victim && step == die_at && role == CLOSERANKS_ROLE_INITIAL)
            raise(SIGKILL);
        const int code = closeranks_store_commit(store, ++step);
        if (code == CLOSERANKS_ERR_RANK_LOST) {
            ++lost;
            return;
        }
        require(code == MPI_SUCCESS, closeranks_store_explain(store));
    }
}

static void print(int code) {
    char text[MPI_MAX_ERROR_STRING] = "";
    int length = 0;
    MPI_Error_string(code, text, &length);
    printf("; %d %s", code, text);
}

static void print_ours(int code, closeranks_error error) {
    int class = 0;
    require(MPI_Error_class(code, &class) == MPI_SUCCESS && class == closeranks_error_class(error),
            "MPI_Error_class");
    require(code == closeranks_error_code(error), "closeranks_error_code");
    print(code);
    print(class);
}

static void print_all(int own) {
    printf("rank %d: %s", rank, lost > 0 ? "lost one" : "lost none");
    print(own);
    print_ours(CLOSERANKS_ERR_RANK_LOST, CLOSERANKS_ERROR_RANK_LOST);
    print_ours(CLOSERANKS_ERR_STORAGE, CLOSERANKS_ERROR_STORAGE);
    print_ours(CLOSERANKS_ERR_ROLLED_BACK, CLOSERANKS_ERROR_ROLLED_BACK);
    print_ours(CLOSERANKS_ERR_NO_PROCESS, CLOSERANKS_ERROR_NO_PROCESS);
    print_ours(CLOSERANKS_ERR_RULE_BROKEN, CLOSERANKS_ERROR_RULE_BROKEN);
    printf("\n");
}

static int own_class(void) {
    int own = 0;
    MPI_Add_error_class(&own);
    MPI_Add_error_string(own, "of the program");
    return own;
}

/* A program that has sessions, and no MPI_Init. */
static int use_session(void) {
    MPI_Session session;
    MPI_Group group;
    MPI_Comm comm;
    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &session);
    MPI_Group_from_session_pset(session, "mpi://WORLD", &group);
    MPI_Comm_create_from_group(group, "errors", MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &comm);
    MPI_Comm_rank(comm, &rank);
    const int own = own_class();
    require(closeranks_store_create(comm, "buddy", &store) == MPI_SUCCESS, "create");
    print_all(own);
    closeranks_store_free(&store);
    MPI_Comm_free(&comm);
    MPI_Group_free(&group);
    MPI_Session_finalize(&session);
    return 0;
}

int main(int argc, char **argv) {
    closeranks_role role = CLOSERANKS_ROLE_INITIAL;
    require(CLOSERANKS_ERR_STORAGE == MPI_UNDEFINED, "a code before MPI_Init");
    if (argc > 1 && strcmp(argv[1], "session") == 0) return use_session();
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    const int own = own_class();
    require(closeranks_store_create(MPI_COMM_WORLD, "buddy", &store) == MPI_SUCCESS, "create");
    closeranks_store_member(store, 0, &step, 1, MPI_INT);
    for (;;) {
        closeranks_resume(&role);
        if (role == CLOSERANKS_ROLE_INITIAL && step == steps) break;
        if (has_gone_back()) compute(role, argc > 1);
    }
    require(closeranks_error_class((closeranks_error)77) == MPI_UNDEFINED, "error 77");
    require(CLOSERANKS_ROLLED_BACK == CLOSERANKS_ERR_ROLLED_BACK, "the deprecated name");
    print_all(own);
    closeranks_store_free(&store);
    MPI_Finalize();
    return 0;
}
