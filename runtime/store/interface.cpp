// closeranks_store.h: the functions that the program calls.

#include "runtime/store/errors.hpp"
#include "runtime/store/refusal.hpp"
#include "runtime/store/store.hpp"

#include <closeranks.h>

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
        return CLOSERANKS_ERR_STORAGE;
    case Problem::memory:
        return MPI_ERR_NO_MEM;
    case Problem::lost:
        return CLOSERANKS_ERR_RANK_LOST;
    }
    return MPI_ERR_INTERN;
}

/// Whether an array of the program may have so many entries.
Refusal check_room(int max) noexcept {
    return max < 0 ? Refusal{MPI_ERR_COUNT, "the room in an array is negative"} : Refusal();
}

/// Whether there may be such elements in memory, of which there is none at address 0. With
/// MPI_BOTTOM, which is NULL as well, the datatype has the addresses.
Refusal check_memory(const void *data, MPI_Count count, MPI_Datatype type) noexcept {
    if (const Refusal refusal = check_elements(count, type); refusal.code != MPI_SUCCESS)
        return refusal;
    if (data != nullptr || count == 0) return {};
    int size = 0;
    MPI_Aint first = 0;
    MPI_Aint extent = 0;
    MPI_Type_size(type, &size);
    MPI_Type_get_true_extent(type, &first, &extent);
    return size > 0 && first == 0 ? Refusal{MPI_ERR_BUFFER, "the address of the elements is NULL"}
                                  : Refusal();
}

/// No exception leaves through the C functions. `explain` gets a sentence about one.
template <typename Act, typename Explain> int guarded(Act act, Explain explain) noexcept {
    try {
        try {
            return act();
        } catch (const std::bad_alloc &) {
            explain("there is no memory");
            return MPI_ERR_NO_MEM;
        } catch (const std::exception &error) {
            explain(error.what());
            return MPI_ERR_INTERN;
        }
    } catch (const std::exception &) { // there is no memory for the sentence
        return MPI_ERR_NO_MEM;
    }
}

