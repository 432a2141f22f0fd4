// A skeleton of a virtual screening: every molecule of a database gets a score, and the best are
// found. An ordinary MPI program. Nothing in it knows that processes can fail; some habits, which
// docs/explanation/failures.md recommends, are all it takes:
//
// - It works in rounds. After each the results are written, and all know what is done.
// - It asks which ranks are there, by an MPI_Allgather into zeros, instead of relying on rank 0.
// - No necessary information is at one rank alone: the next dealer takes over nothing.
// - A result has one place in the file: a rank that computes it again writes the same there.
//
// usage: screening DATABASE RESULTS [--deal messages|counter] [--redeal] [--slab BYTES]
//                  [--round SLABS] [--steps N] [--trace]

#include <mpi.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "database.hpp"
#include "deal.hpp"
#include "file.hpp"
#include "results.hpp"
#include "score.hpp"

namespace {

using namespace screening;

struct Options {
    std::string database, results;
    std::string deal = "messages";
    bool redeal = false; ///< deal out again what lost ranks have not delivered
    bool trace = false;  ///< every rank prints what it takes and when that is delivered
    int slab = 4096;     ///< bytes of the database that are dealt at once
    int round = 64;      ///< slabs dealt until results are written
    int steps = 100;     ///< work for a molecule

    static Options parse(int argc, char **argv) {
        Options found;
        std::vector<std::string> names;
        const std::vector<std::string> words(argv + 1, argv + argc);
        for (auto word = words.begin(); word != words.end(); ++word) {
            const auto value = [&] {
                if (++word == words.end()) fail("a value is missing");
                return *word;
            };
            const auto number = [&] { return std::max(std::atoi(value().c_str()), 1); };
            if (*word == "--redeal")
                found.redeal = true;
            else if (*word == "--trace")
                found.trace = true;
            else if (*word == "--deal")
                found.deal = value();
            else if (*word == "--slab")
                found.slab = number();
            else if (*word == "--round")
                found.round = number();
            else if (*word == "--steps")
                found.steps = number();
            else
                names.push_back(*word);
        }
        if (names.size() != 2) fail("usage: screening DATABASE RESULTS [options]");
        if (found.deal != "messages" && found.deal != "counter")
            fail("work is dealt by messages or by a counter, not by " + found.deal);
        found.database = names[0];
        found.results = names[1];
        return found;
    }
};

/// A molecule by its number, and its score.
struct Hit {
    int molecule = 0;
    double score = 0;

    bool operator==(const Hit &) const = default;
    /// The best first: the one with the lowest score.
    bool operator<(const Hit &other) const {
        return score != other.score ? score < other.score : molecule < other.molecule;
    }
};

/// The message of a rank to all ranks after a round. Zeros are the place of a lost rank.
struct Report {
    int here = 0;
    int dealt = 0; ///< how many positions of the round are dealt, as far as it knows
    int hits = 0;
    std::array<Hit, 10> best{};
};

class Screening {
  public:
    Screening(MPI_Comm comm, const Options &options)
        : comm_(comm), options_(options), database_(comm, options.database, options.slab) {
        MPI_Comm_rank(comm, &rank_);
        MPI_Comm_size(comm, &size_);
        database_.count();
        delivered_.assign(static_cast<std::size_t>(database_.slabs()), 0);
    }

    template <typename Dealing> void run(Dealing &dealing) {
        Results results(comm_, options_.results, database_.molecules());
        tell(Report{1});
        for (std::vector<int> slabs = next(); !slabs.empty(); slabs = next()) {
            Report report{1};
            std::vector<Block> blocks;
            std::vector<int> mine(slabs.size(), 0);
            const Round round{comm_, rank_, team_.front(), team_.size() == 1,
                              static_cast<int>(slabs.size())};
            report.dealt = dealing.deal(round, [&](int position) {
                const auto at = static_cast<std::size_t>(position);
                trace("takes", slabs[at]);
                blocks.push_back(screen(slabs[at], report));
                mine[at] = 1;
            });
            results.write(blocks);
            const int dealt = tell(report);
            MPI_Allreduce(MPI_IN_PLACE, mine.data(), round.count, MPI_INT, MPI_MAX, comm_);
            for (std::size_t at = 0; at < slabs.size(); ++at)
                if (mine[at] != 0) delivered_[static_cast<std::size_t>(slabs[at])] = 1;
            trace("delivered, round", rounds_++);
            if (!options_.redeal && dealt > 0)
                begin_ = slabs[static_cast<std::size_t>(dealt) - 1] + 1;
        }
    }

