// What cannot be a member is refused when it is named, and not found out by a crash in the commit;
// ranks that do not agree where checkpoints are to be are told so.

#include "survivors.hpp"

#include <closeranks_store.h>

#include <array>
#include <unistd.h>

using namespace survivors;

namespace {

/// What this process writes to stderr while `act` runs.
template <typename Act> std::string said_by(Act act) {
    std::array<int, 2> ends{};
    if (pipe(ends.data()) != 0) return "there is no pipe";
    const int before = dup(STDERR_FILENO);
    dup2(ends[1], STDERR_FILENO);
    act();
    dup2(before, STDERR_FILENO);
    close(before);
    close(ends[1]);
    std::array<char, 1000> text{};
    const auto length = read(ends[0], text.data(), text.size());
    close(ends[0]);
    return {text.data(), static_cast<std::size_t>(length < 0 ? 0 : length)};
}

} // namespace

int main(int argc, char **argv) {
    Program p(argc, argv, "wrong_members");
    closeranks_store store = nullptr;

    const char *const where = p.rank == 1 ? "buddy:copies=2" : "buddy";
    int code = MPI_SUCCESS;
    const std::string said =
        said_by([&] { code = closeranks_store_create(MPI_COMM_WORLD, where, &store); });
    p.check(code == MPI_ERR_ARG && store == nullptr, "where differs: %d", code);
    const std::string wanted = "closeranks_store_create: rank 0 gives (buddy) as where, and rank 1 "
                               "gives another one\n";
    p.check(said == (p.rank == 0 ? wanted : ""), "said: %s", said.c_str());

    closeranks_store_create(MPI_COMM_WORLD, "buddy", &store);
    code = closeranks_store_member(store, 1, nullptr, 5, MPI_DOUBLE);
    p.check(code == MPI_ERR_BUFFER, "elements at NULL: %d", code);
    const auto explained = [&] { return std::string(closeranks_store_explain(store)); };
    p.check(explained() == "the address of the elements is NULL", "why: %s", explained().c_str());
    code = closeranks_store_restore(store, CLOSERANKS_NEWEST);
    p.check(code == MPI_ERR_ARG && explained().ends_with(": there is no checkpoint"), "why: %s",
            explained().c_str());
    code = closeranks_store_member(store, 1, nullptr, 0, MPI_DOUBLE);
    p.check(code == MPI_SUCCESS && explained().empty(), "no elements at NULL: %d", code);

    int value = 7 + p.rank;
    MPI_Aint address = 0;
    MPI_Get_address(&value, &address);
    const int one = 1;
    MPI_Datatype at_address = MPI_DATATYPE_NULL;
    MPI_Datatype whole = MPI_INT;
    MPI_Type_create_struct(1, &one, &address, &whole, &at_address);
    MPI_Type_commit(&at_address);
    code = closeranks_store_member(store, 2, MPI_BOTTOM, 1, at_address);
    p.check(code == MPI_SUCCESS, "elements from MPI_BOTTOM on: %d", code);
    MPI_Type_free(&at_address);

    code = closeranks_store_commit(store, 1);
    p.check(code == MPI_SUCCESS, "a commit: %d", code);
    value = 0;
    code = closeranks_store_restore(store, 1);
    p.check(code == MPI_SUCCESS && value == 7 + p.rank, "restored: %d, %d", code, value);

    MPI_Count got = -1;
    code = closeranks_store_restore_from(store, MPI_PROC_NULL, 2, nullptr, 3, MPI_INT, &got);
    p.check(code == MPI_SUCCESS, "nobody's into NULL: %d", code);
    code = closeranks_store_restore_from(store, 0, 2, nullptr, 3, MPI_INT, &got);
    p.check(code == MPI_ERR_BUFFER, "into NULL: %d", code);
    closeranks_store_free(&store);
    return p.finish();
}
