// closeranks_store.h: the functions that the program calls.

#include "runtime/store/store.hpp"

#include <closeranks.h>
#include <mpi-ext.h>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

using namespace closeranks::store;

/// The object behind a handle.
struct closeranks_store_object {
    template <typename... Arguments>
    explicit closeranks_store_object(Arguments &&...arguments)
        : store(std::forward<Arguments>(arguments)...) {}
    Store store;
};

namespace {

int code_of(Problem problem) noexcept {
    switch (problem) {
    case Problem::none:
        return MPI_SUCCESS;
    case Problem::argument:
        return MPI_ERR_ARG;
    case Problem::truncated:
        return MPI_ERR_TRUNCATE;
    case Problem::file:
        return MPI_ERR_FILE;
    case Problem::memory:
        return MPI_ERR_NO_MEM;
    case Problem::lost:
        return MPIX_ERR_PROC_FAILED;
    }
    return MPI_ERR_INTERN;
}

/// No exception leaves through the C functions.
template <typename Act> int guarded(Act act) noexcept {
    try {
        return act();
    } catch (const std::bad_alloc &) {
        return MPI_ERR_NO_MEM;
    } catch (const std::exception &) {
        return MPI_ERR_INTERN;
    }
}

/// The error code for elements of the program.
int check(MPI_Count count, MPI_Datatype type) noexcept {
    if (count < 0) return MPI_ERR_COUNT;
    return type == MPI_DATATYPE_NULL ? MPI_ERR_TYPE : MPI_SUCCESS;
}

/// The same for elements in memory, of which there is none at address 0. With MPI_BOTTOM, which is
/// NULL as well, the datatype has the addresses.
int check(const void *data, MPI_Count count, MPI_Datatype type) noexcept {
    if (const int code = check(count, type); code != MPI_SUCCESS) return code;
    if (data != nullptr || count == 0) return MPI_SUCCESS;
    int size = 0;
    MPI_Aint first = 0;
    MPI_Aint extent = 0;
    MPI_Type_size(type, &size);
    MPI_Type_get_true_extent(type, &first, &extent);
    return size > 0 && first == 0 ? MPI_ERR_BUFFER : MPI_SUCCESS;
}

long long hash_of(const std::string &text) noexcept {
    return static_cast<long long>((std::hash<std::string>()(text) >> 1U) | 1U);
}

/// The ranks whose text differs from that of this rank, if this is the first live rank; otherwise
/// empty. All ranks call it; the value of ranks that failed meanwhile is 0.
std::vector<int> unlike_mine(MPI_Comm comm, const std::string &text) {
    int rank = 0;
    int size = 0;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    std::vector<long long> all(static_cast<std::size_t>(size));
    const long long mine = hash_of(text);
    MPI_Allgather(&mine, 1, MPI_LONG_LONG, all.data(), 1, MPI_LONG_LONG, comm);
    std::vector<int> unlike;
    const auto given = [](long long hash) { return hash != 0; };
    if (std::find_if(all.begin(), all.end(), given) != all.begin() + rank) return unlike;
    for (int other = 0; other < size; ++other)
        if (const long long hash = all[static_cast<std::size_t>(other)]; hash != 0 && hash != mine)
            unlike.push_back(other);
    return unlike;
}

/// Reports on stderr why no store can be made with the ranks' arguments `where`. `why`: the error
/// in this rank's argument.
void complain(const char *function, MPI_Comm own, const std::string &text, const std::string &why,
              bool is_alone) {
    int rank = 0;
    MPI_Comm_rank(own, &rank);
    if (!why.empty()) std::fprintf(stderr, "%s, rank %d: %s\n", function, rank, why.c_str());
    const std::vector<int> unlike = is_alone ? std::vector<int>() : unlike_mine(own, text);
    if (unlike.empty()) return;
    std::string names;
    for (const int other : unlike)
        names += (names.empty() ? "" : ", ") + std::to_string(other);
    std::fprintf(stderr, "%s: rank %d gives (%s) as where, and %s %s another one\n", function, rank,
                 text.c_str(), ((unlike.size() == 1 ? "rank " : "ranks ") + names).c_str(),
                 unlike.size() == 1 ? "gives" : "give");
}

/// True if all ranks of `comm` have given the same text, and it can be read.
bool is_agreed(MPI_Comm comm, const std::string &text, bool is_read) {
    const long long hash = hash_of(text);
    long long numbers[3] = {hash, -hash, is_read ? 0 : 1};
    long long most[3] = {};
    MPI_Allreduce(numbers, most, 3, MPI_LONG_LONG, MPI_MAX, comm);
    return most[0] == -most[1] && most[2] == 0;
}

/// A duplicate for the store, on which a failure neither ends the program nor throws an exception.
/// The store finds the failure, and has all ranks agree on it.
int duplicate(MPI_Comm comm, MPI_Comm *own) {
    const int code = MPI_Comm_dup(comm, own);
    if (code != MPI_SUCCESS) return code;
    MPI_Comm_set_errhandler(*own, MPI_ERRORS_RETURN);
    closeranks_set_policy(*own, "*", CLOSERANKS_POLICY_ERROR);
    for (const char *const results : {"MPI_Allreduce/contribution", "MPI_Allgather/contribution"})
        closeranks_set_policy(*own, results, CLOSERANKS_POLICY_IGNORE);
    return MPI_SUCCESS;
}

/// `missing`: the ranks that `comm` lacked before.
int create(MPI_Comm own, const std::vector<int> &missing, const char *text,
           closeranks_store *store) {
    Where where;
    const std::string why = text == nullptr ? "it is NULL" : where.read(text);
    const bool is_alone = is_returning();
    if (is_alone ? !why.empty() : !is_agreed(own, text == nullptr ? "" : text, why.empty())) {
        complain("closeranks_store_create", own, text == nullptr ? "" : text, why, is_alone);
        MPI_Comm_free(&own);
        return MPI_ERR_ARG;
    }
    auto made = std::make_unique<closeranks_store_object>(own, where, is_alone);
    if (!is_alone) made->store.expect_all_but(missing);
    if (const Problem problem = is_alone ? Problem::none : made->store.open();
        problem != Problem::none) {
        std::fprintf(stderr, "closeranks_store_create: %s\n", made->store.explanation().c_str());
        return code_of(problem);
    }
    *store = made.release();
    return MPI_SUCCESS;
}

/// True if the members that have a store had it for a communicator of the same size, with the same
/// ranks.
bool fits(MPI_Comm comm, closeranks_store store) {
    int size = 0;
    int rank = 0;
    MPI_Comm_size(comm, &size);
    MPI_Comm_rank(comm, &rank);
    int mine = store == nullptr || store->store.is_rank(rank, size) ? 1 : 0;
    int all = mine;
    MPI_Allreduce(&mine, &all, 1, MPI_INT, MPI_MIN, comm);
    return all != 0;
}

int move(MPI_Comm own, const char *text, closeranks_store *store) {
    Where where;
    const std::string why = text == nullptr ? "it is NULL" : where.read(text);
    const bool agreed = is_agreed(own, text == nullptr ? "" : text, why.empty());
    if (!agreed) complain("closeranks_store_move", own, text == nullptr ? "" : text, why, false);
    if (!agreed || !fits(own, *store)) {
        MPI_Comm_free(&own);
        return MPI_ERR_ARG;
    }
    if (*store == nullptr)
        *store = std::make_unique<closeranks_store_object>(own, where, true).release();
    return code_of((*store)->store.move_to(own));
}

} // namespace

