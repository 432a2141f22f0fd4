// Functions of the program that fail, throw, or give sizes that cannot be, at one rank: for all the
// call fails, and nobody waits. Checkpoints continue when they are right again.

#include "survivors.hpp"

#include <closeranks_store.h>

#include <climits>
#include <cstring>
#include <stdexcept>

using namespace survivors;

namespace {

enum class Wrong {
    nothing,
    size_throws,
    size_is_negative,
    size_is_absurd,
    save_throws,
    load_throws
};

struct Object {
    int number;
    Wrong wrong;
};

void throw_if(bool does) {
    if (does) throw std::runtime_error("of the program");
}

long long size(void *context) {
    const auto &object = *static_cast<Object *>(context);
    throw_if(object.wrong == Wrong::size_throws);
    if (object.wrong == Wrong::size_is_negative) return -1;
    return object.wrong == Wrong::size_is_absurd ? LLONG_MAX : sizeof object.number;
}

int save(void *bytes, long long, void *context) {
    const auto &object = *static_cast<Object *>(context);
    throw_if(object.wrong == Wrong::save_throws);
    std::memcpy(bytes, &object.number, sizeof object.number);
    return 0;
}

int load(const void *bytes, long long, void *context) {
    auto &object = *static_cast<Object *>(context);
    throw_if(object.wrong == Wrong::load_throws);
    std::memcpy(&object.number, bytes, sizeof object.number);
    return 0;
}

} // namespace

int main(int argc, char **argv) {
    Program p(argc, argv, "failing_functions");
    closeranks_store store = nullptr;
    closeranks_store_create(MPI_COMM_WORLD, "buddy", &store);
    Object object{p.rank, Wrong::nothing};
    closeranks_store_member_callbacks(store, 0, size, save, load, &object);
    closeranks_store_commit(store, 1);
    object.number = -7;
    for (const Wrong wrong : {Wrong::size_throws, Wrong::size_is_negative, Wrong::size_is_absurd,
                              Wrong::save_throws, Wrong::load_throws}) {
        const int right = wrong == Wrong::size_is_absurd ? MPI_ERR_NO_MEM : MPI_ERR_ARG;
        if (p.rank == 1) object.wrong = wrong;
        const int code = wrong == Wrong::load_throws
                             ? closeranks_store_restore(store, CLOSERANKS_NEWEST)
                             : closeranks_store_commit(store, 2);
        p.check(code == right, "wrong %d: %d", static_cast<int>(wrong), code);
    }
    p.check(p.rank != 1 || object.number == -7, "a load that fails");
    object = {-7, Wrong::nothing};
    int code = closeranks_store_restore(store, CLOSERANKS_NEWEST);
    p.check(code == MPI_SUCCESS && object.number == p.rank, "restored: %d", object.number);
    code = closeranks_store_commit(store, 2);
    p.check(code == MPI_SUCCESS, "afterwards: %d", code);
    closeranks_store_free(&store);
    return p.finish();
}
