/* Heat in blocks, of which each rank has one: in a row, or in a box of three dimensions. Blocks
 * touch by messages alone, and a rank that dies comes back by a local recovery
 * (closeranks/local.hpp). What rank 0 prints is the same to the last bit, whoever dies. Each rank
 * says how many steps it has computed: those who lived have computed each one once.
 *
 *     stencil DIMENSIONS CELLS STEPS EVERY [word...]
 *
 *     pause=MILLISECONDS   each step takes so much longer
 *     log=BYTES            that a log may have
 *     sum=STEP             a collective of the program's before that step
 *     thread               recoveries continue while a rank computes (LocalRecovery::use_thread())
 *     beside               and while it sends and receives (MPI_THREAD_MULTIPLE)
 *     where=TEXT           where checkpoints are kept (docs/reference/store.md)
 *     marks=DIRECTORY      where it is noted who has died; needed for deaths
 *     die=RANK:STEP:WHEN   that rank kills itself: WHEN is send, receive, compute, commit or
 *                          collective. Of several for one rank each waits for the one before.
 *     await=RANK:STEP      that rank computes in that step until somebody has come back
 *     together             who dies in the same step as others waits for them: so no recovery from
 *                          the death of one has the others
 */
#include <closeranks/local.hpp>

#include <algorithm>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <fcntl.h>
#include <unistd.h>

namespace {

using Row = std::vector<double>;

struct Death {
    int rank = 0;
    int step = 0;
    std::string when;
    std::string mark; ///< the file that is there when it has happened
};

struct Moment {
    int rank = -1, step = -1;
    bool operator==(const Moment &) const = default;
};

struct Plan {
    int dimensions, cells, steps, every;
    int pause = 0;
    int sum = -1;
    std::size_t log = std::size_t{64} << 20;
    std::string where = "buddy";
    std::string marks{};
    bool together = false;
    bool thread = false;
    Moment await{};
    std::vector<Death> deaths{};
};

[[noreturn]] void stop(const std::string &why) {
    std::fprintf(stderr, "stencil: %s\n", why.c_str());
    MPI_Abort(MPI_COMM_WORLD, 1);
    std::abort();
}

Death read_death(const std::string &text) {
    const auto first = text.find(':');
    const auto second = text.find(':', first + 1);
    if (second == std::string::npos) stop("die=RANK:STEP:WHEN");
    return {std::stoi(text), std::stoi(text.substr(first + 1)), text.substr(second + 1), ""};
}

Moment read_moment(const std::string &text) {
    return {std::stoi(text), std::stoi(text.substr(text.find(':') + 1))};
}

Plan read_plan(int argc, char **argv) {
    if (argc < 5) stop("DIMENSIONS CELLS STEPS EVERY [word...]");
    Plan plan{std::atoi(argv[1]), std::atoi(argv[2]), std::atoi(argv[3]), std::atoi(argv[4])};
    for (int i = 5; i < argc; ++i) {
        const std::string word = argv[i];
        const std::string value = word.substr(word.find('=') + 1);
        if (word.starts_with("pause="))
            plan.pause = std::stoi(value);
        else if (word.starts_with("log="))
            plan.log = std::stoul(value);
        else if (word.starts_with("sum="))
            plan.sum = std::stoi(value);
        else if (word.starts_with("where="))
            plan.where = value;
        else if (word.starts_with("await="))
            plan.await = read_moment(value);
        else if (word.starts_with("marks="))
            plan.marks = value;
        else if (word == "together")
            plan.together = true;
        else if (word == "thread" || word == "beside")
            plan.thread = true;
        else if (word.starts_with("die="))
            plan.deaths.push_back(read_death(value));
        else
            stop("what is " + word + "?");
    }
    for (std::size_t i = 0; i < plan.deaths.size(); ++i)
        plan.deaths[i].mark = plan.marks + "/death." + std::to_string(i);
    return plan;
}

/// The blocks that touch one, as ranks; MPI_PROC_NULL: the edge of the box.
std::vector<int> neighbours_of(int rank, int size, int dimensions) {
    int dims[3] = {0, 1, 1};
    if (dimensions == 3) dims[1] = dims[2] = 0;
    MPI_Dims_create(size, 3, dims);
    const int at[3] = {rank / (dims[1] * dims[2]), rank / dims[2] % dims[1], rank % dims[2]};
    const int stride[3] = {dims[1] * dims[2], dims[2], 1};
    std::vector<int> found;
    for (int axis = 0; axis < dimensions; ++axis)
        for (const int step : {-1, 1}) {
            const bool is_inside = at[axis] + step >= 0 && at[axis] + step < dims[axis];
            found.push_back(is_inside ? rank + step * stride[axis] : MPI_PROC_NULL);
        }
    return found;
}

class Stencil {
  public:
    Stencil(const Plan &plan, int rank, int size)
        : plan_(plan), rank_(rank), neighbours_(neighbours_of(rank, size, plan.dimensions)),
          cells_(static_cast<std::size_t>(plan.cells)),
          local_(MPI_COMM_WORLD, plan.where, plan.log) {
        local_.member(0, std::span(cells_));
        local_.member(1, std::span(&step_, 1));
        if (plan.thread) local_.use_thread();
    }

    void run() {
        local_.run([this](long long stamp) {
            from_ = stamp;
            work();
        });
    }

    void report() const {
        std::printf("rank %d computed %d steps of %d, entered %d times, from %lld, lived through "
                    "%d, sent %lld again and %lld not, dropped %lld, "
                    "stopped %.1f ms\n",
                    rank_, computed_, step_, entered_, from_, local_.recoveries(),
                    local_.sent_again(), local_.not_sent_again(), local_.dropped(),
                    1e3 * local_.seconds_stopped());
        if (rank_ == 0)
            std::printf("fingerprint %016llx\n", static_cast<unsigned long long>(fingerprint_));
    }

