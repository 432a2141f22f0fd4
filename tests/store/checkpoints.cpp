// A program whose state is in a store, and which goes back to the newest checkpoint when one could
// not be taken. All members have known values for each checkpoint, so that a mix of two would show.
//
//     checkpoints WHERE held|open [rounds (8)]
// "@" in WHERE: a directory of this run. held: of each who dies somebody who has its data lives.

#include "scratch.hpp"
#include "survivors.hpp"

#include <closeranks.h>
#include <closeranks_store.h>
#include <mpi-ext.h>

#include <array>
#include <filesystem>
#include <string>

using namespace survivors;

namespace {

constexpr int length = 5000;
constexpr int rows = 40;

constexpr int state(int rank, long long stamp, int i) {
    return static_cast<int>(stamp) * 100000 + rank * 7000 + i;
}

/// An array, a single number, and a column of a matrix, all of which a checkpoint has.
struct State {
    enum : int { array_id, number_id, column_id };
    std::vector<int> array = std::vector<int>(length);
    double number = 0;
    std::array<std::array<int, 3>, rows> matrix{};

    void fill(int rank, long long stamp) {
        for (int i = 0; i < length; ++i)
            array[static_cast<std::size_t>(i)] = state(rank, stamp, i);
        number = static_cast<double>(stamp) + 0.001 * rank;
        for (std::size_t row = 0; row < rows; ++row)
            matrix[row] = {-1, state(rank, stamp, static_cast<int>(row)), -2};
    }
    void spoil() {
        std::fill(array.begin(), array.end(), untouched);
        number = untouched;
        for (std::size_t row = 0; row < rows; ++row)
            matrix[row] = {-1, untouched, -2};
    }
    [[nodiscard]] bool is(int rank, long long stamp) const {
        State wanted;
        wanted.fill(rank, stamp);
        return array == wanted.array && number == wanted.number && matrix == wanted.matrix;
    }
    void hand_over(closeranks_store store) {
        MPI_Datatype column = MPI_DATATYPE_NULL;
        MPI_Type_vector(rows, 1, 3, MPI_INT, &column);
        MPI_Type_commit(&column);
        closeranks_store_member(store, array_id, array.data(), length, MPI_INT);
        closeranks_store_member(store, number_id, &number, 1, MPI_DOUBLE);
        closeranks_store_member(store, column_id, &matrix[0][1], 1, column);
        MPI_Type_free(&column); // the store has its own
    }
};

class Checkpoints {
  public:
    /// `holders_live`: of each rank that dies somebody who holds its data lives.
    Checkpoints(Program &p, const Scratch &scratch, bool holders_live)
        : p_(p), folder_(scratch.folder()), holders_live_(holders_live) {
        const int code = closeranks_store_create(MPI_COMM_WORLD, scratch.where().c_str(), &store_);
        p_.check(code == MPI_SUCCESS, "the store was not made: %d", code);
        state_.hand_over(store_);
        check_errors();
    }

    void run(int rounds) {
        for (long long stamp = 1; stamp <= rounds; ++stamp) {
            state_.fill(p_.rank, stamp);
            const int code = closeranks_store_commit(store_, stamp);
            check_newest(code, stamp);
            if (code != MPI_SUCCESS) check_the_newly_dead();
            if (code != MPI_SUCCESS || stamp % 3 == 0) go_back();
            if (stamp % 4 == 0) ask_for_the_dead();
        }
        ask_for_the_dead();
    }

    /// The store is made anew, as by another job: what is in files is there.
    void reopen(const std::string &where) {
        end();
        long long newest = -1;
        closeranks_store_create(MPI_COMM_WORLD, where.c_str(), &store_);
        state_.hand_over(store_);
        closeranks_store_newest(store_, &newest);
        p_.check(newest >= 0, "nothing is in files");
        last_ = newest;
        go_back();
        ask_for_the_dead(); // who died within a commit that counts has a file
    }

    void end() {
        p_.check(closeranks_store_free(&store_) == MPI_SUCCESS && store_ == nullptr, "the end");
    }

  private:
    void check_errors() {
        p_.check(closeranks_store_restore(store_, CLOSERANKS_NEWEST) == MPI_ERR_ARG,
                 "nothing was restored");
        p_.check(closeranks_store_explain(store_)[0] != '\0', "that is not explained");
        p_.check(closeranks_store_commit(store_, -5) == MPI_ERR_ARG, "a negative stamp");
        p_.check(closeranks_store_commit(store_, p_.size > 1 ? p_.rank : -1) == MPI_ERR_ARG,
                 "different stamps");
        p_.check(closeranks_store_member(store_, 9, nullptr, -1, MPI_INT) == MPI_ERR_COUNT,
                 "a negative count");
    }

    /// Either all have the new one or all have the one before.
    void check_newest(int code, long long stamp) {
        long long newest = -1;
        closeranks_store_newest(store_, &newest);
        p_.check(newest == (code == MPI_SUCCESS ? stamp : last_), "the newest is %lld", newest);
        p_.check(code == MPI_SUCCESS || code == CLOSERANKS_ERR_RANK_LOST, "commit: %d, %s", code,
                 closeranks_store_explain(store_));
        long long both[2] = {newest, -newest};
        long long most[2] = {};
        MPI_Allreduce(both, most, 2, MPI_LONG_LONG, MPI_MAX, MPI_COMM_WORLD);
        p_.check(most[0] == -most[1], "checkpoints %lld to %lld", -most[1], most[0]);
        last_ = newest;
        if (code == MPI_SUCCESS || folder_.empty()) return;
        check_files();
        MPI_Barrier(MPI_COMM_WORLD); // the next checkpoint writes some
    }

