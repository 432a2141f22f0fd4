// A program that goes back to any of several checkpoints. Members have other sizes at each rank and
// in each checkpoint; all values are known, so that a mix of two checkpoints would show.
//
//     history WHERE held|open IN_MEMORY EVERY IN_FILES
// "@" in WHERE: a directory of this run. held: of each who dies somebody who has its data lives.
// How many checkpoints are to be kept in memory, which go to files, and how many are kept there (0:
// there are no files).

#include "scratch.hpp"
#include "survivors.hpp"

#include <closeranks.h>
#include <closeranks_store.h>
#include <mpi-ext.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>

using namespace survivors;

namespace {

constexpr int rounds = 12;
constexpr int array_id = 4;
constexpr int number_id = 1; // of even ranks only
constexpr int capacity = 4000;

/// What a checkpoint of `stamp` has. `life`: how often the program had gone back before.
struct Contents {
    long long stamp;
    int life;
    std::set<int> stored;
    int since_files = 0; ///< how many before it did not go to files, and it

    [[nodiscard]] int length(int rank) const {
        return 300 + 217 * rank + 13 * static_cast<int>(stamp % 5);
    }
    [[nodiscard]] int element(int rank, int i) const {
        return static_cast<int>(stamp) * 1000000 + life * 100000 + rank * 5000 + i;
    }
    [[nodiscard]] std::vector<int> array(int rank) const {
        std::vector<int> all(at(length(rank)));
        for (int i = 0; i < length(rank); ++i)
            all[at(i)] = element(rank, i);
        return all;
    }
    [[nodiscard]] double number(int rank) const {
        return static_cast<double>(stamp) + 0.01 * rank + life;
    }
    [[nodiscard]] std::map<int, long long> sizes(int rank) const {
        std::map<int, long long> all{{array_id, length(rank) * 4LL}};
        if (rank % 2 == 0) all[number_id] = 8;
        return all;
    }
};

/// Which checkpoints there are to be, by the documentation.
class Model {
  public:
    Model(int in_memory, int every, int in_files)
        : in_memory_(in_memory), every_(every), in_files_(in_files) {}

    void commit(Contents contents) {
        contents.since_files =
            1 + (memory_.empty() ? 0 : contents_.at(*memory_.rbegin()).since_files);
        const bool is_due = in_files_ > 0 && contents.since_files >= every_;
        if (is_due) contents.since_files = 0;
        contents_[contents.stamp] = contents;
        memory_.insert(contents.stamp);
        if (memory_.size() > at(in_memory_)) memory_.erase(memory_.begin());
        if (!is_due) return;
        files_.insert(contents.stamp);
        if (files_.size() > at(in_files_)) files_.erase(files_.begin());
    }
    void forget(long long newer_than) {
        memory_.erase(memory_.upper_bound(newer_than), memory_.end());
        files_.erase(files_.upper_bound(newer_than), files_.end());
    }
    void restart() { memory_.clear(); }

    /// The newest first.
    [[nodiscard]] std::vector<long long> stamps() const {
        std::set<long long> all(memory_);
        all.insert(files_.begin(), files_.end());
        return {all.rbegin(), all.rend()};
    }
    /// Of its own data in memory.
    [[nodiscard]] long long bytes_of(int rank) const {
        long long bytes = 0;
        for (const long long stamp : memory_)
            for (const auto &[id, size] : contents_.at(stamp).sizes(rank))
                bytes += size;
        return bytes;
    }
    [[nodiscard]] const Contents &contents(long long stamp) const { return contents_.at(stamp); }

  private:
    int in_memory_;
    int every_;
    int in_files_;
    std::set<long long> memory_;
    std::set<long long> files_;
    std::map<long long, Contents> contents_;
};

class History {
  public:
    History(Program &p, std::string where, bool holders_live, Model model)
        : p_(p), where_(std::move(where)), holders_live_(holders_live), model_(std::move(model)) {}

