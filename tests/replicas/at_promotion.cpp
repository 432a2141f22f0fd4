#include "dying.h"
#include "promotion.hpp"

#include <mpi.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include <fcntl.h>
#include <linux/capability.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>

/* A program with one rank that has files open when its leader dies. Its arguments are a folder and
 * the name of a case; each comes to step 1 at the moment that matters. What it leaves in the
 * folder, and what it prints, is that of a run without deaths. */

namespace {

using namespace promotion;

/* A file that has no name any more. */
void unlinked() {
    const int file = create(in_folder("file"));
    put(file, "one");
    check(unlink(in_folder("file").c_str()) == 0, "unlink");
    come_to(1);
    put(file, " two");
    char text[8] = "";
    check(pread(file, text, sizeof text - 1, 0) == 7 && std::strcmp(text, "one two") == 0, "pread");
    check(close(file) == 0, "close");
}

/* The same of streams; another file gets the name. */
void scratch() {
    std::FILE *const stream = std::fopen(in_folder("file").c_str(), "w+");
    check(std::fputs("one", stream) >= 0 && std::fflush(stream) == 0, "fputs");
    check(std::remove(in_folder("file").c_str()) == 0, "remove");
    put(create(in_folder("file")), "another one");
    come_to(1);
    check(std::fputs(" two", stream) >= 0 && std::fseek(stream, 0, SEEK_SET) == 0, "fputs");
    char text[8] = "";
    check(std::fgets(text, sizeof text, stream) != nullptr && std::strcmp(text, "one two") == 0,
          "fgets");
    check(std::fclose(stream) == 0, "fclose");
}

/* A file whose name another one has. */
void replaced() {
    const int file = create(in_folder("file"));
    put(file, "one");
    const int other = create(in_folder("other"));
    put(other, "the other one");
    check(close(other) == 0, "close");
    check(std::rename(in_folder("other").c_str(), in_folder("file").c_str()) == 0, "rename");
    come_to(1);
    put(file, "two");
    check(close(file) == 0, "close");
}

/* A file that was opened by another spelling of its name. */
void renamed() {
    const int file = create(folder + "/./new");
    put(file, "one");
    check(std::rename(in_folder("new").c_str(), in_folder("file").c_str()) == 0, "rename");
    come_to(1);
    put(file, "two");
    check(close(file) == 0, "close");
}

/* A file whose name has the number of the process in it. */
void of_process() {
    const std::string name = in_folder("file.") + std::to_string(getpid());
    const int file = create(name);
    put(file, "one");
    come_to(1);
    put(file, "two");
    check(close(file) == 0, "close");
}

/* This process may no more than its user. */
void be_user() {
    __user_cap_header_struct head{_LINUX_CAPABILITY_VERSION_3, 0};
    __user_cap_data_struct none[2] = {};
    check(syscall(SYS_capset, &head, none) == 0, "capset");
}

/* Files that their user may not open any more. */
void read_only() {
    be_user();
    const int file = open(in_folder("file").c_str(), O_RDWR | O_CREAT | O_EXCL, 0400);
    check(file >= 0, "open");
    put(file, "one");
    come_to(1);
    put(file, "two");
    check(close(file) == 0, "close");
}

/* A folder with all that is in it goes, while the twin has not looked into it yet. */
void folders() {
    namespace fs = std::filesystem;
    fs::create_directories(in_folder("one/two"));
    for (const char *const name : {"one/a", "one/b", "one/two/c"})
        check(close(create(in_folder(name))) == 0, "close");
    lag();
    int count = 0;
    for ([[maybe_unused]] const auto &entry : fs::directory_iterator(in_folder("one")))
        ++count;
    check(close(create(in_folder("one/d"))) == 0, "close");
    std::printf("%d entries, %d removed\n", count,
                static_cast<int>(fs::remove_all(in_folder("one"))));
    come_to(1);
    std::printf("exists %d\n", fs::exists(in_folder("one")));
}

/* A pipe that both processes would make, and the room that both would see in another way. */
void others() {
    lag();
    check(mkfifo(in_folder("pipe").c_str(), 0600) == 0, "mkfifo");
    const int file = create(in_folder("file"));
    put(file, "one");
    struct statvfs by_name {
    }, by_descriptor{};
    check(statvfs(folder.c_str(), &by_name) == 0 && fstatvfs(file, &by_descriptor) == 0, "statvfs");
    check(by_name.f_fsid == by_descriptor.f_fsid, "another file system");
    std::printf("%d\n", static_cast<int>(std::filesystem::space(folder).capacity == 0));
    come_to(1);
    check(mkfifo(in_folder("pipe").c_str(), 0600) == -1 && errno == EEXIST, "mkfifo twice");
    check(unlink(in_folder("pipe").c_str()) == 0 && close(file) == 0, "unlink");
}

/* A file that is older than the run is read by each process for itself, and then written anew. */
void overwritten() {
    lag();
    std::ifstream input(in_folder("input"));
    std::string text;
    check(static_cast<bool>(input >> text), "input");
    input.close();
    std::printf("input %s\n", text.c_str());
    std::ofstream(in_folder("input")) << text << " and new";
    come_to(1);
    std::ofstream(in_folder("input.new")) << text << " and newer";
    std::filesystem::rename(in_folder("input.new"), in_folder("input"));
}

/* Names that are exchanged, where the leader dies in that call (die_in_files.c). */
void exchanged() {
    const int one = create(in_folder("one"));
    const int two = create(in_folder("two"));
    put(one, "one");
    put(two, "two");
    check(renameat2(AT_FDCWD, in_folder("one").c_str(), AT_FDCWD, in_folder("two").c_str(),
                    RENAME_EXCHANGE) == 0,
          "renameat2");
    put(one, " more");
    put(two, " more");
    check(close(one) == 0 && close(two) == 0, "close");
}

/* What a descriptor changes about its file, but the bytes. */
void changed() {
    const int file = create(in_folder("file"));
    put(file, "one");
    const timespec times[2] = {{1000, 0}, {2000, 0}};
    come_to(1);
    check(fchmod(file, 0600) == 0, "fchmod");
    check(futimens(file, times) == 0, "futimens");
    struct stat found {};
    check(fstatat(file, "", &found, AT_EMPTY_PATH) == 0 && found.st_size == 3, "fstatat");
    struct statx more {};
    check(statx(file, "", AT_EMPTY_PATH, STATX_SIZE, &more) == 0 && more.stx_size == 3, "statx");
    check(close(file) == 0, "close");
    check(stat(in_folder("file").c_str(), &found) == 0, "stat");
    std::printf("mode %o, time %ld\n", static_cast<unsigned>(found.st_mode & 0777U),
                static_cast<long>(found.st_mtim.tv_sec));
}

/* Text that goes to a descriptor. */
void printed() {
    const int file = create(in_folder("file"));
    check(dprintf(file, "%d and ", 1) == 6, "dprintf");
    come_to(1);
    check(dprintf(file, "%s", "two") == 3, "dprintf");
    put(file, " and three");
    check(close(file) == 0, "close");
}

/* Standard output that goes to a file. */
void redirected() {
    const int file = create(in_folder("file"));
    const int before = dup(STDOUT_FILENO);
    check(before >= 0 && dup2(file, STDOUT_FILENO) == STDOUT_FILENO, "dup2");
    check(close(file) == 0, "close");
    std::printf("one\n");
    come_to(1);
    std::printf("two\n");
    check(dup2(before, STDOUT_FILENO) == STDOUT_FILENO && close(before) == 0, "dup2");
}

/* Several descriptors of one file share their position. */
void shared() {
    const int file = create(in_folder("file"));
    const int same = dup(file);
    put(file, "one");
    put(same, "two");
    come_to(1);
    check(lseek(same, 0, SEEK_CUR) == 6, "lseek");
    put(file, "three");
    check(lseek(same, -2, SEEK_CUR) == 9, "lseek");
    put(same, "EE");
    check(close(file) == 0 && close(same) == 0, "close");
}

/* A descriptor that appends from some moment on. */
void appending() {
    const int file = create(in_folder("file"));
    put(file, "one");
    check(fcntl(file, F_SETFL, O_APPEND) == 0 && lseek(file, 0, SEEK_SET) == 0, "F_SETFL");
    come_to(1);
    put(file, "two");
    check(lseek(file, 0, SEEK_CUR) == 6, "lseek");
    check(fcntl(file, F_SETFL, 0) == 0 && lseek(file, 0, SEEK_SET) == 0, "F_SETFL");
    put(file, "O");
    check(close(file) == 0, "close");
}

/* Streams that append begin at the end of the file. */
void streams() {
    const int file = create(in_folder("file"));
    put(file, "header\n");
    come_to(1);
    check(close(file) == 0, "close");
    std::FILE *stream = std::fopen(in_folder("file").c_str(), "a");
    std::printf("ftell %ld\n", std::ftell(stream));
    check(std::fputs("one\n", stream) >= 0, "fputs");
    std::printf("ftell %ld\n", std::ftell(stream));
    check(std::fclose(stream) == 0, "fclose");
    stream = std::fopen(in_folder("file").c_str(), "a+");
    std::printf("ftell %ld\n", std::ftell(stream));
    check(std::fclose(stream) == 0, "fclose");
    const int again = create(in_folder("file"));
    stream = fdopen(again, "a");
    std::printf("ftell %ld, flags %d\n", std::ftell(stream), fcntl(again, F_GETFL) & O_APPEND);
    check(std::fputs("two\n", stream) >= 0 && std::fclose(stream) == 0, "fputs");
    const int reading = open(in_folder("file").c_str(), O_RDONLY);
    check(fdopen(reading, "w") == nullptr && errno == EINVAL, "fdopen to write");
    check(close(reading) == 0, "close");
}

/* A lock that another process of this rank's host holds stands in the way of neither. */
void locks() {
    const int file = create(in_folder("file"));
    put(file, "one");
    struct flock lock {};
    lock.l_type = F_WRLCK;
    check(fcntl(file, F_GETLK, &lock) == 0, "F_GETLK");
    std::printf("lock %d\n", lock.l_type == F_UNLCK);
    come_to(1);
    check(close(file) == 0, "close");
}

/* One append of more bytes than most files have; the leader dies in it (die_in_files.c). */
void large() {
    const int file = create(in_folder("file"), O_APPEND);
    put(file, std::string(80 << 20, 'x') + "end");
    check(lseek(file, 0, SEEK_CUR) == (80 << 20) + 3, "lseek");
    check(close(file) == 0, "close");
}

/* More requests are complete than one decision can carry. */
void requests() {
    constexpr int count = 120'000;
    std::vector<MPI_Request> all(count);
    std::vector<int> got(count), indices(count);
    for (int i = 0; i < count; ++i)
        MPI_Irecv(&got[static_cast<std::size_t>(i)], 1, MPI_INT, 0, 0, MPI_COMM_SELF,
                  &all[static_cast<std::size_t>(i)]);
    for (int i = 0; i < count; ++i)
        MPI_Send(&i, 1, MPI_INT, 0, 0, MPI_COMM_SELF);
    come_to(1);
    for (int done = 0; done < count;) {
        int now = 0;
        MPI_Waitsome(count, all.data(), &now, indices.data(), MPI_STATUSES_IGNORE);
        check(now > 0, "Waitsome");
        done += now;
    }
    for (int i = 0; i < count; ++i)
        check(got[static_cast<std::size_t>(i)] == i, "a message");
}

/* Its two processes do something else with files. */
void apart() {
    const char *const process = std::getenv("PMIX_RANK");
    struct stat found {};
    if (process != nullptr && std::strcmp(process, "0") == 0)
        check(stat(folder.c_str(), &found) == 0, "stat");
    else
        check(access(folder.c_str(), F_OK) == 0, "access");
    check(mkdir(in_folder("made").c_str(), 0755) == 0, "mkdir");
}

/* What is written after MPI_Finalize. */
int late = -1;
void finalized() {
    late = create(in_folder("file"));
    put(late, "one");
}

/* A program that ends without MPI_Finalize has data in a stream. */
void exits() {
    std::FILE *const stream = std::fopen(in_folder("file").c_str(), "w");
    check(std::fputs("one", stream) >= 0 && std::fflush(stream) == 0, "fputs");
    check(std::fputs(" two", stream) >= 0, "fputs");
    come_to(1);
    std::printf("done\n");
    std::exit(0);
}

void nothing() {}

} // namespace

