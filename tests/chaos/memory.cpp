// Windows and files of replicated runs. No rank is lost, so each value and each byte is known.

#include "step.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <numeric>
#include <string>
#include <unistd.h>
#include <vector>

namespace {

/// Memory of one rank: a place for each rank, and a sum behind them.
class Room {
  public:
    explicit Room(const Step &step) : step_(step) {
        const MPI_Aint bytes = (step.size + 1) * static_cast<MPI_Aint>(sizeof(long));
        if (step.number % 2 == 0) {
            MPI_Win_allocate(bytes, sizeof(long), MPI_INFO_NULL, step.comm, &at_, &win);
        } else {
            own_.resize(static_cast<std::size_t>(step.size) + 1);
            at_ = own_.data();
            MPI_Win_create(at_, bytes, sizeof(long), MPI_INFO_NULL, step.comm, &win);
        }
        std::fill(at_, at_ + step.size, -1L);
        at_[step.size] = 0;
        MPI_Barrier(step.comm);
    }
    ~Room() { MPI_Win_free(&win); }
    Room(const Room &) = delete;
    Room &operator=(const Room &) = delete;

    [[nodiscard]] int sum() const { return step_.size; }
    [[nodiscard]] long operator[](int place) const { return at_[place]; }
    void expect(bool right, const char *what) const { step_.me.expect(right, what, step_.number); }
    void expect_values_of_all() const {
        expect(std::vector<long>(at_, at_ + step_.size) == values_of_all(step_),
               "values that other ranks did not put");
    }

    MPI_Win win = MPI_WIN_NULL;