    void run() {
        open();
        long long stamp = 0;
        for (int round = 1; round <= rounds; ++round) {
            const bool is_committed = commit(++stamp);
            if (!is_committed) --stamp;
            check_stamps();
            if (!is_committed || (round > 4 && round % 3 == 0)) look_at_all();
            if (round == 4) stamp = go_back();
        }
        look_at_all();
    }

    /// As another job does: what is in files is there.
    void run_again() {
        close();
        model_.restart();
        open();
        check_stamps();
        look_at_all();
    }

    void close() { p_.check(closeranks_store_free(&store_) == MPI_SUCCESS, "the end"); }

  private:
    void open() {
        const int code = closeranks_store_create(MPI_COMM_WORLD, where_.c_str(), &store_);
        p_.check(code == MPI_SUCCESS, "the store was not made: %d", code);
    }

    bool commit(long long stamp) {
        Contents contents{stamp, life_, {}};
        array_ = contents.array(p_.rank);
        number_ = contents.number(p_.rank);
        hand_over(contents.length(p_.rank));
        const int code = closeranks_store_commit(store_, stamp);
        p_.check(code == MPI_SUCCESS || code == CLOSERANKS_ERR_RANK_LOST, "commit: %d, %s", code,
                 closeranks_store_explain(store_));
        if (code != MPI_SUCCESS) return false;
        std::vector<int> missing(at(p_.size));
        int count = 0;
        closeranks_store_missing(store_, p_.size, missing.data(), &count);
        for (int rank = 0; rank < p_.size; ++rank)
            if (std::find(missing.begin(), missing.begin() + count, rank) ==
                missing.begin() + count)
                contents.stored.insert(rank);
        model_.commit(contents);
        return true;
    }

    void hand_over(int length) {
        closeranks_store_member(store_, array_id, array_.data(), length, MPI_INT);
        if (p_.rank % 2 == 0) closeranks_store_member(store_, number_id, &number_, 1, MPI_DOUBLE);
    }

    void check_stamps() {
        std::vector<long long> stamps(100);
        int count = 0;
        closeranks_store_stamps(store_, 100, stamps.data(), &count);
        stamps.resize(at(count));
        const std::vector<long long> expected = model_.stamps();
        p_.check(stamps == expected, "%d checkpoints, the newest %lld, not %zu and %lld", count,
                 stamps.empty() ? -1 : stamps[0], expected.size(),
                 expected.empty() ? -1 : expected[0]);
        long long bytes = 0;
        closeranks_store_memory(store_, &bytes);
        const long long own = model_.bytes_of(p_.rank);
        p_.check(own == 0 ? bytes == 0 : bytes >= own, "%lld bytes, %lld its own", bytes, own);
    }

    void look_at_all() {
        for (const long long stamp : model_.stamps()) {
            go_to(model_.contents(stamp));
            for (int rank = 0; rank < p_.size; ++rank) {
                ask_for(model_.contents(stamp), rank);
                deal_out(model_.contents(stamp), rank);
            }
            p_.check(closeranks_store_restore(store_, stamp + 1000) == MPI_ERR_ARG, "none such");
        }
    }

    void go_to(const Contents &contents) {
        array_.assign(capacity, untouched);
        number_ = untouched;
        hand_over(capacity);
        const int code = closeranks_store_restore(store_, contents.stamp);
        p_.check(code == MPI_SUCCESS, "restore %lld: %d, %s", contents.stamp, code,
                 closeranks_store_explain(store_));
        std::vector<int> expected = contents.array(p_.rank);
        expected.resize(capacity, untouched);
        p_.check(array_ == expected, "restored is not checkpoint %lld", contents.stamp);
        if (p_.rank % 2 == 0) p_.check(number_ == contents.number(p_.rank), "number %g", number_);
    }

