// Times calls on files, of each class. An ordinary MPI program that knows nothing of closeranks:
// the same binary runs bare and with the library preloaded. What it prints, and what a batch is:
// timing.hpp.
//
// The file is in TMPDIR: in memory under bench/run, for a disk's time would hide what the calls
// cost. Each rank has a block of the file, at its rank times the size; at shared pointers the
// blocks follow each other. Interleaved, each rank has every size-th piece of 64 bytes of another
// file.
//
// usage: bench_files [sizes in bytes, such as 4,4096 [batches [milliseconds for each]]]

#include <mpi.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <string>
#include <vector>

#include "timing.hpp"

namespace {

struct Data {
    int rank = 0;
    int bytes = 0;
    MPI_Offset place = 0; ///< of the own block
    std::string name;     ///< of a file that is open
    MPI_File file = MPI_FILE_NULL;
    MPI_File interleaved = MPI_FILE_NULL;
    std::vector<char> block;
};

void open_close(Data &d) {
    MPI_File file = MPI_FILE_NULL;
    const std::string name = d.name + ".other";
    MPI_File_open(MPI_COMM_WORLD, name.c_str(), MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL,
                  &file);
    MPI_File_close(&file);
}

void set_view(Data &d) {
    MPI_File_set_view(d.file, 0, MPI_BYTE, MPI_BYTE, "native", MPI_INFO_NULL);
}

void set_size(Data &d) { MPI_File_set_size(d.file, MPI_Offset{1} << 20); }

void get_size(Data &d) {
    MPI_Offset size = 0;
    MPI_File_get_size(d.file, &size);
}

void sync(Data &d) { MPI_File_sync(d.file); }

void write(Data &d) {
    MPI_File_seek(d.file, d.place, MPI_SEEK_SET);
    MPI_File_write(d.file, d.block.data(), d.bytes, MPI_BYTE, MPI_STATUS_IGNORE);
}

void write_at(Data &d) {
    MPI_File_write_at(d.file, d.place, d.block.data(), d.bytes, MPI_BYTE, MPI_STATUS_IGNORE);
}

void read_at(Data &d) {
    MPI_File_read_at(d.file, d.place, d.block.data(), d.bytes, MPI_BYTE, MPI_STATUS_IGNORE);
}

void iwrite_at(Data &d) {
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_File_iwrite_at(d.file, d.place, d.block.data(), d.bytes, MPI_BYTE, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

void write_at_all(Data &d) {
    MPI_File_write_at_all(d.file, d.place, d.block.data(), d.bytes, MPI_BYTE, MPI_STATUS_IGNORE);
}

void read_at_all(Data &d) {
    MPI_File_read_at_all(d.file, d.place, d.block.data(), d.bytes, MPI_BYTE, MPI_STATUS_IGNORE);
}

void write_at_all_split(Data &d) {
    MPI_File_write_at_all_begin(d.file, d.place, d.block.data(), d.bytes, MPI_BYTE);
    MPI_File_write_at_all_end(d.file, d.block.data(), MPI_STATUS_IGNORE);
}

void write_interleaved(Data &d) {
    MPI_File_write_at_all(d.interleaved, 0, d.block.data(), d.bytes, MPI_BYTE, MPI_STATUS_IGNORE);
}

void read_interleaved(Data &d) {
    MPI_File_read_at_all(d.interleaved, 0, d.block.data(), d.bytes, MPI_BYTE, MPI_STATUS_IGNORE);
}

void rewind(Data &d) { MPI_File_seek_shared(d.file, 0, MPI_SEEK_SET); }

void write_shared(Data &d) {
    MPI_File_write_shared(d.file, d.block.data(), d.bytes, MPI_BYTE, MPI_STATUS_IGNORE);
}

void write_ordered(Data &d) {
    MPI_File_write_ordered(d.file, d.block.data(), d.bytes, MPI_BYTE, MPI_STATUS_IGNORE);
}

constexpr bench::Call<Data> calls[] = {
    {"open/close", open_close, false},
    {"set_view", set_view, false},
    {"set_size", set_size, false},
    {"get_size", get_size, false},
    {"sync", sync, false},
    {"seek_shared", rewind, false},
    {"seek/write", write},
    {"write_at", write_at},
    {"read_at", read_at},
    {"iwrite_at/Wait", iwrite_at},
    {"write_at_all", write_at_all},
    {"read_at_all", read_at_all},
    {"write_at_all/begin/end", write_at_all_split},
    {"write_at_all/interleaved", write_interleaved},
    {"read_at_all/interleaved", read_interleaved},
    {"write_shared", write_shared, true, 1, rewind},
    {"write_ordered", write_ordered, true, 1, rewind},
};

/// A file of which this rank sees only its own pieces.
void open_interleaved(Data &d) {
    constexpr int length = 64;
    int size = 0;
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Datatype piece = MPI_DATATYPE_NULL;
    MPI_Datatype pieces = MPI_DATATYPE_NULL;
    MPI_Type_contiguous(length, MPI_BYTE, &piece);
    MPI_Type_create_resized(piece, 0, MPI_Aint{length} * size, &pieces);
    MPI_Type_commit(&pieces);
    MPI_File_open(MPI_COMM_WORLD, (d.name + ".pieces").c_str(), MPI_MODE_CREATE | MPI_MODE_RDWR,
                  MPI_INFO_NULL, &d.interleaved);
    MPI_File_set_view(d.interleaved, MPI_Offset{length} * d.rank, MPI_BYTE, pieces, "native",
                      MPI_INFO_NULL);
    MPI_Type_free(&piece);
    MPI_Type_free(&pieces);
}

/// Files in which all blocks are, so that reads find something.
void prepare(Data &d, int bytes) {
    d.bytes = bytes;
    d.place = MPI_Offset{bytes} * d.rank;
    d.block.assign(static_cast<std::size_t>(bytes), 'x');
    MPI_File_open(MPI_COMM_WORLD, d.name.c_str(), MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL,
                  &d.file);
    MPI_File_set_size(d.file, 0);
    write_at_all(d);
    open_interleaved(d);
    write_interleaved(d);
    MPI_Barrier(MPI_COMM_WORLD);
}

} // namespace

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_File_set_errhandler(MPI_FILE_NULL, MPI_ERRORS_ARE_FATAL);
    const bench::Plan plan = bench::Plan::parse(argc, argv, "4,4096,65536,1048576,16777216");
    bench::Timing<Data> timing(plan);
    Data data;
    MPI_Comm_rank(MPI_COMM_WORLD, &data.rank);

    const char *place = std::getenv("TMPDIR");
    data.name = std::string(place != nullptr ? place : "/tmp") + "/bench_files";
    for (const int bytes : plan.sizes) {
        prepare(data, bytes);
        for (const bench::Call<Data> &call : calls)
            if (call.has_size || bytes == plan.sizes.front()) timing.measure(call, data, bytes);
        MPI_File_close(&data.file);
        MPI_File_close(&data.interleaved);
    }
    timing.end();
    if (data.rank == 0) {
        MPI_File_delete(data.name.c_str(), MPI_INFO_NULL);
        MPI_File_delete((data.name + ".other").c_str(), MPI_INFO_NULL);
        MPI_File_delete((data.name + ".pieces").c_str(), MPI_INFO_NULL);
    }
    MPI_Finalize();
    return 0;
}
