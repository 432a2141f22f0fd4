#include "runtime/openmpi/comm_epochs.hpp"

#include "runtime/openmpi/internals.hpp"
#include "runtime/openmpi/library_calls.hpp"
#include "runtime/openmpi/quirks.hpp"
#include "runtime/support/handles.hpp"

#include <climits>
#include <cstddef>
#include <cstring>
#include <dlfcn.h>
#include <link.h>
#include <malloc.h>
#include <span>
#include <vector>

namespace closeranks {

namespace {

int *countdown = nullptr;          ///< INT_MAX minus it is the latest epoch of this process
std::ptrdiff_t place_in_comm = -1; ///< of the epoch

int word_of(MPI_Comm comm, std::ptrdiff_t place) noexcept {
    int word = 0;
    std::memcpy(&word, reinterpret_cast<const std::byte *>(comm) + place, sizeof word);
    return word;
}

std::vector<int> words_of(MPI_Comm comm) {
    // Open MPI allocates each communicator of its own (OBJ_NEW).
    auto *const begin = reinterpret_cast<int *>(comm);
    return {begin, begin + malloc_usable_size(begin) / sizeof(int)};
}

/// A communicator of this process alone, which takes one epoch.
Comm take_one_epoch() noexcept {
    Comm probe;
    static_cast<void>(real.Comm_dup(MPI_COMM_SELF, probe.out()));
    return probe;
}

/// The places of numbers that grow by one with each communicator. Its context id does not, because
/// that of the one before is free again.
std::vector<std::ptrdiff_t> places_that_count() {
    std::vector<std::ptrdiff_t> places;
    std::vector<int> first;
    std::vector<int> second;
    for (std::vector<int> *const words : {&first, &second})
        if (const Comm probe = take_one_epoch()) *words = words_of(probe.get());
    for (std::size_t i = 0; i < first.size() && i < second.size(); ++i)
        if (second[i] == first[i] + 1)
            places.push_back(static_cast<std::ptrdiff_t>(i * sizeof(int)));
    return places;
}

/// The writable parts of the library with Open MPI's internal variables.
std::vector<std::span<int>> variables_of_library() {
    struct Search {
        std::uintptr_t inside;
        std::vector<std::span<int>> found;
    } search{reinterpret_cast<std::uintptr_t>(address_inside()), {}};
    const auto look = [](dl_phdr_info *library, std::size_t, void *data) {
        auto &wanted = *static_cast<Search *>(data);
        const std::span headers(library->dlpi_phdr, library->dlpi_phnum);
        bool is_it = false;
        std::vector<std::span<int>> writable;
        for (const ElfW(Phdr) & part : headers) {
            if (part.p_type != PT_LOAD) continue;
            const std::uintptr_t begin = library->dlpi_addr + part.p_vaddr;
            is_it |= wanted.inside >= begin && wanted.inside - begin < part.p_memsz;
            if ((part.p_flags & PF_W) == 0) continue;
            const std::uintptr_t aligned = (begin + sizeof(int) - 1) / sizeof(int) * sizeof(int);
            writable.emplace_back(reinterpret_cast<int *>(aligned),
                                  (begin + part.p_memsz - aligned) / sizeof(int));
        }
        if (is_it) wanted.found = std::move(writable);
        return is_it ? 1 : 0;
    };
    static_cast<void>(dl_iterate_phdr(look, &search));
    return search.found;
}

/// The variables that follow the number at `place` in a communicator, of `candidates`.
std::vector<int *> those_that_follow(const std::vector<int *> &candidates, std::ptrdiff_t place) {
    std::vector<int *> found;
    if (const Comm probe = take_one_epoch())
        for (int *const variable : candidates)
            if (*variable == INT_MAX - word_of(probe.get(), place)) found.push_back(variable);
    return found;
}

bool find() {
    std::vector<int *> all;
    for (const std::span<int> part : variables_of_library())
        for (int &variable : part)
            all.push_back(&variable);
    for (const std::ptrdiff_t place : places_that_count()) {
        std::vector<int *> found = those_that_follow(all, place);
        for (int i = 0; i < 2; ++i)
            found = those_that_follow(found, place);
        if (found.size() != 1) continue;
        countdown = found.front();
        place_in_comm = place;
        return true;
    }
    return false;
}

/// ompi/communicator/communicator.h. Called for each new communicator when its epoch is known.
using Activate = int (*)(MPI_Comm *made, MPI_Comm from, MPI_Comm bridge, const void *first,
                         const void *second, bool sends_first, int mode);
using ActivateLater = int (*)(MPI_Comm *made, MPI_Comm from, MPI_Comm bridge, const void *first,
                              const void *second, bool sends_first, int mode, void **request);
Activate real_activate = nullptr;
ActivateLater real_activate_later = nullptr;

int activate(MPI_Comm *made, MPI_Comm from, MPI_Comm bridge, const void *first, const void *second,
             bool sends_first, int mode) {
    CommEpochs::go_on_from(CommEpochs::of(*made));
    return real_activate(made, from, bridge, first, second, sends_first, mode);
}

int activate_later(MPI_Comm *made, MPI_Comm from, MPI_Comm bridge, const void *first,
                   const void *second, bool sends_first, int mode, void **request) {
    CommEpochs::go_on_from(CommEpochs::of(*made));
    return real_activate_later(made, from, bridge, first, second, sends_first, mode, request);
}

} // namespace

bool CommEpochs::prepare() noexcept { return find(); }

int CommEpochs::of(MPI_Comm comm) noexcept { return word_of(comm, place_in_comm); }

void CommEpochs::go_on_from(int epoch) noexcept {
    const int agreed = INT_MAX - epoch;
    // Another thread may make a communicator.
    for (int mine = __atomic_load_n(countdown, __ATOMIC_RELAXED); agreed < mine;)
        if (__atomic_compare_exchange_n(countdown, &mine, agreed, false, __ATOMIC_RELAXED,
                                        __ATOMIC_RELAXED))
            return;
}

void keep_comm_epochs_apart() noexcept {
    real_activate = reinterpret_cast<Activate>(dlsym(RTLD_DEFAULT, "ompi_comm_activate"));
    real_activate_later =
        reinterpret_cast<ActivateLater>(dlsym(RTLD_DEFAULT, "ompi_comm_activate_nb"));
    if (real_activate == nullptr || real_activate_later == nullptr || !has(Quirk::epoch) ||
        !CommEpochs::prepare())
        return;
    const void *const inside = address_inside();
    redirect_calls(inside, "ompi_comm_activate", reinterpret_cast<void *>(activate));
    redirect_calls(inside, "ompi_comm_activate_nb", reinterpret_cast<void *>(activate_later));
}

} // namespace closeranks