    /// The lowest survivor prints it.
    void summarize() const {
        if (rank_ != team_.front()) return;
        int scored = 0;
        for (int slab = 0; slab < database_.slabs(); ++slab)
            if (delivered_[static_cast<std::size_t>(slab)] != 0)
                scored += database_.first(slab + 1) - database_.first(slab);
        std::printf("molecules %d of %d, in %d rounds\n", scored, database_.molecules(), rounds_);
        for (const Hit &hit : best_)
            std::printf("best      %9d %9.3f\n", hit.molecule, hit.score);
    }

  private:
    /// The slabs of the next round, in ascending order.
    [[nodiscard]] std::vector<int> next() const {
        std::vector<int> slabs;
        for (int slab = begin_; slab < database_.slabs(); ++slab)
            if (delivered_[static_cast<std::size_t>(slab)] == 0 &&
                static_cast<int>(slabs.size()) < options_.round)
                slabs.push_back(slab);
        return slabs;
    }

    Block screen(int slab, Report &report) {
        Block block{database_.first(slab), {}};
        int molecule = block.first;
        for (const std::string_view line : database_.read(slab)) {
            const Hit hit{molecule, score(line, options_.steps)};
            block.records += record(hit.molecule, hit.score);
            keep(hit, report);
            ++molecule;
        }
        return block;
    }

    static void keep(const Hit &hit, Report &report) {
        const auto begin = report.best.begin();
        const bool full = report.hits == static_cast<int>(report.best.size());
        if (full && !(hit < report.best.back())) return;
        if (!full) ++report.hits;
        report.best[static_cast<std::size_t>(report.hits) - 1] = hit;
        std::sort(begin, begin + report.hits);
    }

    /// Gathers the reports at all ranks: the live ranks, and the best so far. Returns how many
    /// positions of the round are dealt.
    int tell(const Report &own) {
        std::vector<Report> reports(static_cast<std::size_t>(size_));
        MPI_Allgather(&own, sizeof own, MPI_BYTE, reports.data(), sizeof own, MPI_BYTE, comm_);
        int dealt = 0;
        team_.clear();
        for (int rank = 0; rank < size_; ++rank) {
            const Report &report = reports[static_cast<std::size_t>(rank)];
            if (report.here == 0) continue;
            team_.push_back(rank);
            dealt = std::max(dealt, report.dealt);
            best_.insert(best_.end(), report.best.begin(), report.best.begin() + report.hits);
        }
        std::sort(best_.begin(), best_.end());
        best_.erase(std::unique(best_.begin(), best_.end()), best_.end());
        best_.resize(std::min(best_.size(), own.best.size()));
        return dealt;
    }

    void trace(const char *what, int number) const {
        if (!options_.trace) return;
        std::printf("%s %d\n", what, number);
        std::fflush(stdout);
    }

    MPI_Comm comm_;
    Options options_;
    Database database_;
    int rank_ = 0;
    int size_ = 0;
    int begin_ = 0; ///< slabs before this one are not dealt again
    int rounds_ = 0;
    std::vector<int> delivered_; ///< by slab; the same at all ranks, as are the next two
    std::vector<int> team_;      ///< the ranks that were there after the last round
    std::vector<Hit> best_;
};

void run(const Options &options) {
    Screening screening(MPI_COMM_WORLD, options);
    if (options.deal == "counter") {
        Counter counter(MPI_COMM_WORLD);
        screening.run(counter);
    } else {
        Messages messages;
        screening.run(messages);
    }
    screening.summarize();
}

} // namespace

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    const Options options = Options::parse(argc, argv);
    run(options);
    MPI_Finalize();
    if (options.trace) std::printf("ok: screening\n");
    return 0;
}
