// fenix.h: process recovery.

#include "runtime/fenix/groups.hpp"
#include "runtime/fenix/session.hpp"

#include <mpi-ext.h>

#include <cstdio>
#include <vector>

using namespace closeranks::fenix;

namespace {

/// The ranks of `comm`, as ranks of the resilient communicator.
std::vector<int> ranks_of(MPI_Comm comm) {
    MPI_Group group = MPI_GROUP_NULL;
    MPI_Group all = MPI_GROUP_NULL;
    MPI_Comm_group(comm, &group);
    MPI_Comm_group(session().resilient(), &all);
    int size = 0;
    MPI_Group_size(group, &size);
    std::vector<int> here(static_cast<std::size_t>(size));
    std::vector<int> there(here.size());
    for (int i = 0; i < size; ++i)
        here[static_cast<std::size_t>(i)] = i;
    MPI_Group_translate_ranks(group, size, here.data(), all, there.data());
    MPI_Group_free(&group);
    MPI_Group_free(&all);
    return there;
}

} // namespace

extern "C" {

#pragma GCC visibility push(default)

void closeranks_fenix_begin(int *role, MPI_Comm comm, MPI_Comm *newcomm, int *, char ***,
                            int spare_ranks, int spawn, MPI_Info info, int *error, jmp_buf *here) {
    session().begin(role, comm, newcomm, spare_ranks, info, error, here);
    if (spawn != 0 && session().rank() == 0)
        std::fprintf(stderr, "Fenix_Init: processes are not spawned; without spares the resilient "
                             "communicator shrinks\n");
}

void closeranks_fenix_resumed(void) { session().resumed(); }

int Fenix_Initialized(int *flag) {
    *flag = session().is_open() ? 1 : 0;
    return FENIX_SUCCESS;
}

int Fenix_Callback_register(void (*recover)(MPI_Comm, int, void *), void *callback_data) {
    if (!session().is_open()) return FENIX_ERROR_UNINITIALIZED;
    if (recover == nullptr) return FENIX_ERROR_CALLBACK_NOT_REGISTERED;
    session().add_callback(recover, callback_data);
    return FENIX_SUCCESS;
}

int Fenix_Callback_pop(void) {
    if (!session().is_open()) return FENIX_ERROR_UNINITIALIZED;
    return session().drop_callback() ? FENIX_SUCCESS : FENIX_ERROR_CALLBACK_NOT_REGISTERED;
}

int Fenix_Process_detect_failures(int do_recovery) {
    if (!session().is_open()) return FENIX_ERROR_UNINITIALIZED;
    return session().look_for_deaths(do_recovery != 0);
}

int Fenix_get_number_of_ranks_with_role(int role, int *number_of_ranks) {
    if (!session().is_open()) return FENIX_ERROR_UNINITIALIZED;
    *number_of_ranks = 0;
    for (int rank = 0; rank < session().size(); ++rank)
        *number_of_ranks += session().role_of(rank) == role ? 1 : 0;
    return FENIX_SUCCESS;
}

int Fenix_Get_number_of_ranks_with_role(MPI_Comm comm, int role, int *number_of_ranks) {
    if (!session().is_open()) return FENIX_ERROR_UNINITIALIZED;
    *number_of_ranks = 0;
    for (const int rank : ranks_of(comm))
        *number_of_ranks += session().role_of(rank) == role ? 1 : 0;
    return FENIX_SUCCESS;
}

int Fenix_get_role(MPI_Comm comm, int rank, int *role) {
    if (!session().is_open()) return FENIX_ERROR_UNINITIALIZED;
    const std::vector<int> ranks = ranks_of(comm);
    if (rank < 0 || static_cast<std::size_t>(rank) >= ranks.size())
        return FENIX_ERROR_INVALID_POSITION;
    *role = session().role_of(ranks[static_cast<std::size_t>(rank)]);
    return FENIX_SUCCESS;
}

int Fenix_Get_role(MPI_Comm comm, int rank, int *role) { return Fenix_get_role(comm, rank, role); }

int Fenix_Process_fail_list(int **fail_list) {
    if (!session().is_open()) return FENIX_ERROR_UNINITIALIZED;
    *fail_list = session().died().data();
    return static_cast<int>(session().died().size());
}

int Fenix_check_cancelled(MPI_Request *request, MPI_Status *status) {
    return session().is_lost(request, status) ? 1 : 0;
}

int Fenix_Finalize(void) {
    if (!session().is_open()) return FENIX_ERROR_UNINITIALIZED;
    if (!session().meet(Session::Place::end)) {
        session().recover();
        session().go_on();
        return FENIX_ERROR_CANCELLED;
    }
    free_groups();
    session().end();
    return FENIX_SUCCESS;
}

#pragma GCC visibility pop
}
