// closeranks_store.h: the errors that the library adds to those of the MPI.

#include "runtime/store/errors.hpp"
#include "generated/tables/error_sentences.hpp"

#include <mpi-ext.h>

#include <array>
#include <mutex>
#include <optional>

namespace {

using closeranks::store::error_sentences;

using Numbers = std::array<int, error_sentences.size()>;

/// A class has a code of its own, which functions return: Open MPI's MPI_Error_class knows the
/// class of a code, but not of a class that was added.
struct Added {
    Numbers classes{};
    Numbers codes{};
};

Added add_all() noexcept {
    Added added;
    for (std::size_t i = 0; i < error_sentences.size(); ++i) {
        MPI_Add_error_class(&added.classes[i]);
        MPI_Add_error_code(added.classes[i], &added.codes[i]);
        for (const int one : {added.classes[i], added.codes[i]})
            MPI_Add_error_string(one, error_sentences[i]);
    }
    return added;
}

/// The codes or the classes; nothing before they are added. The first call with `may_add` adds them
/// all, so that their order does not depend on which one is asked for.
const Added *find(bool may_add) noexcept {
    static std::mutex mutex;
    static std::optional<Added> added;
    const std::lock_guard lock(mutex);
    if (!added && may_add) added = add_all();
    return added ? &*added : nullptr;
}

bool is_mpi_running() noexcept {
    int has_begun = 0;
    int is_over = 0;
    MPI_Initialized(&has_begun);
    MPI_Finalized(&is_over);
    return has_begun != 0 && is_over == 0;
}

int value_of(Numbers Added::*numbers, closeranks_error error) noexcept {
    const Added *const added = find(is_mpi_running());
    const auto place = static_cast<std::size_t>(error);
    return added != nullptr && place < error_sentences.size() ? (added->*numbers)[place]
                                                              : MPI_UNDEFINED;
}

} // namespace

extern "C" {

#pragma GCC visibility push(default)

int closeranks_error_code(closeranks_error error) { return value_of(&Added::codes, error); }
int closeranks_error_class(closeranks_error error) { return value_of(&Added::classes, error); }

#pragma GCC visibility pop
}

namespace closeranks::store {

void add_errors() noexcept { static_cast<void>(find(true)); }

int with_own_code(int code) noexcept {
    int kind = MPI_SUCCESS;
    if (code != MPI_SUCCESS) MPI_Error_class(code, &kind);
    return kind == MPIX_ERR_PROC_FAILED ? CLOSERANKS_ERR_RANK_LOST : code;
}

} // namespace closeranks::store
