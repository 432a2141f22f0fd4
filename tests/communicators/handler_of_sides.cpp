// Errors of collectives on an intercommunicator of the even and the odd ranks call the error
// handler of that intercommunicator, once: errors in the arguments, and results that lack a lost
// rank (run with the policy */contribution=error).
//
//     handler_of_sides [--die RANK]...

#include "noted_errors.hpp"

using namespace survivors;

namespace {

/// MPIX_ERR_PROC_FAILED of Open MPI.
constexpr int process_failed = 75;

/// An error shows in the call that starts the collective, or in the one that completes it.
template <typename Start> int run(Start start) {
    MPI_Request request = MPI_REQUEST_NULL;
    const int code = start(&request);
    return code == MPI_SUCCESS ? MPI_Wait(&request, MPI_STATUS_IGNORE) : code;
}

void reduce(Program &p, MPI_Comm inter, int count, int error_class) {
    const int mine = 1;
    int sum = 0;
    expect(p, inter, "MPI_Allreduce", MPI_Allreduce(&mine, &sum, count, MPI_INT, MPI_SUM, inter),
           error_class);
    expect(p, inter, "MPI_Iallreduce", run([&](MPI_Request *request) {
               return MPI_Iallreduce(&mine, &sum, count, MPI_INT, MPI_SUM, inter, request);
           }),
           error_class);
}

/// As Open MPI judges them.
void lack_arguments(Program &p, MPI_Comm inter) {
    int size = 0;
    int remote = 0;
    int rank = 0;
    MPI_Comm_size(inter, &size);
    MPI_Comm_rank(inter, &rank);
    MPI_Comm_remote_size(inter, &remote);
    const auto others = static_cast<std::size_t>(remote);
    std::vector<int> room(static_cast<std::size_t>(size) + others);
    const std::vector<int> none(others, 0);
    const std::vector<MPI_Datatype> types(others, MPI_INT);
    expect(p, inter, "MPI_Allgatherv without counts",
           MPI_Allgatherv(&rank, 1, MPI_INT, room.data(), nullptr, none.data(), MPI_INT, inter),
           MPI_ERR_COUNT);
    expect(p, inter, "MPI_Allgatherv without places",
           MPI_Allgatherv(&rank, 1, MPI_INT, room.data(), none.data(), nullptr, MPI_INT, inter),
           MPI_ERR_BUFFER);
    expect(p, inter, "MPI_Alltoallv",
           MPI_Alltoallv(&rank, none.data(), nullptr, MPI_INT, room.data(), none.data(),
                         none.data(), MPI_INT, inter),
           MPI_ERR_ARG);
    expect(p, inter, "MPI_Alltoallw",
           MPI_Alltoallw(&rank, none.data(), none.data(), types.data(), room.data(), none.data(),
                         none.data(), nullptr, inter),
           MPI_ERR_ARG);
    expect(p, inter, "MPI_Reduce_scatter",
           MPI_Reduce_scatter(&rank, room.data(), nullptr, MPI_INT, MPI_SUM, inter), MPI_ERR_COUNT);
    std::vector<int> counts(static_cast<std::size_t>(size), 1);
    counts.back() = -3;
    expect(p, inter, "MPI_Reduce_scatter of a negative count",
           MPI_Reduce_scatter(&rank, room.data(), counts.data(), MPI_INT, MPI_SUM, inter),
           MPI_ERR_COUNT);
    expect(p, inter, "MPI_Ialltoallv", run([&](MPI_Request *request) {
               return MPI_Ialltoallv(&rank, nullptr, none.data(), MPI_INT, room.data(), none.data(),
                                     none.data(), MPI_INT, inter, request);
           }),
           MPI_ERR_ARG);
    // The root is rank 0 of the even side. All processes give wrong arguments.
    const int root = p.rank % 2 != 0 ? 0 : rank == 0 ? MPI_ROOT : MPI_PROC_NULL;
    const int wrong = root == MPI_PROC_NULL ? MPI_SUCCESS : MPI_ERR_COUNT;
    expect(p, inter, "MPI_Gatherv",
           MPI_Gatherv(&rank, -1, MPI_INT, room.data(), nullptr, none.data(), MPI_INT, root, inter),
           wrong);
    expect(
        p, inter, "MPI_Scatterv",
        MPI_Scatterv(&rank, nullptr, none.data(), MPI_INT, room.data(), -1, MPI_INT, root, inter),
        wrong);
    MPI_Comm made = MPI_COMM_NULL;
    expect(p, inter, "MPI_Comm_create", MPI_Comm_create(inter, MPI_GROUP_NULL, &made),
           MPI_ERR_GROUP);
}

} // namespace

int main(int argc, char **argv) {
    Program p(argc, argv, "handler_of_sides");
    MPI_Comm side = MPI_COMM_NULL;
    MPI_Comm inter = MPI_COMM_NULL;
    MPI_Errhandler handler = MPI_ERRHANDLER_NULL;
    MPI_Comm_split(MPI_COMM_WORLD, p.rank % 2, p.rank, &side);
    MPI_Intercomm_create(side, 0, MPI_COMM_WORLD, 1 - p.rank % 2, 12, &inter);
    MPI_Comm_create_errhandler(note_error, &handler);
    MPI_Comm_set_errhandler(inter, handler);
    const auto others_lack = [&] {
        int missing = 0;
        for (int r = 1 - p.rank % 2; r < p.size; r += 2)
            missing += p.is_missing(r) ? 1 : 0;
        return missing != 0;
    };
    const auto everything = [&] {
        reduce(p, inter, -1, MPI_ERR_COUNT);
        lack_arguments(p, inter);
        reduce(p, inter, 1, others_lack() ? process_failed : MPI_SUCCESS);
    };
    everything();
    MPI_Comm freed = MPI_COMM_NULL;
    MPI_Request pending = MPI_REQUEST_NULL;
    MPI_Comm_dup(inter, &freed);
    if (!p.has_to_die()) MPI_Ibarrier(freed, &pending);
    if (!p.has_to_die()) MPI_Comm_free(&freed);
    p.deaths_when_all_are_here();
    // Nothing is left whose error handler could be called.
    const int code = MPI_Wait(&pending, MPI_STATUS_IGNORE);
    p.check(class_of(code) == (others_lack() ? process_failed : MPI_SUCCESS),
            "a barrier on a freed intercommunicator returns class %d", class_of(code));
    p.check(std::exchange(noted, {}).times == 0, "a freed intercommunicator calls its handler");
    everything();
    MPI_Comm_free(&inter);
    MPI_Comm_free(&side);
    MPI_Errhandler_free(&handler);
    return p.finish();
}
