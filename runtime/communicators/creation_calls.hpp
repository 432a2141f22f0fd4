#pragma once

#include "runtime/communicators/creation_parts.hpp"
#include "runtime/core/entry.hpp"
#include "runtime/support/function_ref.hpp"

#include <optional>

namespace closeranks {

/// Creation of communicators: committed by agreement on the parent, and redone from the start when
/// a member fails meanwhile (MPI 4.1, 7.4.2 for the result of each call).

/// The members are the survivors, numbered as MPI numbers them: Comm_split, Comm_split_type, and
/// the communicators of a file or a window (`use`).
[[nodiscard]] int create_from_survivors(Communicator &parent, MPI_Comm *newcomm, MakeCall make,
                                        std::optional<int> color = {},
                                        Use use = Use::program) noexcept;

/// Comm_create: the survivors of `group`.
[[nodiscard]] int create_from_group(Communicator &parent, MPI_Group group,
                                    MPI_Comm *newcomm) noexcept;

/// Comm_create_group: collective over the members of `group` only.
[[nodiscard]] int create_among_group(Communicator &parent, MPI_Group group, int tag,
                                     MPI_Comm *newcomm) noexcept;

/// Comm_dup, Comm_dup_with_info: the program's numbering stays, lost ranks included;
/// format_library.hpp has the exception. `make` is the program's call, which comes from `caller`,
/// if known. Attribute callbacks run exactly once per attribute and attempt.
[[nodiscard]] int duplicate(Communicator &parent, MPI_Comm *newcomm, MakeCall make,
                            const void *caller = nullptr) noexcept;

/// Comm_idup, Comm_idup_with_info: the same, beside the program
/// (runtime/core/nonblocking_tasks.hpp).
[[nodiscard]] int start_duplicate(Communicator &parent, MPI_Comm *newcomm,
                                  MPI_Request *request) noexcept;
[[nodiscard]] int start_duplicate_with_info(Communicator &parent, MPI_Info info, MPI_Comm *newcomm,
                                            MPI_Request *request) noexcept;

/// Cart_create, Graph_create, Dist_graph_create(_adjacent), Cart_sub: the program's numbering
/// stays. While ranks are missing Open MPI cannot make the topology: `describe` gives it instead,
/// with the application ranks of the members in order (empty: this rank is not a member).
struct CreationLayout {
    std::vector<int> members;
    Topology topology;
    int code = MPI_SUCCESS; ///< a genuine error in the program's arguments, or a failure
};
using DescribeCall = FunctionRef<CreationLayout(Communicator &parent)>;
[[nodiscard]] int create_with_topology(Communicator &parent, MPI_Comm *newcomm, MakeCall make,
                                       DescribeCall describe) noexcept;

[[nodiscard]] CreationLayout describe_cart_create(Communicator &parent, int ndims, const int dims[],
                                                  const int periods[]);
[[nodiscard]] CreationLayout describe_cart_sub(Communicator &parent, const int remain_dims[]);
[[nodiscard]] CreationLayout describe_graph_create(Communicator &parent, int nnodes,
                                                   const int index[], const int edges[]);
[[nodiscard]] CreationLayout
describe_dist_graph_create_adjacent(Communicator &parent, int indegree, const int sources[],
                                    const int sourceweights[], int outdegree,
                                    const int destinations[], const int destweights[]);

/// A replacement process gets this in place of a distributed graph that the others have freed: a
/// graph of itself, without neighbours.
inline constexpr auto make_lone_graph = [](MPI_Comm self, MPI_Comm *made) {
    return real.Dist_graph_create_adjacent(self, 0, nullptr, MPI_UNWEIGHTED, 0, nullptr,
                                           MPI_UNWEIGHTED, MPI_INFO_NULL, 0, made);
};

/// Dist_graph_create. The library exchanges the edges among the members, and each member then names
/// its own neighbours (Dist_graph_create_adjacent): Quirk::dist_graph_spins. The order of the
/// neighbours is that of the edges, by naming rank.
[[nodiscard]] int create_dist_graph(Communicator &parent, int n, const int sources[],
                                    const int degrees[], const int destinations[],
                                    const int weights[], MPI_Info info, int reorder,
                                    MPI_Comm *newcomm) noexcept;

} // namespace closeranks