/// Calls `act` with the store unless there is a `refusal`. From then on closeranks_store_explain()
/// explains this call, and no earlier one.
template <typename Act> int call(closeranks_store store, Refusal refusal, Act act) noexcept {
    if (store == nullptr) return MPI_ERR_ARG;
    const auto explain = [&](const char *why) { store->store.explain(why); };
    return guarded(
        [&] {
            explain(refusal.why);
            return refusal.code != MPI_SUCCESS ? refusal.code : code_of(act(store->store));
        },
        explain);
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
    add_errors();
    if (const int code = MPI_Comm_dup(comm, own); code != MPI_SUCCESS) return with_own_code(code);
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

/// Writes on stderr why a call has failed that has no store to explain it.
auto say(const char *function) noexcept {
    return [=](const char *why) { std::fprintf(stderr, "%s: %s\n", function, why); };
}

/// Copies the first `max` entries, and returns the number of all.
template <typename T> int copy(const std::vector<T> &all, int max, T *into) {
    std::copy_n(all.begin(), std::min(max, static_cast<int>(all.size())), into);
    return static_cast<int>(all.size());
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
    return guarded([&] { return create(own, missing, where, store); },
                   say("closeranks_store_create"));
}

int closeranks_store_move(MPI_Comm comm, const char *where, closeranks_store *store) {
    MPI_Comm own = MPI_COMM_NULL;
    if (const int code = duplicate(comm, &own); code != MPI_SUCCESS) return code;
    return guarded([&] { return move(own, where, store); }, say("closeranks_store_move"));
}

int closeranks_store_member(closeranks_store store, int id, void *data, MPI_Count count,
                            MPI_Datatype type) {
    return call(store, check_memory(data, count, type), [&](Store &it) {
        it.set_member(id, data, count, type);
        return Problem::none;
    });
}

int closeranks_store_commit(closeranks_store store, long long stamp) {
    return call(store, {}, [&](Store &it) { return it.commit(stamp); });
}

int closeranks_store_member_callbacks(closeranks_store store, int id,
                                      closeranks_store_size_function *size,
                                      closeranks_store_save_function *save,
                                      closeranks_store_load_function *load, void *context) {
    const bool lacks_one = size != nullptr && (save == nullptr || load == nullptr);
    const Refusal refusal =
        lacks_one ? Refusal{MPI_ERR_ARG, "a function of the member is NULL"} : Refusal();
    return call(store, refusal, [&](Store &it) {
        it.set_member(id, Callbacks{size, save, load, context});
        return Problem::none;
    });
}

int closeranks_store_begin(closeranks_store store, long long stamp) {
    return call(store, {}, [&](Store &it) { return it.begin(stamp); });
}

int closeranks_store_complete(closeranks_store store) {
    return call(store, {}, [](Store &it) { return it.complete(); });
}

int closeranks_store_missing(closeranks_store store, int max, int ranks[], int *count) {
    return call(store, check_room(max), [&](const Store &it) {
        *count = copy(it.missing(), max, ranks);
        return Problem::none;
    });
}

int closeranks_store_newest(closeranks_store store, long long *stamp) {
    return call(store, {}, [&](const Store &it) {
        *stamp = it.newest();
        return Problem::none;
    });
}

int closeranks_store_restore(closeranks_store store, long long stamp) {
    return call(store, {}, [&](Store &it) { return it.restore(stamp); });
}

int closeranks_store_restore_from(closeranks_store store, int rank, int id, void *data,
                                  MPI_Count count, MPI_Datatype type, MPI_Count *got) {
    return closeranks_store_restore_from_at(store, CLOSERANKS_NEWEST, rank, id, data, count, type,
                                            got);
}

int closeranks_store_restore_from_at(closeranks_store store, long long stamp, int rank, int id,
                                     void *data, MPI_Count count, MPI_Datatype type,
                                     MPI_Count *got) {
    const MPI_Count room = rank == MPI_PROC_NULL ? 0 : count; // no rank has it
    return call(store, check_memory(data, room, type), [&](Store &it) {
        return it.restore_from(stamp, rank, id, {data, count, type}, *got);
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
    return call(store, check_memory(data, count, type), [&](Store &it) {
        return it.restore_spread(stamp, rank, id, {data, count, type}, *first, *got);
    });
}

int closeranks_store_stamps(closeranks_store store, int max, long long stamps[], int *count) {
    return call(store, check_room(max), [&](const Store &it) {
        *count = copy(it.stamps(), max, stamps);
        return Problem::none;
    });
}

int closeranks_store_sizes(closeranks_store store, long long stamp, int rank, int max, int ids[],
                           MPI_Count bytes[], int *count) {
    return call(store, check_room(max), [&](Store &it) {
        std::map<int, long long> all;
        const Problem problem = it.sizes(stamp, rank, all);
        *count = static_cast<int>(all.size());
        int at = 0;
        for (const auto &[id, size] : all) {
            if (at == max) break;
            ids[at] = id;
            bytes[at++] = size;
        }
        return problem;
    });
}

int closeranks_store_forget(closeranks_store store, long long newer_than) {
    return call(store, {}, [&](Store &it) { return it.forget(newer_than); });
}

int closeranks_store_drop(closeranks_store store, long long stamp) {
    return call(store, {}, [&](Store &it) { return it.drop(stamp); });
}

int closeranks_store_read(closeranks_store store, long long stamp, int id, void *data,
                          MPI_Count count, MPI_Datatype type, MPI_Count *got) {
    return call(store, check_elements(count, type), [&](Store &it) {
        const Elements into(data, data == nullptr ? 0 : count, type);
        return it.read(stamp, id, into, data != nullptr, *got);
    });
}

int closeranks_store_memory(closeranks_store store, MPI_Count *bytes) {
    return call(store, {}, [&](const Store &it) {
        *bytes = it.memory();
        return Problem::none;
    });
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
