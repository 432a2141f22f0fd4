// Who has no place for the communicator that is to be made gets MPI_ERR_ARG, as without closeranks.

#include "survivors.hpp"

#include <initializer_list>

using namespace survivors;

namespace {

void expect(Program &p, int code, const char *call) {
    int error_class = MPI_SUCCESS;
    MPI_Error_class(code, &error_class);
    p.check(error_class == MPI_ERR_ARG, "%s: error class %d", call, error_class);
}

/// On an intracommunicator. MPI_Graph_create and MPI_Cart_sub crash in Open MPI 5.0.7
/// itself.
void ask_for_topologies(Program &p, MPI_Comm comm) {
    const int one[] = {1};
    const int none[] = {0};
    const int next = (p.rank + 1) % p.size;
    expect(p, MPI_Cart_create(comm, 1, one, none, 0, nullptr), "MPI_Cart_create");
    expect(p,
           MPI_Dist_graph_create(comm, 1, &p.rank, one, &next, MPI_UNWEIGHTED, MPI_INFO_NULL, 0,
                                 nullptr),
           "MPI_Dist_graph_create");
    expect(p,
           MPI_Dist_graph_create_adjacent(comm, 1, &next, MPI_UNWEIGHTED, 1, &next, MPI_UNWEIGHTED,
                                          MPI_INFO_NULL, 0, nullptr),
           "MPI_Dist_graph_create_adjacent");
}

void ask(Program &p, MPI_Comm comm) {
    MPI_Group group = MPI_GROUP_NULL;
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Comm_group(comm, &group);
    expect(p, MPI_Comm_dup(comm, nullptr), "MPI_Comm_dup");
    expect(p, MPI_Comm_dup_with_info(comm, MPI_INFO_NULL, nullptr), "MPI_Comm_dup_with_info");
    expect(p, MPI_Comm_idup(comm, nullptr, &request), "MPI_Comm_idup");
    expect(p, MPI_Comm_idup_with_info(comm, MPI_INFO_NULL, nullptr, &request),
           "MPI_Comm_idup_with_info");
    expect(p, MPI_Comm_split(comm, 0, 0, nullptr), "MPI_Comm_split");
    expect(p, MPI_Comm_split_type(comm, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, nullptr),
           "MPI_Comm_split_type");
    expect(p, MPI_Comm_create(comm, group, nullptr), "MPI_Comm_create");
    MPI_Group_free(&group);
}

void ask_for_sides(Program &p, MPI_Comm comm) {
    MPI_Comm side = MPI_COMM_NULL;
    MPI_Comm both = MPI_COMM_NULL;
    const int other = 1 - p.rank % 2;
    MPI_Comm_split(comm, p.rank % 2, 0, &side);
    MPI_Comm_set_errhandler(side, MPI_ERRORS_RETURN);
    expect(p, MPI_Intercomm_create(side, 0, comm, other, 1, nullptr), "MPI_Intercomm_create");
    MPI_Intercomm_create(side, 0, comm, other, 1, &both);
    MPI_Comm_set_errhandler(both, MPI_ERRORS_RETURN);
    expect(p, MPI_Intercomm_merge(both, 0, nullptr), "MPI_Intercomm_merge");
    ask(p, both);
    MPI_Comm_free(&both);
    MPI_Comm_free(&side);
}

} // namespace

int main(int argc, char **argv) {
    Program p(argc, argv, "null_communicators");
    MPI_Comm comm = MPI_COMM_NULL;
    MPI_Group group = MPI_GROUP_NULL;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    for (const bool after : {false, true}) {
        if (after) p.deaths();
        ask(p, comm);
        ask_for_topologies(p, comm);
        MPI_Comm_group(comm, &group);
        expect(p, MPI_Comm_create_group(comm, group, 1, nullptr), "MPI_Comm_create_group");
        expect(p,
               MPI_Comm_create_from_group(group, "null", MPI_INFO_NULL, MPI_ERRORS_RETURN, nullptr),
               "MPI_Comm_create_from_group");
        MPI_Group_free(&group);
        ask_for_sides(p, comm);
        int sum = 0;
        const int one = 1;
        MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, comm);
        p.check(sum == p.size - p.count_missing(), "the sum is %d", sum);
    }
    MPI_Comm_free(&comm);
    return p.finish();
}
