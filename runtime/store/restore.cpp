#include "runtime/store/store.hpp"
#include "runtime/store/transfer.hpp"

#include <algorithm>
#include <cstring>
#include <new>
#include <utility>

namespace closeranks::store {

Problem Store::restore(long long stamp) {
    if (!is_same_everywhere({stamp}))
        return note(Problem::argument, "the ranks ask for different stamps");
    const long long wanted = stamp == CLOSERANKS_NEWEST ? newest() : stamp;
    Image image;
    Problem mine = Problem::none;
    try {
        mine = own_image(wanted, image);
        if (mine == Problem::none) mine = fit(image);
    } catch (const std::bad_alloc &) {
        mine = note(Problem::memory, "there is no memory to read a checkpoint");
    }
    if (const Problem all = settle(mine); all != Problem::none) return all;
    for (const Image::Member &member : image.members())
        if (const auto here = members_.find(member.id); here != members_.end())
            here->second.elements().unpack(member.bytes);
    return Problem::none;
}

/// Nothing where the checkpoint has nothing of this rank.
Problem Store::own_image(long long stamp, Image &image) {
    if (const Checkpoint *const found = in_memory(stamp)) {
        image = found->images.at(rank_);
        return image.is_whole() ? Problem::none
                                : note(Problem::file, "the checkpoint in memory has changed");
    }
    const Directory::Committed *const found = in_files(stamp);
    if (found == nullptr)
        return note(Problem::argument, "there is no checkpoint " + std::to_string(stamp));
    if (!found->has(rank_)) return Problem::none;
    std::string why = directory_.read(rank_, stamp, image);
    return why.empty() ? Problem::none : note(Problem::file, why);
}

Problem Store::fit(const Image &image) {
    for (const Image::Member &member : image.members())
        if (const auto here = members_.find(member.id); here != members_.end())
            if (here->second.elements().room() < member.bytes.size())
                return note(Problem::truncated, "member " + std::to_string(member.id) +
                                                    " is smaller than what was stored");
    return Problem::none;
}

Problem Store::restore_from(long long stamp, int rank, int id, const Elements &into, int &got) {
    got = 0;
    const auto whole = [id](const Image &image, int) {
        Image::Bytes bytes;
        if (const auto found = image.find(id)) {
            const std::span<std::byte> place = Image::append(bytes, id, found->size());
            std::copy(found->begin(), found->end(), place.begin());
        }
        return Image(std::move(bytes));
    };
    Image image;
    Problem mine = find(stamp, rank, whole, image);
    std::span<const std::byte> bytes;
    if (mine == Problem::none && rank != MPI_PROC_NULL) {
        const auto found = image.find(id);
        if (!found)
            mine = note(Problem::argument, "rank " + std::to_string(rank) +
                                               " has stored no member " + std::to_string(id));
        else if (bytes = *found; bytes.size() > into.room())
            mine = note(Problem::truncated,
                        "there is no room for " + std::to_string(bytes.size()) + " bytes");
    }
    if (const Problem all = settle(mine); all != Problem::none) return all;
    into.unpack(bytes);
    got = into.element_size() == 0 ? 0 : static_cast<int>(bytes.size()) / into.element_size();
    return Problem::none;
}

Problem Store::restore_spread(long long stamp, int rank, int id, const Elements &into,
                              long long &first, int &got) {
    first = 0;
    got = 0;
    if (!is_same_everywhere({rank, id, into.element_size()}) || rank == MPI_PROC_NULL)
        return note(Problem::argument, "the ranks ask for different ranks, members or types");
    const std::vector<int> alive = living();
    const auto size = static_cast<std::size_t>(into.element_size());
    enum : int { number_of_first, share };
    const auto its_share = [&, id](const Image &image, int asker) {
        Image::Bytes bytes;
        if (const auto found = image.find(id)) {
            const std::size_t count = found->size() / size;
            const auto at = static_cast<std::size_t>(
                std::lower_bound(alive.begin(), alive.end(), asker) - alive.begin());
            const std::size_t begin = count * at / alive.size();
            const std::size_t end = count * (at + 1) / alive.size();
            const auto number = static_cast<long long>(begin);
            std::memcpy(Image::append(bytes, number_of_first, sizeof number).data(), &number,
                        sizeof number);
            const std::span<const std::byte> part =
                found->subspan(begin * size, (end - begin) * size);
            std::copy(part.begin(), part.end(), Image::append(bytes, share, part.size()).begin());
        }
        return Image(std::move(bytes));
    };
    Image image;
    Problem mine = size == 0 ? note(Problem::argument, "the type has no bytes")
                             : find(stamp, rank, its_share, image);
    const auto number = image.find(number_of_first);
    const auto part = image.find(share);
    if (mine == Problem::none && (!number || !part))
        mine = note(Problem::argument,
                    "rank " + std::to_string(rank) + " has stored no member " + std::to_string(id));
    else if (mine == Problem::none && part->size() > into.room())
        mine = note(Problem::truncated,
                    "there is no room for " + std::to_string(part->size() / size) + " elements");
    if (const Problem all = settle(mine); all != Problem::none) return all;
    std::memcpy(&first, number->data(), sizeof first);
    into.unpack(*part);
    got = static_cast<int>(part->size() / size);
    return Problem::none;
}

/// Each member is what its number of bytes is.
Problem Store::sizes(long long stamp, int rank, std::map<int, long long> &bytes) {
    bytes.clear();
    const auto numbers = [](const Image &image, int) {
        Image::Bytes all;
        for (const Image::Member &member : image.members()) {
            const auto size = static_cast<long long>(member.bytes.size());
            std::memcpy(Image::append(all, member.id, sizeof size).data(), &size, sizeof size);
        }
        return Image(std::move(all));
    };
    Image image;
    const Problem mine = find(stamp, rank, numbers, image);
    if (const Problem all = settle(mine); all != Problem::none) return all;
    for (const Image::Member &member : image.members())
        std::memcpy(&bytes[member.id], member.bytes.data(), member.bytes.size());
    return Problem::none;
}

/// What this rank wants of what `rank` has in a checkpoint; MPI_PROC_NULL: nothing. Problems of
/// this rank only may come back.
Problem Store::find(long long stamp, int rank, const Extract &extract, Image &got) {
    const Want mine{stamp == CLOSERANKS_NEWEST ? newest() : stamp, rank};
    std::vector<Want> all(static_cast<std::size_t>(size_), Want{mine[0], MPI_PROC_NULL});
    MPI_Allgather(mine.data(), 2, MPI_LONG_LONG, all.data(), 2, MPI_LONG_LONG, comm_);
    std::vector<int> wants;
    for (const Want &one : all) {
        if (one[0] != mine[0]) return note(Problem::argument, "the ranks ask for different stamps");
        wants.push_back(static_cast<int>(one[1]));
    }
    if (const Checkpoint *const found = in_memory(mine[0]))
        return find_in_memory(*found, wants, extract, got);
    const Directory::Committed *const found = in_files(mine[0]);
    if (found == nullptr)
        return note(Problem::argument, mine[0] < 0
                                           ? "there is no checkpoint"
                                           : "there is no checkpoint " + std::to_string(mine[0]));
    return rank == MPI_PROC_NULL ? Problem::none : find_in_file(*found, rank, extract, got);
}

Problem Store::find_in_file(const Directory::Committed &checkpoint, int rank,
                            const Extract &extract, Image &got) {
    if (!checkpoint.has(rank))
        return note(Problem::argument, "rank " + std::to_string(rank) + " has stored nothing");
    try {
        Image whole;
        if (std::string why = directory_.read(rank, checkpoint.stamp, whole); !why.empty())
            return note(Problem::file, why);
        got = extract(whole, rank_);
    } catch (const std::bad_alloc &) {
        return note(Problem::memory, "there is no memory to read a checkpoint");
    }
    return Problem::none;
}

/// The rank itself if it lives, or its first holder who does; -1: nobody.
int Store::source_of(const Placement &placement, int rank, const std::vector<int> &alive) {
    const auto is_alive = [&](int one) {
        return std::binary_search(alive.begin(), alive.end(), one);
    };
    const std::span<const int> stored = placement.living();
    if (!std::binary_search(stored.begin(), stored.end(), rank)) return -1;
    if (is_alive(rank)) return rank;
    const std::span<const int> holders = placement.holders(rank);
    const auto found = std::find_if(holders.begin(), holders.end(), is_alive);
    return found == holders.end() ? -1 : *found;
}

Problem Store::nobody_has(const Checkpoint &checkpoint, int rank) {
    const std::span<const int> stored = checkpoint.placement.living();
    const std::string name = "rank " + std::to_string(rank);
    if (!std::binary_search(stored.begin(), stored.end(), rank))
        return note(Problem::argument, name + " has stored nothing");
    return note(Problem::lost, "all who had the data of " + name + " are dead");
}

/// Each round that fails costs a life: whoever was to send has died.
Problem Store::find_in_memory(const Checkpoint &checkpoint, const std::vector<int> &wants,
                              const Extract &extract, Image &got) {
    const int mine = wants[static_cast<std::size_t>(rank_)];
    const auto source_for = [&](int wanted, const std::vector<int> &alive) {
        return wanted == MPI_PROC_NULL ? -1 : source_of(checkpoint.placement, wanted, alive);
    };
    bool has_room = true; // who has none goes on all the same, for others wait
    for (bool all_have = false; !all_have;) {
        const std::vector<int> alive = living();
        Transfer transfer(comm_, ++round_);
        std::map<int, Image> sent;
        for (const int asker : alive) {
            const int wanted = wants[static_cast<std::size_t>(asker)];
            if (source_for(wanted, alive) != rank_) continue;
            Image part;
            try {
                part = extract(checkpoint.images.at(wanted), asker);
            } catch (const std::bad_alloc &) {
                has_room = false;
            }
            if (asker == rank_)
                got = std::move(part);
            else
                transfer.send(sent.emplace(asker, std::move(part)).first->second, asker);
        }
        const int source = source_for(mine, alive);
        if (source >= 0 && source != rank_) transfer.receive(source);
        bool has = source < 0 || source == rank_;
        try {
            std::map<int, Image> came = transfer.run();
            if (const auto found = came.find(source); found != came.end()) {
                got = std::move(found->second);
                has = true;
            }
        } catch (const std::bad_alloc &) {
            has_room = false;
            has = true;
        }
        int own = has ? 1 : 0;
        int least = own;
        MPI_Allreduce(&own, &least, 1, MPI_INT, MPI_MIN, comm_);
        all_have = least != 0;
        if (all_have && source < 0 && mine != MPI_PROC_NULL) {
            const Directory::Committed *const found = in_files(checkpoint.stamp);
            return found == nullptr ? nobody_has(checkpoint, mine)
                                    : find_in_file(*found, mine, extract, got);
        }
    }
    if (!has_room) return note(Problem::memory, "there is no memory for what was asked for");
    if (!got.is_whole()) return note(Problem::file, "what came is not what was stored");
    return Problem::none;
}

} // namespace closeranks::store
