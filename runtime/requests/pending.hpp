#pragma once

#include "runtime/core/runtime.hpp"
#include "runtime/core/wait.hpp"
#include "runtime/requests/fortran_requests.hpp"
#include "runtime/requests/persistent_request.hpp"
#include "runtime/requests/request.hpp"
#include "runtime/requests/wildcard.hpp"

#include <array>
#include <optional>
#include <utility>
#include <vector>

namespace closeranks {

/// Gives up the references that `record` owns. The caller holds the lock.
inline void let_go(const Request &record) noexcept {
    if (record.wildcard != nullptr) let_go(record.wildcard);
    if (record.integer != 0) request_table().integers.forget(record.integer);
    release(*record.communicator);
}

void replace_record(Request &stale, const Request &record) noexcept;

/// Adds `record` under `handle`; the caller counts the reference that the record owns. An older
/// record under the same handle belongs to a request that completed unseen (a callback of the
/// program completed it): it is dropped.
[[gnu::always_inline]] inline void insert_record(MPI_Request handle,
                                                 const Request &record) noexcept {
    const auto [found, added] = request_table().pending.try_insert(handle, record);
    if (!added) [[unlikely]]
        replace_record(*found, record);
}

/// Finds RequestTable::complete_at_once, and the place of the status in a request; called in
/// MPI_Init.
void learn_about_requests() noexcept;

/// Makes the new request `handle` known. The communicator lives on until the record is dropped.
[[gnu::always_inline]] inline void remember(MPI_Request handle, const Request &record) noexcept {
    if (handle == request_table().complete_at_once || handle == MPI_REQUEST_NULL) return;
    const RequestsLock lock;
    record.communicator->lifetime.retain();
    insert_record(handle, record);
}

/// Ends a record that was taken out of the table.
inline void drop(const Request &record) noexcept {
    const RequestsLock lock;
    let_go(record);
}

/// An array for one call: on the stack while small.
template <typename Element, std::size_t inline_size> class Scratch {
  public:
    explicit Scratch(std::size_t size) : data_(size > inline_size ? new Element[size] : inline_) {}
    ~Scratch() {
        if (data_ != inline_) [[unlikely]]
            delete[] data_;
    }
    Scratch(const Scratch &) = delete;
    Scratch &operator=(const Scratch &) = delete;
    [[nodiscard]] Element *data() noexcept { return data_; }
    [[nodiscard]] Element &operator[](int i) noexcept { return data_[i]; }

  private:
    Element inline_[inline_size]; // deliberately not initialised
    Element *data_;
};

/// The program's requests of one call, with each persistent one replaced by the operation that it
/// has started (MPI_REQUEST_NULL when it is inactive).
class CurrentRequests {
  public:
    CurrentRequests(int count, MPI_Request *requests) noexcept
        : requests_(requests), count_(count) {
        if (any_persistent()) [[unlikely]]
            replace();
    }
    ~CurrentRequests() {
        if (replaced_) [[unlikely]]
            write_back();
    }
    CurrentRequests(const CurrentRequests &) = delete;
    CurrentRequests &operator=(const CurrentRequests &) = delete;

    [[nodiscard]] MPI_Request *data() noexcept {
        return replaced_ ? replaced_->current.data() : requests_;
    }

  private:
    struct Replaced {
        explicit Replaced(std::size_t count) : current(count), owners(count) {}
        Scratch<MPI_Request, 64> current;
        Scratch<PersistentRequest *, 64> owners;
    };

    void replace() noexcept;
    /// Writes the outcome of the requests to the program's array and to the persistent requests.
    void write_back() noexcept;

    [[nodiscard]] static bool any_persistent() noexcept {
        const RequestsLock lock;
        return request_table().persistent.count() != 0;
    }

    MPI_Request *requests_;
    int count_;
    std::optional<Replaced> replaced_; // nothing, while the program has no persistent requests
};

/// The requests on which one completion call works, with the library's data about them.
///
/// The handles are copied, because the MPI overwrites those of requests that it completes. Under
/// MPI_THREAD_MULTIPLE the records are out of the table meanwhile. The MPI may give a handle to
/// another thread's new request at the moment when the old one completes.
class Batch {
  public:
    Batch(int count, MPI_Request *requests) noexcept
        : current_(count, requests), requests_(current_.data()), count_(count),
          before_(static_cast<std::size_t>(count)), apart_(runtime().threads) {
        for (int i = 0; i < count; ++i)
            before_[i] = requests_[i];
        if (apart_) [[unlikely]]
            take_all();
    }
    ~Batch() {
        if (apart_) [[unlikely]]
            put_back();
    }
    Batch(const Batch &) = delete;
    Batch &operator=(const Batch &) = delete;

    [[nodiscard]] int count() const noexcept { return count_; }
    [[nodiscard]] MPI_Request *requests() const noexcept { return requests_; }

    /// True when the MPI has freed request `i` since the call began (or since replace()).
    [[nodiscard]] bool is_gone(int i) noexcept {
        return before_[i] != MPI_REQUEST_NULL && requests_[i] == MPI_REQUEST_NULL;
    }

    /// The library's record of request `i`, or nullptr.
    [[nodiscard]] const Request *find(int i) noexcept {
        if (apart_) [[unlikely]] {
            const auto &record = apart_records_[static_cast<std::size_t>(i)];
            return record ? &*record : nullptr;
        }
        return request_table().pending.find(before_[i]);
    }

    /// Removes the record of request `i` and returns it, if there is one.
    [[nodiscard]] std::optional<Request> take(int i) noexcept {
        // A later call for `i` gets nothing, even if a new request has the same handle.
        const MPI_Request handle = std::exchange(before_[i], MPI_REQUEST_NULL);
        if (apart_) [[unlikely]] {
            const auto lock = excluding_the_watch();
            return std::exchange(apart_records_[static_cast<std::size_t>(i)], std::nullopt);
        }
        return request_table().pending.take(handle);
    }

    /// Ends request `i`, for which find() has returned `record`.
    void drop(int i, const Request *record) noexcept {
        if (apart_) [[unlikely]] {
            drop_apart(i);
            return;
        }
        const Request ended = *record;
        before_[i] = MPI_REQUEST_NULL; // as in take()
        request_table().pending.erase(record);
        let_go(ended);
    }

    /// Puts `record`, taken before, back for request `i` under its present handle.
    void put(int i, const Request &record) noexcept {
        before_[i] = requests_[i];
        keep_integer(record.integer, requests_[i]);
        if (apart_) [[unlikely]] {
            const auto lock = excluding_the_watch();
            apart_records_[static_cast<std::size_t>(i)] = record;
        } else {
            insert_record(before_[i], record);
        }
    }

  private:
    void take_all() noexcept;
    void put_back() noexcept;
    void drop_apart(int i) noexcept;

    CurrentRequests current_;
    MPI_Request *requests_; // the requests that the MPI gets
    int count_;
    Scratch<MPI_Request, 64> before_;
    bool apart_;
    std::vector<std::optional<Request>> apart_records_;
};

} // namespace closeranks
