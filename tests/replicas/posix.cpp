#include "dying.h"

#include <mpi.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <string>
#include <vector>

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/uio.h>

/* A program that writes and reads files by the C library in many ways: in a folder, which is its
 * argument. What it leaves there does not depend on who dies. */

namespace {

int rank = 0;
int size = 0;
std::string folder;

void check(bool ok, const std::string &what) {
    if (ok) return;
    std::printf("wrong: %s (%s)\n", what.c_str(), std::strerror(errno));
    std::fflush(stdout);
    MPI_Abort(MPI_COMM_WORLD, 3);
}

std::string mine(const char *name) { return folder + "/" + name + "." + std::to_string(rank); }

std::string line_of(const char *what, int round) {
    return std::string(what) + " rank " + std::to_string(rank) + " round " + std::to_string(round) +
           std::string(static_cast<std::size_t>(round % 7 * 5), '.') + "\n";
}

std::string contents(const std::string &name) {
    std::FILE *const file = std::fopen(name.c_str(), "r");
    check(file != nullptr, "fopen of " + name);
    std::string all(1 << 20, '\0');
    all.resize(std::fread(all.data(), 1, all.size(), file));
    check(std::fclose(file) == 0, "fclose");
    return all;
}

/* Written anew, read back, and renamed to its name: as checkpoints are. */
void checkpoint(int round) {
    std::string expected;
    std::FILE *const file = std::fopen(mine("checkpoint.new").c_str(), "w");
    check(file != nullptr, "fopen");
    for (int i = 0; i < 500; ++i) {
        const std::string line = line_of("state", round * 500 + i);
        expected += line;
        check(std::fputs(line.c_str(), file) >= 0, "fputs");
    }
    check(std::ftell(file) == static_cast<long>(expected.size()), "ftell");
    check(std::fseek(file, 0, SEEK_SET) == 0 && std::fputs("STATE", file) >= 0, "fseek");
    expected.replace(0, 5, "STATE");
    check(fsync(fileno(file)) == 0 && std::fclose(file) == 0, "fclose");
    check(contents(mine("checkpoint.new")) == expected, "what is read back");
    check(std::rename(mine("checkpoint.new").c_str(), mine("checkpoint").c_str()) == 0, "rename");
    struct stat found {};
    check(stat(mine("checkpoint").c_str(), &found) == 0 &&
              found.st_size == static_cast<off_t>(expected.size()),
          "stat");
    check(access(mine("checkpoint.new").c_str(), F_OK) != 0, "access");
}

/* At the end of a file of its own, and of one that all ranks have. */
void append(std::FILE *log, int round) {
    check(std::fprintf(log, "%s", line_of("log", round).c_str()) > 0 && std::fflush(log) == 0,
          "fprintf");
    const int all = open((folder + "/all").c_str(), O_WRONLY | O_CREAT | O_APPEND, 0644);
    check(all >= 0, "open to append");
    const std::string line = line_of("all", round);
    check(write(all, line.data(), line.size()) == static_cast<ssize_t>(line.size()), "write");
    check(close(all) == 0, "close");
    const std::string large(40'000, static_cast<char>('a' + round % 26));
    const int big = open(mine("big").c_str(), O_WRONLY | O_CREAT | O_APPEND, 0644);
    const iovec pieces[] = {{const_cast<char *>(large.data()), large.size()},
                            {const_cast<char *>(line.data()), line.size()}};
    check(writev(big, pieces, 2) == static_cast<ssize_t>(large.size() + line.size()), "writev");
    static off_t end = 0;
    end += static_cast<off_t>(large.size() + line.size());
    check(lseek(big, 0, SEEK_CUR) == end, "the end of what was appended");
    check(pwrite(big, "!", 1, 0) == 1 && lseek(big, 0, SEEK_CUR) == end, "pwrite to append");
    ++end;
    check(close(big) == 0, "close");
}

/* All ranks write to one file, each at places of its own, and read what the next rank has written.
 */
void share(int shared, int round) {
    constexpr int bytes = 1000;
    const auto place = [&](int of) { return (static_cast<off_t>(round) * size + of) * bytes; };
    const auto value = [&](int of) { return static_cast<char>('A' + (of * 5 + round) % 26); };
    const std::string data(bytes, value(rank));
    check(pwrite(shared, data.data(), bytes, place(rank)) == bytes, "pwrite");
    MPI_Barrier(MPI_COMM_WORLD);
    std::string got(bytes, '\0');
    const int next = (rank + 1) % size;
    check(pread(shared, got.data(), bytes, place(next)) == bytes, "pread");
    check(got == std::string(bytes, value(next)), "what another rank has written");
    check(lseek(shared, 0, SEEK_CUR) == 0, "a place that has moved");
}

/* Streams of C++, and files that come and go. */
void come_and_go(int round) {
    {
        std::ofstream stream(mine("stream"), round % 3 == 0 ? std::ios::trunc : std::ios::app);
        stream << line_of("stream", round);
        check(stream.good(), "std::ofstream");
    }
    std::ifstream stream(mine("stream"));
    std::string line;
    for (int first = round - round % 3; first <= round; ++first)
        check(std::getline(stream, line) && line + "\n" == line_of("stream", first),
              "std::getline");
    std::string name = folder + "/temporary.XXXXXX";
    const int temporary = mkstemp(name.data());
    check(temporary >= 0 && write(temporary, "12345678", 8) == 8, "mkstemp");
    check(ftruncate(temporary, 4) == 0 && lseek(temporary, 0, SEEK_END) == 4, "ftruncate");
    std::FILE *const again = fdopen(temporary, "r+");
    std::rewind(again);
    char text[9] = "";
    check(std::fgets(text, sizeof text, again) != nullptr && std::string(text) == "1234", "fgets");
    check(std::fclose(again) == 0 && unlink(name.c_str()) == 0, "unlink");
    check(mkdir(mine("folder").c_str(), 0755) == 0, "mkdir");
    check(mkdir(mine("folder").c_str(), 0755) == -1 && errno == EEXIST, "mkdir twice");
    const int only = open((mine("folder") + "/file").c_str(), O_RDWR | O_CREAT | O_EXCL, 0644);
    check(only >= 0 && write(only, "x", 1) == 1 && close(only) == 0, "O_EXCL");
    check(open((mine("folder") + "/file").c_str(), O_RDWR | O_CREAT | O_EXCL, 0644) == -1 &&
              errno == EEXIST,
          "O_EXCL twice");
    check(std::remove((mine("folder") + "/file").c_str()) == 0, "remove");
    check(rmdir(mine("folder").c_str()) == 0, "rmdir");
}

void read_random() {
    unsigned value = 0, other = 0;
    const int device = open("/dev/urandom", O_RDONLY);
    check(device >= 0 && read(device, &value, sizeof value) == sizeof value && close(device) == 0,
          "/dev/urandom");
    std::FILE *const stream = std::fopen("/dev/urandom", "r");
    check(stream != nullptr && std::fread(&other, sizeof other, 1, stream) == 1, "/dev/urandom");
    std::fclose(stream);
    std::printf(" %08x %08x\n", value, other);
}

} // namespace

int main(int argc, char **argv) {
    folder = argc > 1 ? argv[1] : ".";
    const int rounds = argc > 2 ? std::atoi(argv[2]) : 6;
    setvbuf(stdout, nullptr, _IOLBF, 0);
    MPI_Init(&argc, &argv);
    plan_death();
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    std::FILE *const log = std::fopen(mine("log").c_str(), "a");
    check(log != nullptr, "fopen to append");
    const int shared = open((folder + "/shared").c_str(), O_RDWR | O_CREAT, 0644);
    check(shared >= 0, "open");
    for (int round = 0; round < rounds; ++round) {
        come_to(round);
        std::printf("round %d", round);
        read_random();
        checkpoint(round);
        append(log, round);
        share(shared, round);
        come_and_go(round);
    }
    std::fputs("the end\n", log); // in the stream's memory still
    check(close(shared) == 0, "close");
    tell_time();
    MPI_Finalize();
    std::fclose(log);
    std::printf("rank %d: done\n", rank);
    return 0;
}
