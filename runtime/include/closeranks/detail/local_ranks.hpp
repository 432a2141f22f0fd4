// SPDX-License-Identifier: BSD-3-Clause
/// @file
/// The ranks of closeranks/local.hpp, and their collective calls. A program includes local.hpp
/// instead of this header.
#ifndef CLOSERANKS_DETAIL_LOCAL_RANKS_HPP
#define CLOSERANKS_DETAIL_LOCAL_RANKS_HPP

#include <closeranks.h>

#include <mpi.h>

#include <mpi-ext.h>

#include <array>
#include <cstddef>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

/// @cond
namespace closeranks::local_detail {

inline void check(int code, const char *what) {
    if (code == MPI_SUCCESS) return;
    char text[MPI_MAX_ERROR_STRING] = "";
    int length = 0;
    MPI_Error_string(code, text, &length);
    throw std::runtime_error(std::string(what) + ": " + text);
}

/// The number of collectives that this process has called, on all communicators.
inline long long collectives() {
    long long count = 0;
    closeranks_collectives(&count);
    return count;
}

/// While an object lives, the collectives that are called are allowed: at the end, `so_far` has
/// their count.
class Allowed {
  public:
    explicit Allowed(long long &so_far) : so_far_(so_far) {}
    ~Allowed() { so_far_ = collectives(); }
    Allowed(const Allowed &) = delete;
    Allowed &operator=(const Allowed &) = delete;

  private:
    long long &so_far_;
};

/// The ranks of a communicator. On it collectives fail at all live ranks when a rank is missing.
class Ranks {
  public:
    /// Collective; it keeps a duplicate until MPI_Finalize, because after an exception not all
    /// ranks may free it.
    explicit Ranks(MPI_Comm comm) {
        check(MPI_Comm_dup(comm, &comm_), "MPI_Comm_dup");
        MPI_Comm_set_name(comm_, "local recovery"); // reports of stalls have it
        MPI_Comm_set_errhandler(comm_, MPI_ERRORS_RETURN);
        MPI_Comm_rank(comm_, &mine_);
        MPI_Comm_size(comm_, &size_);
        int all = 0;
        MPI_Comm_size(MPI_COMM_WORLD, &all);
        if (size_ != all)
            throw std::invalid_argument("local recovery is for all ranks of MPI_COMM_WORLD");
        for (const char *call : {"MPI_Allreduce/contribution", "MPI_Alltoall/contribution"})
            check(closeranks_set_policy(comm_, call, CLOSERANKS_POLICY_ERROR), call);
    }
    Ranks(const Ranks &) = delete;
    Ranks &operator=(const Ranks &) = delete;

    /// Collective, after a resume point: a communicator of all ranks for messages, which do not
    /// fail when a rank is missing. Recoveries leave it unchanged. MPI_Finalize frees it.
    [[nodiscard]] MPI_Comm make_channel() const {
        MPI_Comm channel = MPI_COMM_NULL;
        check(MPI_Comm_dup(comm_, &channel), "MPI_Comm_dup");
        MPI_Comm_set_name(channel, "messages of local recovery");
        MPI_Comm_set_errhandler(channel, MPI_ERRORS_RETURN);
        for (const char *call : {"MPI_Isend", "MPI_Improbe", "MPI_Mrecv"})
            check(closeranks_set_policy(channel, call, CLOSERANKS_POLICY_IGNORE), call);
        return channel;
    }

    [[nodiscard]] int mine() const { return mine_; }
    [[nodiscard]] int size() const { return size_; }

    /// Lets the MPI hear of failures. Calls that find a message at once, as all do while messages
    /// are sent again, do not turn its progress engine.
    static void listen() {
        constexpr int nobodys_tag = 32767;
        int found = 0;
        MPI_Iprobe(0, nobodys_tag, MPI_COMM_SELF, &found, MPI_STATUS_IGNORE);
    }
    /// Whether the process of this rank lives. Local.
    [[nodiscard]] bool is_alive(int rank) const { return is_alive(rank, comm_); }
    /// Whether the process lives that had this rank when `channel` was made. Local.
    [[nodiscard]] static bool is_alive(int rank, MPI_Comm channel) {
        int lives = 1;
        closeranks_is_alive(channel, rank, &lives);
        return lives != 0;
    }
    /// The number of lost ranks. Local.
    [[nodiscard]] int missing() const {
        int count = 0;
        closeranks_missing_count(comm_, &count);
        return count;
    }

    template <std::size_t N> using Values = std::array<long long, N>;
    /// Collective. All live ranks get the same result, whichever ranks fail meanwhile; nothing: a
    /// rank is missing.
    template <std::size_t N>
    [[nodiscard]] std::optional<Values<N>> combine(Values<N> mine, MPI_Op op) const {
        Values<N> all = mine;
        const int code =
            MPI_Allreduce(mine.data(), all.data(), static_cast<int>(N), MPI_LONG_LONG, op, comm_);
        return are_all_there(code, "MPI_Allreduce") ? std::optional(all) : std::nullopt;
    }
    /// Collective: gives each rank one number, and gets one from each. Nothing: a rank is missing.
    [[nodiscard]] std::optional<std::vector<long long>>
    exchange(const std::vector<long long> &given) const {
        std::vector<long long> got(given.size(), 0);
        const int code =
            MPI_Alltoall(given.data(), 1, MPI_LONG_LONG, got.data(), 1, MPI_LONG_LONG, comm_);
        return are_all_there(code, "MPI_Alltoall") ? std::optional(std::move(got)) : std::nullopt;
    }

  private:
    static bool are_all_there(int code, const char *call) {
        int kind = MPI_SUCCESS;
        MPI_Error_class(code, &kind);
        if (kind == MPIX_ERR_PROC_FAILED) return false;
        check(code, call);
        return true;
    }

    MPI_Comm comm_ = MPI_COMM_NULL;
    int mine_ = 0;
    int size_ = 0;
};

} // namespace closeranks::local_detail
/// @endcond

#endif
