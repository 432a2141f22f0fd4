// Collective access to interleaved pieces, round after round, by ranks that die within it
// (docs/explanation/files.md): every survivor's bytes have to be in the file, nothing in the gaps,
// and of the dead what they wrote or nothing. An ordinary program that knows nothing of closeranks.
//
// usage: buffering [RANK:ROUND:WHERE]...   which ranks die
//   WHERE: before, writing (at any instruction of the call), system (within a system call of it
//   that writes), after; full: it lives, but finds no space for what it writes

#include <mpi.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <dlfcn.h>
#include <fcntl.h>
#include <string>
#include <sys/uio.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace {

constexpr int rounds = 6;

int rank = 0;
int size = 0;
bool dies_in_system_call = false;
bool has_no_space = false;

[[noreturn]] void die() {
    kill(getpid(), SIGKILL);
    for (;;)
        pause();
}

struct Death {
    int rank = -1;
    int round = 0;
    std::string where;
};

Death parse(const std::string &text) {
    const std::size_t first = text.find(':');
    const std::size_t second = text.find(':', first + 1);
    return {.rank = std::atoi(text.c_str()),
            .round = std::atoi(text.c_str() + first + 1),
            .where = text.substr(second + 1)};
}

/// Dies within `seconds`, at another moment in each run.
void die_within(double seconds) {
    timespec now{};
    clock_gettime(CLOCK_MONOTONIC, &now);
    const double share = static_cast<double>(now.tv_nsec % 100'003) / 100'003;
    const long delay = 1 + static_cast<long>(seconds * share * 1e9);
    sigevent event{};
    event.sigev_notify = SIGEV_SIGNAL;
    event.sigev_signo = SIGKILL;
    timer_t timer{};
    itimerspec when{};
    when.it_value = {.tv_sec = delay / 1'000'000'000, .tv_nsec = delay % 1'000'000'000};
    if (timer_create(CLOCK_MONOTONIC, &event, &timer) != 0 ||
        timer_settime(timer, 0, &when, nullptr) != 0)
        die();
}

/// How the ranks share the part of the file that belongs to a round: `pieces` of each of them, of
/// `length` bytes, in turns, and after each turn a gap.
struct Shape {
    int pieces;
    int length;
    int gap;
    bool scattered; ///< in memory, too
    int idle = -1;  ///< a rank that writes nothing
};

constexpr Shape shapes[rounds + 1] = {
    {},
    {.pieces = 3000, .length = 64, .gap = 0, .scattered = false},
    {.pieces = 500, .length = 24, .gap = 8, .scattered = false},
    {.pieces = 200, .length = 1000, .gap = 0, .scattered = true},
    {.pieces = 64, .length = 1, .gap = 1, .scattered = false},
    {.pieces = 1000, .length = 100, .gap = 12, .scattered = true, .idle = 1},
    {.pieces = 3000, .length = 8, .gap = 0, .scattered = false},
};

MPI_Offset stride(int round) { return MPI_Offset{shapes[round].length} * size + shapes[round].gap; }

MPI_Offset start(int round) {
    MPI_Offset at = 100;
    for (int before = 1; before < round; before++)
        at += stride(before) * shapes[before].pieces;
    return at;
}

char value(int of, int round, int i) {
    return static_cast<char>(1 + (of * 37 + round * 11 + i) % 101);
}

/// What this rank writes.
int bytes(int round) {
    return shapes[round].idle == rank ? 0 : shapes[round].pieces * shapes[round].length;
}

std::vector<char> contents(int of, int round) {
    std::vector<char> all;
    for (int i = 0; i < bytes(round); i++)
        all.push_back(value(of, round, i));
    return all;
}

class Program {
  public:
    explicit Program(std::vector<Death> deaths) : deaths_(std::move(deaths)) {
        const char *place = std::getenv("TMPDIR");
        name_ = std::string(place != nullptr ? place : "/tmp") + "/closeranks-buffering";
        if (rank == 0) unlink(name_.c_str());
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_Info info = MPI_INFO_NULL; // several sections for each of several aggregators
        MPI_Info_create(&info);
        MPI_Info_set(info, "cb_nodes", size > 3 ? "3" : "1");
        MPI_Info_set(info, "cb_buffer_size", "65536");
        must(MPI_File_open(MPI_COMM_WORLD, name_.c_str(), MPI_MODE_CREATE | MPI_MODE_RDWR, info,
                           &file_),
             "MPI_File_open");
        MPI_Info_free(&info);
    }

    bool run() {
        for (int round = 1; round <= rounds; round++) {
            view(round);
            meet("before", round);
            write(round);
            meet("after", round);
            MPI_Barrier(MPI_COMM_WORLD);
            check_file(round);
            read(round);
            MPI_Barrier(MPI_COMM_WORLD);
        }
        misuse();
        must(MPI_File_close(&file_), "MPI_File_close");
        for (int round = 1; round <= rounds; round++)
            check_file(round);
        return good_;
    }

  private:
    void must(int code, const char *what) {
        if (code != MPI_SUCCESS) wrong(what, code);
    }
    void wrong(const char *what, long number) {
        if (good_) std::printf("wrong: rank %d: %s (%ld)\n", rank, what, number);
        good_ = false;
    }

    [[nodiscard]] bool is_planned(const char *where, int round, int whose = rank) const {
        return std::any_of(deaths_.begin(), deaths_.end(), [&](const Death &death) {
            return death.rank == whose && death.round == round && death.where == where;
        });
    }
    void meet(const char *where, int round) const {
        if (is_planned(where, round)) die();
    }

    /// 0: lives on after the round; else the round in which it dies.
    [[nodiscard]] int end_of(int other) const {
        for (const Death &death : deaths_)
            if (death.rank == other && death.where != "full") return death.round;
        return rounds + 1;
    }

    void view(int round) {
        const Shape &shape = shapes[round];
        MPI_Datatype piece = MPI_DATATYPE_NULL;
        MPI_Datatype pieces = MPI_DATATYPE_NULL;
        MPI_Type_contiguous(shape.length, MPI_BYTE, &piece);
        MPI_Type_create_resized(piece, 0, stride(round), &pieces);
        MPI_Type_commit(&pieces);
        must(MPI_File_set_view(file_, start(round) + MPI_Offset{shape.length} * rank, MPI_BYTE,
                               pieces, "native", MPI_INFO_NULL),
             "MPI_File_set_view");
        MPI_Type_free(&piece);
        MPI_Type_free(&pieces);
    }

    /// Every byte of the round's data, in memory beside each other or one in two.
    [[nodiscard]] static MPI_Datatype memory_type(int round) {
        MPI_Datatype type = MPI_DATATYPE_NULL;
        MPI_Type_vector(bytes(round), 1, shapes[round].scattered ? 2 : 1, MPI_BYTE, &type);
        MPI_Type_commit(&type);
        return type;
    }

    /// Does `call`, in which this rank may die.
    template <typename Call> void in_write(int round, Call call) {
        const bool at_any_instruction = is_planned("writing", round);
        const double begin = MPI_Wtime();
        if (at_any_instruction) die_within(longest_);
        call();
        if (at_any_instruction) die();
        longest_ = std::max(longest_, MPI_Wtime() - begin);
    }

    void write(int round) {
        const bool scattered = shapes[round].scattered;
        const std::vector<char> all = contents(rank, round);
        std::vector<char> memory(all.size() * (scattered ? 2 : 1));
        for (std::size_t i = 0; i < all.size(); i++)
            memory[i * (scattered ? 2 : 1)] = all[i];
        MPI_Datatype type = memory_type(round);
        MPI_Status status;
        dies_in_system_call = is_planned("system", round);
        has_no_space = is_planned("full", round);
        in_write(round, [&] {
            const int code = round % 2 == 0
                                 ? MPI_File_write_all(file_, memory.data(), 1, type, &status)
                                 : MPI_File_write_at_all(file_, 0, memory.data(), 1, type, &status);
            if ((code != MPI_SUCCESS) != has_no_space) wrong("the write", code);
        });
        if (dies_in_system_call) die(); // it was no aggregator
        MPI_Type_free(&type);
        if (std::exchange(has_no_space, false)) return;
        int written = 0;
        MPI_Get_count(&status, MPI_BYTE, &written);
        if (written != bytes(round)) wrong("the status of the write", written);
        MPI_Offset at = -1;
        must(MPI_File_get_position(file_, &at), "MPI_File_get_position");
        if (at != (round % 2 == 0 ? bytes(round) : 0)) wrong("the pointer after the write", at);
    }

    void read(int round) {
        const bool scattered = shapes[round].scattered;
        std::vector<char> memory(static_cast<std::size_t>(bytes(round)) * (scattered ? 2 : 1));
        MPI_Datatype type = memory_type(round);
        must(MPI_File_seek(file_, 0, MPI_SEEK_SET), "MPI_File_seek");
        must(MPI_File_read_all(file_, memory.data(), 1, type, MPI_STATUS_IGNORE), "the read");
        const std::vector<char> all = contents(rank, round);
        for (std::size_t i = 0; i < all.size(); i++)
            if (memory[i * (scattered ? 2 : 1)] != all[i] && !is_planned("full", round))
                wrong("a byte that was read", static_cast<long>(i));
        MPI_Type_free(&type);
    }

    /// What is wrong at one rank is an error there, and the others write: the same once more.
    void misuse() {
        view(1);
        const std::vector<char> all = contents(rank, 1);
        MPI_Datatype type = MPI_DATATYPE_NULL;
        MPI_Type_contiguous(bytes(1), MPI_BYTE, &type);
        if (rank != 0) MPI_Type_commit(&type);
        const int code = MPI_File_write_at_all(file_, 0, all.data(), 1, type, MPI_STATUS_IGNORE);
        if ((code != MPI_SUCCESS) != (rank == 0)) wrong("a type that is not committed", code);
        MPI_Type_free(&type);
    }

    void check_file(int round) {
        const Shape &shape = shapes[round];
        std::vector<char> got(static_cast<std::size_t>(stride(round) * shape.pieces));
        const int fd = open(name_.c_str(), O_RDONLY | O_CLOEXEC);
        static_cast<void>(!pread(fd, got.data(), got.size(), start(round)));
        close(fd);
        std::size_t at = 0;
        for (int piece = 0; piece < shape.pieces; piece++) {
            for (int other = 0; other < size; other++) {
                for (int i = 0; i < shape.length; i++, at++) {
                    const char whole = value(other, round, piece * shape.length + i);
                    const int end = end_of(other);
                    const bool idles = shape.idle == other;
                    const bool may_lack = end <= round || idles || is_planned("full", round, other);
                    const bool may_have = end >= round && !idles;
                    if (!(may_have && got[at] == whole) && !(may_lack && got[at] == 0))
                        wrong(end == rounds + 1 ? "a survivor's byte" : "a byte of the dead",
                              start(round) + static_cast<long>(at));
                }
            }
            for (int i = 0; i < shape.gap; i++, at++)
                if (got[at] != 0) wrong("a byte of a gap", static_cast<long>(at));
        }
    }

    std::vector<Death> deaths_;
    std::string name_;
    MPI_File file_ = MPI_FILE_NULL;
    double longest_ = 100e-6;
    bool good_ = true;
};

template <typename Function> Function *next_one(const char *name) {
    return reinterpret_cast<Function *>(dlsym(RTLD_NEXT, name));
}

} // namespace

// What the MPI writes by: whoever is to die within it has written a half of that.
extern "C" ssize_t pwrite(int fd, const void *buffer, size_t length, off_t at) {
    static auto *const next = next_one<ssize_t(int, const void *, size_t, off_t)>("pwrite");
    if (has_no_space) {
        errno = ENOSPC;
        return -1;
    }
    if (!dies_in_system_call) return next(fd, buffer, length, at);
    static_cast<void>(!next(fd, buffer, length / 2, at));
    die();
}

extern "C" ssize_t pwritev(int fd, const iovec *parts, int count, off_t at) {
    static auto *const next = next_one<ssize_t(int, const iovec *, int, off_t)>("pwritev");
    if (has_no_space) return pwrite(fd, parts[0].iov_base, parts[0].iov_len, at);
    if (!dies_in_system_call) return next(fd, parts, count, at);
    static_cast<void>(!pwrite(fd, parts[0].iov_base, parts[0].iov_len, at));
    die();
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    std::vector<Death> deaths;
    for (int i = 1; i < argc; i++)
        deaths.push_back(parse(argv[i]));
    const bool good = Program(deaths).run();
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    if (good) std::printf("ok: buffering\n");
    return good ? 0 : 1;
}
