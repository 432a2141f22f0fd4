// Gaussian deviates in the manner of the NAS benchmark EP ("embarrassingly parallel"), written from
// its published description (Bailey et al., The NAS Parallel Benchmarks, RNR-94-007) as
// examples/ep.f90 is, and with sessions only (sessions.hpp).
//
// The even and the odd ranks are two groups, with half of the blocks of pairs each. A group opens
// several sessions one after the other; in each it deals some of its blocks among those who live,
// and sums up by MPI_Allreduce. All meet in a last session. What was counted twice or wrongly shows
// in the sums: rank 0 adds the blocks that were lost, and then they must be the published ones.
//
// usage: bench_sessions_ep none|naive|horizon [--sessions N] [--die RANK]
//
// --die: RANK dies before its second session. Rank 0 prints JSON.

#include "sessions.hpp"

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>

using namespace bench;

namespace {

// Class S.
constexpr int pairs_in_block = 1 << 16;
constexpr int blocks = 1 << 8;
constexpr double published_x = -3.247834652034740e3;
constexpr double published_y = -6.958407078382297e3;
constexpr double tolerance = 1e-8; // that the benchmark prescribes

constexpr std::uint64_t multiplier = 1220703125; // 5^13
constexpr std::uint64_t seed = 271828183;
constexpr std::uint64_t low46 = (std::uint64_t{1} << 46U) - 1;

/// The two sums, the counts by annulus, and how often each block was tallied.
constexpr int annuli = 10;
constexpr int first_block = 2 + annuli;
constexpr int n_tallies = first_block + blocks;
using Tallies = std::array<double, n_tallies>;

/// modulo 2^46, which divides what the multiplication is done modulo.
constexpr std::uint64_t product46(std::uint64_t a, std::uint64_t b) { return (a * b) & low46; }

/// The generator's state after so many numbers.
std::uint64_t state_after(std::uint64_t steps) {
    std::uint64_t state = seed;
    for (std::uint64_t power = multiplier; steps > 0; steps >>= 1U) {
        if ((steps & 1U) != 0) state = product46(power, state);
        power = product46(power, power);
    }
    return state;
}

/// The next deviate in (-1, 1).
double next(std::uint64_t &state) {
    state = product46(multiplier, state);
    return 2 * std::ldexp(static_cast<double>(state), -46) - 1;
}

void tally_block(int block, Tallies &tallies) {
    std::uint64_t state = state_after(std::uint64_t{2} * pairs_in_block * at(block));
    for (int pair = 0; pair < pairs_in_block; ++pair) {
        const double u = next(state);
        const double v = next(state);
        const double square = u * u + v * v;
        if (square > 1) continue;
        const double factor = std::sqrt(-2 * std::log(square) / square);
        const double x = u * factor;
        const double y = v * factor;
        tallies[0] += x;
        tallies[1] += y;
        tallies[2 + static_cast<std::size_t>(std::max(std::fabs(x), std::fabs(y)))] += 1;
    }
    tallies[at(first_block + block)] += 1;
}

/// How the blocks are divided.
struct Deal {
    int groups;
    int sessions;
    int in_session; ///< blocks of a group in one session

    Deal(int size, int wanted)
        : groups(size < 4 ? 1 : 2), sessions(std::clamp(wanted, 1, blocks / groups)),
          in_session((blocks / groups + sessions - 1) / sessions) {}

