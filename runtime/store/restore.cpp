#include "runtime/store/store.hpp"

#include <algorithm>
#include <cstring>
#include <new>
#include <utility>

namespace closeranks::store {

Problem Store::restore(long long stamp) {
    if (const Problem all = meet_again(); all != Problem::none) return all;
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
    // Steps that may still fail come first.
    if (const Problem all = settle(load(image)); all != Problem::none) return all;
    for (const Image::Member &member : image.members())
        if (const auto here = members_.find(member.id); here != members_.end())
            if (const auto *const array = std::get_if<Array>(&here->second))
                array->elements().unpack(member.bytes);
    return Problem::none;
}

Problem Store::load(const Image &image) {
    for (const Image::Member &member : image.members()) {
        const auto here = members_.find(member.id);
        if (here == members_.end()) continue;
        const auto *const functions = std::get_if<Callbacks>(&here->second);
        const auto load = [&] {
            return functions->load(member.bytes.data(), static_cast<long long>(member.bytes.size()),
                                   functions->context) == 0;
        };
        if (functions != nullptr && !succeeds(load)) return fails(member.id, "loads it");
    }
    return Problem::none;
}

/// Empty where the checkpoint has nothing of this rank.
Problem Store::own_image(long long stamp, Image &image) {
    if (const Checkpoint *const found = in_memory(stamp)) {
        image = found->image(rank_);
        return image.is_whole() ? Problem::none
                                : note(Problem::file, "the checkpoint in memory has changed");
    }
    const Directory::Committed *const found = in_files(stamp);
    if (found == nullptr) return no_checkpoint(stamp);
    if (!found->has(rank_)) return Problem::none;
    std::string why = directory_.read(rank_, stamp, image);
    return why.empty() ? Problem::none : note(Problem::file, why);
}

Problem Store::fit(const Image &image) {
    for (const Image::Member &member : image.members())
        if (const auto here = members_.find(member.id); here != members_.end())
            if (const auto *const array = std::get_if<Array>(&here->second);
                array != nullptr && array->elements().room() < member.bytes.size())
                return note(Problem::truncated, "member " + std::to_string(member.id) +
                                                    " is smaller than what was stored");
    return Problem::none;
}

Problem Store::find_member(const Image &image, int rank, int id,
                           std::span<const std::byte> &bytes) {
    const auto found = image.find(id);
    if (!found)
        return note(Problem::argument,
                    "rank " + std::to_string(rank) + " has stored no member " + std::to_string(id));
    bytes = *found;
    return Problem::none;
}

Problem Store::check_room(const Elements &into, std::size_t bytes) {
    if (bytes <= into.room()) return Problem::none;
    return note(Problem::truncated, "there is no room for " + std::to_string(bytes) + " bytes");
}

Problem Store::read(long long stamp, int id, const Elements &into, bool copies, MPI_Count &got) {
    got = 0;
    if (!is_whole_)
        return note(Problem::argument, "this is a replacement process, which has no data yet");
    const long long wanted = stamp == CLOSERANKS_NEWEST ? newest() : stamp;
    Image from_file;
    const Checkpoint *const found = in_memory(wanted);
    if (found == nullptr)
        if (const Problem mine = own_image(wanted, from_file); mine != Problem::none) return mine;
    const Image &image = found == nullptr ? from_file : found->image(rank_);
    if (!image.is_whole()) return note(Problem::file, "the checkpoint in memory has changed");
    std::span<const std::byte> bytes;
    Problem mine = find_member(image, rank_, id, bytes);
    if (mine == Problem::none && copies) mine = check_room(into, bytes.size());
    if (mine != Problem::none) return mine;
    explanation_.clear();
    if (copies) into.unpack(bytes);
    got = static_cast<MPI_Count>(into.count_of(bytes.size()));
    return Problem::none;
}

Problem Store::restore_from(long long stamp, int rank, int id, const Elements &into,
                            MPI_Count &got) {
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
    if (mine == Problem::none && rank != MPI_PROC_NULL) mine = find_member(image, rank, id, bytes);
    if (mine == Problem::none) mine = check_room(into, bytes.size());
    if (const Problem all = settle(mine); all != Problem::none) return all;
    into.unpack(bytes);
    got = static_cast<MPI_Count>(into.count_of(bytes.size()));
    return Problem::none;
}

Problem Store::restore_spread(long long stamp, int rank, int id, const Elements &into,
                              MPI_Count &first, MPI_Count &got) {
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
    got = static_cast<MPI_Count>(part->size() / size);
    return Problem::none;
}

/// Each member is described by its number of bytes.
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

} // namespace closeranks::store
