#pragma once

#include <mpi.h>

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// An unmodified MPI program (it knows nothing of closeranks) that calls one MPI function round
/// after round with values from which every survivor can tell exactly whose contributions it got.
/// The judge (tests/mpitest) kills ranks in it and compares what the survivors saw.
namespace kill {

/// A set of world ranks: bit r is rank r.
using Ranks = std::uint64_t;

constexpr Ranks only(int rank) { return Ranks{1} << rank; }
constexpr Ranks first(int count) { return only(count) - 1; }

/// How the sightings of different ranks relate; the judge's rules are in tests/mpitest/seen.py.
enum class Sight {
    shared, ///< equal wherever two ranks can see the same rank
    nested, ///< the same, but a rank may see one whom lower ranks do not (scans, optimistic)
    own,    ///< each rank sees its own part; everything sent before a death is there
    ring,   ///< messages: what a rank sent just before it died may be gone
    late,   ///< messages that nobody waits for: of a dead sender, any may be gone
    polled, ///< messages again, but the function is called any number of times a round
    made,   ///< on a communicator made in this round
    freed,  ///< on a communicator freed at the end of this round
};

/// How a collective is called.
enum class Form { blocking, nonblocking, restartable };

/// What one rank saw in its rounds.
class Run {
  public:
    Run(int rank, int size, int root, int rounds, Sight sight, Form form)
        : rank(rank), size(size), root(root), rounds(rounds), form(form), sight_(sight) {}

    const int rank;
    const int size;
    const int root;
    const int rounds;
    const Form form;
    int completed = 0; ///< calls that were not blocking

    [[nodiscard]] int left() const { return (rank + size - 1) % size; }
    [[nodiscard]] int right() const { return (rank + 1) % size; }

    /// In `round` this rank got the contributions of `present`, and could have got those of
    /// `scope`.
    void saw(int round, Ranks present, Ranks scope) { saw(sight_, round, present, scope); }
    void saw(Sight sight, int round, Ranks present, Ranks scope);

    /// A synchronisation took from `entered` to `left`, in seconds of a clock all ranks share.
    void synchronised(int round, double entered, double left);

    /// Something happened that must not, whoever died.
    [[gnu::format(printf, 2, 3)]] void wrong(const char *format, ...);

    [[nodiscard]] bool failed() const { return failed_; }

    /// Tells the judge, on stdout.
    void print() const;

  private:
    Sight sight_;
    std::map<Sight, std::string> sightings_;
    std::string spans_;
    bool failed_ = false;
};

struct Scenario {
    std::string_view name; ///< the function, and after a slash the variant
    Sight sight;
    void (*body)(Run &run);
};

using Scenarios = std::span<const Scenario>;
Scenarios reductions();
Scenarios rooted();
Scenarios all_to_all();
Scenarios neighbours();
Scenarios messages();
Scenarios requests();
Scenarios persistents();
Scenarios creations();
Scenarios files();
Scenarios file_pointers();
Scenarios ports();
Scenarios sides();
Scenarios spawned();
Scenarios windows();
Scenarios epochs();

/// What a process that a scenario has spawned in `round` does: the program was started with
/// `child_option` and the round.
inline constexpr std::string_view child_option = "--child";
[[nodiscard]] int be_a_child(int round);

/// What an element holds when nobody has written to it.
constexpr long untouched = -1;

/// Elements of one block in `round`: rounds alternate between eager and large messages.
constexpr int block_length(int round) { return round % 2 == 1 ? 4 : 3000; }

/// Element `i` of the block that `rank` gives away in `round`.
constexpr long block_value(int rank, int round, int i) {
    return rank * 10'000'000L + round * 10'000L + i;
}

[[nodiscard]] std::vector<long> block_of(int rank, int round);

/// A vector of `count` untouched elements.
[[nodiscard]] std::vector<long> blank(int count);

/// True when `block` is `rank`'s block of `round`, false when it is untouched; anything else is
/// wrong.
[[nodiscard]] bool has_block(Run &run, int rank, int round, std::span<const long> block);

/// A receive that is ignored because its sender died in the middle of a large message may have
/// written a part of it. Makes such a block untouched again.
void forget_part(int rank, int round, std::vector<long> &block);

/// Judges the block that a ring's receive has filled, by the source that its status names.
void judge_left(Run &run, int round, std::vector<long> &block, int status_source);

/// A broadcast that ends by policy because its root died within it may have written a part, too.
/// Makes a block that is not whole untouched again.
void forget_unless_whole(int rank, int round, std::vector<long> &block);

/// Of `size` blocks, one after another, those that are there.
[[nodiscard]] Ranks blocks_in(Run &run, int round, std::span<const long> blocks);

/// What `rank` adds to element `i` of a sum: the sum then tells who took part, and that it belongs
/// to this round and not to another.
constexpr long share_factor(int round, int i) { return 1 + (round * 31 + i) % 97; }
constexpr long share(int rank, int round, int i) {
    return static_cast<long>(only(rank)) * share_factor(round, i);
}

[[nodiscard]] std::vector<long> shares_of(int rank, int round, int count, int offset = 0);

/// Who took part in a sum of shares; the same for all elements, or it is wrong.
[[nodiscard]] Ranks contributors(Run &run, int round, std::span<const long> sum, int offset = 0);

} // namespace kill
