#include "runtime/run/sum_up.hpp"

#include "runtime/support/real.hpp"

#include <numeric>

namespace closeranks {

namespace {

template <typename Values>
bool reduce(Values &values, MPI_Datatype type, MPI_Op op, int root, MPI_Comm comm) noexcept {
    int rank = 0;
    static_cast<void>(real.Comm_rank(comm, &rank));
    const bool here = rank == root;
    return real.Reduce(here ? MPI_IN_PLACE : values.data(), here ? values.data() : nullptr,
                       static_cast<int>(values.size()), type, op, root, comm) == MPI_SUCCESS;
}

/// Gathers one text of each member, in their order, at `root`.
bool gather(std::vector<std::string> &texts, int root, MPI_Comm comm) noexcept {
    int rank = 0;
    int members = 0;
    static_cast<void>(real.Comm_rank(comm, &rank));
    static_cast<void>(real.Comm_size(comm, &members));
    const std::string mine = texts.front();
    const int length = static_cast<int>(mine.size());
    std::vector<int> lengths(static_cast<std::size_t>(rank == root ? members : 0));
    if (real.Gather(&length, 1, MPI_INT, lengths.data(), 1, MPI_INT, root, comm) != MPI_SUCCESS)
        return false;
    std::vector<int> places(lengths.size());
    std::exclusive_scan(lengths.begin(), lengths.end(), places.begin(), 0);
    std::string all(static_cast<std::size_t>(std::reduce(lengths.begin(), lengths.end())), '\0');
    if (real.Gatherv(mine.data(), length, MPI_CHAR, all.data(), lengths.data(), places.data(),
                     MPI_CHAR, root, comm) != MPI_SUCCESS)
        return false;
    if (rank == root) texts.clear();
    for (std::size_t i = 0; i < lengths.size(); ++i)
        texts.push_back(
            all.substr(static_cast<std::size_t>(places[i]), static_cast<std::size_t>(lengths[i])));
    return true;
}

} // namespace

bool sum_up(Totals &totals, std::vector<double> &times, std::vector<std::string> &texts, int root,
            MPI_Comm survivors) noexcept {
    const bool good = reduce(totals.skipped, MPI_UINT64_T, MPI_SUM, root, survivors) &&
                      reduce(totals.passed, MPI_UINT64_T, MPI_SUM, root, survivors) &&
                      reduce(totals.incomplete, MPI_UINT64_T, MPI_MAX, root, survivors) &&
                      reduce(totals.absent, MPI_UINT64_T, MPI_MAX, root, survivors) &&
                      reduce(totals.redone, MPI_UINT64_T, MPI_MAX, root, survivors) &&
                      reduce(times, MPI_DOUBLE, MPI_MIN, root, survivors) &&
                      gather(texts, root, survivors);
    // A process that fails here must not leave the others waiting for it. The agreement keeps all
    // processes until all know the result, so that none waits for one that has already left.
    if (!good) static_cast<void>(real.Comm_revoke(survivors));
    int agreed = good ? 1 : 0;
    static_cast<void>(real.Comm_agree(survivors, &agreed));
    return agreed != 0;
}

} // namespace closeranks