    /// None of the checkpoint that could not be taken is left, also not of the dead.
    void check_files() {
        for (const auto &entry : std::filesystem::directory_iterator(folder_)) {
            const std::string name = entry.path().filename();
            const std::size_t end = name.find(".stamp-");
            if (end != std::string::npos)
                p_.check(std::stoll(name.substr(end + 7)) <= last_, "%s is left", name.c_str());
        }
    }

    /// What they had is there, unless all who held it have died as well.
    void check_the_newly_dead() {
        std::vector<int> ranks(at(p_.size));
        int count = 0;
        closeranks_store_missing(store_, p_.size, ranks.data(), &count);
        ranks.resize(at(count));
        p_.check(ranks != missing_, "nobody has died since the last time");
        for (const int rank : ranks) {
            if (std::find(missing_.begin(), missing_.end(), rank) != missing_.end()) continue;
            double number = untouched;
            MPI_Count got = 0;
            const int code = closeranks_store_restore_from(store_, rank, State::number_id, &number,
                                                           1, MPI_DOUBLE, &got);
            State wanted;
            wanted.fill(rank, last_);
            if (code == MPI_SUCCESS)
                p_.check(number == wanted.number, "number of rank %d: %g", rank, number);
            else
                p_.check(last_ < 0 || !holders_live_, "rank %d: %d, %s", rank, code,
                         closeranks_store_explain(store_));
        }
        missing_ = ranks;
    }

    void go_back() {
        long long newest = -1;
        closeranks_store_newest(store_, &newest);
        if (newest < 0) return;
        state_.spoil();
        const int code = closeranks_store_restore(store_, CLOSERANKS_NEWEST);
        p_.check(code == MPI_SUCCESS, "restore: %d, %s", code, closeranks_store_explain(store_));
        p_.check(state_.is(p_.rank, newest), "restored is not checkpoint %lld", newest);
    }

    void ask_for_the_dead() {
        for (int rank = 0; rank < p_.size; ++rank) {
            ask_for(rank);
            deal_out(rank);
        }
    }

    /// Errors are the same at all, and leave what there is.
    void ask_for(int rank) {
        std::vector<int> array(length + 1, untouched);
        MPI_Count got = -1;
        const int code =
            closeranks_store_restore_from(store_, p_.rank % 3 == 2 ? MPI_PROC_NULL : rank,
                                          State::array_id, array.data(), length + 1, MPI_INT, &got);
        const bool has = code == MPI_SUCCESS && p_.rank % 3 != 2;
        p_.check(got == (has ? length : 0), "%lld elements of rank %d", got, rank);
        for (int i = 0; i <= length; ++i)
            p_.check(array[at(i)] == (has && i < length ? state(rank, last_, i) : untouched),
                     "element %d of rank %d is %d", i, rank, array[at(i)]);
        check_code(rank, code);
    }

    void deal_out(int rank) {
        std::vector<int> share(length, untouched);
        long long first = -1;
        MPI_Count got = -1;
        const int code = closeranks_store_restore_spread(
            store_, rank, State::array_id, share.data(), length, MPI_INT, &first, &got);
        check_code(rank, code);
        long long sums[2] = {got, 0};
        for (int i = 0; i < static_cast<int>(got); ++i) {
            const int element = static_cast<int>(first) + i;
            p_.check(share[at(i)] == state(rank, last_, element), "element %d of rank %d is %d",
                     element, rank, share[at(i)]);
            sums[1] += element;
        }
        const int contributors = p_.size;
        long long all[2] = {};
        MPI_Allreduce(sums, all, 2, MPI_LONG_LONG, MPI_SUM, MPI_COMM_WORLD);
        int made_of = 0;
        closeranks_contributors(MPI_COMM_WORLD, &made_of);
        // Nobody died within: then all elements are with somebody, once.
        if (code == MPI_SUCCESS && made_of == contributors)
            p_.check(all[0] == length && all[1] == 1LL * length * (length - 1) / 2,
                     "%lld elements of rank %d were dealt out", all[0], rank);
    }

    /// The data of the living, at least, are there.
    void check_code(int rank, int code) {
        int is_alive = 0;
        closeranks_is_alive(MPI_COMM_WORLD, rank, &is_alive);
        const bool may_fail = is_alive == 0 || last_ < 0;
        p_.check(code == MPI_SUCCESS ||
                     (may_fail && (code == MPI_ERR_ARG || code == CLOSERANKS_ERR_RANK_LOST)),
                 "asking for rank %d: %d, %s", rank, code, closeranks_store_explain(store_));
        int most = 0;
        int least = 0;
        MPI_Allreduce(&code, &most, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
        MPI_Allreduce(&code, &least, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
        p_.check(most == least, "codes %d to %d", least, most);
    }

    static std::size_t at(int i) { return static_cast<std::size_t>(i); }

    Program &p_;
    closeranks_store store_ = nullptr;
    State state_;
    std::string folder_; // of files, if there are any
    long long last_ = -1;
    bool holders_live_;
    std::vector<int> missing_;
};

} // namespace

int main(int argc, char **argv) {
    Program p(argc, argv, "checkpoints");
    {
        const Scratch scratch(argc > 1 ? argv[1] : "buddy");
        Checkpoints checkpoints(p, scratch, argc > 2 && std::string(argv[2]) == "held");
        checkpoints.run(argc > 3 ? std::atoi(argv[3]) : 8);
        if (scratch.has_folder()) checkpoints.reopen(scratch.where());
        checkpoints.end();
    }
    return p.finish();
}
