/* Rank 2 comes back while rank 1 has too little memory to have its own data kept anew: for all the
 * call fails, and nobody waits. With memory again all have everything.
 *
 *     no_room WHERE     WHERE: of checkpoints, as a store has it
 */
#include "limited_memory.hpp"

#include <closeranks.h>
#include <closeranks_store.h>

#include <csignal>
#include <cstdio>
#include <vector>

int main(int argc, char **argv) {
    if (argc < 2) return 2;
    MPI_Init(&argc, &argv);
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    std::vector<int> data(16 << 20, rank + 1); // 64 MiB
    closeranks_store store = nullptr;
    closeranks_store_create(MPI_COMM_WORLD, argv[1], &store);
    closeranks_store_member(store, 0, data.data(), static_cast<int>(data.size()), MPI_INT);
    closeranks_role role = CLOSERANKS_ROLE_INITIAL;
    closeranks_resume(&role);
    if (role == CLOSERANKS_ROLE_INITIAL) {
        closeranks_store_commit(store, 1);
        if (rank == 2) std::raise(SIGKILL);
        closeranks_store_commit(store, 2);
        closeranks_resume(&role);
        if (rank == 1) survivors::limit_memory(rlim_t{32} << 20U);
    }
    data.front() = -7;
    data.back() = -7;
    const int without = closeranks_store_restore(store, CLOSERANKS_NEWEST);
    survivors::limit_memory(RLIM_INFINITY);
    const int with = closeranks_store_restore(store, CLOSERANKS_NEWEST);
    const bool is_right = data.front() == rank + 1 && data.back() == rank + 1;
    std::printf("rank %d: %s, %s, %s\n", rank, without == MPI_ERR_NO_MEM ? "no memory" : "wrong",
                with == MPI_SUCCESS ? "restored" : "wrong", is_right ? "right" : "wrong");
    closeranks_store_free(&store);
    MPI_Finalize();
    return 0;
}
