#include "runtime/replication/creation.hpp"

#include "runtime/replication/plans.hpp"
#include "runtime/replication/world.hpp"

#include <algorithm>
#include <numeric>

namespace closeranks::replication {

namespace {

/// Makes the context of an intercommunicator's own side differ from that of the intercommunicator.
constexpr std::uint64_t side_of = 0x73696465;

} // namespace

int ranks_of(MPI_Group group, std::vector<int> &ranks) {
    int size = 0;
    if (const int code = real.Group_size(group, &size); code != MPI_SUCCESS) return code;
    std::vector<int> places(static_cast<std::size_t>(size));
    std::iota(places.begin(), places.end(), 0);
    ranks.resize(places.size());
    if (size == 0) return MPI_SUCCESS;
    return real.Group_translate_ranks(group, size, places.data(), group_of_processes(),
                                      ranks.data());
}

int group_of_ranks(std::span<const int> ranks, MPI_Group *group) {
    return real.Group_incl(group_of_processes(), static_cast<int>(ranks.size()), ranks.data(),
                           group);
}

int place_of(int rank, std::span<const int> ranks) noexcept {
    const auto found = std::find(ranks.begin(), ranks.end(), rank);
    return found == ranks.end() ? -1 : static_cast<int>(found - ranks.begin());
}

std::shared_ptr<Communicator> make_intra(std::vector<int> ranks, std::uint64_t context) {
    auto made = std::make_shared<Communicator>();
    made->ranks = std::move(ranks);
    made->place = place_of(my_rank(), made->ranks);
    made->context = context;
    return made;
}

std::shared_ptr<Communicator> make_inter(std::vector<int> ranks, std::vector<int> remote,
                                         std::uint64_t context) {
    auto made = make_intra(std::move(ranks), context);
    made->remote = std::move(remote);
    made->side = make_intra(made->ranks, combined(context, side_of));
    return made;
}

int gather_all(Communicator &c, std::span<const int> mine, std::vector<int> &all) {
    const int length = static_cast<int>(mine.size());
    all.resize(c.peers().size() * mine.size());
    Schedule s(c, Way::blocking);
    if (const int code = plan_allgather(s, elements(mine.data(), length, MPI_INT),
                                        Blocks(all.data(), length, MPI_INT));
        code != MPI_SUCCESS)
        return code;
    static_cast<void>(s.start());
    return s.finish();
}

} // namespace closeranks::replication
