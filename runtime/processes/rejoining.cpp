#include "runtime/processes/rejoining.hpp"

#include "runtime/communicators/creation_calls.hpp"
#include "runtime/communicators/object_comm.hpp"
#include "runtime/communicators/recipes.hpp"
#include "runtime/core/entry.hpp"
#include "runtime/core/runtime.hpp"
#include "runtime/files/files.hpp"
#include "runtime/windows/window.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace closeranks {

namespace {

bool concerns_this(const Recipe &recipe) noexcept {
    return std::ranges::find(recipe.ranks, runtime().rank) != recipe.ranks.end();
}

/// The communicator of this process's file or window that `recipe` describes; nullptr: there is
/// none.
Communicator *find_members(const Recipe &recipe) noexcept {
    Communicator *found = nullptr;
    if (!concerns_this(recipe)) return found; // siblings have the same name
    runtime().communicators.for_each([&](Communicator &c) {
        const Origin &origin = c.creation.origin();
        if (c.creation.holder() != nullptr && origin.order != 0 &&
            origin.self == recipe.origin.self)
            found = &c;
    });
    return found;
}

/// The other processes make a communicator of their own; all of MPI_COMM_WORLD take part.
void leave_out(const Recipe &recipe, Communicator *members) noexcept {
    const auto place = std::ranges::find(recipe.ranks, runtime().rank);
    const int key = static_cast<int>(place - recipe.ranks.begin());
    const auto split = [&](MPI_Comm from, MPI_Comm *made) {
        return real.Comm_split(from, members != nullptr ? 0 : MPI_UNDEFINED, key, made);
    };
    MPI_Comm made = MPI_COMM_NULL;
    static_cast<void>(create_from_survivors(*runtime().everyone, &made, split));
    if (members != nullptr) replace_members(*members->creation.holder(), made);
}

/// The file or window whose members are in `holder`.
template <typename Object, typename Table>
Object *find_held(const Table &table, Communicator *const *holder) noexcept {
    Object *found = nullptr;
    table.for_each([&](Object &object) {
        if (&object.members == holder) found = &object;
    });
    return found;
}

/// Other processes are waited for and served meanwhile, so no table is locked.
void rejoin(Use use, Communicator *const *holder) {
    if (*holder == nullptr) return; // no other process is left
    if (use == Use::file) {
        if (File *const file = find_held<File>(file_table(), holder)) rejoin(*file);
    } else if (Window *const window = find_held<Window>(window_table(), holder)) {
        rejoin(*window);
    }
}

} // namespace

void rejoin_objects() noexcept {
    const std::vector<Recipe> objects = recipes_of_objects();
    if (objects.empty()) return;
    // For each object: the processes that have it, and the live processes that should have it.
    std::vector<std::int64_t> counts(2 * objects.size());
    for (std::size_t i = 0; i < objects.size(); ++i) {
        counts[2 * i] = find_members(objects[i]) != nullptr ? 1 : 0;
        counts[2 * i + 1] = concerns_this(objects[i]) ? 1 : 0;
    }
    combine_sums(runtime().everyone, Entry::function(), counts);
    for (std::size_t i = 0; i < objects.size(); ++i) {
        if (counts[2 * i] == 0) continue; // it was freed
        Communicator *const members = find_members(objects[i]);
        Communicator *const *const holder =
            members != nullptr ? members->creation.holder() : nullptr;
        if (counts[2 * i] != counts[2 * i + 1]) leave_out(objects[i], members);
        if (holder != nullptr) rejoin(objects[i].use, holder);
    }
}

} // namespace closeranks