extern "C" {

#pragma GCC visibility push(default)

int closeranks_store_create(MPI_Comm comm, const char *where, closeranks_store *store) {
    *store = nullptr;
    const std::vector<int> missing = missing_of(comm);
    MPI_Comm own = MPI_COMM_NULL;
    // Not guarded, because the program's error handler of `comm` may throw.
    if (const int code = duplicate(comm, &own); code != MPI_SUCCESS) return code;
    return guarded([&] { return create(own, missing, where, store); });
}

int closeranks_store_move(MPI_Comm comm, const char *where, closeranks_store *store) {
    MPI_Comm own = MPI_COMM_NULL;
    if (const int code = duplicate(comm, &own); code != MPI_SUCCESS) return code;
    return guarded([&] { return move(own, where, store); });
}

int closeranks_store_member(closeranks_store store, int id, void *data, MPI_Count count,
                            MPI_Datatype type) {
    if (store == nullptr) return MPI_ERR_ARG;
    if (const int code = check(data, count, type); code != MPI_SUCCESS) return code;
    return guarded([&] {
        store->store.set_member(id, data, count, type);
        return MPI_SUCCESS;
    });
}

int closeranks_store_commit(closeranks_store store, long long stamp) {
    if (store == nullptr) return MPI_ERR_ARG;
    return guarded([&] { return code_of(store->store.commit(stamp)); });
}

int closeranks_store_member_callbacks(closeranks_store store, int id,
                                      closeranks_store_size_function *size,
                                      closeranks_store_save_function *save,
                                      closeranks_store_load_function *load, void *context) {
    if (store == nullptr) return MPI_ERR_ARG;
    if (size != nullptr && (save == nullptr || load == nullptr)) return MPI_ERR_ARG;
    return guarded([&] {
        store->store.set_member(id, Callbacks{size, save, load, context});
        return MPI_SUCCESS;
    });
}

int closeranks_store_begin(closeranks_store store, long long stamp) {
    if (store == nullptr) return MPI_ERR_ARG;
    return guarded([&] { return code_of(store->store.begin(stamp)); });
}

int closeranks_store_complete(closeranks_store store) {
    if (store == nullptr) return MPI_ERR_ARG;
    return guarded([&] { return code_of(store->store.complete()); });
}

int closeranks_store_missing(closeranks_store store, int max, int ranks[], int *count) {
    if (store == nullptr) return MPI_ERR_ARG;
    if (max < 0) return MPI_ERR_COUNT;
    return guarded([&] {
        const std::vector<int> missing = store->store.missing();
        *count = static_cast<int>(missing.size());
        std::copy_n(missing.begin(), std::min(max, *count), ranks);
        return MPI_SUCCESS;
    });
}

int closeranks_store_newest(closeranks_store store, long long *stamp) {
    if (store == nullptr) return MPI_ERR_ARG;
    *stamp = store->store.newest();
    return MPI_SUCCESS;
}

int closeranks_store_restore(closeranks_store store, long long stamp) {
    if (store == nullptr) return MPI_ERR_ARG;
    return guarded([&] { return code_of(store->store.restore(stamp)); });
}

int closeranks_store_restore_from(closeranks_store store, int rank, int id, void *data,
                                  MPI_Count count, MPI_Datatype type, MPI_Count *got) {
    return closeranks_store_restore_from_at(store, CLOSERANKS_NEWEST, rank, id, data, count, type,
                                            got);
}

int closeranks_store_restore_from_at(closeranks_store store, long long stamp, int rank, int id,
                                     void *data, MPI_Count count, MPI_Datatype type,
                                     MPI_Count *got) {
    if (store == nullptr) return MPI_ERR_ARG;
    const MPI_Count room = rank == MPI_PROC_NULL ? 0 : count; // no rank has it
    if (const int code = check(data, room, type); code != MPI_SUCCESS) return code;
    return guarded([&] {
        return code_of(store->store.restore_from(stamp, rank, id, {data, count, type}, *got));
    });
}

int closeranks_store_restore_spread(closeranks_store store, int rank, int id, void *data,
                                    MPI_Count count, MPI_Datatype type, MPI_Count *first,
                                    MPI_Count *got) {
    return closeranks_store_restore_spread_at(store, CLOSERANKS_NEWEST, rank, id, data, count, type,
                                              first, got);
}

int closeranks_store_restore_spread_at(closeranks_store store, long long stamp, int rank, int id,
                                       void *data, MPI_Count count, MPI_Datatype type,
                                       MPI_Count *first, MPI_Count *got) {
    if (store == nullptr) return MPI_ERR_ARG;
    if (const int code = check(data, count, type); code != MPI_SUCCESS) return code;
    return guarded([&] {
        return code_of(
            store->store.restore_spread(stamp, rank, id, {data, count, type}, *first, *got));
    });
}

int closeranks_store_stamps(closeranks_store store, int max, long long stamps[], int *count) {
    if (store == nullptr) return MPI_ERR_ARG;
    if (max < 0) return MPI_ERR_COUNT;
    return guarded([&] {
        const std::vector<long long> all = store->store.stamps();
        *count = static_cast<int>(all.size());
        std::copy_n(all.begin(), std::min(max, *count), stamps);
        return MPI_SUCCESS;
    });
}

int closeranks_store_sizes(closeranks_store store, long long stamp, int rank, int max, int ids[],
                           MPI_Count bytes[], int *count) {
    if (store == nullptr) return MPI_ERR_ARG;
    if (max < 0) return MPI_ERR_COUNT;
    return guarded([&] {
        std::map<int, long long> all;
        const Problem problem = store->store.sizes(stamp, rank, all);
        *count = static_cast<int>(all.size());
        int at = 0;
        for (const auto &[id, size] : all) {
            if (at == max) break;
            ids[at] = id;
            bytes[at++] = size;
        }
        return code_of(problem);
    });
}

int closeranks_store_forget(closeranks_store store, long long newer_than) {
    if (store == nullptr) return MPI_ERR_ARG;
    return guarded([&] { return code_of(store->store.forget(newer_than)); });
}

int closeranks_store_drop(closeranks_store store, long long stamp) {
    if (store == nullptr) return MPI_ERR_ARG;
    return guarded([&] { return code_of(store->store.drop(stamp)); });
}

int closeranks_store_read(closeranks_store store, long long stamp, int id, void *data,
                          MPI_Count count, MPI_Datatype type, MPI_Count *got) {
    if (store == nullptr) return MPI_ERR_ARG;
    if (const int code = check(count, type); code != MPI_SUCCESS) return code;
    return guarded([&] {
        const Elements into(data, data == nullptr ? 0 : count, type);
        return code_of(store->store.read(stamp, id, into, data != nullptr, *got));
    });
}

int closeranks_store_memory(closeranks_store store, MPI_Count *bytes) {
    if (store == nullptr) return MPI_ERR_ARG;
    *bytes = store->store.memory();
    return MPI_SUCCESS;
}

const char *closeranks_store_explain(closeranks_store store) {
    return store == nullptr ? "there is no store" : store->store.explanation().c_str();
}

int closeranks_store_free(closeranks_store *store) {
    if (store == nullptr || *store == nullptr) return MPI_ERR_ARG;
    int is_over = 0;
    MPI_Finalized(&is_over);
    if (is_over == 0) delete *store; // its MPI objects can no longer be freed
    *store = nullptr;
    return MPI_SUCCESS;
}

#pragma GCC visibility pop
}
