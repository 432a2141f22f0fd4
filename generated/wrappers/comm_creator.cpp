// Generated from spec/ by generator/ with templates/wrappers.cpp.j2 and templates/wrappers/, do not
// edit. Making and freeing communicators: 26 functions.

#include "runtime/communicators/comm_from_group.hpp"
#include "runtime/communicators/creation_calls.hpp"
#include "runtime/communicators/freeing.hpp"
#include "runtime/communicators/intercomm_creation.hpp"
#include "runtime/core/unprotected.hpp"
#include "runtime/processes/ports.hpp"
#include "runtime/processes/spawn.hpp"
#include "runtime/support/alias.hpp"

using namespace closeranks;

extern "C" {

int MPI_Cart_create(MPI_Comm old_comm, int ndims, const int dims[], const int periods[],
                    int reorder, MPI_Comm *comm_cart) {
    Entry entry(Function::Cart_create);
    if (comm_cart == nullptr)
        return real.Cart_create(old_comm, ndims, dims, periods, reorder, comm_cart);
    Communicator *c = Entry::find(old_comm);
    if (c == nullptr) return real.Cart_create(old_comm, ndims, dims, periods, reorder, comm_cart);
    auto make = [&](MPI_Comm parent, MPI_Comm *made) {
        return real.Cart_create(parent, ndims, dims, periods, reorder, made);
    };
    auto describe = [&](Communicator &parent) {
        return describe_cart_create(parent, ndims, dims, periods);
    };
    return create_with_topology(*c, comm_cart, make, describe);
}
CLOSERANKS_ALIAS(MPI_Cart_create);

int MPI_Cart_sub(MPI_Comm comm, const int remain_dims[], MPI_Comm *new_comm) {
    Entry entry(Function::Cart_sub);
    if (new_comm == nullptr) return real.Cart_sub(comm, remain_dims, new_comm);
    Communicator *c = Entry::find(comm);
    if (c == nullptr) return real.Cart_sub(comm, remain_dims, new_comm);
    auto make = [&](MPI_Comm parent, MPI_Comm *made) {
        return real.Cart_sub(parent, remain_dims, made);
    };
    auto describe = [&](Communicator &parent) { return describe_cart_sub(parent, remain_dims); };
    return create_with_topology(*c, new_comm, make, describe);
}
CLOSERANKS_ALIAS(MPI_Cart_sub);

int MPI_Comm_accept(const char *port_name, MPI_Info info, int root, MPI_Comm comm,
                    MPI_Comm *newcomm) {
    Entry entry(Function::Comm_accept);
    if (newcomm == nullptr) return real.Comm_accept(port_name, info, root, comm, newcomm);
    return accept_clients(port_name, info, root, comm, newcomm);
}
CLOSERANKS_ALIAS(MPI_Comm_accept);

int MPI_Comm_connect(const char *port_name, MPI_Info info, int root, MPI_Comm comm,
                     MPI_Comm *newcomm) {
    Entry entry(Function::Comm_connect);
    if (newcomm == nullptr) return real.Comm_connect(port_name, info, root, comm, newcomm);
    return connect_to_server(port_name, info, root, comm, newcomm);
}
CLOSERANKS_ALIAS(MPI_Comm_connect);

int MPI_Comm_create(MPI_Comm comm, MPI_Group group, MPI_Comm *newcomm) {
    Entry entry(Function::Comm_create);
    if (newcomm == nullptr) return real.Comm_create(comm, group, newcomm);
    Communicator *c = Entry::find(comm);
    if (c == nullptr) {
        Intercommunicator *sides = Entry::find_intercommunicator(comm);
        if (sides == nullptr) return real.Comm_create(comm, group, newcomm);
        return create_sides(*sides, group, newcomm);
    }
    return create_from_group(*c, group, newcomm);
}
CLOSERANKS_ALIAS(MPI_Comm_create);

int MPI_Comm_create_from_group(MPI_Group group, const char *tag, MPI_Info info,
                               MPI_Errhandler errhandler, MPI_Comm *newcomm) {
    Entry entry(Function::Comm_create_from_group);
    if (newcomm == nullptr)
        return real.Comm_create_from_group(group, tag, info, errhandler, newcomm);
    return make_from_group(group, tag, info, errhandler, newcomm);
}
CLOSERANKS_ALIAS(MPI_Comm_create_from_group);

int MPI_Comm_create_group(MPI_Comm comm, MPI_Group group, int tag, MPI_Comm *newcomm) {
    Entry entry(Function::Comm_create_group);
    if (newcomm == nullptr) return real.Comm_create_group(comm, group, tag, newcomm);
    Communicator *c = Entry::find(comm);
    if (c == nullptr) return real.Comm_create_group(comm, group, tag, newcomm);
    return create_among_group(*c, group, tag, newcomm);
}
CLOSERANKS_ALIAS(MPI_Comm_create_group);

int MPI_Comm_disconnect(MPI_Comm *comm) {
    Entry entry(Function::Comm_disconnect);
    return disconnect(comm);
}
CLOSERANKS_ALIAS(MPI_Comm_disconnect);

int MPI_Comm_dup(MPI_Comm comm, MPI_Comm *newcomm) {
    Entry entry(Function::Comm_dup);
    if (newcomm == nullptr) return real.Comm_dup(comm, newcomm);
    Communicator *c = Entry::find(comm);
    auto make = [&](MPI_Comm parent, MPI_Comm *made) { return real.Comm_dup(parent, made); };
    if (c == nullptr) {
        Intercommunicator *sides = Entry::find_intercommunicator(comm);
        if (sides == nullptr) return real.Comm_dup(comm, newcomm);
        return duplicate_sides(*sides, newcomm, make);
    }
    return duplicate(*c, newcomm, make, __builtin_return_address(0));
}
CLOSERANKS_ALIAS(MPI_Comm_dup);

int MPI_Comm_dup_with_info(MPI_Comm comm, MPI_Info info, MPI_Comm *newcomm) {
    Entry entry(Function::Comm_dup_with_info);
    if (newcomm == nullptr) return real.Comm_dup_with_info(comm, info, newcomm);
    Communicator *c = Entry::find(comm);
    auto make = [&](MPI_Comm parent, MPI_Comm *made) {
        return real.Comm_dup_with_info(parent, info, made);
    };
    if (c == nullptr) {
        Intercommunicator *sides = Entry::find_intercommunicator(comm);
        if (sides == nullptr) return real.Comm_dup_with_info(comm, info, newcomm);
        return duplicate_sides(*sides, newcomm, make);
    }
    return duplicate(*c, newcomm, make, __builtin_return_address(0));
}
CLOSERANKS_ALIAS(MPI_Comm_dup_with_info);

int MPI_Comm_free(MPI_Comm *comm) {
    Entry entry(Function::Comm_free);
    return free_communicator(comm);
}
CLOSERANKS_ALIAS(MPI_Comm_free);

int MPI_Comm_idup(MPI_Comm comm, MPI_Comm *newcomm, MPI_Request *request) {
    Entry entry(Function::Comm_idup);
    if (newcomm == nullptr) return real.Comm_idup(comm, newcomm, request);
    Communicator *c = Entry::find(comm);
    if (c == nullptr) {
        Intercommunicator *sides = Entry::find_intercommunicator(comm);
        if (sides == nullptr) return real.Comm_idup(comm, newcomm, request);
        return start_duplicate_sides(*sides, newcomm, request);
    }
    return start_duplicate(*c, newcomm, request);
}
CLOSERANKS_ALIAS(MPI_Comm_idup);

int MPI_Comm_idup_with_info(MPI_Comm comm, MPI_Info info, MPI_Comm *newcomm, MPI_Request *request) {
    Entry entry(Function::Comm_idup_with_info);
    if (newcomm == nullptr) return real.Comm_idup_with_info(comm, info, newcomm, request);
    Communicator *c = Entry::find(comm);
    if (c == nullptr) {
        Intercommunicator *sides = Entry::find_intercommunicator(comm);
        if (sides == nullptr) return real.Comm_idup_with_info(comm, info, newcomm, request);
        return start_duplicate_sides_with_info(*sides, info, newcomm, request);
    }
    return start_duplicate_with_info(*c, info, newcomm, request);
}
CLOSERANKS_ALIAS(MPI_Comm_idup_with_info);

int MPI_Comm_join(int fd, MPI_Comm *intercomm) {
    Entry entry(Function::Comm_join);
    if (intercomm == nullptr) return real.Comm_join(fd, intercomm);
    return join_by_socket(fd, intercomm);
}
CLOSERANKS_ALIAS(MPI_Comm_join);

int MPIX_Comm_shrink(MPI_Comm comm, MPI_Comm *newcomm) {
    Entry entry(Function::Comm_shrink);
    passing();
    return real.Comm_shrink(native(comm), newcomm);
}
CLOSERANKS_ALIAS(MPIX_Comm_shrink);

int MPI_Comm_spawn(const char *command, char *argv[], int maxprocs, MPI_Info info, int root,
                   MPI_Comm comm, MPI_Comm *intercomm, int array_of_errcodes[]) {
    Entry entry(Function::Comm_spawn);
    if (intercomm == nullptr)
        return real.Comm_spawn(command, argv, maxprocs, info, root, comm, intercomm,
                               array_of_errcodes);
    return spawn(command, argv, maxprocs, info, root, comm, intercomm, array_of_errcodes);
}
CLOSERANKS_ALIAS(MPI_Comm_spawn);

int MPI_Comm_spawn_multiple(int count, char *array_of_commands[], char **array_of_argv[],
                            const int array_of_maxprocs[], const MPI_Info array_of_info[], int root,
                            MPI_Comm comm, MPI_Comm *intercomm, int array_of_errcodes[]) {
    Entry entry(Function::Comm_spawn_multiple);
    if (intercomm == nullptr)
        return real.Comm_spawn_multiple(count, array_of_commands, array_of_argv, array_of_maxprocs,
                                        array_of_info, root, comm, intercomm, array_of_errcodes);
    return spawn_multiple(count, array_of_commands, array_of_argv, array_of_maxprocs, array_of_info,
                          root, comm, intercomm, array_of_errcodes);
}
CLOSERANKS_ALIAS(MPI_Comm_spawn_multiple);

int MPI_Comm_split(MPI_Comm comm, int color, int key, MPI_Comm *newcomm) {
    Entry entry(Function::Comm_split);
    if (newcomm == nullptr) return real.Comm_split(comm, color, key, newcomm);
    Communicator *c = Entry::find(comm);
    auto make = [&](MPI_Comm parent, MPI_Comm *made) {
        return real.Comm_split(parent, color, key, made);
    };
    if (c == nullptr) {
        Intercommunicator *sides = Entry::find_intercommunicator(comm);
        if (sides == nullptr) return real.Comm_split(comm, color, key, newcomm);
        return split_sides(*sides, newcomm, make);
    }
    return create_from_survivors(*c, newcomm, make, color);
}
CLOSERANKS_ALIAS(MPI_Comm_split);

int MPI_Comm_split_type(MPI_Comm comm, int split_type, int key, MPI_Info info, MPI_Comm *newcomm) {
    Entry entry(Function::Comm_split_type);
    if (newcomm == nullptr) return real.Comm_split_type(comm, split_type, key, info, newcomm);
    Communicator *c = Entry::find(comm);
    auto make = [&](MPI_Comm parent, MPI_Comm *made) {
        return real.Comm_split_type(parent, split_type, key, info, made);
    };
    if (c == nullptr) {
        Intercommunicator *sides = Entry::find_intercommunicator(comm);
        if (sides == nullptr) return real.Comm_split_type(comm, split_type, key, info, newcomm);
        return split_sides(*sides, newcomm, make);
    }
    return create_from_survivors(*c, newcomm, make);
}
CLOSERANKS_ALIAS(MPI_Comm_split_type);

int MPI_Dist_graph_create(MPI_Comm comm_old, int n, const int nodes[], const int degrees[],
                          const int targets[], const int weights[], MPI_Info info, int reorder,
                          MPI_Comm *newcomm) {
    Entry entry(Function::Dist_graph_create);
    if (newcomm == nullptr)
        return real.Dist_graph_create(comm_old, n, nodes, degrees, targets, weights, info, reorder,
                                      newcomm);
    Communicator *c = Entry::find(comm_old);
    if (c == nullptr)
        return real.Dist_graph_create(comm_old, n, nodes, degrees, targets, weights, info, reorder,
                                      newcomm);
    return create_dist_graph(*c, n, nodes, degrees, targets, weights, info, reorder, newcomm);
}
CLOSERANKS_ALIAS(MPI_Dist_graph_create);

int MPI_Dist_graph_create_adjacent(MPI_Comm comm_old, int indegree, const int sources[],
                                   const int sourceweights[], int outdegree,
                                   const int destinations[], const int destweights[], MPI_Info info,
                                   int reorder, MPI_Comm *comm_dist_graph) {
    Entry entry(Function::Dist_graph_create_adjacent);
    if (comm_dist_graph == nullptr)
        return real.Dist_graph_create_adjacent(comm_old, indegree, sources, sourceweights,
                                               outdegree, destinations, destweights, info, reorder,
                                               comm_dist_graph);
    Communicator *c = Entry::find(comm_old);
    if (c == nullptr)
        return real.Dist_graph_create_adjacent(comm_old, indegree, sources, sourceweights,
                                               outdegree, destinations, destweights, info, reorder,
                                               comm_dist_graph);
    auto make = [&](MPI_Comm parent, MPI_Comm *made) {
        return real.Dist_graph_create_adjacent(parent, indegree, sources, sourceweights, outdegree,
                                               destinations, destweights, info, reorder, made);
    };
    auto describe = [&](Communicator &parent) {
        return describe_dist_graph_create_adjacent(parent, indegree, sources, sourceweights,
                                                   outdegree, destinations, destweights);
    };
    return create_with_topology(*c, comm_dist_graph, make, describe);
}
CLOSERANKS_ALIAS(MPI_Dist_graph_create_adjacent);

int MPI_Graph_create(MPI_Comm comm_old, int nnodes, const int index[], const int edges[],
                     int reorder, MPI_Comm *comm_graph) {
    Entry entry(Function::Graph_create);
    if (comm_graph == nullptr)
        return real.Graph_create(comm_old, nnodes, index, edges, reorder, comm_graph);
    Communicator *c = Entry::find(comm_old);
    if (c == nullptr) return real.Graph_create(comm_old, nnodes, index, edges, reorder, comm_graph);
    auto make = [&](MPI_Comm parent, MPI_Comm *made) {
        return real.Graph_create(parent, nnodes, index, edges, reorder, made);
    };
    auto describe = [&](Communicator &parent) {
        return describe_graph_create(parent, nnodes, index, edges);
    };
    return create_with_topology(*c, comm_graph, make, describe);
}
CLOSERANKS_ALIAS(MPI_Graph_create);

int MPI_Intercomm_create(MPI_Comm local_comm, int local_leader, MPI_Comm bridge_comm,
                         int remote_leader, int tag, MPI_Comm *newintercomm) {
    Entry entry(Function::Intercomm_create);
    if (newintercomm == nullptr)
        return real.Intercomm_create(local_comm, local_leader, bridge_comm, remote_leader, tag,
                                     newintercomm);
    return connect_sides(local_comm, local_leader, bridge_comm, remote_leader, tag, newintercomm);
}
CLOSERANKS_ALIAS(MPI_Intercomm_create);

int MPI_Intercomm_create_from_groups(MPI_Group local_group, int local_leader,
                                     MPI_Group remote_group, int remote_leader, const char *tag,
                                     MPI_Info info, MPI_Errhandler errhandler,
                                     MPI_Comm *newintercomm) {
    Entry entry(Function::Intercomm_create_from_groups);
    if (newintercomm == nullptr)
        return real.Intercomm_create_from_groups(local_group, local_leader, remote_group,
                                                 remote_leader, tag, info, errhandler,
                                                 newintercomm);
    return join_groups(local_group, local_leader, remote_group, remote_leader, tag, info,
                       errhandler, newintercomm);
}
CLOSERANKS_ALIAS(MPI_Intercomm_create_from_groups);

int MPI_Intercomm_merge(MPI_Comm intercomm, int high, MPI_Comm *newintracomm) {
    Entry entry(Function::Intercomm_merge);
    if (newintracomm == nullptr) return real.Intercomm_merge(intercomm, high, newintracomm);
    Intercommunicator *sides = Entry::find_intercommunicator(intercomm);
    if (sides == nullptr) return real.Intercomm_merge(intercomm, high, newintracomm);
    return merge_sides(*sides, high, newintracomm);
}
CLOSERANKS_ALIAS(MPI_Intercomm_merge);

#if OMPI_MAJOR_VERSION >= 6

int MPIX_Comm_ishrink(MPI_Comm comm, MPI_Comm *newcomm, MPI_Request *request) {
    Entry entry(Function::Comm_ishrink);
    passing();
    return real.Comm_ishrink(native(comm), newcomm, request);
}
CLOSERANKS_ALIAS(MPIX_Comm_ishrink);

#endif

} // extern "C"
