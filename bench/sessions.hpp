// What the programs share that open a session for each phase of their work. Only some of the ranks
// take part in a phase: they get a communicator by MPI_Comm_create_from_group, and first find out,
// or do not, who of them lives:
//
//   none     nobody asks
//   naive    all ranks ask on a communicator of the whole world, which the first session has made,
//            whether they take part in the phase or not
//   horizon  those who take part ask each other (closeranks_horizon_from_group)
//
// The programs are linked with the stub of closeranks, so they run without it, too.

#ifndef CLOSERANKS_BENCH_SESSIONS_HPP
#define CLOSERANKS_BENCH_SESSIONS_HPP

#include <closeranks.h>
#include <mpi.h>

#include <algorithm>
#include <csignal>
#include <cstdarg>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <unistd.h>

namespace bench {

using Ranks = std::vector<int>; ///< of MPI_COMM_WORLD, which these programs have not

constexpr std::size_t at(int i) { return static_cast<std::size_t>(i); }

inline bool is_in(const Ranks &ranks, int rank) {
    return std::find(ranks.begin(), ranks.end(), rank) != ranks.end();
}

/// A group that is freed.
class Group {
  public:
    Group() = default;
    Group(Group &&other) noexcept : group_(std::exchange(other.group_, MPI_GROUP_NULL)) {}
    Group &operator=(Group &&other) noexcept {
        std::swap(group_, other.group_);
        return *this;
    }
    ~Group() {
        if (group_ != MPI_GROUP_NULL && group_ != MPI_GROUP_EMPTY) MPI_Group_free(&group_);
    }

    [[nodiscard]] MPI_Group get() const { return group_; }
    MPI_Group *out() { return &group_; }

    [[nodiscard]] int size() const {
        int size = 0;
        MPI_Group_size(group_, &size);
        return size;
    }

    /// Where the members are in `everybody`.
    [[nodiscard]] Ranks ranks_in(const Group &everybody) const {
        Ranks own(at(size()));
        for (std::size_t i = 0; i < own.size(); ++i)
            own[i] = static_cast<int>(i);
        Ranks ranks(own.size());
        MPI_Group_translate_ranks(group_, size(), own.data(), everybody.get(), ranks.data());
        return ranks;
    }

  private:
    MPI_Group group_ = MPI_GROUP_NULL;
};

/// A session of the MPI, and the group of all processes.
class Session {
  public:
    Session() {
        MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &session_);
        MPI_Group_from_session_pset(session_, "mpi://WORLD", everybody.out());
    }
    ~Session() {
        everybody = Group();
        MPI_Session_finalize(&session_);
    }
    Session(const Session &) = delete;
    Session &operator=(const Session &) = delete;

    [[nodiscard]] Group group_of(const Ranks &ranks) const {
        Group group;
        MPI_Group_incl(everybody.get(), static_cast<int>(ranks.size()), ranks.data(), group.out());
        return group;
    }

    Group everybody;

  private:
    MPI_Session session_ = MPI_SESSION_NULL;
};

inline MPI_Comm make_comm(const Group &group, const std::string &name) {
    MPI_Comm comm = MPI_COMM_NULL;
    MPI_Comm_create_from_group(group.get(), name.c_str(), MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL,
                               &comm);
    return comm;
}

enum class Way { none, naive, horizon };

inline std::optional<Way> way_of(std::string_view word) {
    if (word == "none") return Way::none;
    if (word == "naive") return Way::naive;
    if (word == "horizon") return Way::horizon;
    return std::nullopt;
}

/// Who runs, from the first session to the end, and how it asks.
class Program {
  public:
    /// `victim`: a rank that dies in deaths(); -1: none does.
    Program(const char *name, Way way, int victim) : way(way), victim(victim), name_(name) {
        MPI_Group_rank(first_.everybody.get(), &rank);
        size = first_.everybody.size();
        usleep(settling);
        begin_ = MPI_Wtime();
        if (way == Way::naive) world_ = make_comm(first_.everybody, "bench/world");
    }
    ~Program() {
        if (world_ != MPI_COMM_NULL) MPI_Comm_free(&world_);
    }
    Program(const Program &) = delete;
    Program &operator=(const Program &) = delete;

    const Way way;
    int victim;
    int rank = 0;
    int size = 0;

    [[nodiscard]] Ranks everybody() const {
        Ranks ranks(at(size));
        for (std::size_t i = 0; i < ranks.size(); ++i)
            ranks[i] = static_cast<int>(i);
        return ranks;
    }

    void deaths() const {
        if (rank == victim) static_cast<void>(std::raise(SIGKILL));
    }

