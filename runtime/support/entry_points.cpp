#include "generated/tables/real_entries.hpp"
#include "runtime/support/real.hpp"

#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <string>

namespace closeranks {

namespace {

/// The initial value of an entry of the table, until the first call through any entry. The
/// constructor of a shared library may call MPI before that of this library has run.
template <auto entry, typename Result, typename... Arguments>
Result first_call(Arguments... arguments) {
    load();
    return (real.*entry)(arguments...);
}
/// The arguments `...` cannot be passed on. MPI_Pcontrol, the one function that has them, gives
/// them no meaning of its own (MPI 4.1, 15.2.4).
template <auto entry, typename Result, typename... Arguments>
Result first_variadic_call(Arguments... arguments, ...) {
    load();
    return (real.*entry)(arguments...);
}

template <auto entry, typename Result, typename... Arguments>
constexpr auto caller_of(Result (*Real::*)(Arguments...)) noexcept {
    return &first_call<entry, Result, Arguments...>;
}
template <auto entry, typename Result, typename... Arguments>
constexpr auto caller_of(Result (*Real::*)(Arguments..., ...)) noexcept {
    return &first_variadic_call<entry, Result, Arguments...>;
}

constexpr Real before_loading() noexcept {
    Real table{};
    for_each_real_entry([&]<auto entry, Function>(const char *) {
        table.*entry = caller_of<entry>(entry);
    });
    return table;
}

} // namespace

constinit Real real = before_loading();

namespace {

[[noreturn]] void the_mpi_lacks(Function function) noexcept {
    std::fprintf(stderr,
                 "closeranks: the program calls %s, which the MPI library in use does not have\n",
                 function_name(function));
    std::abort();
}

/// Stands for a function that the MPI library does not have; reports this when the program calls
/// it.
template <Function function, typename Result, typename... Arguments>
Result absent(Arguments...) noexcept {
    the_mpi_lacks(function);
}
template <Function function, typename Result, typename... Arguments>
Result absent(Arguments..., ...) noexcept {
    the_mpi_lacks(function);
}

template <typename Entry> void resolve(Entry *&entry, Entry *otherwise, const char *name) noexcept {
    void *symbol = dlsym(RTLD_NEXT, (std::string("P") + name).c_str());
    entry = symbol != nullptr ? reinterpret_cast<Entry *>(symbol) : otherwise;
}

template <Function function, typename Result, typename... Arguments>
void resolve(Result (*&entry)(Arguments...), const char *name) noexcept {
    resolve<Result(Arguments...)>(entry, &absent<function, Result, Arguments...>, name);
}
template <Function function, typename Result, typename... Arguments>
void resolve(Result (*&entry)(Arguments..., ...), const char *name) noexcept {
    resolve<Result(Arguments..., ...)>(entry, &absent<function, Result, Arguments...>, name);
}

} // namespace

void resolve_real_entry_points() noexcept {
    for_each_real_entry([]<auto entry, Function function>(const char *name) {
        resolve<function>(real.*entry, name);
    });
}

} // namespace closeranks