  private:
    const Step &step_;
    long *at_ = nullptr;
    std::vector<long> own_;
};

long sum_of_ranks(const Step &step) { return step.size * (step.size + 1L) / 2; }

/// Between fences each rank puts its value into all memories, adds to all sums, and reads them.
void fences(const Step &step) {
    const Room room(step);
    const long mine = value_of(step, step.rank);
    const long share = step.rank + 1;
    std::vector<long> sums = of_all(step);
    MPI_Win_fence(0, room.win);
    for (int i = 0; i < step.size; i++) {
        const int to = (step.rank + i) % step.size;
        MPI_Put(&mine, 1, MPI_LONG, to, step.rank, 1, MPI_LONG, room.win);
        MPI_Accumulate(&share, 1, MPI_LONG, to, room.sum(), 1, MPI_LONG, MPI_SUM, room.win);
    }
    MPI_Win_fence(0, room.win);
    for (int of = 0; of < step.size; of++)
        MPI_Get(&sums[static_cast<std::size_t>(of)], 1, MPI_LONG, of, room.sum(), 1, MPI_LONG,
                room.win);
    MPI_Win_fence(0, room.win);
    room.expect_values_of_all();
    room.expect(std::count(sums.begin(), sums.end(), sum_of_ranks(step)) == step.size,
                "an operation between fences lost or doubled");
}

/// A counter gives each rank a number of its own. The lock of the target is exclusive or shared.
void counted(const Step &step) {
    const Room room(step);
    const long one = 1;
    long number = -1;
    MPI_Win_lock(step.number % 3 == 0 ? MPI_LOCK_EXCLUSIVE : MPI_LOCK_SHARED, step.root, 0,
                 room.win);
    MPI_Fetch_and_op(&one, &number, MPI_LONG, step.root, room.sum(), MPI_SUM, room.win);
    MPI_Win_unlock(step.root, room.win);
    std::vector<long> numbers = of_all(step);
    MPI_Allgather(&number, 1, MPI_LONG, numbers.data(), 1, MPI_LONG, step.comm);
    std::sort(numbers.begin(), numbers.end());
    std::vector<long> right = of_all(step);
    std::iota(right.begin(), right.end(), 0L);
    room.expect(numbers == right, "a number that two ranks have, or no rank");
}

/// All ranks swap at one place: only the first one finds the old value there.
void swapped(const Step &step) {
    const Room room(step);
    const long mine = value_of(step, step.rank);
    const long none = -1;
    long found = -2;
    long stands = -2;
    MPI_Win_lock_all(0, room.win);
    MPI_Compare_and_swap(&mine, &none, &found, MPI_LONG, step.root, 0, room.win);
    MPI_Win_flush(step.root, room.win);
    MPI_Barrier(step.comm);
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Rget(&stands, 1, MPI_LONG, step.root, 0, 1, MPI_LONG, room.win, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    // Not at place 0, which other ranks may still have to read.
    MPI_Put(&mine, 1, MPI_LONG, step.right(), room.sum(), 1, MPI_LONG, room.win);
    MPI_Win_flush_all(room.win);
    MPI_Win_unlock_all(room.win);
    const bool is_first = found == none;
    room.expect((stands == mine) == is_first, "two ranks that swapped first, or none");
    room.expect(is_first || found == stands, "a swap found what no rank had put");
    MPI_Barrier(step.comm);
}

/// Neighbours in a ring, with MPI_Win_post and MPI_Win_start.
void posted(const Step &step) {
    if (step.size < 3) return;
    const Room room(step);
    const long mine = value_of(step, step.rank);
    MPI_Group all = MPI_GROUP_NULL;
    MPI_Group targets = MPI_GROUP_NULL;
    MPI_Group origins = MPI_GROUP_NULL;
    const int right = step.right();
    const int left = step.left();
    MPI_Comm_group(step.comm, &all);
    MPI_Group_incl(all, 1, &right, &targets);
    MPI_Group_incl(all, 1, &left, &origins);
    MPI_Win_post(origins, 0, room.win);
    MPI_Win_start(targets, 0, room.win);
    MPI_Put(&mine, 1, MPI_LONG, right, step.rank, 1, MPI_LONG, room.win);
    MPI_Accumulate(&mine, 1, MPI_LONG, right, room.sum(), 1, MPI_LONG, MPI_SUM, room.win);
    MPI_Win_complete(room.win);
    if (step.number % 2 == 0)
        MPI_Win_wait(room.win);
    else
        for (int done = 0; !done;)
            MPI_Win_test(room.win, &done);
    const long theirs = value_of(step, left);
    room.expect(room[left] == theirs && room[room.sum()] == theirs, "not what the neighbour put");
    for (MPI_Group *const group : {&all, &targets, &origins})
        MPI_Group_free(group);
}

/// The name of a file of this step and rank; -1: of all ranks. Empty: there is no folder for it.
std::string path_of(const Step &step, int rank) {
    const char *const folder = std::getenv("TMPDIR");
    if (folder == nullptr) return "";
    return std::string(folder) + "/chaos.own." + std::to_string(step.number) + "." +
           std::to_string(rank);
}

/// A file of all ranks whose views take turns; each rank reads the whole of it.
void viewed(const Step &step) {
    const std::string path = path_of(step, -1);
    if (!step.everybody || path.empty()) return;
    constexpr auto bytes = static_cast<MPI_Offset>(sizeof(long));
    const std::array mine{value_of(step, step.rank), -value_of(step, step.rank)};
    MPI_Datatype turns = MPI_DATATYPE_NULL;
    MPI_File file = MPI_FILE_NULL;
    MPI_Type_create_resized(MPI_LONG, 0, bytes * step.size, &turns);
    MPI_Type_commit(&turns);
    MPI_File_open(step.comm, path.c_str(),
                  MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file);
    MPI_File_set_view(file, bytes * step.rank, MPI_LONG, turns, "native", MPI_INFO_NULL);
    MPI_Request request = MPI_REQUEST_NULL;
    if (step.number % 2 == 0)
        MPI_File_iwrite_all(file, mine.data(), 2, MPI_LONG, &request);
    else
        MPI_File_iwrite_at(file, 0, mine.data(), 2, MPI_LONG, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_File_sync(file);
    MPI_Barrier(step.comm);
    MPI_File_sync(file);
    MPI_File_set_view(file, 0, MPI_LONG, MPI_LONG, "native", MPI_INFO_NULL);
    std::vector<long> got(2 * static_cast<std::size_t>(step.size), -1);
    MPI_File_read_all(file, got.data(), 2 * step.size, MPI_LONG, MPI_STATUS_IGNORE);
    MPI_Offset size = 0;
    MPI_File_get_size(file, &size);
    MPI_File_close(&file);
    MPI_Type_free(&turns);
    std::vector<long> right = values_of_all(step);
    for (int rank = 0; rank < step.size; rank++)
        right.push_back(-value_of(step, rank));
    step.me.expect(got == right && size == 2 * bytes * step.size, "a file with other values",
                   step.number);
}

/// All that a file has in it; removes it.
std::string take_file(const std::string &path) {
    std::string text;
    std::FILE *const file = std::fopen(path.c_str(), "r");
    if (file == nullptr) return "(none)";
    std::array<char, 256> part{};
    while (std::fgets(part.data(), static_cast<int>(part.size()), file) != nullptr)
        text += part.data();
    std::fclose(file);
    std::remove(path.c_str());
    return text;
}

/// A file of the C library for each rank, written by a stream between messages, and appended to.
void own_file(const Step &step) {
    const std::string path = path_of(step, step.me.rank);
    if (path.empty()) return;
    std::string right;
    std::FILE *file = std::fopen(path.c_str(), "w");
    for (int line = 0; line < 6; line++) {
        if (line == 3) {
            std::fclose(file);
            file = std::fopen(path.c_str(), "a");
        }
        std::fprintf(file, "%d of %d\n", line, step.number);
        right += std::to_string(line) + " of " + std::to_string(step.number) + "\n";
        if (line % 2 == 0) std::fflush(file);
        if (line == 1) MPI_Barrier(step.comm);
    }
    std::fclose(file);
    step.me.expect(take_file(path) == right, "lines lost or doubled", step.number);
}

/// A file to which all ranks append lines at the same time: each line is there once.
void appended(const Step &step) {
    const std::string path = path_of(step, -1);
    if (!step.everybody || path.empty()) return;
    const int file = open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600);
    const std::string line(1, static_cast<char>('a' + step.rank));
    for (int i = 0; i < 3; i++)
        step.me.expect(write(file, line.data(), 1) == 1, "a write that failed", step.number);
    close(file);
    MPI_Barrier(step.comm);
    if (step.rank == step.root) {
        std::string text = take_file(path);
        std::sort(text.begin(), text.end());
        std::string right;
        for (int rank = 0; rank < step.size; rank++)
            right += std::string(3, static_cast<char>('a' + rank));
        step.me.expect(text == right, "appended bytes lost or doubled", step.number);
    }
    MPI_Barrier(step.comm);
}

constexpr std::array calls{fences, counted, swapped, posted, viewed, own_file, appended};

} // namespace

std::span<const Call> memory_calls() { return calls; }
