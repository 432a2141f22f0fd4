#pragma once

#include "stand_in.hpp"
#include "survivors.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// What the calls on buffers of a device share: buffers, values, and what may be missing of them.
///
///     PROGRAM [--lost RANK]... [--call NAME]...
///
/// `--lost`: ranks that are killed some time, the root never. Once a rank is missing from a result
/// it has to be missing from all that follow.

/// An array of the device.
class Longs {
  public:
    explicit Longs(const std::vector<long> &values)
        : size_(values.size()), place_(device::allocate(values.size() * sizeof(long))) {
        device::copy_in(place_, values.data(), size_ * sizeof(long));
    }
    explicit Longs(int size)
        : Longs(std::vector<long>(static_cast<std::size_t>(size), survivors::untouched)) {}

    [[nodiscard]] void *at(int i = 0) const { return static_cast<long *>(place_) + i; }
    [[nodiscard]] std::vector<long> get() const {
        std::vector<long> values(size_);
        device::copy_out(values.data(), place_, size_ * sizeof(long));
        return values;
    }

  private:
    std::size_t size_;
    void *place_;
};

class Judge : public survivors::Program {
  public:
    Judge(int argc, char **argv) : Program(argc, argv, "device_buffers") {
        const auto all = static_cast<std::size_t>(size);
        lost_.resize(all);
        gone_.resize(all);
        for (int i = 1; i + 1 < argc; i += 2) {
            const std::string option = argv[i];
            if (option == "--lost") lost_[survivors::at(std::atoi(argv[i + 1]))] = true;
            if (option == "--call") calls_.emplace_back(argv[i + 1]);
        }
        while (lost_[survivors::at(root)])
            ++root;
        left = (rank + size - 1) % size;
        right = (rank + 1) % size;
        const int periodic = 1;
        MPI_Cart_create(MPI_COMM_WORLD, 1, &size, &periodic, 0, &ring);
    }

    static constexpr int few = 2;
    static constexpr int many = 600; ///< more than is kept, and than goes in one piece

    int root = 0;
    int left = 0;
    int right = 0;
    MPI_Comm ring = MPI_COMM_NULL;
    int round = 0;
    int count = 0; ///< elements of one rank in this round

    [[nodiscard]] bool is_wanted(std::string_view call) const {
        return calls_.empty() || std::find(calls_.begin(), calls_.end(), call) != calls_.end();
    }
    [[nodiscard]] bool may_be_lost(int of) const { return lost_[survivors::at(of)]; }

    /// What `from` gives to `to` in this round.
    [[nodiscard]] long value(int from, int to, int i) const {
        return ((round * 100L + from) * 100L + to) * 10000L + i;
    }
    [[nodiscard]] std::vector<long> block(int from, int to = 0) const {
        std::vector<long> values;
        for (int i = 0; i < count; ++i)
            values.push_back(value(from, to, i));
        return values;
    }
    /// One block for each rank.
    [[nodiscard]] std::vector<long> blocks(int from) const {
        std::vector<long> values;
        for (int to = 0; to < size; ++to)
            for (int i = 0; i < count; ++i)
                values.push_back(value(from, to, i));
        return values;
    }
    /// What this rank gives to sums: they tell who took part.
    [[nodiscard]] std::vector<long> shares(int elements) const {
        std::vector<long> values;
        for (int i = 0; i < elements; ++i)
            values.push_back((1L << rank) * weight(i));
        return values;
    }

    /// Whether `got` begins with the block of `from`, whole or not at all; `torn`: or a part of it.
    void check_block(const std::vector<long> &got, int at, int from, int to, const char *what,
                     bool torn = false) {
        const long *const first = &got[survivors::at(at)];
        const bool is_there = first[0] != survivors::untouched;
        for (int i = 0; i < count; ++i) {
            const bool is_untouched = first[i] == survivors::untouched;
            const bool fits = is_untouched ? may_be_lost(from) && (torn || !is_there)
                                           : first[i] == value(from, to, i) && (torn || is_there);
            check(fits, "%s, round %d: element %d from rank %d is %ld", what, round, i, from,
                  first[i]);
            if (!fits) return;
        }
        if (!torn) see(from, is_there, what);
    }

    void check_blocks(const std::vector<long> &got, int to, const char *what) {
        for (int from = 0; from < size; ++from)
            check_block(got, from * count, from, to, what);
    }

    /// Whether `got` are elements from `first` on of the sum over the ranks 0 to `last`.
    void check_sum(const std::vector<long> &got, int first, int last, const char *what) {
        const long bits = got[0] / weight(first);
        for (std::size_t i = 0; i < got.size(); ++i) {
            const bool fits = got[i] == bits * weight(first + static_cast<int>(i));
            check(fits, "%s, round %d: element %zu is %ld", what, round, i, got[i]);
            if (!fits) return;
        }
        check(bits >> (last + 1) == 0, "%s, round %d: the sum has %lx", what, round, bits);
        for (int from = 0; from <= last; ++from)
            see(from, (bits >> from & 1) != 0, what);
    }

    /// This result is the same at all survivors.
    void is_equal_everywhere(const std::vector<long> &values) {
        for (const long value : values)
            digest_ = (digest_ ^ static_cast<std::uint64_t>(value)) * 0x100000001b3U;
    }

    /// In the end none of those who were to be lost is left, and all others agree.
    void check_end() {
        long mine = 1L << rank;
        long bits = 0;
        MPI_Allreduce(&mine, &bits, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
        for (int r = 0; r < size; ++r)
            check((bits >> r & 1) == (may_be_lost(r) ? 0 : 1), "the survivors are %lx", bits);
        std::uint64_t lowest = 0;
        std::uint64_t highest = 0;
        MPI_Allreduce(&digest_, &lowest, 1, MPI_UINT64_T, MPI_MIN, MPI_COMM_WORLD);
        MPI_Allreduce(&digest_, &highest, 1, MPI_UINT64_T, MPI_MAX, MPI_COMM_WORLD);
        check(lowest == highest, "results differ from survivor to survivor");
    }

  private:
    static long weight(int i) { return i % 7 + 1; }

    void see(int from, bool is_there, const char *what) {
        const bool was_gone = gone_[survivors::at(from)];
        check(is_there || may_be_lost(from), "%s, round %d: rank %d is missing", what, round, from);
        check(!is_there || !was_gone, "%s, round %d: rank %d is back", what, round, from);
        gone_[survivors::at(from)] = !is_there;
    }

    std::vector<bool> lost_;
    std::vector<bool> gone_;
    std::vector<std::string> calls_;
    std::uint64_t digest_ = 0xcbf29ce484222325U;
};

/// One of the calls that are looked at.
struct Call {
    const char *name;
    void (*run)(Judge &);
};

[[nodiscard]] std::vector<Call> collective_calls();
[[nodiscard]] std::vector<Call> other_calls();
