// closeranks_local.h: closeranks/local.hpp for C.

#include "runtime/store/errors.hpp"
#include "runtime/store/member.hpp"
#include "runtime/store/refusal.hpp"

#include <closeranks/local.hpp>
#include <closeranks_local.h>

#include <climits>
#include <cstdio>
#include <exception>
#include <memory>
#include <new>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

using closeranks::store::Elements;
using closeranks::store::Refusal;

/// The object behind a handle.
struct closeranks_local_object {
    closeranks_local_object(MPI_Comm comm, const char *where, std::size_t log_bytes)
        : recovery(comm, where, log_bytes) {}

    closeranks::LocalRecovery recovery;
    int lasting = MPI_SUCCESS; ///< the code of all calls, until the program goes back
    std::string why{};         ///< the latest error
    std::vector<std::byte> packed{};
};

namespace {

/// The datatype may have gaps: messages have packed elements.
class Packed {
  public:
    Packed(void *data, MPI_Count count, MPI_Datatype type, std::vector<std::byte> &place)
        : elements_(data, count, type), place_(place) {
        place_.resize(elements_.room());
    }
    [[nodiscard]] std::span<std::byte> bytes() const { return place_; }
    void pack() const { elements_.pack(place_); }
    /// Unpacks the first `size` bytes. Returns the number of their elements.
    [[nodiscard]] MPI_Count unpack(std::size_t size) const {
        elements_.unpack(std::span(place_).first(size));
        const auto one = static_cast<std::size_t>(elements_.element_size());
        return one == 0 ? 0 : static_cast<MPI_Count>(size / one);
    }

  private:
    Elements elements_;
    std::vector<std::byte> &place_;
};

template <typename Kind> bool is(const std::exception &error) {
    return dynamic_cast<const Kind *>(&error) != nullptr;
}

int code_of(const std::exception &error) noexcept {
    if (is<closeranks::RankLoss>(error)) return CLOSERANKS_ERR_ROLLED_BACK;
    if (is<closeranks::NobodyLeft>(error)) return CLOSERANKS_ERR_NO_PROCESS;
    if (const auto *const failed = dynamic_cast<const closeranks::StoreError *>(&error))
        return failed->code();
    if (is<std::length_error>(error)) return MPI_ERR_TRUNCATE;
    if (is<std::out_of_range>(error)) return MPI_ERR_RANK;
    if (is<std::invalid_argument>(error)) return MPI_ERR_COMM;
    if (is<std::logic_error>(error)) return CLOSERANKS_ERR_RULE_BROKEN;
    return is<std::bad_alloc>(error) ? MPI_ERR_NO_MEM : MPI_ERR_INTERN;
}

/// False for errors that a program can correct: its own mistakes, and a checkpoint that cannot be
/// taken.
bool is_lasting(const std::exception &error) {
    return is<closeranks::RankLoss>(error) ||
           (!is<closeranks::StoreError>(error) && !is<std::logic_error>(error));
}

/// No exception leaves through the C functions. `on_error` gets the exception, and returns its
/// code.
template <typename Act, typename OnError> int guarded(Act act, OnError on_error) noexcept {
    try {
        try {
            act();
            return MPI_SUCCESS;
        } catch (const std::exception &error) {
            return on_error(error);
        }
    } catch (const std::exception &) { // there is no memory for the text
        return MPI_ERR_NO_MEM;
    }
}

/// Calls `act` with the object unless there is a `refusal`, or an error that lasts.
template <typename Act> int call(closeranks_local local, Refusal refusal, Act act) noexcept {
    if (local == nullptr) return MPI_ERR_ARG;
    if (local->lasting != MPI_SUCCESS) return local->lasting;
    const auto note = [&](const std::exception &error) {
        const int code = code_of(error);
        if (is_lasting(error)) local->lasting = code;
        local->why = error.what();
        return code;
    };
    const auto serve = [&] {
        local->why = refusal.why;
        if (refusal.code != MPI_SUCCESS) return;
        const auto held = local->recovery.hold(); // because datatypes belong to the MPI
        act(local->recovery);
    };
    const int code = guarded(serve, note);
    return code == MPI_SUCCESS ? refusal.code : code;
}

/// Whether the elements of the program fit into a message.
Refusal check_message(closeranks_local local, MPI_Count count, MPI_Datatype type) noexcept {
    constexpr long long longest = INT_MAX - sizeof(closeranks::local_detail::Head);
    const Refusal refusal = closeranks::store::check_elements(count, type);
    if (local == nullptr || refusal.code != MPI_SUCCESS) return refusal;
    const auto held = local->recovery.hold();
    int size = 0;
    MPI_Type_size(type, &size);
    return size > 0 && count > longest / size
               ? Refusal{MPI_ERR_COUNT, "the message has 2 GiB or more"}
               : Refusal();
}

int create(MPI_Comm comm, const char *where, MPI_Count log_bytes, closeranks_local *local) {
    // NULL at one rank is an error at all ranks: the store compares their arguments.
    const char *const text = where == nullptr ? "" : where;
    const auto say = [](const std::exception &error) {
        std::fprintf(stderr, "closeranks_local_create: %s\n", error.what());
        const auto *const of_store = dynamic_cast<const closeranks::StoreError *>(&error);
        return of_store == nullptr ? code_of(error) : of_store->code();
    };
    const auto make = [&] {
        const auto bytes = static_cast<std::size_t>(log_bytes);
        *local = std::make_unique<closeranks_local_object>(comm, text, bytes).release();
    };
    return guarded(make, say);
}

} // namespace

