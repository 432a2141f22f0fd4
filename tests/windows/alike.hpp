#pragma once

#include <mpi.h>

#include <cstddef>
#include <cstdio>
#include <cstring>
#include <vector>

/// What the program has windows, shapes and lines of output made by.
namespace alike {

inline int rank = 0;
inline int size = 0;
inline int errors = 0;
inline unsigned long seen = 0; // of one kind, together

/// Open MPI 5.0.7's own windows of some kinds leave out some operations, and crash or hang after
/// others: there, they can only be compared with those of another kind.
inline bool spares = false;

inline void note(unsigned long sum) { seen = seen * 1'000'003 + sum; }

inline int class_of(int code) {
    int error_class = 0;
    MPI_Error_class(code, &error_class);
    return error_class;
}

inline void count_errors(MPI_Win *, int *, ...) { errors++; }

inline void print(const char *what, int code) {
    std::printf("%s: class %d, errors %d\n", what, class_of(code), errors);
}

inline void print_bytes(const char *what, const void *data, std::size_t bytes) {
    unsigned long sum = 5381;
    for (std::size_t i = 0; i < bytes; i++)
        sum = sum * 33 + static_cast<const unsigned char *>(data)[i];
    std::printf("%s: sum %lx\n", what, sum);
    note(sum);
}

inline int right() { return (rank + 1) % size; }

inline constexpr int elements = 4096;
inline constexpr MPI_Aint window_bytes = elements * 8;

/// A window of some kind, with the memory of this process.
struct Any {
    const char *kind = "";
    MPI_Win win = MPI_WIN_NULL;
    unsigned char *base = nullptr;
    std::vector<long> own;         // memory of the program's
    std::vector<MPI_Aint> origins; // what displacements begin at, for a dynamic window

    [[nodiscard]] MPI_Aint at(int target, MPI_Aint byte) const {
        return origins.empty() ? byte : origins[static_cast<std::size_t>(target)] + byte;
    }
};

inline Any make(const char *kind) {
    Any any;
    any.kind = kind;
    any.own.resize(elements);
    MPI_Info info = MPI_INFO_NULL;
    switch (kind[0]) {
    case 'c':
        any.base = reinterpret_cast<unsigned char *>(any.own.data());
        MPI_Win_create(any.base, window_bytes, 1, info, MPI_COMM_WORLD, &any.win);
        break;
    case 'a':
        MPI_Win_allocate(window_bytes, 1, info, MPI_COMM_WORLD, &any.base, &any.win);
        break;
    case 'n':
        MPI_Info_create(&info);
        MPI_Info_set(info, "alloc_shared_noncontig", "true");
        [[fallthrough]];
    case 's':
        MPI_Win_allocate_shared(window_bytes, 1, info, MPI_COMM_WORLD, &any.base, &any.win);
        break;
    default: {
        any.base = reinterpret_cast<unsigned char *>(any.own.data());
        MPI_Win_create_dynamic(info, MPI_COMM_WORLD, &any.win);
        print("attach", MPI_Win_attach(any.win, any.base, window_bytes));
        MPI_Aint address = 0;
        MPI_Get_address(any.base, &address);
        any.origins.resize(static_cast<std::size_t>(size));
        MPI_Allgather(&address, 1, MPI_AINT, any.origins.data(), 1, MPI_AINT, MPI_COMM_WORLD);
    }
    }
    if (info != MPI_INFO_NULL) MPI_Info_free(&info);
    for (int i = 0; i < elements; i++) {
        const long value = rank * 1000 + i % 100;
        std::memcpy(any.base + static_cast<std::ptrdiff_t>(i) * 8, &value, sizeof value);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    return any;
}

inline void unmake(Any &any) {
    if (!any.origins.empty()) print("detach", MPI_Win_detach(any.win, any.base));
    print("free", MPI_Win_free(&any.win));
    std::printf("null %d\n", any.win == MPI_WIN_NULL);
}

inline void print_memory(const Any &any) {
    MPI_Win_fence(0, any.win);
    print_bytes("memory", any.base, window_bytes);
    MPI_Win_fence(0, any.win);
}

/// Datatypes, each of `count` longs or so.
struct Shape {
    const char *name;
    MPI_Datatype type;
    int count; // elements of it that hold 24 longs
};

inline std::vector<Shape> shapes() {
    std::vector<Shape> made{{"plain", MPI_LONG, 24}};
    MPI_Datatype type = MPI_DATATYPE_NULL;
    MPI_Type_contiguous(4, MPI_LONG, &type);
    made.push_back({"contiguous", type, 6});
    MPI_Type_vector(3, 2, 5, MPI_LONG, &type);
    made.push_back({"vector", type, 4});
    MPI_Type_create_resized(MPI_LONG, 0, 24, &type);
    made.push_back({"resized", type, 24});
    const int lengths[] = {2, 1, 3};
    const int places[] = {7, 0, 3};
    MPI_Type_indexed(3, lengths, places, MPI_LONG, &type);
    made.push_back({"indexed", type, 4});
    const int sizes[] = {6, 5};
    const int parts[] = {3, 2};
    const int starts[] = {2, 1};
    MPI_Type_create_subarray(2, sizes, parts, starts, MPI_ORDER_C, MPI_LONG, &type);
    made.push_back({"subarray", type, 4});
    MPI_Datatype columns = MPI_DATATYPE_NULL;
    MPI_Type_vector(2, 1, 3, MPI_LONG, &columns);
    MPI_Type_create_hvector(3, 2, 72, columns, &type);
    MPI_Type_free(&columns);
    made.push_back({"nested", type, 2});
    for (Shape &shape : made)
        if (shape.type != MPI_LONG) MPI_Type_commit(&shape.type);
    return made;
}

inline void free_all(std::vector<Shape> &made) {
    for (Shape &shape : made)
        if (shape.type != MPI_LONG) MPI_Type_free(&shape.type);
}

inline std::vector<long> numbers(long step) {
    std::vector<long> made(512);
    for (std::size_t i = 0; i < made.size(); i++)
        made[i] = rank * 100'000L + step * 1000 + static_cast<long>(i);
    return made;
}

} // namespace alike
