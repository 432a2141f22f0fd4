#pragma once

#include "runtime/core/runtime.hpp"
#include "runtime/core/wait.hpp"
#include "runtime/requests/fortran_requests.hpp"
#include "runtime/requests/persistent_request.hpp"
#include "runtime/requests/request.hpp"
#include "runtime/requests/wildcard.hpp"

#include <array>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace closeranks {

/// Gives up what `record` owns. The caller holds the lock.
inline void let_go(const Request &record) noexcept {
    if (record.wildcard != nullptr) let_go(record.wildcard);
    if (record.integer != 0) request_table().integers.forget(record.integer);
    release(*record.communicator);
}

/// Adds `record` under `handle`; the reference that the record owns is counted by the caller. An
/// older record under the same handle belongs to a request which completed out of our sight (a
/// callback of the program completed it): it goes.
inline void insert_record(MPI_Request handle, const Request &record) noexcept {
    const std::optional<Request> stale = request_table().pending.insert(handle, record);
    if (stale) [[unlikely]]
        let_go(*stale);
}

/// Finds RequestTable::complete_at_once, and where a request has its status; in MPI_Init.
void learn_about_requests() noexcept;

/// Makes the new request `handle` known. The communicator lives on until the record is dropped.
inline void remember(MPI_Request handle, const Request &record) noexcept {
    if (handle == request_table().complete_at_once || handle == MPI_REQUEST_NULL) return;
    const RequestsLock lock;
    ++record.communicator->references;
    insert_record(handle, record);
}

/// The end of a record that was taken out of the table.
inline void drop(const Request &record) noexcept {
    const RequestsLock lock;
    let_go(record);
}

/// An array for one call: on the stack while small.
template <typename Element, std::size_t inline_size> class Scratch {
  public:
    explicit Scratch(std::size_t size)
        : heap_(size > inline_size ? std::make_unique<Element[]>(size) : nullptr),
          data_(heap_ ? heap_.get() : inline_) {}
    [[nodiscard]] Element *data() noexcept { return data_; }
    [[nodiscard]] Element &operator[](int i) noexcept { return data_[i]; }

  private:
    Element inline_[inline_size]; // not initialised on purpose
    std::unique_ptr<Element[]> heap_;
    Element *data_;
};

/// The program's requests of one call, with each persistent one replaced by the operation that it
/// has started (MPI_REQUEST_NULL when it is inactive).
class CurrentRequests {
  public:
    CurrentRequests(int count, MPI_Request *requests) noexcept
        : requests_(requests), count_(any_persistent() ? count : 0),
          current_(static_cast<std::size_t>(count_)), owners_(static_cast<std::size_t>(count_)) {
        const RequestsLock lock;
        for (int i = 0; i < count_; ++i) {
            PersistentRequest *const *found = request_table().persistent.find(requests[i]);
            owners_[i] = found != nullptr ? *found : nullptr;
            current_[i] = found != nullptr ? (*found)->current : requests[i];
        }
    }
    /// Tells the program's array and the persistent requests what has become of them.
    ~CurrentRequests() {
        for (int i = 0; i < count_; ++i)
            (owners_[i] != nullptr ? owners_[i]->current : requests_[i]) = current_[i];
    }
    CurrentRequests(const CurrentRequests &) = delete;
    CurrentRequests &operator=(const CurrentRequests &) = delete;

    [[nodiscard]] MPI_Request *data() noexcept { return count_ > 0 ? current_.data() : requests_; }

  private:
    [[nodiscard]] static bool any_persistent() noexcept {
        const RequestsLock lock;
        return request_table().persistent.count() != 0;
    }

    MPI_Request *requests_;
    int count_; // 0: nothing is replaced
    Scratch<MPI_Request, 64> current_;
    Scratch<PersistentRequest *, 64> owners_;
};

/// The requests that one completion call works on, with what we know of them.
///
/// The handles are copied, because the MPI overwrites those it completes. Under
/// MPI_THREAD_MULTIPLE the records are out of the table meanwhile: the MPI may give a handle to
/// another thread's new request the moment the old one completes.
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

    /// True when the MPI has taken request `i` away since the call began (or since replace()).
    [[nodiscard]] bool is_gone(int i) noexcept {
        return before_[i] != MPI_REQUEST_NULL && requests_[i] == MPI_REQUEST_NULL;
    }

    /// What we know of request `i`, or nullptr.
    [[nodiscard]] const Request *find(int i) noexcept {
        if (apart_) [[unlikely]] {
            const auto &record = apart_records_[static_cast<std::size_t>(i)];
            return record ? &*record : nullptr;
        }
        return request_table().pending.find(before_[i]);
    }

    /// Ends our knowledge of request `i` and hands over its record, if there is one.
    [[nodiscard]] std::optional<Request> take(int i) noexcept {
        // Whoever asks for `i` again gets nothing, even if a new request has the same handle.
        const MPI_Request handle = std::exchange(before_[i], MPI_REQUEST_NULL);
        if (apart_) [[unlikely]] {
            const auto lock = excluding_the_watch();
            return std::exchange(apart_records_[static_cast<std::size_t>(i)], std::nullopt);
        }
        return request_table().pending.take(handle);
    }

    /// Puts `record`, taken before, back for request `i` under the handle that it has now.
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
    void take_all() noexcept {
        const RequestsLock lock;
        apart_records_.reserve(static_cast<std::size_t>(count_));
        for (int i = 0; i < count_; ++i)
            apart_records_.push_back(request_table().pending.take(before_[i]));
    }
    void put_back() noexcept {
        const RequestsLock lock;
        for (int i = 0; i < count_; ++i)
            if (const auto &record = apart_records_[static_cast<std::size_t>(i)]; record)
                insert_record(before_[i], *record);
    }

    CurrentRequests current_;
    MPI_Request *requests_; // those that the MPI gets
    int count_;
    Scratch<MPI_Request, 64> before_;
    bool apart_;
    std::vector<std::optional<Request>> apart_records_;
};

} // namespace closeranks
