#include "promotion.hpp"

#include <map>
#include <vector>

#include <sys/file.h>
#include <sys/wait.h>

/* What a twin has open, as its leader: files of MPI-IO, locks, and the position of an append. What
 * a case leaves in the folder, and what it prints, is that of a run without deaths. */

namespace {

using namespace promotion;

MPI_File open_mpi(const std::string &name, int more = MPI_MODE_CREATE) {
    MPI_File file = MPI_FILE_NULL;
    check(MPI_File_open(MPI_COMM_WORLD, name.c_str(), MPI_MODE_RDWR | more, MPI_INFO_NULL, &file) ==
              MPI_SUCCESS,
          "MPI_File_open of " + name);
    return file;
}

void write_at(MPI_File file, MPI_Offset at, const std::string &text) {
    check(MPI_File_write_at(file, at, text.data(), static_cast<int>(text.size()), MPI_CHAR,
                            MPI_STATUS_IGNORE) == MPI_SUCCESS,
          "MPI_File_write_at");
}

void read_all(MPI_File file, const std::string &expected) {
    std::string got(expected.size(), '\0');
    MPI_Offset size = 0;
    MPI_File_get_size(file, &size);
    check(size == static_cast<MPI_Offset>(expected.size()), "MPI_File_get_size");
    check(MPI_File_read_at(file, 0, got.data(), static_cast<int>(got.size()), MPI_CHAR,
                           MPI_STATUS_IGNORE) == MPI_SUCCESS &&
              got == expected,
          "MPI_File_read_at");
}

int rank() {
    int found = -1;
    MPI_Comm_rank(MPI_COMM_WORLD, &found);
    return found;
}

/* A file that has no name any more. */
void mpi_deleted() {
    MPI_File file = open_mpi(in_folder("file"));
    write_at(file, 0, "one");
    check(MPI_File_delete(in_folder("file").c_str(), MPI_INFO_NULL) == MPI_SUCCESS, "delete");
    come_to(1);
    write_at(file, 3, " two");
    read_all(file, "one two");
    MPI_File_close(&file);
}

/* A file whose name another one has. */
void mpi_replaced() {
    MPI_File file = open_mpi(in_folder("file"));
    write_at(file, 0, "one");
    const int other = create(in_folder("other"));
    put(other, "the other one");
    check(close(other) == 0, "close");
    check(std::rename(in_folder("other").c_str(), in_folder("file").c_str()) == 0, "rename");
    come_to(1);
    write_at(file, 3, " two");
    read_all(file, "one two");
    MPI_File_close(&file);
}

/* A file whose name is relative to a folder in which the program is no more. */
void mpi_relative() {
    check(chdir(folder.c_str()) == 0, "chdir");
    MPI_File file = open_mpi("file:1");
    write_at(file, 0, "one");
    check(chdir("/") == 0, "chdir");
    come_to(1);
    write_at(file, 3, " two");
    read_all(file, "one two");
    MPI_File_close(&file);
}

/* Another rank deletes the file at once, while the twin lags. */
void mpi_deleted_by_other() {
    if (rank() == 0) lag();
    MPI_File file = open_mpi(in_folder("file"));
    if (rank() == 1)
        check(MPI_File_delete(in_folder("file").c_str(), MPI_INFO_NULL) == MPI_SUCCESS, "delete");
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank() == 0) come_to(1);
    if (rank() == 0) write_at(file, 0, "one two");
    MPI_File_sync(file);
    MPI_Barrier(MPI_COMM_WORLD);
    read_all(file, "one two");
    MPI_File_close(&file);
}

/* The view and the atomicity that the program has chosen since. */
void mpi_view() {
    MPI_File file = open_mpi(in_folder("file"));
    MPI_Datatype every_second = MPI_DATATYPE_NULL;
    MPI_Type_create_resized(MPI_CHAR, 0, 2, &every_second);
    MPI_Type_commit(&every_second);
    MPI_File_set_view(file, 1, MPI_CHAR, every_second, "native", MPI_INFO_NULL);
    MPI_File_set_atomicity(file, 1);
    MPI_Type_free(&every_second);
    MPI_File_write(file, "abc", 3, MPI_CHAR, MPI_STATUS_IGNORE);
    check(MPI_File_delete(in_folder("file").c_str(), MPI_INFO_NULL) == MPI_SUCCESS, "delete");
    come_to(1);
    MPI_File_write(file, "def", 3, MPI_CHAR, MPI_STATUS_IGNORE);
    char got[7] = "";
    MPI_File_read_at(file, 0, got, 6, MPI_CHAR, MPI_STATUS_IGNORE);
    check(std::strcmp(got, "abcdef") == 0, "what was written in the view");
    MPI_File_close(&file);
}

/* Rank 1, which has no twin, tells what it finds. */
template <typename Look> void observe(Look look) {
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank() == 1) {
        const int file = open(in_folder("file").c_str(), O_RDWR);
        std::printf("%s\n", look(file).c_str());
        check(close(file) == 0, "close");
    }
    MPI_Barrier(MPI_COMM_WORLD);
}

void observe_whole() {
    observe([](int file) -> std::string {
        return flock(file, LOCK_EX | LOCK_NB) == 0 ? "free" : "locked";
    });
}

