#include "runtime/replication/world_attributes.hpp"

#include "generated/replicas/calls.hpp"
#include "runtime/replication/call.hpp"
#include "runtime/support/never_destroyed.hpp"
#include "runtime/support/real.hpp"

#include <map>
#include <set>
#include <vector>

namespace closeranks::replication {

namespace {

struct Key {
    MPI_Comm_copy_attr_function *copy;
    void *extra;
};

struct Keys {
    std::map<int, Key> keys;
    std::set<int> on_world;   ///< keys of attributes of MPI_COMM_WORLD
    std::vector<int> on_self; ///< the same of MPI_COMM_SELF, in the order of their setting
};

Keys &noted() noexcept {
    static NeverDestroyed<Keys> noted;
    return noted.value;
}

int note_key(int code, MPI_Comm_copy_attr_function *copy, const int *key, void *extra) {
    if (code == MPI_SUCCESS) noted().keys[*key] = {copy, extra};
    return code;
}

int note_deleted(int code, MPI_Comm comm, int key) {
    if (code == MPI_SUCCESS && comm == MPI_COMM_WORLD) noted().on_world.erase(key);
    if (code == MPI_SUCCESS && comm == MPI_COMM_SELF) std::erase(noted().on_self, key);
    return code;
}

int note_set(int code, MPI_Comm comm, int key) {
    static_cast<void>(note_deleted(code, comm, key)); // its old value
    if (code == MPI_SUCCESS && comm == MPI_COMM_WORLD) noted().on_world.insert(key);
    if (code == MPI_SUCCESS && comm == MPI_COMM_SELF) noted().on_self.push_back(key);
    return code;
}

} // namespace

int copy_world_attributes(MPI_Comm to) {
    const ProgramScope callbacks;
    for (const int key : noted().on_world) {
        const auto found = noted().keys.find(key);
        void *value = nullptr;
        int is_set = 0;
        if (found == noted().keys.end() ||
            real.Comm_get_attr(MPI_COMM_WORLD, key, &value, &is_set) != MPI_SUCCESS || is_set == 0)
            continue;
        void *copy = nullptr;
        int copies = 0;
        if (const int code = found->second.copy(MPI_COMM_WORLD, key, found->second.extra, value,
                                                static_cast<void *>(&copy), &copies);
            code != MPI_SUCCESS)
            return code;
        if (copies == 0) continue;
        if (const int code = real.Comm_set_attr(to, key, copy); code != MPI_SUCCESS) return code;
    }
    return MPI_SUCCESS;
}

void delete_attributes_of_self() {
    const ProgramScope callbacks;
    for (std::vector<int> &keys = noted().on_self; !keys.empty();) {
        const int key = keys.back();
        keys.pop_back();
        static_cast<void>(real.Comm_delete_attr(MPI_COMM_SELF, key));
    }
}

namespace calls {

int comm_create_keyval(MPI_Comm_copy_attr_function *copy, MPI_Comm_delete_attr_function *erase,
                       int *keyval, void *extra) {
    return note_key(real.Comm_create_keyval(copy, erase, keyval, extra), copy, keyval, extra);
}

int keyval_create(MPI_Copy_function *copy, MPI_Delete_function *erase, int *keyval, void *extra) {
    return note_key(real.Keyval_create(copy, erase, keyval, extra), copy, keyval, extra);
}

int comm_set_attr(MPI_Comm comm, int keyval, void *value) {
    const ProgramScope callbacks; // that delete the old value
    return note_set(real.Comm_set_attr(comm, keyval, value), comm, keyval);
}

int attr_put(MPI_Comm comm, int keyval, void *value) {
    const ProgramScope callbacks;
    return note_set(real.Attr_put(comm, keyval, value), comm, keyval);
}

int comm_delete_attr(MPI_Comm comm, int keyval) {
    const ProgramScope callbacks;
    return note_deleted(real.Comm_delete_attr(comm, keyval), comm, keyval);
}

int attr_delete(MPI_Comm comm, int keyval) {
    const ProgramScope callbacks;
    return note_deleted(real.Attr_delete(comm, keyval), comm, keyval);
}

} // namespace calls

} // namespace closeranks::replication