extern "C" {

#pragma GCC visibility push(default)

int closeranks_local_create(MPI_Comm comm, const char *where, MPI_Count log_bytes,
                            closeranks_local *local) {
    *local = nullptr;
    return log_bytes < 0 ? MPI_ERR_COUNT : create(comm, where, log_bytes, local);
}

int closeranks_local_member(closeranks_local local, int id, void *data, MPI_Count count,
                            MPI_Datatype type) {
    return call(local, closeranks::store::check_elements(count, type),
                [&](auto &recovery) { recovery.member(id, data, count, type); });
}

int closeranks_local_use_thread(closeranks_local local) {
    const int code = call(local, {}, [](auto &recovery) { recovery.use_thread(); });
    // The wrong argument is not a communicator.
    return code == MPI_ERR_COMM ? MPI_ERR_UNSUPPORTED_OPERATION : code;
}

int closeranks_local_start(closeranks_local local, long long *stamp) {
    if (local != nullptr && local->lasting == CLOSERANKS_ERR_ROLLED_BACK)
        local->lasting = MPI_SUCCESS;
    return call(local, {}, [&](auto &recovery) { *stamp = recovery.start(); });
}

int closeranks_local_send(closeranks_local local, int to, int tag, const void *data,
                          MPI_Count count, MPI_Datatype type) {
    return call(local, check_message(local, count, type), [&](auto &recovery) {
        const MPI_Count given = to == MPI_PROC_NULL ? 0 : count;
        const Packed message(const_cast<void *>(data), given, type, local->packed);
        message.pack();
        recovery.send(to, tag, message.bytes());
    });
}

int closeranks_local_receive(closeranks_local local, int from, int tag, void *data, MPI_Count count,
                             MPI_Datatype type, MPI_Count *got) {
    return call(local, check_message(local, count, type), [&](auto &recovery) {
        const Packed message(data, from == MPI_PROC_NULL ? 0 : count, type, local->packed);
        const MPI_Count came = message.unpack(recovery.receive(from, tag, message.bytes()));
        if (got != nullptr) *got = came;
    });
}

int closeranks_local_poll(closeranks_local local) {
    return call(local, {}, [](auto &recovery) { recovery.poll(); });
}

int closeranks_local_commit(closeranks_local local, long long stamp) {
    return call(local, {}, [&](auto &recovery) { recovery.commit(stamp); });
}

int closeranks_local_enter_collective(closeranks_local local) {
    return call(local, {}, [](auto &recovery) { recovery.enter_collective(); });
}

int closeranks_local_leave_collective(closeranks_local local) {
    return call(local, {}, [](auto &recovery) { recovery.leave_collective(); });
}

int closeranks_local_finish(closeranks_local local) {
    return call(local, {}, [](auto &recovery) {
        if (!recovery.finish()) throw closeranks::RankLost("ranks were recovered meanwhile");
    });
}

int closeranks_local_recoveries(closeranks_local local, int *count) {
    if (local == nullptr) return MPI_ERR_ARG;
    if (local->lasting == MPI_SUCCESS) local->why.clear();
    *count = local->recovery.recoveries();
    return MPI_SUCCESS;
}

const char *closeranks_local_explain(closeranks_local local) {
    return local == nullptr ? "there is no object" : local->why.c_str();
}

int closeranks_local_free(closeranks_local *local) {
    if (local == nullptr || *local == nullptr) return MPI_ERR_ARG;
    delete *local;
    *local = nullptr;
    return MPI_SUCCESS;
}

#pragma GCC visibility pop
}