/* A lock of an open file stays. */
void whole_file() {
    const bool acts = rank() == 0;
    const int file = acts ? create(in_folder("file")) : -1;
    const int same = acts ? dup(file) : -1;
    if (acts) check(flock(file, LOCK_EX) == 0, "flock");
    observe_whole();
    if (acts) come_to(1);
    observe_whole();
    if (acts) put(file, "two");
    observe_whole();
    if (acts) check(close(same) == 0, "close");
    observe_whole();
    if (acts) check(flock(file, LOCK_UN) == 0, "flock");
    observe_whole();
    if (acts) check(flock(file, LOCK_SH) == 0, "flock");
    observe_whole();
    if (acts) check(close(file) == 0, "close");
    observe_whole();
}

/* Which bytes another process could not lock. */
void observe_bytes() {
    observe([](int file) {
        std::string found;
        for (int at = 0; at < 12; ++at) {
            struct flock lock {};
            lock.l_type = F_WRLCK;
            lock.l_start = at;
            lock.l_len = 1;
            check(fcntl(file, F_GETLK, &lock) == 0, "F_GETLK");
            found += lock.l_type == F_UNLCK ? '-' : lock.l_type == F_WRLCK ? 'w' : 'r';
        }
        return found;
    });
}

void set_lock(int file, short type, off_t start, off_t bytes, int whence = SEEK_SET) {
    struct flock lock {};
    lock.l_type = type;
    lock.l_whence = static_cast<short>(whence);
    lock.l_start = start;
    lock.l_len = bytes;
    check(fcntl(file, F_SETLKW, &lock) == 0, "F_SETLKW");
}

/* Locks of a process are taken again. */
void ranges() {
    const bool acts = rank() == 0;
    const int file = acts ? create(in_folder("file")) : -1;
    if (acts) {
        put(file, "one");
        set_lock(file, F_WRLCK, 0, 5);
        set_lock(file, F_UNLCK, 1, 2);
        set_lock(file, F_RDLCK, 4, -1, SEEK_CUR);
        check(lockf(file, F_LOCK, -1) == 0 && lseek(file, 0, SEEK_CUR) == 3, "lockf");
        set_lock(file, F_WRLCK, 7, 0, SEEK_END);
    }
    observe_bytes();
    if (acts) come_to(1), put(file, "two");
    observe_bytes();
    if (acts) set_lock(file, F_UNLCK, 3, 0);
    observe_bytes();
    if (acts) check(close(open(in_folder("file").c_str(), O_RDWR)) == 0, "close");
    observe_bytes(); // the close has ended all
    if (acts) check(close(file) == 0, "close");
}

/* They are taken again at the next call about any file. */
void guard() {
    const bool acts = rank() == 0;
    const int lock = acts ? create(in_folder("file")) : -1;
    const int other = acts ? create(in_folder("other")) : -1;
    if (acts) {
        set_lock(lock, F_WRLCK, 0, 3);
        come_to(1);
        put(other, "two");
    }
    observe_bytes();
    if (acts) check(close(lock) == 0 && close(other) == 0, "close");
}

/* An append, in which the leader dies (die_in_files.c). */
void own_line() {
    const int file = create(in_folder("file"), O_APPEND);
    put(file, "one\n");
    put(file, "two\n");
    put(file, "three\n");
    check(lseek(file, 0, SEEK_SET) == 0, "lseek");
    check(pwrite(file, "four\n", 5, 0) == 5 && lseek(file, 0, SEEK_CUR) == 0, "pwrite");
    check(close(file) == 0, "close");
}

/* All streams are flushed at once. */
void flush_all() {
    std::FILE *const first = std::fopen(in_folder("first").c_str(), "w");
    std::FILE *const second = std::fopen(in_folder("second").c_str(), "a+");
    check(std::fputs("one", first) >= 0 && std::fputs("ONE", second) >= 0, "fputs");
    come_to(1);
    check(std::fflush(nullptr) == 0, "fflush");
    check(std::fputs(" two", first) >= 0 && std::fputs(" TWO", second) >= 0, "fputs");
    std::printf("ftell %ld %ld\n", std::ftell(first), std::ftell(second));
    check(std::fclose(second) == 0 && std::fclose(first) == 0, "fclose");
}

/* A child has its parent's streams, with what is not flushed yet. */
void child() {
    std::FILE *const stream = std::fopen(in_folder("file").c_str(), "w");
    check(std::fputs("one", stream) >= 0, "fputs");
    come_to(1);
    const pid_t made = fork();
    if (made == 0) _exit(std::fputs("two", stream) >= 0 && std::fflush(stream) == 0 ? 4 : 5);
    int status = 0;
    check(made > 0 && waitpid(made, &status, 0) == made && WEXITSTATUS(status) == 4, "fork");
    check(std::fputs(" three", stream) >= 0 && std::fclose(stream) == 0, "fclose");
}

} // namespace

int main(int argc, char **argv) {
    const std::map<std::string, void (*)()> cases = {
        {"mpi_deleted", mpi_deleted},
        {"mpi_replaced", mpi_replaced},
        {"mpi_relative", mpi_relative},
        {"mpi_deleted_by_other", mpi_deleted_by_other},
        {"mpi_view", mpi_view},
        {"whole_file", whole_file},
        {"ranges", ranges},
        {"guard", guard},
        {"own_line", own_line},
        {"flush_all", flush_all},
        {"child", child},
    };
    if (argc < 3) return 2;
    folder = argv[1];
    setvbuf(stdout, nullptr, _IOLBF, 0);
    MPI_Init(&argc, &argv);
    plan_death();
    cases.at(argv[2])();
    tell_time();
    MPI_Finalize();
    std::printf("done\n");
    return 0;
}
