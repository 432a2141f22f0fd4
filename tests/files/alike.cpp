// An ordinary program that uses every call on files, without any failure, and prints all that it
// can see: the runner compares what it prints with the library and without.

#include "alike.hpp"

#include <array>
#include <cstdio>
#include <vector>

namespace alike {
namespace {

void modes() {
    MPI_File file = open("modes", MPI_MODE_RDONLY);
    close(file);
    file = open("modes", MPI_MODE_CREATE | MPI_MODE_EXCL | MPI_MODE_RDWR);
    int amode = 0;
    MPI_File_get_amode(file, &amode);
    std::printf("mode %d\n", amode == (MPI_MODE_CREATE | MPI_MODE_EXCL | MPI_MODE_RDWR));
    const std::vector<int> mine = numbers(10, 1);
    MPI_Status status;
    print_status("write_at", MPI_File_write_at(file, rank * 40, mine.data(), 10, MPI_INT, &status),
                 status);
    close(file);
    print_content("modes");
    file = open("modes", MPI_MODE_CREATE | MPI_MODE_EXCL | MPI_MODE_RDWR);
    close(file);
    file = open("modes", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_UNIQUE_OPEN);
    print_positions(file);
    close(file);
    file = open("modes", MPI_MODE_WRONLY | MPI_MODE_APPEND);
    print_positions(file);
    print_status("write_ordered",
                 MPI_File_write_ordered(file, mine.data(), 1 + rank, MPI_INT, &status), status);
    print_positions(file);
    close(file);
    print_content("modes");
    file = open("modes", MPI_MODE_RDONLY | MPI_MODE_CREATE);
    close(file);
    file = open("modes", MPI_MODE_RDONLY | MPI_MODE_RDWR);
    close(file);
    file = open("modes", MPI_MODE_RDWR | MPI_MODE_SEQUENTIAL);
    close(file);
    file = open("none/modes", MPI_MODE_RDWR | MPI_MODE_CREATE);
    close(file);
    file = open("modes", MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE);
    close(file);
    print_content("modes");
    MPI_File_close(&file);
}

void views() {
    MPI_File file = open("views", MPI_MODE_CREATE | MPI_MODE_RDWR);
    MPI_Datatype every = MPI_DATATYPE_NULL;
    MPI_Datatype pair = MPI_DATATYPE_NULL;
    MPI_Type_contiguous(2, MPI_INT, &pair);
    MPI_Type_commit(&pair);
    MPI_Type_create_resized(pair, 0, MPI_Aint{8} * size, &every);
    MPI_Type_commit(&every);
    const std::vector<int> mine = numbers(20, 2);
    std::vector<int> got(20, -1);
    MPI_Status status;
    std::printf("set_view: %d\n", class_of(MPI_File_set_view(file, 16 + MPI_Offset{8} * rank, pair,
                                                             every, "native", MPI_INFO_NULL)));
    print_positions(file);
    print_status("write_all", MPI_File_write_all(file, mine.data(), 10, MPI_INT, &status), status);
    print_status("write", MPI_File_write(file, mine.data() + 10, 5, pair, &status), status);
    print_positions(file);
    MPI_File_seek(file, -3, MPI_SEEK_CUR);
    print_positions(file);
    MPI_File_seek(file, 2, MPI_SEEK_SET);
    print_status("read_all", MPI_File_read_all(file, got.data(), 6, pair, &status), status);
    print_numbers(got);
    print_status("read_at_all", MPI_File_read_at_all(file, 1, got.data(), 2, pair, &status),
                 status);
    print_numbers(got);
    MPI_Offset disp = 0;
    MPI_Datatype etype = MPI_DATATYPE_NULL;
    MPI_Datatype filetype = MPI_DATATYPE_NULL;
    MPI_Aint extent = 0;
    std::array<char, MPI_MAX_DATAREP_STRING> datarep{};
    MPI_File_get_view(file, &disp, &etype, &filetype, datarep.data());
    MPI_File_get_type_extent(file, pair, &extent);
    int bytes = 0;
    MPI_Type_size(etype, &bytes);
    std::printf("view: %lld, %d, %s, %ld\n", static_cast<long long>(disp), bytes, datarep.data(),
                static_cast<long>(extent));
    MPI_Type_free(&etype);
    MPI_Type_free(&filetype);
    std::printf("bad view: %d\n",
                MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "unknown", MPI_INFO_NULL) != 0);
    MPI_File_set_view(file, 4096, MPI_INT, MPI_INT, "external32", MPI_INFO_NULL);
    print_status("write_at_all",
                 MPI_File_write_at_all(file, rank * 20, mine.data(), 20, MPI_INT, &status), status);
    MPI_File_sync(file);
    const std::vector<double> halves(20, rank + 0.5);
    MPI_File_write_at(file, 20 * size + rank * 40, halves.data(), 20, MPI_DOUBLE, &status);
    MPI_File_read_at(file, rank * 20, got.data(), 20, MPI_INT, &status);
    print_numbers(got);
    close(file);
    print_content("views");
    MPI_Type_free(&pair);
    MPI_Type_free(&every);
}

/// Writes `count` of `memory` twice by a view of `filetype`, and prints what this brings.
void write_pieces(MPI_Offset at, MPI_Datatype filetype, int count, MPI_Datatype memory, int step) {
    MPI_File file = open("pieces", MPI_MODE_CREATE | MPI_MODE_RDWR);
    MPI_Type_commit(&filetype);
    MPI_Type_commit(&memory);
    std::printf("set_view: %d\n",
                class_of(MPI_File_set_view(file, at, MPI_INT, filetype, "native", MPI_INFO_NULL)));
    const std::vector<int> mine = numbers(20'000, step);
    MPI_Status status;
    print_status("write_all", MPI_File_write_all(file, mine.data(), count, memory, &status),
                 status);
    print_positions(file);
    print_status("write_at_all",
                 MPI_File_write_at_all(file, 300, mine.data(), count, memory, &status), status);
    print_positions(file);
    std::vector<int> got(3000, -1);
    print_status("read_at_all", MPI_File_read_at_all(file, 100, got.data(), 600, MPI_INT, &status),
                 status);
    print_numbers(got);
    close(file);
    print_content("pieces");
    MPI_Type_free(&filetype);
    if (memory != MPI_INT) MPI_Type_free(&memory);
}

/// Small pieces of all ranks in turns, without gaps: beside those Open MPI loses bytes
/// (docs/explanation/files.md).
void interleaved() {
    MPI_Datatype piece = MPI_DATATYPE_NULL;
    MPI_Datatype type = MPI_DATATYPE_NULL;
    MPI_Datatype memory = MPI_DATATYPE_NULL;
    MPI_Type_contiguous(3, MPI_INT, &piece);
    MPI_Type_create_resized(piece, 0, MPI_Aint{12} * size, &type);
    write_pieces(8 + MPI_Offset{12} * rank, type, 900, MPI_INT, 7);
    MPI_Type_vector(30, 2, 3, MPI_INT, &memory);
    MPI_Type_create_resized(piece, 0, MPI_Aint{12} * size, &type);
    write_pieces(MPI_Offset{12} * rank, type, 15, memory, 8);
    const int places[] = {rank, rank + size, rank + 2 * size};
    const int lengths[] = {1, 1, 1};
    MPI_Datatype unsized = MPI_DATATYPE_NULL;
    MPI_Type_indexed(3, lengths, places, MPI_INT, &unsized);
    MPI_Type_create_resized(unsized, 0, MPI_Aint{12} * size, &type);
    write_pieces(0, type, 900, MPI_INT, 9);
    const int all[] = {100, 10 * size};
    const int parts[] = {100, 10};
    const int starts[] = {0, 10 * rank};
    MPI_Type_create_subarray(2, all, parts, starts, MPI_ORDER_C, MPI_INT, &type);
    write_pieces(4, type, 1000, MPI_INT, 10);
    const int kinds[] = {MPI_DISTRIBUTE_NONE, MPI_DISTRIBUTE_CYCLIC};
    const int arguments[] = {MPI_DISTRIBUTE_DFLT_DARG, 2};
    const int grid[] = {1, size};
    MPI_Type_create_darray(size, rank, 2, all, kinds, arguments, grid, MPI_ORDER_C, MPI_INT, &type);
    write_pieces(0, type, 1000, MPI_INT, 11);
    MPI_Type_free(&piece);
    MPI_Type_free(&unsized);
}

void shared_pointers(MPI_Comm comm, const char *name) {
    MPI_File file = open(name, MPI_MODE_CREATE | MPI_MODE_RDWR, comm);
    MPI_Comm_size(comm, &size);
    MPI_Status status;
    const std::vector<int> mine = numbers(10, 3);
    std::vector<int> got(10, -1);
    MPI_File_set_view(file, 8, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
    print_status("write_ordered",
                 MPI_File_write_ordered(file, mine.data(), 1 + rank % 3, MPI_INT, &status), status);
    print_positions(file);
    print_status("write_ordered", MPI_File_write_ordered(file, mine.data(), 2, MPI_INT, &status),
                 status);
    print_positions(file);
    MPI_File_write_ordered_begin(file, mine.data(), 3, MPI_INT);
    print_status("write_ordered_end", MPI_File_write_ordered_end(file, mine.data(), &status),
                 status);
    MPI_File_seek_shared(file, 1, MPI_SEEK_SET);
    print_status("read_ordered", MPI_File_read_ordered(file, got.data(), 2, MPI_INT, &status),
                 status);
    print_numbers(got);
    MPI_File_read_ordered_begin(file, got.data(), 1, MPI_INT);
    print_status("read_ordered_end", MPI_File_read_ordered_end(file, got.data(), &status), status);
    print_numbers(got);
    MPI_File_seek_shared(file, -1, MPI_SEEK_CUR);
    print_positions(file);
    // Who comes first is not determined; what all have written together is.
    const std::vector<int> same(8, 7);
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_File_write_shared(file, same.data(), 4, MPI_INT, &status);
    MPI_File_iwrite_shared(file, same.data(), 4, MPI_INT, &request);
    MPI_Wait(&request, &status);
    print_status("iwrite_shared", MPI_SUCCESS, status);
    print_positions(file);
    MPI_File_seek_shared(file, -MPI_Offset{8} * size, MPI_SEEK_CUR);
    MPI_File_read_shared(file, got.data(), 4, MPI_INT, &status);
    print_numbers(got);
    MPI_File_iread_shared(file, got.data(), 4, MPI_INT, &request);
    MPI_Wait(&request, &status);
    print_numbers(got);
    print_positions(file);
    close(file);
    print_content(name);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
}

void split_and_nonblocking() {
    MPI_File file = open("split", MPI_MODE_CREATE | MPI_MODE_RDWR);
    MPI_Status status;
    const std::vector<int> mine = numbers(16, 4);
    std::vector<int> got(16, -1);
    std::array<MPI_Request, 2> requests{};
    MPI_File_set_view(file, MPI_Offset{400} * rank, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
    MPI_File_write_all_begin(file, mine.data(), 8, MPI_INT);
    print_status("write_all_end", MPI_File_write_all_end(file, mine.data(), &status), status);
    MPI_File_write_at_all_begin(file, 8, mine.data() + 8, 8, MPI_INT);
    print_status("write_at_all_end", MPI_File_write_at_all_end(file, mine.data(), &status), status);
    MPI_File_iwrite_at(file, 16, mine.data(), 4, MPI_INT, &requests[0]);
    MPI_File_iwrite_at_all(file, 20, mine.data(), 4, MPI_INT, &requests[1]);
    MPI_Waitall(2, requests.data(), MPI_STATUSES_IGNORE);
    MPI_File_iwrite(file, mine.data(), 4, MPI_INT, &requests[0]);
    MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
    MPI_File_iwrite_all(file, mine.data(), 4, MPI_INT, &requests[0]);
    MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
    print_positions(file);
    MPI_File_seek(file, 0, MPI_SEEK_SET);
    MPI_File_read_all_begin(file, got.data(), 6, MPI_INT);
    print_status("read_all_end", MPI_File_read_all_end(file, got.data(), &status), status);
    print_numbers(got);
    MPI_File_read_at_all_begin(file, 3, got.data(), 6, MPI_INT);
    print_status("read_at_all_end", MPI_File_read_at_all_end(file, got.data(), &status), status);
    MPI_File_iread_at(file, 10, got.data(), 4, MPI_INT, &requests[0]);
    MPI_File_iread_at_all(file, 4, got.data() + 4, 4, MPI_INT, &requests[1]);
    MPI_Waitall(2, requests.data(), MPI_STATUSES_IGNORE);
    MPI_File_iread(file, got.data() + 8, 4, MPI_INT, &requests[0]);
    MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
    MPI_File_iread_all(file, got.data() + 12, 4, MPI_INT, &requests[0]);
    MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
    print_numbers(got);
    print_positions(file);
    close(file);
    print_content("split");
}

void properties() {
    MPI_Comm copy = MPI_COMM_NULL;
    MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &copy);
    MPI_File file = open("properties", MPI_MODE_CREATE | MPI_MODE_RDWR, copy);
    MPI_Group ours = MPI_GROUP_NULL;
    MPI_Group theirs = MPI_GROUP_NULL;
    MPI_Comm_group(copy, &ours);
    MPI_Comm_free(&copy); // the file stays
    MPI_File_get_group(file, &theirs);
    int compared = -1;
    MPI_Group_compare(ours, theirs, &compared);
    std::printf("group: %d\n", compared == MPI_IDENT);
    MPI_Group_free(&ours);
    MPI_Group_free(&theirs);
    int atomic = -1;
    MPI_File_get_atomicity(file, &atomic);
    std::printf("atomic: %d\n", atomic);
    std::printf("set_atomicity: %d\n", class_of(MPI_File_set_atomicity(file, 1)));
    MPI_File_get_atomicity(file, &atomic);
    const std::vector<int> mine = numbers(10, 5);
    MPI_Status status;
    MPI_File_write_at_all(file, MPI_Offset{40} * rank, mine.data(), 10, MPI_INT, &status);
    std::printf("atomic: %d\n", atomic);
    MPI_File_set_atomicity(file, 0);
    MPI_File_sync(file);
    std::printf("set_size: %d\n", class_of(MPI_File_set_size(file, 40 * size + 7)));
    print_positions(file);
    std::printf("preallocate: %d\n", class_of(MPI_File_preallocate(file, 100'000)));
    print_positions(file);
    MPI_File_set_size(file, 40 * size);
    MPI_Info info = MPI_INFO_NULL;
    int keys = 0;
    int flag = 0;
    std::printf("get_info: %d\n", class_of(MPI_File_get_info(file, &info)));
    MPI_Info_get_nkeys(info, &keys);
    std::array<char, 100> value{};
    int room = static_cast<int>(value.size());
    MPI_Info_get_string(info, "access_style", &room, value.data(), &flag);
    std::printf("%d keys, %d\n", keys, flag);
    MPI_Info_set(info, "access_style", "read_once");
    std::printf("set_info: %d\n", class_of(MPI_File_set_info(file, info)));
    MPI_Info_free(&info);
    std::printf("the same handle: %d\n", MPI_File_f2c(MPI_File_c2f(file)) == file);
    close(file);
    print_content("properties");
}

void error_handlers() {
    MPI_Errhandler handler = MPI_ERRHANDLER_NULL;
    MPI_Errhandler found = MPI_ERRHANDLER_NULL;
    MPI_File_create_errhandler(count_errors, &handler);
    MPI_File_set_errhandler(MPI_FILE_NULL, handler);
    MPI_File file = open("missing", MPI_MODE_RDONLY);
    std::printf("%d errors\n", errors);
    file = open("errors", MPI_MODE_CREATE | MPI_MODE_RDONLY);
    std::printf("%d errors\n", errors);
    file = open("errors", MPI_MODE_CREATE | MPI_MODE_WRONLY);
    MPI_File_get_errhandler(file, &found);
    std::printf("handler: %d\n", found == handler);
    MPI_Errhandler_free(&found);
    int number = 0;
    MPI_Status status;
    std::printf("read: %d\n", MPI_File_read(file, &number, 1, MPI_INT, &status) != MPI_SUCCESS);
    std::printf("%d errors\n", errors);
    MPI_File_call_errhandler(file, MPI_ERR_IO);
    std::printf("%d errors\n", errors);
    MPI_File_set_errhandler(file, MPI_ERRORS_RETURN);
    std::printf("write: %d\n", class_of(MPI_File_write(file, &number, -1, MPI_INT, &status)));
    std::printf("%d errors\n", errors);
    MPI_File_set_errhandler(MPI_FILE_NULL, MPI_ERRORS_RETURN);
    close(file);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0)
        std::printf("delete: %d\n",
                    class_of(MPI_File_delete(path("errors").c_str(), MPI_INFO_NULL)));
    std::printf("delete: %d\n", class_of(MPI_File_delete(path("missing").c_str(), MPI_INFO_NULL)));
    MPI_Errhandler_free(&handler);
}

void sequential() {
    MPI_File file = open("sequence", MPI_MODE_CREATE | MPI_MODE_WRONLY | MPI_MODE_SEQUENTIAL);
    const std::vector<int> mine = numbers(10, 6);
    MPI_Status status;
    print_status("write_ordered", MPI_File_write_ordered(file, mine.data(), 2, MPI_INT, &status),
                 status);
    std::printf("set_view: %d\n",
                class_of(MPI_File_set_view(file, MPI_DISPLACEMENT_CURRENT, MPI_INT, MPI_INT,
                                           "native", MPI_INFO_NULL)));
    print_status("write_ordered", MPI_File_write_ordered(file, mine.data(), 1, MPI_INT, &status),
                 status);
    close(file);
    print_content("sequence");
    file = open("sequence", MPI_MODE_RDWR);
    std::printf("set_view: %d\n",
                class_of(MPI_File_set_view(file, MPI_DISPLACEMENT_CURRENT, MPI_INT, MPI_INT,
                                           "native", MPI_INFO_NULL)));
    close(file);
}

} // namespace
} // namespace alike

using namespace alike;

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    std::array<char, 64> made{};
    std::snprintf(made.data(), made.size(), "/tmp/closeranks-alike-XXXXXX");
    if (rank == 0 && mkdtemp(made.data()) == nullptr) MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Bcast(made.data(), static_cast<int>(made.size()), MPI_CHAR, 0, MPI_COMM_WORLD);
    directory = made.data();
    modes();
    views();
    interleaved();
    shared_pointers(MPI_COMM_WORLD, "shared");
    shared_pointers(MPI_COMM_SELF, ("own" + std::to_string(rank)).c_str());
    split_and_nonblocking();
    properties();
    error_handlers();
    sequential();
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) static_cast<void>(std::system(("ls -A " + directory).c_str()));
    if (rank == 0) static_cast<void>(std::system(("rm -r " + directory).c_str()));
    MPI_Finalize();
    std::printf("ok: files_alike\n");
    return 0;
}
