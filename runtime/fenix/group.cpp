#include "runtime/fenix/group.hpp"

#include <mpi-ext.h>

#include <algorithm>
#include <array>
#include <climits>
#include <cstdio>
#include <cstring>
#include <memory>
#include <utility>

namespace closeranks::fenix {

namespace {

constexpr int description_id = -1; // not the id of a member

/// Many bytes as one element, because counts of MPI are too small for bytes.
class Bytes {
  public:
    explicit Bytes(int size) {
        MPI_Type_contiguous(size, MPI_BYTE, &type_);
        MPI_Type_commit(&type_);
    }
    ~Bytes() { MPI_Type_free(&type_); }
    Bytes(const Bytes &) = delete;
    Bytes &operator=(const Bytes &) = delete;
    [[nodiscard]] MPI_Datatype get() const noexcept { return type_; }

  private:
    MPI_Datatype type_ = MPI_DATATYPE_NULL;
};

/// Elements are copied in portions whose bytes MPI can count.
template <typename Act> void in_portions(const Range &range, int size, Act act) {
    const int most = std::max(1, INT_MAX / 2 / std::max(size, 1));
    for (int first = range.first; first <= range.last; first += most) {
        act(first, std::min(most, range.last - first + 1));
        if (range.last - first < most) return;
    }
}

bool all_say(MPI_Comm comm, bool mine) {
    int say = mine ? 1 : 0;
    MPI_Allreduce(MPI_IN_PLACE, &say, 1, MPI_INT, MPI_MIN, comm);
    return say != 0;
}

} // namespace

TypeCopy::~TypeCopy() {
    int is_over = 0;
    MPI_Finalized(&is_over);
    if (!is_over && type_ != MPI_DATATYPE_NULL) MPI_Type_free(&type_);
}

Type Type::of(MPI_Datatype handle) {
    Type type{.handle = handle};
    MPI_Aint lower_bound = 0;
    MPI_Aint extent = 0;
    MPI_Type_size(handle, &type.size);
    MPI_Type_get_extent(handle, &lower_bound, &extent);
    type.is_dense = lower_bound == 0 && extent == type.size;
    std::array<int, 3> numbers{};
    int combiner = MPI_COMBINER_NAMED;
    MPI_Type_get_envelope(handle, &numbers[0], &numbers[1], &numbers[2], &combiner);
    if (combiner == MPI_COMBINER_NAMED)
        type.code = MPI_Type_c2f(handle);
    else
        type.copy = std::make_shared<const TypeCopy>(handle);
    return type;
}

void Member::store(const std::vector<Range> &which) {
    stored.resize(static_cast<std::size_t>(count) * static_cast<std::size_t>(type.size));
    MPI_Aint lower_bound = 0;
    MPI_Aint extent = 0;
    MPI_Type_get_extent(type.used(), &lower_bound, &extent);
    for (const Range &range : which)
        in_portions(range, type.size, [&](int first, int number) {
            int position = 0;
            MPI_Pack(static_cast<char *>(buffer) + first * extent, number, type.used(),
                     stored.data() + static_cast<std::ptrdiff_t>(first) * type.size,
                     number * type.size, &position, MPI_COMM_SELF);
        });
    known = unite(known, which);
}

void Member::restore(void *target, const Type &as) const {
    MPI_Aint lower_bound = 0;
    MPI_Aint extent = as.size;
    if (!as.is_dense) MPI_Type_get_extent(as.used(), &lower_bound, &extent);
    for (const Range &range : known)
        in_portions(range, as.size, [&](int first, int number) {
            char *const to = static_cast<char *>(target) + first * extent;
            const std::byte *const from =
                stored.data() + static_cast<std::ptrdiff_t>(first) * as.size;
            const int bytes = number * as.size;
            int position = 0;
            if (as.is_dense)
                std::memcpy(to, from, static_cast<std::size_t>(bytes));
            else
                MPI_Unpack(from, bytes, &position, to, number, as.used(), MPI_COMM_SELF);
        });
}

std::string Group::where() const {
    const std::string depth =
        ":depth=" + std::to_string(depth_ < 0 ? INT_MAX : std::min(depth_, INT_MAX - 1) + 1);
    const bool has_parity = policy_.name == FENIX_DATA_POLICY_IN_MEMORY_RAID && policy_.mode == 5;
    if (!has_parity) return "buddy" + depth;
    return "parity:group=" + std::to_string(std::max(policy_.size, 2)) + depth;
}

int Group::tell(int code) const {
    if (code != MPI_SUCCESS && code != CLOSERANKS_ERR_RANK_LOST)
        std::fprintf(stderr, "Fenix: group %d: %s\n", id_, closeranks_store_explain(store_));
    return code;
}

int Group::bring_to(MPI_Comm comm, int recovery) {
    const bool had = store_ != nullptr;
    const int code = closeranks_store_move(comm, where().c_str(), &store_);
    // Without enough spares there are fewer ranks: the store stays with its former ranks.
    const bool stays = code == MPI_ERR_ARG && all_say(comm, had);
    if (code != MPI_SUCCESS && !stays) return tell(code);
    // A recovered rank does not know the number of commits.
    int both[2] = {next_stamp_, has_committed_ ? 1 : 0};
    MPI_Allreduce(MPI_IN_PLACE, both, 2, MPI_INT, MPI_MAX, comm);
    next_stamp_ = both[0];
    has_committed_ = both[1] != 0;
    recovery_ = recovery;
    return tell(go_back());
}

/// Gives up data that was stored since the newest snapshot.
int Group::go_back() {
    long long newest = -1;
    closeranks_store_newest(store_, &newest);
    if (newest < 0) {
        for (Member &member : members_) {
            member.stored.clear();
            member.known.clear();
        }
        return MPI_SUCCESS;
    }
    MPI_Count count = 0;
    if (const int code =
            closeranks_store_read(store_, newest, description_id, nullptr, 0, MPI_INT64_T, &count);
        code != MPI_SUCCESS)
        return code;
    Numbers numbers(static_cast<std::size_t>(count));
    if (const int code = closeranks_store_read(store_, newest, description_id, numbers.data(),
                                               count, MPI_INT64_T, &count);
        code != MPI_SUCCESS)
        return code;
    for (Member &one : understand(numbers)) {
        if (const int code = read(newest, one.id, one); code != MPI_SUCCESS) return code;
        Member *const here = find(one.id);
        if (here != nullptr && (here->count != one.count || here->type.size != one.type.size)) {
            // A different member with that number, which no snapshot has.
            here->stored.clear();
            here->known.clear();
        } else if (here != nullptr) {
            here->stored = std::move(one.stored);
            here->known = std::move(one.known);
        } else {
            members_.push_back(std::move(one));
        }
    }
    return MPI_SUCCESS;
}

int Group::commit(int *stamp) {
    description_ = describe();
    hand_over();
    const int code = closeranks_store_commit(store_, next_stamp_);
    if (code != MPI_SUCCESS) return code == MPI_ERR_NO_MEM ? tell(code) : code;
    if (stamp != nullptr) *stamp = next_stamp_;
    ++next_stamp_;
    has_committed_ = true;
    return MPI_SUCCESS;
}

void Group::hand_over() {
    for (const int id : handed_over_)
        closeranks_store_member(store_, id, nullptr, 0, MPI_BYTE);
    handed_over_ = {description_id};
    closeranks_store_member(store_, description_id, description_.data(),
                            static_cast<int>(description_.size()), MPI_INT64_T);
    for (Member &member : members_) {
        if (member.stored.empty()) continue;
        const Bytes element(member.type.size);
        closeranks_store_member(store_, member.id, member.stored.data(), member.count,
                                element.get());
        handed_over_.push_back(member.id);
    }
}

/// The members one after another: their numbers, and their known elements.
Group::Numbers Group::describe() const {
    Numbers numbers;
    for (const Member &member : members_) {
        if (member.stored.empty()) continue;
        numbers.insert(numbers.end(),
                       {member.id, member.count, member.type.size, member.type.is_dense ? 1 : 0,
                        member.type.code, static_cast<std::int64_t>(member.known.size())});
        for (const Range &range : member.known)
            numbers.insert(numbers.end(), {range.first, range.last});
    }
    numbers.push_back(description_id); // never empty
    return numbers;
}

std::vector<Member> Group::understand(const Numbers &numbers) {
    std::vector<Member> members;
    auto next = numbers.begin();
    const auto take = [&] { return static_cast<int>(*next++); };
    while (*next != description_id) {
        Member &member = members.emplace_back();
        member.id = take();
        member.count = take();
        member.type.size = take();
        member.type.is_dense = take() != 0;
        member.type.code = take();
        if (member.type.code != 0) member.type.handle = MPI_Type_f2c(member.type.code);
        for (int ranges = take(); ranges > 0; --ranges) {
            const int first = take();
            member.known.push_back({first, take()});
        }
    }
    return members;
}

long long Group::at(int stamp) const {
    for (const long long one : stamps())
        if (stamp == FENIX_DATA_SNAPSHOT_LATEST || one <= stamp) return one;
    return -1;
}

std::vector<long long> Group::stamps() const {
    int count = 0;
    closeranks_store_stamps(store_, 0, nullptr, &count);
    std::vector<long long> all(static_cast<std::size_t>(count));
    closeranks_store_stamps(store_, count, all.data(), &count);
    return all;
}

int Group::drop(long long stamp) { return closeranks_store_drop(store_, stamp); }

void Group::free() { closeranks_store_free(&store_); }

Member *Group::find(int id) noexcept {
    const auto found = std::find_if(members_.begin(), members_.end(),
                                    [id](const Member &member) { return member.id == id; });
    return found == members_.end() ? nullptr : &*found;
}

int Group::read(long long stamp, int id, Member &found) const {
    MPI_Count count = 0;
    int code =
        closeranks_store_read(store_, stamp, description_id, nullptr, 0, MPI_INT64_T, &count);
    Numbers numbers(static_cast<std::size_t>(count));
    if (code == MPI_SUCCESS)
        code = closeranks_store_read(store_, stamp, description_id, numbers.data(), count,
                                     MPI_INT64_T, &count);
    if (code != MPI_SUCCESS) return code;
    for (Member &one : understand(numbers)) {
        if (one.id != id) continue;
        const Bytes element(one.type.size);
        one.stored.resize(static_cast<std::size_t>(one.count) *
                          static_cast<std::size_t>(one.type.size));
        code = closeranks_store_read(store_, stamp, id, one.stored.data(), one.count, element.get(),
                                     &count);
        found = std::move(one);
        return code;
    }
    return MPI_ERR_ARG;
}

int Group::read_from(long long stamp, int rank, int id, Member &found) {
    std::array<int, 1> unused{};
    int count = 0;
    MPI_Count got = 0;
    // The length of the description, then the description, then the data: all ranks make all three
    // calls.
    std::vector<int> ids;
    std::vector<long long> sizes;
    int code = closeranks_store_sizes(store_, stamp, rank, 0, unused.data(), nullptr, &count);
    if (code != MPI_SUCCESS) return code;
    ids.resize(static_cast<std::size_t>(count));
    sizes.resize(static_cast<std::size_t>(count));
    code = closeranks_store_sizes(store_, stamp, rank, count, ids.data(), sizes.data(), &count);
    if (code != MPI_SUCCESS) return code;
    // In ascending order: the description has the lowest id.
    const std::size_t size = sizes.empty() ? 0 : static_cast<std::size_t>(sizes.front());
    Numbers numbers(size / sizeof(std::int64_t));
    code =
        closeranks_store_restore_from_at(store_, stamp, rank, description_id, numbers.data(),
                                         static_cast<MPI_Count>(numbers.size()), MPI_INT64_T, &got);
    if (code != MPI_SUCCESS) return code;
    Member one;
    for (Member &other : understand(numbers))
        if (other.id == id) one = std::move(other);
    one.stored.resize(static_cast<std::size_t>(one.count) *
                      static_cast<std::size_t>(one.type.size));
    const Bytes element(std::max(one.type.size, 1));
    code = closeranks_store_restore_from_at(store_, stamp, rank, id, one.stored.data(), one.count,
                                            element.get(), &got);
    found = std::move(one);
    return code;
}

} // namespace closeranks::fenix
