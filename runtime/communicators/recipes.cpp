#include "runtime/communicators/recipes.hpp"

#include "runtime/core/runtime.hpp"
#include "runtime/core/way_back.hpp"
#include "runtime/membership/world_ranks.hpp"
#include "runtime/support/gather_lists.hpp"
#include "runtime/support/mutex.hpp"
#include "runtime/support/never_destroyed.hpp"
#include "runtime/support/ulfm.hpp"

#include <algorithm>
#include <iterator>
#include <mutex>
#include <optional>
#include <set>
#include <utility>

namespace closeranks {

namespace {

void append(const Origin &origin, Words &words) {
    const std::uint64_t call = origin.made_by ? static_cast<std::uint64_t>(*origin.made_by) + 1 : 0;
    words.insert(words.end(), {origin.self, origin.parent, origin.order, call});
}

Origin take_origin(std::span<const std::uint64_t> &words) {
    Origin origin;
    for (std::uint64_t *number : {&origin.self, &origin.parent, &origin.order})
        *number = take(words);
    if (const std::uint64_t call = take(words); call != 0)
        origin.made_by = static_cast<Function>(call - 1);
    return origin;
}

/// The process that reports a communicator of `ranks`: the first of them that has had its process
/// since before the loss. If none of these is left, the first such rank of all. `there`: the ranks
/// with such a process.
int teller(const std::vector<int> &ranks, const std::vector<int> &there) {
    const auto member = std::find_first_of(ranks.begin(), ranks.end(), there.begin(), there.end());
    if (member != ranks.end()) return *member;
    return there.empty() ? MPI_UNDEFINED : there.front();
}

/// The present attachment of the communicator, if this process is a member. It may differ from the
/// one in the record.
std::vector<std::uint64_t> own_attachment(const Recipe &recipe) {
    std::vector<std::uint64_t> attachment;
    runtime().communicators.for_each([&](const Communicator &c) {
        if (c.creation.origin().order != 0 && c.creation.origin().self == recipe.origin.self)
            attachment = c.creation.attachment();
    });
    return attachment;
}

/// The creation records of the whole program, as they were at the resume point; the same
/// everywhere.
std::optional<std::vector<Recipe>> &known() noexcept {
    static NeverDestroyed<std::optional<std::vector<Recipe>>> recipes;
    return recipes.value;
}

/// The communicators that the program at this process has freed before the resume point.
std::vector<Recipe> &freed() noexcept {
    static NeverDestroyed<std::vector<Recipe>> recipes;
    return recipes.value;
}

Recipe recipe_of(const Communicator &c) {
    Recipe recipe{c.creation.origin(), world_ranks_of(c.identity.group()), c.identity.topology(),
                  c.creation.use()};
    if (const Intercommunicator *const sides = c.identity.sides(); sides != nullptr) {
        recipe.first_side = sides->is_first() ? sides->local_size : sides->remote_size;
        recipe.by_side = sides->by_side;
    }
    return recipe;
}

/// The place of this process among the siblings of a communicator.
struct Seat {
    int color = MPI_UNDEFINED; ///< the sibling that has this process; none: MPI_UNDEFINED
    int key = 0;               ///< its rank there, lost ranks included
    bool with_all = false;     ///< that sibling is a duplicate of the ranks that are there
};

/// True if the ranks that are `there` are exactly `ranks`, in their order.
bool are_all(const std::vector<int> &ranks, const std::vector<int> &there) {
    auto next = there.begin();
    for (const int rank : ranks)
        if (next != there.end() && rank == *next) ++next;
    return next == there.end();
}

/// Makes the parts of `mine`, which is this process's communicator among siblings like `kind`, if
/// it has one. Collective over the ranks.
void make_parts(Remade &mine, const Recipe &kind, Duplicates &of_ranks, const Seat &seat) noexcept {
    Parts &joint = mine.parts.joint;
    const auto split = [&](Comm &part, int color) {
        joint.make(part, of_ranks.parent(), [&](MPI_Comm from, MPI_Comm *to) {
            return real.Comm_split(from, color, seat.key, to);
        });
    };
    const auto make = [&](Comm &part) {
        if (seat.with_all)
            of_ranks.add(part);
        else
            split(part, seat.color);
    };
    make(joint.messages);
    make(joint.working);
    if (!kind.has_sides()) return;
    make(mine.parts.messages);
    const int side = mine.recipe.side_of(seat.key);
    split(mine.parts.side, seat.color == MPI_UNDEFINED ? MPI_UNDEFINED : 2 * seat.color + side);
}

} // namespace

void append(const Recipe &recipe, Words &words) {
    append(recipe.origin, words);
    append(recipe.ranks, words);
    words.push_back(static_cast<std::uint64_t>(recipe.topology.kind));
    for (const std::vector<int> *numbers : {&recipe.topology.dims, &recipe.topology.periods,
                                            &recipe.topology.index, &recipe.topology.edges})
        append(*numbers, words);
    words.push_back(static_cast<std::uint64_t>(recipe.use));
    words.push_back(recipe.attachment.size());
    words.insert(words.end(), recipe.attachment.begin(), recipe.attachment.end());
    words.insert(words.end(), {static_cast<std::uint64_t>(recipe.first_side),
                               static_cast<std::uint64_t>(recipe.is_freed)});
    for (const Origin &origin : recipe.by_side)
        append(origin, words);
}

Recipe take_recipe(std::span<const std::uint64_t> &words) {
    Recipe recipe;
    recipe.origin = take_origin(words);
    recipe.ranks = take_numbers(words);
    recipe.topology.kind = static_cast<Topology::Kind>(take(words));
    for (std::vector<int> *numbers : {&recipe.topology.dims, &recipe.topology.periods,
                                      &recipe.topology.index, &recipe.topology.edges})
        *numbers = take_numbers(words);
    recipe.use = static_cast<Use>(take(words));
    const auto count = static_cast<std::size_t>(take(words));
    recipe.attachment.assign(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(count));
    words = words.subspan(count);
    recipe.first_side = static_cast<int>(take(words));
    recipe.is_freed = take(words) != 0;
    for (Origin &origin : recipe.by_side)
        origin = take_origin(words);
    return recipe;
}

bool can_be_remade(const Communicator &c) noexcept {
    return c.creation.origin().order != 0 && c.creation.use() != Use::none &&
           !c.identity.spans_worlds();
}

void note_freed(const Communicator &c) noexcept {
    // A program that frees communicators all the time need not come to a resume point at all.
    constexpr std::size_t most = 1024;
    // For other calls Returning::claim makes a communicator of this process without the record.
    const Origin &origin = c.creation.origin();
    const bool may_be_asked_for =
        c.creation.children() != 0 || c.identity.sides() != nullptr || origin.parent == origin.self;
    if (!can_be_remade(c) || c.is_internal() || !may_be_asked_for ||
        runtime().recovery.has_resumed() || WayBack::is_on())
        return;
    static constinit Mutex<LockRank::leaf> mutex; // threads may free their communicators
    const std::scoped_lock lock(mutex);
    if (freed().size() == most) return;
    freed().push_back(recipe_of(c));
    freed().back().is_freed = true;
}

bool are_recipes_known() noexcept { return known().has_value(); }

std::vector<Recipe> recipes_of_objects() {
    std::vector<Recipe> recipes;
    if (known())
        std::copy_if(known()->begin(), known()->end(), std::back_inserter(recipes),
                     [](const Recipe &recipe) { return recipe.use != Use::program; });
    return recipes;
}

std::vector<Recipe> own_recipes() {
    if (known()) return *known();
    std::vector<Recipe> recipes;
    runtime().communicators.for_each([&](const Communicator &c) {
        if (can_be_remade(c)) recipes.push_back(recipe_of(c));
    });
    recipes.insert(recipes.end(), freed().begin(), freed().end());
    return recipes;
}

namespace {

/// The creation records of all processes, in an order that is the same everywhere. Each record
/// comes from one process that is `there`. Collective over `ranks`. An error is put in `code`.
std::vector<Recipe> gather(const std::vector<Recipe> &own, MPI_Comm ranks,
                           const std::vector<int> &there, int &code) {
    Words words;
    for (Recipe recipe : own) {
        if (teller(recipe.ranks, there) != members().rank()) continue;
        recipe.attachment = own_attachment(recipe);
        append(recipe, words);
    }
    Words all;
    if (code == MPI_SUCCESS) code = gather_lists(words, ranks, all);
    std::vector<Recipe> recipes;
    for (std::span<const std::uint64_t> rest(all); !rest.empty();)
        recipes.push_back(take_recipe(rest));
    const auto place = [](const Recipe &recipe) {
        return std::pair(recipe.call(), recipe.ranks.front());
    };
    std::sort(recipes.begin(), recipes.end(),
              [&](const Recipe &a, const Recipe &b) { return place(a) < place(b); });
    return recipes;
}

} // namespace

void learn_recipes(MPI_Comm survivors) noexcept {
    int code = MPI_SUCCESS;
    std::vector<Recipe> all = gather(own_recipes(), survivors, members().ranks_of(survivors), code);
    if (code != MPI_SUCCESS) static_cast<void>(real.Comm_revoke(survivors));
    if (agree(survivors, code == MPI_SUCCESS)) known() = std::move(all);
}

std::vector<Recipe> renew_recipes(std::vector<Recipe> all, MPI_Comm ranks,
                                  std::span<const int> replaced, int &code) {
    std::vector<int> there = members().ranks_of(ranks);
    std::erase_if(there,
                  [&](int rank) { return std::ranges::find(replaced, rank) != replaced.end(); });
    if (std::ranges::any_of(all, &Recipe::shares_memory)) all = gather(all, ranks, there, code);
    for (Recipe &recipe : all)
        recipe.all_new = std::ranges::find_first_of(recipe.ranks, there) == recipe.ranks.end();
    return all;
}

void know_recipes(std::vector<Recipe> recipes) noexcept { known() = std::move(recipes); }

std::vector<Remade> make_again(const std::vector<Recipe> &recipes, Duplicates &of_ranks,
                               int &code) {
    const std::vector<int> there = members().ranks_of(of_ranks.parent());
    std::vector<Remade> made;
    made.reserve(recipes.size()); // pending duplicates must not move
    for (auto first = recipes.begin(); first != recipes.end() && code == MPI_SUCCESS;) {
        const auto last = std::find_if_not(
            first, recipes.end(), [&](const Recipe &other) { return other.is_sibling_of(*first); });
        Seat seat;
        Remade nobodys;
        Remade *mine = &nobodys;
        for (auto recipe = first; recipe != last; ++recipe) {
            const auto place =
                std::find(recipe->ranks.begin(), recipe->ranks.end(), members().rank());
            if (place == recipe->ranks.end()) continue;
            seat = {.color = static_cast<int>(recipe - first),
                    .key = static_cast<int>(place - recipe->ranks.begin()),
                    .with_all = are_all(recipe->ranks, there)};
            mine = &made.emplace_back();
            mine->recipe = *recipe;
        }
        Parts &joint = mine->parts.joint;
        joint.code = code;
        if (!first->is_freed) make_parts(*mine, *first, of_ranks, seat);
        code = joint.code;
        first = last;
    }
    return made;
}

Bound hosts_of_memory(const std::vector<Recipe> &recipes, const std::vector<ProcessId> &by_rank,
                      std::span<const ProcessId> living, std::span<const std::string> hosts) {
    const std::set<ProcessId> alive(living.begin(), living.end());
    Bound bound;
    for (const Recipe &recipe : recipes) {
        if (!recipe.shares_memory()) continue;
        const auto process_of = [&](int rank) { return by_rank[static_cast<std::size_t>(rank)]; };
        const auto there = std::find_if(recipe.ranks.begin(), recipe.ranks.end(),
                                        [&](int rank) { return alive.contains(process_of(rank)); });
        if (there == recipe.ranks.end()) continue;
        for (const int rank : recipe.ranks)
            bound[rank] = hosts[static_cast<std::size_t>(number_of(process_of(*there)))];
    }
    return bound;
}

} // namespace closeranks
