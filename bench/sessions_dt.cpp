// Arrays that flow through a graph in the manner of the NAS benchmark DT ("data traffic", of the
// NAS Parallel Benchmarks 3), written from its description and with sessions only (sessions.hpp).
//
//   BH  a black hole: a tree, in which four nodes give to one; its root is the sink
//   WH  a white hole: the same the other way round, from one source
//   SH  a shuffle: layers of as many nodes, each of which gives to two of the next one
//
// Node i is at rank i; a rank beyond the graph has none. The nodes of the first layer make arrays,
// those of the others add up what they get, and those of the last one are the sinks. From one layer
// to the next is a phase, with a session of its own for the ranks of the two. Several waves go
// through the graph. Behind its array each message counts how often it has that of each source, so
// that a sink can compute by itself, serially, what the checksum must be, whoever has died.
//
// usage: bench_sessions_dt none|naive|horizon BH|WH|SH [--waves N] [--samples N] [--die RANK]
//
// --die: RANK dies before the second wave. Rank 0 prints JSON.

#include "sessions.hpp"

#include <cstdint>
#include <numeric>

using namespace bench;

namespace {

constexpr int numbers_in_sample = 4;
constexpr int samples_of_class_S = 1728;

struct Graph {
    std::vector<Ranks> layers;
    std::vector<std::pair<int, int>> arcs; ///< from node to node, in ascending order

    [[nodiscard]] int sources() const { return static_cast<int>(layers.front().size()); }
    [[nodiscard]] int nodes() const { return layers.back().back() + 1; }
};

/// Layers of these sizes. Nodes are numbered layer by layer.
Graph layers_of(const std::vector<int> &sizes) {
    Graph graph;
    int node = 0;
    for (const int size : sizes) {
        Ranks &layer = graph.layers.emplace_back(at(size));
        std::iota(layer.begin(), layer.end(), node);
        node += size;
    }
    return graph;
}

/// The sizes of the largest tree of no more than so many nodes, leaves first.
std::vector<int> tree_of(int most) {
    constexpr int children = 4;
    const auto sizes_from = [](int leaves) {
        std::vector<int> sizes{leaves};
        do
            sizes.push_back((sizes.back() + children - 1) / children);
        while (sizes.back() > 1);
        return sizes;
    };
    std::vector<int> sizes = sizes_from(1);
    for (int leaves = 2; leaves < most; ++leaves)
        if (std::vector<int> more = sizes_from(leaves);
            std::accumulate(more.begin(), more.end(), 0) <= most)
            sizes = std::move(more);
    return sizes;
}

Graph black_hole(int most) {
    Graph graph = layers_of(tree_of(most));
    for (std::size_t l = 0; l + 1 < graph.layers.size(); ++l)
        for (std::size_t i = 0; i < graph.layers[l].size(); ++i)
            graph.arcs.emplace_back(graph.layers[l][i], graph.layers[l + 1][i / 4]);
    return graph;
}

Graph white_hole(int most) {
    std::vector<int> sizes = tree_of(most);
    std::reverse(sizes.begin(), sizes.end());
    Graph graph = layers_of(sizes);
    for (std::size_t l = 0; l + 1 < graph.layers.size(); ++l)
        for (std::size_t i = 0; i < graph.layers[l + 1].size(); ++i)
            graph.arcs.emplace_back(graph.layers[l][i / 4], graph.layers[l + 1][i]);
    return graph;
}

Graph shuffle(int most) {
    const int width = std::max(most / 4, 1);
    Graph graph = layers_of(std::vector<int>(at(most / width), width));
    for (std::size_t l = 0; l + 1 < graph.layers.size(); ++l)
        for (std::size_t i = 0; i < at(width); ++i)
            for (const std::size_t to : {2 * i % at(width), (2 * i + 1) % at(width)})
                graph.arcs.emplace_back(graph.layers[l][i], graph.layers[l + 1][to]);
    std::sort(graph.arcs.begin(), graph.arcs.end());
    graph.arcs.erase(std::unique(graph.arcs.begin(), graph.arcs.end()), graph.arcs.end());
    return graph;
}

/// What a message has: an array, and behind it how often each source is in it. Everything is added
/// modulo 2^64.
class Flow {
  public:
    using Numbers = std::vector<std::uint64_t>;

    Flow(int samples, int sources)
        : numbers(at(samples * numbers_in_sample + sources)), sources_(at(sources)) {}

    /// Fills it with the array of a source, which is another one in each wave.
    void make(int source, int wave) {
        std::uint64_t state = (at(wave) << 32U) + at(source);
        for (std::size_t i = 0; i < array_size(); ++i) {
            state = state * 6364136223846793005U + 1442695040888963407U; // Knuth's MMIX
            numbers[i] = state >> 33U;
        }
        std::fill(numbers.end() - static_cast<std::ptrdiff_t>(sources_), numbers.end(), 0);
        numbers[array_size() + at(source)] = 1;
    }

    void add(const Flow &other) {
        for (std::size_t i = 0; i < numbers.size(); ++i)
            numbers[i] += other.numbers[i];
    }

    /// That of a sum is the sum of theirs.
    [[nodiscard]] std::uint64_t checksum() const {
        std::uint64_t sum = 0;
        for (std::size_t i = 0; i < array_size(); ++i)
            sum += (2 * i + 1) * numbers[i];
        return sum;
    }

    [[nodiscard]] Numbers counts() const {
        return {numbers.begin() + static_cast<std::ptrdiff_t>(array_size()), numbers.end()};
    }
    [[nodiscard]] int size() const { return static_cast<int>(numbers.size()); }

