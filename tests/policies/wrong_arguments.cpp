// Errors in the arguments are raised on the communicator of the call, with the class that the MPI
// alone gives them, and leave everything as it was: ranks and roots that are none, arrays and
// groups that are missing. While all ranks live, and beside lost ones.

#include "noted_errors.hpp"

using namespace survivors;

namespace {

/// Its errors are noted; those of MPI_COMM_WORLD end the program.
MPI_Comm make_comm() {
    MPI_Comm comm = MPI_COMM_NULL;
    MPI_Errhandler handler = MPI_ERRHANDLER_NULL;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_create_errhandler(note_error, &handler);
    MPI_Comm_set_errhandler(comm, handler);
    MPI_Errhandler_free(&handler);
    return comm;
}

/// As MPI_Group_translate_ranks returns it.
void undefined_ranks(Program &p, MPI_Comm comm) {
    constexpr int none = MPI_UNDEFINED;
    int value = 7;
    std::vector<char> room(MPI_BSEND_OVERHEAD + sizeof value);
    MPI_Buffer_attach(room.data(), static_cast<int>(room.size()));
    expect(p, comm, "MPI_Send", MPI_Send(&value, 1, MPI_INT, none, 1, comm), MPI_ERR_RANK);
    expect(p, comm, "MPI_Bsend", MPI_Bsend(&value, 1, MPI_INT, none, 1, comm), MPI_ERR_RANK);
    expect(p, comm, "MPI_Recv", MPI_Recv(&value, 1, MPI_INT, none, 1, comm, MPI_STATUS_IGNORE),
           MPI_ERR_RANK);
    int size = 0;
    void *buffer = nullptr;
    MPI_Buffer_detach(static_cast<void *>(&buffer), &size);
    for (const int root : {MPI_UNDEFINED, -1, p.size}) {
        expect(p, comm, "MPI_Bcast", MPI_Bcast(&value, 1, MPI_INT, root, comm), MPI_ERR_ROOT);
        int sum = 0;
        expect(p, comm, "MPI_Reduce", MPI_Reduce(&value, &sum, 1, MPI_INT, MPI_SUM, root, comm),
               MPI_ERR_ROOT);
        expect(p, comm, "MPI_Gatherv",
               MPI_Gatherv(&value, 1, MPI_INT, nullptr, nullptr, nullptr, MPI_INT, root, comm),
               MPI_ERR_ROOT);
    }
    p.check(value == 7, "a wrong call has written %d", value);
}

void missing_arrays(Program &p, MPI_Comm comm) {
    std::vector<int> values(at(p.size), 1);
    expect(p, comm, "MPI_Reduce_scatter",
           MPI_Reduce_scatter(MPI_IN_PLACE, values.data(), nullptr, MPI_INT, MPI_SUM, comm),
           MPI_ERR_COUNT);
    MPI_Comm made = MPI_COMM_NULL;
    expect(p, comm, "MPI_Dist_graph_create",
           MPI_Dist_graph_create(comm, 1, &p.rank, nullptr, &p.rank, MPI_UNWEIGHTED, MPI_INFO_NULL,
                                 0, &made),
           MPI_ERR_ARG);
    const int one = 1;
    expect(p, comm, "MPI_Dist_graph_create without a rank",
           MPI_Dist_graph_create(comm, 1, &p.rank, &one, &p.size, MPI_UNWEIGHTED, MPI_INFO_NULL, 0,
                                 &made),
           MPI_ERR_ARG);
    expect(p, comm, "MPI_Dist_graph_create_adjacent",
           MPI_Dist_graph_create_adjacent(comm, 1, nullptr, MPI_UNWEIGHTED, 0, nullptr,
                                          MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &made),
           MPI_ERR_ARG);
    const int dims[] = {p.size + 1};
    const int periods[] = {0};
    expect(p, comm, "MPI_Cart_create", MPI_Cart_create(comm, 1, dims, periods, 0, &made),
           MPI_ERR_ARG);
    expect(p, comm, "MPI_Cart_create without dimensions",
           MPI_Cart_create(comm, 1, nullptr, periods, 0, &made), MPI_ERR_ARG);
}

/// MPI_Comm_create_group takes MPI_GROUP_NULL for a group without this process.
void missing_groups(Program &p, MPI_Comm comm) {
    MPI_Comm made = comm;
    expect(p, comm, "MPI_Comm_create_group", MPI_Comm_create_group(comm, MPI_GROUP_NULL, 1, &made),
           MPI_SUCCESS);
    p.check(made == MPI_COMM_NULL, "MPI_Comm_create_group makes a communicator");
    expect(p, comm, "MPI_Comm_create", MPI_Comm_create(comm, MPI_GROUP_NULL, &made), MPI_ERR_GROUP);
}

/// On a communicator of this process alone, because the other processes would wait.
void wrong_spawns(Program &p) {
    MPI_Comm alone = MPI_COMM_NULL;
    MPI_Comm children = MPI_COMM_NULL;
    char command[] = "never_started";
    char *commands[] = {command};
    const int one[] = {1};
    const MPI_Info infos[] = {MPI_INFO_NULL};
    MPI_Comm_dup(MPI_COMM_SELF, &alone);
    MPI_Comm_set_errhandler(alone, MPI_ERRORS_RETURN);
    const auto spawn = [&](int count, char **named, const MPI_Info *given) {
        return class_of(MPI_Comm_spawn_multiple(count, named, MPI_ARGVS_NULL, one, given, 0, alone,
                                                &children, MPI_ERRCODES_IGNORE));
    };
    p.check(spawn(-1, commands, infos) == MPI_ERR_ARG, "MPI_Comm_spawn_multiple of -1 commands");
    p.check(spawn(1, nullptr, infos) == MPI_ERR_ARG, "MPI_Comm_spawn_multiple without commands");
    p.check(spawn(1, commands, nullptr) == MPI_ERR_INFO, "MPI_Comm_spawn_multiple without infos");
    MPI_Comm_free(&alone);
}

void still_works(Program &p, MPI_Comm comm) {
    const int one = 1;
    int sum = 0;
    MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, comm);
    p.check(sum == p.size - p.count_missing(), "the sum is %d", sum);
}

} // namespace

int main(int argc, char **argv) {
    Program p(argc, argv, "wrong_arguments");
    const MPI_Comm comm = make_comm();
    for (const bool after : {false, true}) {
        if (after) p.deaths_when_all_are_here();
        if (after) still_works(p, comm); // from here on the survivors know of the deaths
        undefined_ranks(p, comm);
        missing_arrays(p, comm);
        missing_groups(p, comm);
        wrong_spawns(p);
        still_works(p, comm);
    }
    return p.finish();
}