    /// Block `i` of a session, or `blocks` if there is none.
    [[nodiscard]] int block(int group, int session, int i) const {
        return std::min((session * in_session + i) * groups + group, blocks);
    }
};

/// The tallies of a group: the same at all its members.
Tallies work(Program &program, const Deal &deal) {
    const int group = program.rank % deal.groups;
    Ranks ranks = program.everybody();
    std::erase_if(ranks, [&](int rank) { return rank % deal.groups != group; });
    const std::string name = "ep/" + std::to_string(group);
    Tallies all{};
    for (int session = 0; session < deal.sessions; ++session) {
        if (session == 1) program.deaths();
        Phase phase(program, name, ranks);
        const auto place = std::find(phase.living.begin(), phase.living.end(), program.rank);
        Tallies tallies{};
        for (int i = static_cast<int>(place - phase.living.begin()); i < deal.in_session;
             i += static_cast<int>(phase.living.size()))
            if (const int block = deal.block(group, session, i); block < blocks)
                tally_block(block, tallies);
        MPI_Allreduce(MPI_IN_PLACE, tallies.data(), n_tallies, MPI_DOUBLE, MPI_SUM, phase.comm);
        for (std::size_t i = 0; i < all.size(); ++i)
            all[i] += tallies[i];
    }
    return all;
}

/// What all groups have come to. Each member gives its group's, so that any of them may be lost.
Tallies sum_of_groups(const Phase &phase, const Deal &deal, int group, const Tallies &mine) {
    Tallies sum{};
    for (int of = 0; of < deal.groups; ++of) {
        Tallies theirs = mine;
        if (of != group) theirs.fill(std::numeric_limits<double>::lowest());
        MPI_Allreduce(MPI_IN_PLACE, theirs.data(), n_tallies, MPI_DOUBLE, MPI_MAX, phase.comm);
        if (theirs.back() < 0) continue; // nobody of that group is left
        for (std::size_t i = 0; i < sum.size(); ++i)
            sum[i] += theirs[i];
    }
    return sum;
}

/// How many blocks may be lost after the deaths of those who are not here.
int lost_at_most(const Program &program, const Phase &phase, const Deal &deal) {
    Ranks missing = program.everybody();
    std::erase_if(missing, [&](int rank) { return is_in(phase.members, rank); });
    if (missing.empty()) return 0;
    if (program.way == Way::none) return blocks / deal.groups; // it continues to deal to the dead
    if (missing == Ranks{program.victim}) return 0;            // it was not there when they dealt
    return deal.in_session * static_cast<int>(missing.size());
}

/// Tallies the lost blocks after all, and returns how many these were.
int complete(Program &program, Tallies &sum) {
    int lost = 0;
    for (int block = 0; block < blocks; ++block) {
        const double times = sum[at(first_block + block)];
        program.check(times == 0 || times == 1, "block %d was tallied %g times", block, times);
        if (times != 0) continue;
        ++lost;
        tally_block(block, sum);
    }
    return lost;
}

bool matches(double found, double published) {
    return std::fabs((found - published) / published) <= tolerance;
}

void run(Program &program, int sessions) {
    const Deal deal(program.size, sessions);
    const Tallies mine = work(program, deal);
    const Phase last(program, "ep/all", program.everybody());
    Tallies sum = sum_of_groups(last, deal, program.rank % deal.groups, mine);
    const double seconds = last.most(program.seconds());
    const double asked = last.most(median(program.asked()));
    if (program.rank != last.members.front()) return;
    const int lost = complete(program, sum);
    const int most = lost_at_most(program, last, deal);
    program.check(lost <= most, "%d blocks are lost, and %d may be", lost, most);
    program.check(matches(sum[0], published_x), "the sum of x is %.15e", sum[0]);
    program.check(matches(sum[1], published_y), "the sum of y is %.15e", sum[1]);
    if (program.failed()) return;
    std::printf("{\"seconds\": %.6f, \"discovery\": %.9f, \"lost\": %d}\n", seconds, asked, lost);
}

} // namespace

int main(int argc, char **argv) {
    const std::optional<Way> way = way_of(argc > 1 ? argv[1] : "");
    if (!way) {
        std::fputs("usage: bench_sessions_ep none|naive|horizon [--sessions N] [--die RANK]\n",
                   stderr);
        return 2;
    }
    Program program("sessions_ep", *way, option(argc, argv, "--die", -1));
    run(program, option(argc, argv, "--sessions", 8));
    return program.finish();
}
