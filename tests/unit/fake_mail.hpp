#pragma once

#include "runtime/commit/recovery_server.hpp"
#include "runtime/core/runtime.hpp"
#include "runtime/openmpi/failed_processes.hpp"

#include "fake_mpi.hpp"
#include "fixture.hpp"

#include <cstdint>
#include <cstring>
#include <deque>
#include <functional>
#include <vector>

namespace closeranks::test {

/// A message of the recovery server, as it is sent.
struct Letter {
    enum Kind : std::uint32_t { ask, state, fetch, entry, voting };
    std::uint32_t kind = ask;
    std::uint32_t epoch = 0;
    std::uint64_t communicator = 0;
    std::uint64_t number = 0;
    std::uint64_t token = 0;
    std::vector<std::byte> payload{};
    int peer = -1;     ///< from whom, or to whom
    bool late = false; ///< it is long, and still coming
};

/// Rank 1 of three under the optimistic commit, with the recovery server of this process. What
/// others would send is given, and what it sends is kept.
class FakeMail {
  public:
    static constexpr std::uint64_t id = 77; ///< of the communicator

    FakeMail() {
        EXPECT_TRUE(FailedProcesses::prepare());
        runtime().optimistic = true;
        recovery_server().start(MPI_COMM_SELF);
        c.begin({.global_id = id});
        static_cast<void>(c.commit_messages.ranks([] { return std::vector{0, 1, 2}; }));
        c.working_ranks.replace(RankMap(3, iota(3, 0)), false);
        c.sequence.set(7);
        runtime().communicators.insert(c.alone, &c);
    }
    ~FakeMail() {
        runtime().communicators.erase(c.alone);
        recovery_server().stop();
        runtime().optimistic = false;
    }
    FakeMail(const FakeMail &) = delete;
    FakeMail &operator=(const FakeMail &) = delete;

    /// What comes; the server takes it when it serves.
    void give(const Letter &letter) { coming_.push_back(letter); }

    LoneSurvivor c{3, 1};
    std::vector<Letter> sent;
    bool late_has_come = false;                    ///< what is late is there as a whole
    std::function<void(const Letter &)> when_sent; ///< may give answers
    int revoked = 0;

  private:
    static constexpr std::size_t header = 2 * sizeof(std::uint32_t) + 3 * sizeof(std::uint64_t);

    int send(const void *data, int size, int to, MPI_Request *request) {
        Letter letter;
        std::memcpy(static_cast<void *>(&letter), data, header);
        const auto *const bytes = static_cast<const std::byte *>(data);
        letter.payload.assign(bytes + header, bytes + size);
        letter.peer = to;
        *request = MPI_REQUEST_NULL;
        sent.push_back(letter);
        if (when_sent) when_sent(letter);
        return MPI_SUCCESS;
    }
    int receive(void *buffer, MPI_Request *request) {
        const Letter &letter = coming_.front();
        std::memcpy(buffer, &letter, header);
        std::copy(letter.payload.begin(), letter.payload.end(),
                  static_cast<std::byte *>(buffer) + header);
        *request = letter.late ? reinterpret_cast<MPI_Request>(this) : MPI_REQUEST_NULL;
        coming_.pop_front();
        return MPI_SUCCESS;
    }

    std::deque<Letter> coming_;

    Replaced<&Real::Isend> isend_{
        [this](const void *data, int size, MPI_Datatype, int to, int, MPI_Comm,
               MPI_Request *request) { return send(data, size, to, request); }};
    Replaced<&Real::Improbe> improbe_{
        [this](int, int, MPI_Comm, int *found, MPI_Message *, MPI_Status *status) {
            *found = coming_.empty() ? 0 : 1;
            if (*found != 0) status->MPI_SOURCE = coming_.front().peer;
            return MPI_SUCCESS;
        }};
    Replaced<&Real::Get_count> get_count_{[this](const MPI_Status *, MPI_Datatype, int *size) {
        *size = static_cast<int>(header + coming_.front().payload.size());
        return MPI_SUCCESS;
    }};
    Replaced<&Real::Imrecv> imrecv_{
        [this](void *buffer, int, MPI_Datatype, MPI_Message *, MPI_Request *request) {
            return receive(buffer, request);
        }};
    Replaced<&Real::Request_free> request_free_{[](MPI_Request *) { return MPI_SUCCESS; }};
    Replaced<&Real::Comm_failure_ack> acknowledge_{[](MPI_Comm) { return MPI_SUCCESS; }};
    Replaced<&Real::Test> test_{[this](MPI_Request *request, int *done, MPI_Status *) {
        *done = *request == MPI_REQUEST_NULL || late_has_come ? 1 : 0;
        if (*done != 0) *request = MPI_REQUEST_NULL;
        return MPI_SUCCESS;
    }};
    Replaced<&Real::Comm_revoke> revoke_{[this](MPI_Comm) {
        ++revoked;
        return MPI_SUCCESS;
    }};
};

} // namespace closeranks::test