int main(int argc, char **argv) {
    const std::map<std::string, void (*)()> cases = {
        {"unlinked", unlinked},
        {"replaced", replaced},
        {"renamed", renamed},
        {"changed", changed},
        {"exchanged", exchanged},
        {"printed", printed},
        {"shared", shared},
        {"streams", streams},
        {"locks", locks},
        {"large", large},
        {"requests", requests},
        {"apart", apart},
        {"others", others},
        {"exits", exits},
        {"redirected", redirected},
        {"folders", folders},
        {"overwritten", overwritten},
        {"scratch", scratch},
        {"appending", appending},
        {"of_process", of_process},
        {"read_only", read_only},
        {"clock", nothing},
        {"finalized", finalized},
    };
    if (argc < 3) return 2;
    folder = argv[1];
    setvbuf(stdout, nullptr, _IOLBF, 0);
    MPI_Init(&argc, &argv);
    plan_death();
    const double began = MPI_Wtime();
    cases.at(argv[2])();
    tell_time();
    if (late >= 0) come_to(1);
    MPI_Finalize();
    if (std::strcmp(argv[2], "clock") == 0) {
        come_to(1);
        check(MPI_Wtime() >= began, "MPI_Wtime after MPI_Finalize");
    }
    if (late >= 0) {
        put(late, "two");
        check(close(late) == 0, "close");
    }
    std::printf("done\n");
    return 0;
}