  private:
    void work() {
        ++entered_;
        if (has_come_back()) close(open(back().c_str(), O_CREAT, 0600));
        if (from_ < 0) begin();
        while (step_ < plan_.steps) {
            if (step_ == plan_.sum) add_sum();
            advance();
            ++step_;
            if (step_ % plan_.every != 0 && step_ != plan_.steps) continue;
            die_if("commit");
            local_.commit(step_);
        }
        local_.collective([&] { collect(); });
    }

    void begin() {
        step_ = 0;
        for (std::size_t i = 0; i < cells_.size(); ++i)
            cells_[i] = 1.0 / (1.0 + static_cast<double>(i) + 3.0 * rank_);
    }

    void die_if(const char *when) const {
        for (const Death &death : plan_.deaths) {
            if (death.rank != rank_ || access(death.mark.c_str(), F_OK) == 0) continue;
            if (death.step != step_ || death.when != when) return;
            if (open(death.mark.c_str(), O_CREAT | O_EXCL, 0600) < 0)
                stop("there is no " + death.mark);
            if (plan_.together) wait_for_others(death.step);
            std::raise(SIGKILL);
        }
    }

    /// Outside of the MPI: nobody recovers without those who wait here.
    void wait_for_others(int step) const {
        for (const Death &other : plan_.deaths)
            while (other.step == step && access(other.mark.c_str(), F_OK) != 0)
                usleep(100);
    }

    [[nodiscard]] std::string back() const { return plan_.marks + "/back"; }
    /// This process, in the place of another one.
    [[nodiscard]] bool has_come_back() const {
        int recoveries = 0;
        closeranks_recoveries(&recoveries);
        return entered_ == 1 && recoveries > 0;
    }

    void wait_until_somebody_is_back() const {
        constexpr int patience = 30'000; // milliseconds
        for (int i = 0; access(back().c_str(), F_OK) != 0; ++i) {
            if (i == patience) stop("nobody has come back while a rank computed");
            usleep(1000);
        }
    }

    /// Two messages to each neighbour, with tags of which the second is asked for first.
    void advance() {
        die_if("send");
        const std::size_t ends[2] = {0, cells_.size() - 1};
        for (std::size_t i = 0; i < neighbours_.size(); ++i) {
            const double end = cells_[ends[i % 2]];
            local_.send(neighbours_[i], 1, std::span(cells_));
            local_.send(neighbours_[i], 2, std::span(&end, 1));
        }
        die_if("receive");
        Row next = cells_;
        for (std::size_t i = 0; i < neighbours_.size(); ++i) {
            double end = cells_[ends[i % 2]];
            Row block = cells_;
            local_.receive(neighbours_[i], 2, std::span(&end, 1));
            local_.receive(neighbours_[i], 1, std::span(block));
            next[ends[i % 2]] += 0.05 * (end - cells_[ends[i % 2]]);
            for (std::size_t cell = 0; cell < next.size(); ++cell)
                next[cell] += 0.05 * (block[cell] - cells_[cell]);
        }
        for (std::size_t cell = 1; cell + 1 < next.size(); ++cell)
            next[cell] += 0.05 * (cells_[cell - 1] - 2 * cells_[cell] + cells_[cell + 1]);
        die_if("compute");
        if (plan_.await == Moment{rank_, step_}) wait_until_somebody_is_back();
        if (plan_.pause > 0) usleep(static_cast<useconds_t>(plan_.pause) * 1000);
        std::copy(next.begin(), next.end(), cells_.begin()); // the member keeps its place
        ++computed_;
    }

    /// The greatest cell of all, which all have then.
    void add_sum() {
        double greatest = 0;
        local_.collective([&] {
            die_if("collective");
            const double mine = *std::max_element(cells_.begin(), cells_.end());
            MPI_Allreduce(&mine, &greatest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
        });
        cells_[0] += greatest;
    }

    /// Fowler, Noll and Vo: of all bits of all cells.
    void collect() {
        int size = 0;
        MPI_Comm_size(MPI_COMM_WORLD, &size);
        Row whole(cells_.size() * static_cast<std::size_t>(size));
        MPI_Gather(cells_.data(), plan_.cells, MPI_DOUBLE, whole.data(), plan_.cells, MPI_DOUBLE, 0,
                   MPI_COMM_WORLD);
        if (rank_ != 0) return;
        fingerprint_ = 14695981039346656037U;
        for (const std::byte byte : std::as_bytes(std::span(whole)))
            fingerprint_ = (fingerprint_ ^ std::to_integer<std::uint64_t>(byte)) * 1099511628211U;
    }

    const Plan &plan_;
    int rank_;
    std::vector<int> neighbours_;
    Row cells_;
    int step_ = 0; ///< so many are done
    int computed_ = 0;
    int entered_ = 0;
    long long from_ = -1;
    std::uint64_t fingerprint_ = 0;
    closeranks::LocalRecovery local_;
};

} // namespace

int main(int argc, char **argv) {
    int rank = 0;
    int size = 0;
    const auto is_beside = [](std::string_view word) { return word == "beside"; };
    int level = MPI_THREAD_SERIALIZED;
    if (std::any_of(argv + 1, argv + argc, is_beside)) level = MPI_THREAD_MULTIPLE;
    MPI_Init_thread(&argc, &argv, level, &level);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    const Plan plan = read_plan(argc, argv);
    {
        Stencil stencil(plan, rank, size);
        const double begin = MPI_Wtime();
        stencil.run();
        stencil.report();
        if (rank == 0) std::printf("seconds %.3f\n", MPI_Wtime() - begin);
    }
    MPI_Finalize();
    return 0;
}
