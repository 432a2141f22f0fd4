#include "runtime/replication/operators.hpp"

#include "generated/replicas/calls.hpp"
#include "runtime/support/never_destroyed.hpp"
#include "runtime/support/real.hpp"

#include <vector>

namespace closeranks::replication {

namespace {

struct Operators {
    int users = 0;
    std::vector<MPI_Op> freed; ///< by the program, while operators are in use
};

Operators &operators() noexcept {
    static NeverDestroyed<Operators> operators;
    return operators.value;
}

} // namespace

OperatorsInUse::OperatorsInUse() noexcept { ++operators().users; }

OperatorsInUse::~OperatorsInUse() {
    if (--operators().users > 0) return;
    for (MPI_Op op : operators().freed)
        static_cast<void>(real.Op_free(&op));
    operators().freed.clear();
}

namespace calls {

int op_free(MPI_Op *op) {
    if (operators().users == 0 || op == nullptr || *op == MPI_OP_NULL) return real.Op_free(op);
    operators().freed.push_back(*op);
    *op = MPI_OP_NULL;
    return MPI_SUCCESS;
}

} // namespace calls

} // namespace closeranks::replication
