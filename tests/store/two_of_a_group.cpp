// Six ranks keep parity in groups of three, { 0, 2, 4 } and { 1, 3, 5 }, of data that are larger
// the higher the rank. Ranks 0, 4 and 5 die: what 5 had is rebuilt, what 0 and 4 had is lost, and
// who asks is told for whom parity cannot make up. Then the living are in new groups.
//
//     two_of_a_group --die 0 --die 4 --die 5

#include "survivors.hpp"

#include <closeranks_store.h>
#include <mpi-ext.h>

#include <cstring>

using namespace survivors;

namespace {

constexpr int most = 7000;

constexpr int length(int rank) { return 1000 * (rank + 1); }
constexpr int element(int rank, int i) { return rank * 100000 + i; }

/// Bytes of what `rank` stores: an id, a length, and its elements.
constexpr long long stored(int rank) { return 12 + 4LL * length(rank); }

class Groups {
  public:
    explicit Groups(Program &p) : p_(p), data_(at(length(p.rank))) {
        for (int i = 0; i < length(p.rank); ++i)
            data_[at(i)] = element(p.rank, i);
        closeranks_store_create(MPI_COMM_WORLD, "parity:group=3", &store_);
        closeranks_store_member(store_, 7, data_.data(), length(p.rank), MPI_INT);
    }
    ~Groups() { closeranks_store_free(&store_); }
    Groups(const Groups &) = delete;
    Groups &operator=(const Groups &) = delete;

    void commit(long long stamp, int expected) {
        const int code = closeranks_store_commit(store_, stamp);
        p_.check(code == expected, "commit %lld: %d, %s", stamp, code,
                 closeranks_store_explain(store_));
    }

    /// Its own data, and half of the larger ones of the other two.
    void check_memory(int one, int other) {
        long long bytes = 0;
        closeranks_store_memory(store_, &bytes);
        const long long expected = stored(p_.rank) + (stored(std::max(one, other)) + 1) / 2;
        p_.check(bytes == expected, "%lld bytes, not %lld", bytes, expected);
    }

    void check_restore() {
        std::fill(data_.begin(), data_.end(), untouched);
        closeranks_store_restore(store_, CLOSERANKS_NEWEST);
        p_.check(data_[0] == element(p_.rank, 0) &&
                     data_.back() == element(p_.rank, length(p_.rank) - 1),
                 "its own data");
    }

    void check_has(int rank) {
        MPI_Count got = 0;
        const int code = ask_for(rank, got);
        p_.check(code == MPI_SUCCESS && got == length(rank), "rank %d: %d, %s", rank, code,
                 closeranks_store_explain(store_));
        for (int i = 0; i < static_cast<int>(got); ++i)
            p_.check(asked_[at(i)] == element(rank, i), "element %d of rank %d", i, rank);
    }

    void check_lost(int rank, const char *names) {
        MPI_Count got = 0;
        const int code = ask_for(rank, got);
        p_.check(code == CLOSERANKS_ERR_RANK_LOST && got == 0, "rank %d: %d", rank, code);
        p_.check(std::strstr(closeranks_store_explain(store_), names) != nullptr, "it says: %s",
                 closeranks_store_explain(store_));
    }

  private:
    int ask_for(int rank, MPI_Count &got) {
        asked_.assign(most, untouched);
        return closeranks_store_restore_from(store_, rank, 7, asked_.data(), most, MPI_INT, &got);
    }

    Program &p_;
    closeranks_store store_ = nullptr;
    std::vector<int> data_;
    std::vector<int> asked_;
};

} // namespace

int main(int argc, char **argv) {
    Program p(argc, argv, "two_of_a_group");
    {
        Groups groups(p);
        groups.commit(1, MPI_SUCCESS);
        groups.check_memory((p.rank + 2) % 6, (p.rank + 4) % 6);
        p.deaths();
        groups.commit(2, CLOSERANKS_ERR_RANK_LOST);
        groups.check_restore();
        groups.check_has(5);
        groups.check_has(1);
        groups.check_lost(0, "ranks 0, 4 of its group are dead");
        groups.check_lost(4, "ranks 0, 4 of its group are dead");
        groups.commit(2, MPI_SUCCESS);
        groups.check_memory(p.rank == 1 ? 2 : 1, p.rank == 3 ? 2 : 3);
        groups.check_restore();
        groups.check_has(3);
    }
    return p.finish();
}