    Numbers numbers;

  private:
    [[nodiscard]] std::size_t array_size() const { return numbers.size() - sources_; }

    std::size_t sources_;
};

/// What came to a sink in a wave.
struct Arrived {
    std::uint64_t checksum;
    Flow::Numbers counts;
};

class Traffic {
  public:
    Traffic(Program &program, Graph graph, int samples)
        : program_(program), graph_(std::move(graph)), samples_(samples) {}

    void run(int waves) {
        for (int wave = 0; wave < waves; ++wave) {
            if (wave == 1) program_.deaths();
            go_through(wave);
        }
        const Phase last(program_, "dt/all", program_.everybody());
        const double seconds = last.most(program_.seconds());
        const double asked = last.most(median(program_.asked()));
        verify(last.members);
        if (last.all_is_right() && program_.rank == 0)
            std::printf("{\"seconds\": %.6f, \"discovery\": %.9f}\n", seconds, asked);
    }

  private:
    void go_through(int wave) {
        Flow flow(samples_, graph_.sources());
        if (is_in(graph_.layers.front(), program_.rank)) flow.make(program_.rank, wave);
        for (std::size_t l = 0; l + 1 < graph_.layers.size(); ++l) {
            Ranks ranks = graph_.layers[l];
            ranks.insert(ranks.end(), graph_.layers[l + 1].begin(), graph_.layers[l + 1].end());
            const Phase phase(program_, "dt/" + std::to_string(l), ranks);
            if (phase) exchange(phase, graph_.layers[l], flow);
        }
        if (is_in(graph_.layers.back(), program_.rank))
            arrived_.push_back({flow.checksum(), flow.counts()});
    }

    /// Along the arcs that begin in `from` and end at somebody who is there. What a sender does not
    /// give because it dies remains nothing.
    void exchange(const Phase &phase, const Ranks &from, Flow &flow) {
        closeranks_set_policy(phase.comm, "MPI_Recv", CLOSERANKS_POLICY_IGNORE);
        for (const auto &[sender, receiver] : graph_.arcs) {
            if (!is_in(from, sender)) continue;
            if (sender == program_.rank)
                MPI_Send(flow.numbers.data(), flow.size(), MPI_UINT64_T, phase.place_of(receiver),
                         0, phase.comm);
            if (receiver != program_.rank) continue;
            Flow got(samples_, graph_.sources());
            MPI_Recv(got.numbers.data(), got.size(), MPI_UINT64_T, phase.place_of(sender), 0,
                     phase.comm, MPI_STATUS_IGNORE);
            flow.add(got);
        }
    }

    /// On how many ways without the dead each source's array comes to this sink.
    [[nodiscard]] Flow::Numbers ways(const Ranks &dead) const {
        Flow::Numbers result;
        for (const int source : graph_.layers.front()) {
            Flow::Numbers to(at(graph_.nodes()));
            to[at(source)] = is_in(dead, source) ? 0 : 1;
            for (const auto &[sender, receiver] : graph_.arcs)
                if (!is_in(dead, receiver)) to[at(receiver)] += to[at(sender)];
            result.push_back(to[at(program_.rank)]);
        }
        return result;
    }

    /// What has arrived is what it says, and neither more nor less than those who lived can give.
    /// Of whoever died by surprise, at any time, all may be there, or nothing.
    void verify(const Ranks &members) {
        Ranks missing = program_.everybody();
        std::erase_if(missing, [&](int rank) { return is_in(members, rank); });
        const Ranks planned{program_.victim};
        const bool surprise = !missing.empty() && missing != planned;
        for (std::size_t wave = 0; wave < arrived_.size(); ++wave) {
            const Arrived &found = arrived_[wave];
            const Flow::Numbers most = ways(wave == 0 ? Ranks{} : planned);
            const Flow::Numbers least = surprise ? ways(missing) : most;
            std::uint64_t checksum = 0;
            for (int source = 0; source < graph_.sources(); ++source) {
                const std::uint64_t count = found.counts[at(source)];
                program_.check(least[at(source)] <= count && count <= most[at(source)],
                               "wave %zu has source %d %zu times, not %zu to %zu", wave, source,
                               count, least[at(source)], most[at(source)]);
                Flow alone(samples_, graph_.sources());
                alone.make(source, static_cast<int>(wave));
                checksum += count * alone.checksum();
            }
            program_.check(found.checksum == checksum, "wave %zu has checksum %zx, not %zx", wave,
                           found.checksum, checksum);
        }
    }

    Program &program_;
    Graph graph_;
    int samples_;
    std::vector<Arrived> arrived_; // by wave
};

std::optional<Graph> graph_of(std::string_view word, int most) {
    if (word == "BH") return black_hole(most);
    if (word == "WH") return white_hole(most);
    if (word == "SH") return shuffle(most);
    return std::nullopt;
}

} // namespace

int main(int argc, char **argv) {
    const std::optional<Way> way = way_of(argc > 2 ? argv[1] : "");
    if (!way || !graph_of(argv[2], 2)) {
        std::fputs("usage: bench_sessions_dt none|naive|horizon BH|WH|SH [--waves N] [--samples N] "
                   "[--die RANK], with 2 ranks or more\n",
                   stderr);
        return 2;
    }
    Program program("sessions_dt", *way, option(argc, argv, "--die", -1));
    Traffic traffic(program, *graph_of(argv[2], program.size),
                    option(argc, argv, "--samples", samples_of_class_S));
    traffic.run(option(argc, argv, "--waves", 20));
    return program.finish();
}
