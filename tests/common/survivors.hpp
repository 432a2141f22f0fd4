#pragma once

#include <mpi.h>

#include <algorithm>
#include <csignal>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <unistd.h>
#include <vector>

/// A self-checking MPI program that knows nothing of closeranks:
///
///     PROGRAM [--die RANK]...
///
/// Its checks run once with everybody and, after the ranks to die have killed themselves, again
/// among the survivors. Every survivor prints "ok: NAME", or "wrong: ..." for each wrong value.
namespace survivors {

class Program {
  public:
    Program(int argc, char **argv, std::string name) : Program(argc, argv, name, Worldless{}) {
        MPI_Init(&argc, &argv);
        MPI_Comm_rank(MPI_COMM_WORLD, &rank);
        MPI_Comm_size(MPI_COMM_WORLD, &size);
    }

    /// One that does not begin with MPI_Init, and sets `rank` and `size` itself.
    struct Worldless {};
    Program(int argc, char **argv, std::string name, Worldless) : name_(std::move(name)) {
        for (int i = 1; i + 1 < argc; i += 2)
            if (std::string(argv[i]) == "--die") to_die_.push_back(std::atoi(argv[i + 1]));
    }

    int rank = 0;
    int size = 0;

    /// Before the deaths nobody is missing.
    [[nodiscard]] bool is_missing(int world_rank) const {
        return died_ && std::find(to_die_.begin(), to_die_.end(), world_rank) != to_die_.end();
    }

    [[nodiscard]] int count_missing() const {
        int count = 0;
        for (int r = 0; r < size; ++r)
            count += is_missing(r) ? 1 : 0;
        return count;
    }

    [[nodiscard]] int lowest_survivor() const {
        int lowest = 0;
        while (is_missing(lowest))
            ++lowest;
        return lowest;
    }

    /// Those who have to die do so here.
    void deaths() {
        if (has_to_die()) std::raise(SIGKILL);
        died_ = true;
    }

    /// The ranks that have to die wait until all ranks have come here, also the others that have to
    /// die: the part of a dead rank in a collective that others are still in may be lost with it.
    /// `comm` has all ranks.
    void wait_before_deaths(MPI_Comm comm = MPI_COMM_WORLD) const {
        constexpr int tag = 30000;
        int unused = 0;
        for (int other = 0; other < size; ++other) {
            if (is_to_die(other) == has_to_die()) continue;
            // Each tells the survivors that it is here. It dies when all of them have answered.
            if (has_to_die())
                MPI_Send(&unused, 1, MPI_INT, other, tag, comm);
            else
                MPI_Recv(&unused, 1, MPI_INT, other, tag, comm, MPI_STATUS_IGNORE);
        }
        const int survivors = size - static_cast<int>(to_die_.size());
        for (int i = 0; i < survivors && has_to_die(); ++i)
            MPI_Recv(&unused, 1, MPI_INT, MPI_ANY_SOURCE, tag, comm, MPI_STATUS_IGNORE);
        for (std::size_t i = 0; i < to_die_.size() && !has_to_die(); ++i)
            MPI_Send(&unused, 1, MPI_INT, to_die_[i], tag, comm);
    }

    void deaths_when_all_are_here(MPI_Comm comm = MPI_COMM_WORLD) {
        wait_before_deaths(comm);
        deaths();
    }

    [[nodiscard]] bool has_to_die() const { return is_to_die(rank); }

    [[nodiscard]] bool is_to_die(int one) const {
        return std::find(to_die_.begin(), to_die_.end(), one) != to_die_.end();
    }

    [[gnu::format(printf, 3, 4)]] void check(bool holds, const char *format, ...) {
        if (holds) return;
        failed_ = true;
        char text[400];
        va_list arguments;
        va_start(arguments, format);
        std::vsnprintf(text, sizeof text, format, arguments);
        va_end(arguments);
        std::printf("wrong: rank %d, %s: %s\n", rank, died_ ? "after the deaths" : "before", text);
        std::fflush(stdout);
    }

    void check_equal(const std::vector<int> &got, const std::vector<int> &expected,
                     const char *what) {
        check(got.size() == expected.size(), "%s: %zu values, not %zu", what, got.size(),
              expected.size());
        for (std::size_t i = 0; i < std::min(got.size(), expected.size()); ++i)
            check(got[i] == expected[i], "%s: value %zu is %d, not %d", what, i, got[i],
                  expected[i]);
    }

    /// The program's end and exit status.
    int finish() {
        tell();
        MPI_Finalize();
        return status();
    }

    /// What all checks so far have come to.
    void tell() const {
        if (!failed_) std::printf("ok: %s\n", name_.c_str());
        std::fflush(stdout);
    }

    [[nodiscard]] int status() const { return failed_ ? 1 : 0; }

  private:
    std::string name_;
    std::vector<int> to_die_;
    bool died_ = false;
    bool failed_ = false;
};

/// What a place holds that nobody has written to.
constexpr int untouched = -1;

/// Element `i` of what `from` gives to `to`.
constexpr int value(int from, int to, int i) { return from * 10000 + to * 100 + i; }

inline void append(std::vector<int> &list, std::initializer_list<int> values) {
    list.insert(list.end(), values);
}

/// A file of all survivors, which goes when it is closed. Its name is left in `name`.
inline MPI_File open_file(const Program &p, std::string &name) {
    int unique = static_cast<int>(getpid());
    MPI_Bcast(&unique, 1, MPI_INT, p.lowest_survivor(), MPI_COMM_WORLD);
    name = "survivors." + std::to_string(unique);
    MPI_File file = MPI_FILE_NULL;
    MPI_File_open(MPI_COMM_WORLD, name.c_str(),
                  MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file);
    return file;
}

/// Every survivor writes its rank and reads the lowest survivor's.
inline void check_file(Program &p, MPI_File file) {
    const int first = p.lowest_survivor();
    int read = untouched;
    MPI_File_write_at_all(file, p.rank * MPI_Offset{sizeof(int)}, &p.rank, 1, MPI_INT,
                          MPI_STATUS_IGNORE);
    MPI_File_sync(file);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_sync(file);
    MPI_File_read_at(file, first * MPI_Offset{sizeof(int)}, &read, 1, MPI_INT, MPI_STATUS_IGNORE);
    p.check(read == first, "%d was read, not %d", read, first);
}

/// The same index as a size and the other way round.
constexpr std::size_t at(int i) { return static_cast<std::size_t>(i); }

} // namespace survivors
