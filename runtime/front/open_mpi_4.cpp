// Symbols that libmpi_cxx.so.40 and programs with the old C++ bindings, built for Open MPI 4, need
// and Open MPI 5 no longer has (docs/explanation/loading.md). This file becomes a library with the
// name that they ask for, libopen-pal.so.40. All other symbols are in today's Open MPI.

#include <mpi.h>

#include <array>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <utility>

#include <dlfcn.h>

namespace {

[[noreturn]] void give_up(const char *what) {
    std::fprintf(stderr,
                 "closeranks: %s\n"
                 "closeranks: build the program for this MPI, without the C++ bindings of MPI\n",
                 what);
    std::abort();
}

// Operators. MPI::Op::Init calls MPI_Op_create with ompi_mpi_cxx_op_intercept, a function of
// libmpi_cxx, and then ompi_op_set_cxx_callback with the program's own function. Open MPI 4 called
// the first with the second as its fifth argument. Open MPI 5 passes four arguments. So this
// library puts a function into the operator that adds the fifth: one for each function of the
// program.

using Intercept = void(void *, void *, int *, MPI_Datatype *, MPI_User_function *);

constexpr std::size_t most_functions = 64;
Intercept *intercept = nullptr;
std::array<MPI_User_function *, most_functions> programs{};
std::mutex programs_mutex;

template <std::size_t number>
void call_program(void *in, void *inout, int *count, MPI_Datatype *type) {
    intercept(in, inout, count, type, programs[number]);
}

template <std::size_t... number>
constexpr std::array<MPI_User_function *, most_functions>
make_callers(std::index_sequence<number...>) {
    return {call_program<number>...};
}
constexpr auto callers = make_callers(std::make_index_sequence<most_functions>());

/// The function that calls `program`.
MPI_User_function *caller_of(MPI_User_function *program) {
    const std::scoped_lock lock(programs_mutex);
    for (std::size_t i = 0; i < most_functions; ++i) {
        if (programs[i] == nullptr) programs[i] = program;
        if (programs[i] == program) return callers[i];
    }
    give_up("the program has more than 64 functions for MPI::Op");
}

// Error handlers. The program sets MPI::ERRORS_THROW_EXCEPTIONS, the address of an object whose
// functions libmpi_cxx sets in MPI::Init. Their places are the same in Open MPI 4 and 5.

struct ErrorHandler {
    void *of_class;
    int references;
    char name[MPI_MAX_OBJECT_NAME];
    int object_type; ///< 0: for all, predefined
    int language;    ///< 0: C
    void *functions[3];
};
static_assert(offsetof(ErrorHandler, functions) == 88); // ompi/errhandler/errhandler.h

constexpr std::size_t handler_size = 1024; // the size with which programs were linked

union PaddedErrorHandler {
    ErrorHandler handler;
    std::byte all[handler_size];
};

} // namespace

extern "C" {

[[gnu::visibility("default")]] extern PaddedErrorHandler ompi_mpi_errors_throw_exceptions;
PaddedErrorHandler ompi_mpi_errors_throw_exceptions = {
    .handler = {.of_class = nullptr,
                .references = 1,
                .name = "MPI::ERRORS_THROW_EXCEPTIONS",
                .object_type = 0,
                .language = 0,
                .functions = {}}};

[[gnu::visibility("default")]] void ompi_op_set_cxx_callback(MPI_Op op, MPI_User_function *program);

void ompi_op_set_cxx_callback(MPI_Op op, MPI_User_function *program) {
    void *const symbol = dlsym(RTLD_DEFAULT, "ompi_mpi_cxx_op_intercept");
    if (symbol == nullptr) give_up("MPI::Op is used without libmpi_cxx.so.40");
    intercept = reinterpret_cast<Intercept *>(symbol);
    // The function's place in the operator (ompi/op/op.h) is behind its name and some numbers.
    constexpr std::size_t looked_at = 256;
    auto *const place = reinterpret_cast<std::byte *>(op);
    for (std::size_t at = 0; at < looked_at; at += sizeof(symbol)) {
        if (std::memcmp(place + at, &symbol, sizeof(symbol)) != 0) continue;
        MPI_User_function *const caller = caller_of(program);
        std::memcpy(place + at, &caller, sizeof(caller));
        return;
    }
    give_up("this MPI does not keep the function of an MPI::Op where it is looked for");
}

} // extern "C"
