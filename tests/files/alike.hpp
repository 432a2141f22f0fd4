#pragma once

#include <mpi.h>

#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

/// What the program opens files and prints what it sees with.
namespace alike {

inline int rank = 0;
inline int size = 0;
inline std::string directory;
inline int errors = 0;

inline std::string path(const char *name) { return directory + "/" + name; }

inline int class_of(int code) {
    int error_class = 0;
    MPI_Error_class(code, &error_class);
    return error_class;
}

inline void count_errors(MPI_File *, int *, ...) { errors++; }

inline MPI_File open(const char *name, int amode, MPI_Comm comm = MPI_COMM_WORLD) {
    MPI_File file = MPI_FILE_NULL;
    const int code = MPI_File_open(comm, path(name).c_str(), amode, MPI_INFO_NULL, &file);
    std::printf("open %s with %d: class %d, null %d\n", name, amode, class_of(code),
                file == MPI_FILE_NULL);
    return file;
}

inline void close(MPI_File &file) {
    if (file == MPI_FILE_NULL) return;
    std::printf("close: class %d", class_of(MPI_File_close(&file)));
    std::printf(", null %d\n", file == MPI_FILE_NULL);
}

/// What is in the file, by the system's own means.
inline void print_content(const char *name) {
    MPI_Barrier(MPI_COMM_WORLD);
    std::ifstream stream(path(name), std::ios::binary);
    const std::string bytes((std::istreambuf_iterator<char>(stream)), {});
    unsigned long sum = 5381;
    for (const char byte : bytes)
        sum = sum * 33 + static_cast<unsigned char>(byte);
    std::printf("%s: %d, %zu bytes, sum %lx\n", name, bool(stream.is_open()), bytes.size(), sum);
    MPI_Barrier(MPI_COMM_WORLD);
}

inline void print_status(const char *what, int code, MPI_Status &status) {
    int count = -1;
    MPI_Get_count(&status, MPI_INT, &count);
    std::printf("%s: class %d, %d ints\n", what, class_of(code), count);
}

inline void print_positions(MPI_File file) {
    MPI_Offset own = -1;
    MPI_Offset shared = -1;
    MPI_Offset byte = -1;
    MPI_Offset end = -1;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_get_position(file, &own);
    MPI_File_get_position_shared(file, &shared);
    MPI_File_get_byte_offset(file, own, &byte);
    MPI_File_get_size(file, &end);
    std::printf("at %lld (byte %lld), shared %lld, of %lld\n", static_cast<long long>(own),
                static_cast<long long>(byte), static_cast<long long>(shared),
                static_cast<long long>(end));
    MPI_Barrier(MPI_COMM_WORLD);
}

/// `count` numbers that tell who wrote them, and when.
inline std::vector<int> numbers(int count, int step) {
    std::vector<int> made;
    for (int i = 0; i < count; i++)
        made.push_back(rank * 100'000 + step * 1000 + i);
    return made;
}

inline void print_numbers(const std::vector<int> &got) {
    long sum = 0;
    for (const int number : got)
        sum = sum * 31 + number;
    std::printf("got %lx\n", static_cast<unsigned long>(sum));
}

} // namespace alike
