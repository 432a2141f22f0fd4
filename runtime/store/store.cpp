#include "runtime/store/store.hpp"

#include <closeranks.h>

#include <algorithm>
#include <array>
#include <functional>
#include <numeric>

namespace closeranks::store {

namespace {

std::uint64_t this_host() {
    std::array<char, MPI_MAX_PROCESSOR_NAME> name{};
    int length = 0;
    MPI_Get_processor_name(name.data(), &length);
    return std::hash<std::string_view>()({name.data(), static_cast<std::size_t>(length)});
}

} // namespace

Store::Store(MPI_Comm comm, Where where, bool is_empty)
    : where_(std::move(where)), directory_(where_.directory) {
    use(comm);
    MPI_Comm_rank(comm_, &rank_);
    MPI_Comm_size(comm_, &size_);
    ranks_.mine = rank_;
    hosts_.resize(static_cast<std::size_t>(size_));
    is_whole_ = !is_empty;
    recoveries_ = is_whole_ ? recoveries() : -1;
    if (!is_whole_) return; // the other ranks have called this before
    hosts_ = gather_hosts();
    known_ = living();
}

void Store::use(MPI_Comm comm) {
    comm_ = comm;
    ranks_.comm = comm;
}

/// The hosts of the ranks, by rank.
std::vector<std::uint64_t> Store::gather_hosts() const {
    std::vector<std::uint64_t> hosts(static_cast<std::size_t>(size_));
    const std::uint64_t mine = this_host();
    MPI_Allgather(&mine, 1, MPI_UINT64_T, hosts.data(), 1, MPI_UINT64_T, comm_);
    return hosts;
}

Store::~Store() {
    abandon();
    for (auto &one : given_up_) // messages that may still arrive must find their memory
        static_cast<void>(one.release());
    MPI_Comm_free(&comm_);
}

namespace {

/// Ranks 0 to `size` - 1 without `some`, which is in ascending order.
std::vector<int> all_but(int size, const std::vector<int> &some) {
    std::vector<int> all(static_cast<std::size_t>(size));
    std::iota(all.begin(), all.end(), 0);
    std::vector<int> rest;
    std::set_difference(all.begin(), all.end(), some.begin(), some.end(), std::back_inserter(rest));
    return rest;
}

} // namespace

std::vector<int> missing_of(MPI_Comm comm) {
    int count = 0;
    closeranks_missing_count(comm, &count);
    std::vector<int> missing(static_cast<std::size_t>(count));
    closeranks_missing_ranks(comm, count, missing.data(), &count);
    missing.resize(std::min(missing.size(), static_cast<std::size_t>(count)));
    return missing;
}

std::vector<int> Store::living() const { return all_but(size_, missing_of(comm_)); }

void Store::expect_all_but(const std::vector<int> &missing) { known_ = all_but(size_, missing); }

std::vector<int> Store::missing() const { return all_but(size_, known_); }

Problem Store::note(Problem problem, std::string why) {
    explanation_ = "rank " + std::to_string(rank_) + ": " + std::move(why);
    return problem;
}

/// `stamp`: -1 where the newest one was asked for, and there is none at all.
Problem Store::no_checkpoint(long long stamp) {
    return note(Problem::argument, stamp < 0 ? "there is no checkpoint"
                                             : "there is no checkpoint " + std::to_string(stamp));
}

/// Returns the worst problem of any rank, at all ranks. A rank whose own problem is smaller reports
/// that other ranks have it.
Problem Store::settle(Problem mine) {
    int own = static_cast<int>(mine);
    int worst = own;
    if (MPI_Allreduce(&own, &worst, 1, MPI_INT, MPI_MAX, comm_) != MPI_SUCCESS)
        return note(Problem::lost, "the ranks cannot agree");
    if (worst == static_cast<int>(Problem::none))
        explanation_.clear();
    else if (worst != own)
        explanation_ = "another rank has a problem; closeranks_store_explain tells there which";
    return static_cast<Problem>(worst);
}

bool Store::is_same_everywhere(std::vector<long long> numbers) {
    const std::size_t count = numbers.size();
    for (std::size_t i = 0; i < count; ++i)
        numbers.push_back(-numbers[i]);
    std::vector<long long> most(numbers);
    MPI_Allreduce(numbers.data(), most.data(), static_cast<int>(numbers.size()), MPI_LONG_LONG,
                  MPI_MAX, comm_);
    for (std::size_t i = 0; i < count; ++i)
        if (most[i] != -most[count + i]) return false;
    return true;
}

Problem Store::open() {
    Problem mine = Problem::none;
    if (!where_.directory.empty())
        if (std::string why = directory_.prepare(rank_); !why.empty())
            mine = note(Problem::file, why);
    if (const Problem all = settle(mine); all != Problem::none) return all;
    if (where_.directory.empty()) return Problem::none;
    InFiles found;
    if (std::string why = directory_.committed(found); !why.empty())
        mine = note(Problem::file, why);
    if (const Problem all = settle(mine); all != Problem::none) return all;
    const long long newest = found.empty() ? -1 : found.front().stamp;
    if (!is_same_everywhere({newest, static_cast<long long>(found.size())}))
        return note(Problem::file, "the ranks see different checkpoints in " + where_.directory);
    in_files_ = std::move(found);
    return Problem::none;
}

namespace {

/// Nothing: the function of the program returned an error.
std::optional<std::size_t> size_of(const std::variant<Array, Callbacks> &member) {
    if (const auto *const array = std::get_if<Array>(&member)) return array->elements().room();
    const auto &functions = std::get<Callbacks>(member);
    long long size = -1;
    const bool is_known = succeeds([&] {
        size = functions.size(functions.context);
        return size >= 0;
    });
    return is_known ? std::optional(static_cast<std::size_t>(size)) : std::nullopt;
}

bool save(const Callbacks &member, std::span<std::byte> place) {
    return succeeds([&] {
        return member.save(place.data(), static_cast<long long>(place.size()), member.context) == 0;
    });
}

} // namespace

void Store::set_member(int id, const Callbacks &callbacks) {
    members_.erase(id);
    if (callbacks.size != nullptr) members_.emplace(id, callbacks);
}

void Store::set_member(int id, void *data, MPI_Count count, MPI_Datatype type) {
    members_.erase(id);
    if (count > 0) members_.emplace(id, Array{data, count, TypeCopy(type)});
}

long long Store::newest() const noexcept {
    return std::max(in_memory_.empty() ? -1 : in_memory_.front()->stamp(),
                    in_files_.empty() ? -1 : in_files_.front().stamp);
}

std::vector<long long> Store::stamps() const {
    std::vector<long long> all;
    for (const auto &one : in_memory_)
        all.push_back(one->stamp());
    for (const Directory::Committed &one : in_files_)
        if (in_memory(one.stamp) == nullptr) all.push_back(one.stamp);
    std::sort(all.begin(), all.end(), std::greater());
    return all;
}

Checkpoint *Store::in_memory(long long stamp) const noexcept {
    const auto has = [stamp](const auto &one) { return one->stamp() == stamp; };
    const auto found = std::find_if(in_memory_.begin(), in_memory_.end(), has);
    return found == in_memory_.end() ? nullptr : found->get();
}

const Directory::Committed *Store::in_files(long long stamp) const noexcept {
    const auto has = [stamp](const Directory::Committed &one) { return one.stamp == stamp; };
    const auto found = std::find_if(in_files_.begin(), in_files_.end(), has);
    return found == in_files_.end() ? nullptr : &*found;
}

long long Store::memory() const noexcept {
    long long bytes = 0;
    for (const InMemory *const some : {&in_memory_, &given_up_})
        for (const auto &checkpoint : *some)
            bytes += static_cast<long long>(checkpoint->bytes());
    return bytes;
}

/// Bytes of one checkpoint: this rank's own data, and the data that it holds of other ranks if
/// theirs is as large.
std::size_t Store::needed() const {
    std::size_t bytes = 0;
    for (const auto &[id, member] : members_)
        bytes += size_of(member).value_or(0);
    const auto parts = static_cast<std::size_t>(where_.group);
    return bytes * static_cast<std::size_t>(1 + where_.copies) +
           (parts == 0 ? 0 : bytes / (parts - 1));
}

Problem Store::fails(int id, const std::string &what) {
    return note(Problem::argument, "member " + std::to_string(id) +
                                       ": the function of the program that " + what + " fails");
}

Problem Store::pack(Image &image) {
    std::map<int, std::size_t> sizes;
    std::size_t all = 0;
    Problem problem = Problem::none;
    for (const auto &[id, member] : members_) {
        const std::optional<std::size_t> size = size_of(member);
        if (!size) problem = fails(id, "says its size");
        all += Image::space_for(sizes[id] = size.value_or(0));
    }
    if (problem != Problem::none) return problem;
    Image::Bytes bytes;
    bytes.reserve(all);
    for (const auto &[id, member] : members_) {
        const std::span<std::byte> place = Image::append(bytes, id, sizes[id]);
        if (const auto *const array = std::get_if<Array>(&member))
            array->elements().pack(place);
        else if (!save(std::get<Callbacks>(member), place))
            problem = fails(id, "saves it");
    }
    image = Image(std::move(bytes));
    return problem;
}

} // namespace closeranks::store