    /// Each of another one: it, or who is next to it.
    void ask_for(const Contents &contents, int rank) {
        const int other = (rank + p_.rank % 2) % p_.size;
        std::array<int, 4> ids{};
        std::array<long long, 4> bytes{};
        int count = 0;
        int code = closeranks_store_sizes(store_, contents.stamp, other, 4, ids.data(),
                                          bytes.data(), &count);
        check_code(contents, {rank, (rank + 1) % p_.size}, code);
        std::map<int, long long> sizes;
        for (int i = 0; i < count; ++i)
            sizes[ids[at(i)]] = bytes[at(i)];
        if (code == MPI_SUCCESS)
            p_.check(sizes == contents.sizes(other), "%d members of rank %d", count, other);
        std::vector<int> array(capacity, untouched);
        MPI_Count got = 0;
        code = closeranks_store_restore_from_at(store_, contents.stamp, other, array_id,
                                                array.data(), capacity, MPI_INT, &got);
        check_code(contents, {rank, (rank + 1) % p_.size}, code);
        array.resize(static_cast<std::size_t>(got));
        if (code == MPI_SUCCESS)
            p_.check(array == contents.array(other), "%lld elements of rank %d in checkpoint %lld",
                     got, other, contents.stamp);
        else
            p_.check(got == 0, "%lld elements in spite of an error", got);
    }

    void deal_out(const Contents &contents, int rank) {
        std::vector<int> share(capacity);
        long long first = 0;
        MPI_Count got = 0;
        const int code = closeranks_store_restore_spread_at(
            store_, contents.stamp, rank, array_id, share.data(), capacity, MPI_INT, &first, &got);
        check_code(contents, {rank}, code);
        for (int i = 0; i < static_cast<int>(got); ++i)
            p_.check(share[at(i)] == contents.element(rank, static_cast<int>(first) + i),
                     "element %lld of rank %d is %d", first + i, rank, share[at(i)]);
    }

    /// The same at all; and no error where all ranks that were asked for have their data somewhere.
    void check_code(const Contents &contents, std::initializer_list<int> ranks, int code) {
        bool may_fail = false;
        for (const int rank : ranks) {
            int is_alive = 0;
            closeranks_is_alive(MPI_COMM_WORLD, rank, &is_alive);
            may_fail =
                may_fail || !contents.stored.contains(rank) || (is_alive == 0 && !holders_live_);
        }
        p_.check(code == MPI_SUCCESS ||
                     (may_fail && (code == MPI_ERR_ARG || code == CLOSERANKS_ERR_RANK_LOST)),
                 "checkpoint %lld: %d, %s", contents.stamp, code, closeranks_store_explain(store_));
        int both[2] = {code, -code};
        int most[2] = {};
        MPI_Allreduce(both, most, 2, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
        p_.check(most[0] == -most[1], "codes %d to %d", -most[1], most[0]);
    }

    /// To the oldest; the next one is called as one that is forgotten was. Returns its stamp.
    long long go_back() {
        const long long oldest = model_.stamps().back();
        p_.check(closeranks_store_forget(store_, oldest + 1000) == MPI_ERR_ARG, "none such");
        p_.check(closeranks_store_forget(store_, p_.rank) == MPI_ERR_ARG, "different stamps");
        const int code = closeranks_store_forget(store_, oldest);
        p_.check(code == MPI_SUCCESS, "forget: %d", code);
        model_.forget(oldest);
        ++life_;
        check_stamps();
        go_to(model_.contents(oldest));
        return oldest;
    }

    Program &p_;
    std::string where_;
    bool holders_live_;
    Model model_;
    closeranks_store store_ = nullptr;
    std::vector<int> array_;
    double number_ = 0;
    int life_ = 0;
};

} // namespace

int main(int argc, char **argv) {
    Program p(argc, argv, "history");
    if (argc < 6) return 2;
    const int in_files = std::atoi(argv[5]);
    {
        const Scratch scratch(argv[1]);
        History history(p, scratch.where(), std::string(argv[2]) == "held",
                        Model(std::atoi(argv[3]), std::atoi(argv[4]), in_files));
        history.run();
        if (in_files > 0) history.run_again();
        history.close();
    }
    return p.finish();
}
