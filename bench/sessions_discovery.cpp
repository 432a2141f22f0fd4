// How long the discovery takes by itself (sessions.hpp): half of the ranks, two at the least, ask
// again and again who of them lives, at first all of them, and then without the last one, which has
// killed itself. In the naive way everybody has to take part. In the other one those of the other
// half sleep meanwhile.
//
// usage: bench_sessions_discovery naive|horizon [--rounds N]
//
// Rank 0 prints JSON: the medians of the rounds before and after the death, and the first one after
// it, in which they learn of it, at the slowest rank; seconds.

#include "sessions.hpp"

using namespace bench;

namespace {

void ask(Program &program, const Ranks &ranks, int rounds) {
    const Session session;
    for (int round = 0; round < 2 * rounds; ++round) {
        if (round == rounds) program.deaths();
        const Ranks living = program.find_living(session, ranks);
        const std::size_t expected = ranks.size() - (round < rounds ? 0 : 1);
        program.check(living.size() == expected, "%zu live, not %zu", living.size(), expected);
    }
}

void run(Program &program, const Ranks &ranks, int rounds) {
    if (is_in(ranks, program.rank) || program.way == Way::naive) ask(program, ranks, rounds);
    const Phase last(program, "discovery/all", program.everybody());
    const auto &asked = program.asked();
    double before = 0;
    double first = 0;
    double after = 0;
    if (is_in(ranks, program.rank)) {
        const auto death = asked.begin() + rounds;
        before = median({asked.begin(), death});
        first = *death;
        after = median({death + 1, death + rounds});
    }
    before = last.most(before);
    first = last.most(first);
    after = last.most(after);
    if (last.all_is_right() && program.rank == 0)
        std::printf("{\"before\": %.9f, \"first\": %.9f, \"after\": %.9f}\n", before, first, after);
}

} // namespace

int main(int argc, char **argv) {
    const std::optional<Way> way = way_of(argc > 1 ? argv[1] : "");
    if (!way || *way == Way::none) {
        std::fputs("usage: bench_sessions_discovery naive|horizon [--rounds N]\n", stderr);
        return 2;
    }
    Program program("sessions_discovery", *way, -1);
    const int asking = std::min(std::max(program.size / 2, 2), program.size);
    program.victim = asking - 1;
    Ranks ranks = program.everybody();
    ranks.resize(at(asking));
    run(program, ranks, std::max(option(argc, argv, "--rounds", 50), 2));
    return program.finish();
}