    /// Those of `ranks` that live, as far as anybody asks. Collective over them, and over everybody
    /// in the naive way.
    Ranks find_living(const Session &session, const Ranks &ranks) {
        const double before = MPI_Wtime();
        Ranks living = ranks;
        if (way == Way::naive) {
            std::erase_if(living,
                          [missing = missing_from_world()](int r) { return is_in(missing, r); });
        } else if (way == Way::horizon) {
            Group alive;
            closeranks_horizon_from_group(session.group_of(ranks).get(), alive.out());
            living = alive.ranks_in(session.everybody);
        }
        asked_.push_back(MPI_Wtime() - before);
        return living;
    }

    [[nodiscard]] double seconds() const { return MPI_Wtime() - begin_; }
    [[nodiscard]] const std::vector<double> &asked() const { return asked_; }

    [[gnu::format(printf, 3, 4)]] void check(bool holds, const char *format, ...) {
        if (holds) return;
        failed_ = true;
        char text[200];
        va_list values;
        va_start(values, format);
        std::vsnprintf(text, sizeof text, format, values);
        va_end(values);
        std::fprintf(stderr, "wrong: rank %d: %s\n", rank, text);
    }

    [[nodiscard]] bool failed() const { return failed_; }

    /// Says how it went, and returns the exit status. Stdout belongs to the result.
    [[nodiscard]] int finish() const {
        if (!failed_) std::fprintf(stderr, "ok: %s\n", name_);
        return failed_ ? 1 : 0;
    }

  private:
    [[nodiscard]] Ranks missing_from_world() const {
        Ranks missing(at(size));
        int count = 0;
        MPI_Barrier(world_); // after which all know of the same
        closeranks_missing_ranks(world_, size, missing.data(), &count);
        missing.resize(at(count));
        return missing;
    }

    /// Microseconds. mpirun passes on no death while it still starts the job.
    static constexpr useconds_t settling = 200'000;

    const char *name_;
    Session first_; // it stays open, or the MPI would end and begin again between two phases
    MPI_Comm world_ = MPI_COMM_NULL;
    double begin_ = 0;
    std::vector<double> asked_; // seconds for each discovery
    bool failed_ = false;
};

/// A session and a communicator of those of `ranks` that live. It is false at all others, who have
/// neither.
class Phase {
  public:
    Phase(Program &program, const std::string &name, const Ranks &ranks) : program_(program) {
        const bool takes_part = is_in(ranks, program.rank);
        if (!takes_part && program.way != Way::naive) return;
        session_.emplace();
        living = program.find_living(*session_, ranks);
        if (!takes_part) return;
        comm = make_comm(session_->group_of(living), name);
        Group group;
        MPI_Comm_group(comm, group.out());
        members = group.ranks_in(session_->everybody);
    }
    ~Phase() {
        if (comm == MPI_COMM_NULL) return;
        // What somebody who dies soon has given to the others has come to all of them.
        if (program_.victim >= 0) MPI_Barrier(comm);
        MPI_Comm_free(&comm);
    }
    Phase(const Phase &) = delete;
    Phase &operator=(const Phase &) = delete;

    explicit operator bool() const { return comm != MPI_COMM_NULL; }

    /// The rank in `comm` of one of MPI_COMM_WORLD; MPI_PROC_NULL: it is not there.
    [[nodiscard]] int place_of(int rank) const {
        const auto found = std::find(members.begin(), members.end(), rank);
        return found == members.end() ? MPI_PROC_NULL : static_cast<int>(found - members.begin());
    }

    /// The most of what the members have.
    [[nodiscard]] double most(double mine) const {
        MPI_Allreduce(MPI_IN_PLACE, &mine, 1, MPI_DOUBLE, MPI_MAX, comm);
        return mine;
    }

    /// Whether no member has found anything wrong: else there is no result to print.
    [[nodiscard]] bool all_is_right() const { return most(program_.failed() ? 1 : 0) == 0; }

    MPI_Comm comm = MPI_COMM_NULL;
    Ranks living;  ///< what the discovery has found
    Ranks members; ///< those who are in `comm`: one may have died since

  private:
    Program &program_;
    std::optional<Session> session_;
};

inline double median(std::vector<double> values) {
    if (values.empty()) return 0;
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

/// The number behind the argument `name`.
inline int option(int argc, char **argv, std::string_view name, int otherwise) {
    for (int i = 1; i + 1 < argc; ++i)
        if (name == argv[i]) return std::atoi(argv[i + 1]);
    return otherwise;
}

} // namespace bench

#endif
