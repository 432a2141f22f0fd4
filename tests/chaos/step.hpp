#pragma once

// What the calls of the mix work with, and how their results are judged.

#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <numeric>
#include <span>
#include <vector>

using Ranks = std::uint64_t; // bit r is world rank r

struct Rank {
    int rank = 0;
    int size = 1;
    bool wrong = false;
    std::uint64_t digest = 1; ///< of all results that are equal everywhere

    void expect(bool right, const char *what, int step) {
        if (right) return;
        wrong = true;
        std::printf("wrong: rank %d, step %d: %s\n", rank, step, what);
        std::fflush(stdout);
    }
    void mix(std::uint64_t result) { digest = (digest ^ result) * 0x100000001b3ULL; }
};

/// A communicator of the program, and whether every rank has it.
struct Made {
    MPI_Comm comm;
    bool everybody;
};

/// What one step of the mix works with.
struct Step {
    Rank &me;
    int number;
    MPI_Comm comm;
    bool everybody;
    int rank;
    int size;
    int length; ///< of the vectors
    int root;
    MPI_Comm between; ///< the intercommunicator of the even and the odd ranks, if there is one

    [[nodiscard]] int right() const { return (rank + 1) % size; }
    [[nodiscard]] int left() const { return (rank + size - 1) % size; }

    /// No other step has it, so that a message that is left over from one, or that comes from a
    /// rank far ahead, is never taken for another's. Smaller tags are those of calls that use one
    /// tag in all steps.
    [[nodiscard]] int tag() const { return 100 + number % 30000; }

    void shared(std::uint64_t result) const {
        if (everybody) me.mix(result);
    }
};

/// A value that only rank `rank` of the communicator gives, and only in this step.
inline long value_of(const Step &step, int rank) { return step.number * 100L + rank; }

/// Room for a value of each rank.
inline std::vector<long> of_all(const Step &step) {
    return std::vector<long>(static_cast<std::size_t>(step.size), -1);
}

/// The values of all ranks, in their order.
inline std::vector<long> values_of_all(const Step &step) {
    std::vector<long> values = of_all(step);
    std::iota(values.begin(), values.end(), value_of(step, 0));
    return values;
}

inline long factor(const Step &step, int i) { return 1 + (step.number * 31 + i) % 97; }

inline std::vector<long> contribution(const Step &step) {
    std::vector<long> values(static_cast<std::size_t>(step.length));
    for (int i = 0; i < step.length; i++)
        values[static_cast<std::size_t>(i)] = (1L << step.me.rank) * factor(step, i);
    return values;
}

/// The ranks whose contributions are in the sum; every element must say the same.
inline Ranks judge_sum(const Step &step, const std::vector<long> &sum, bool with_own) {
    const Ranks present = static_cast<Ranks>(sum[0] / factor(step, 0));
    bool right = true;
    for (int i = 0; i < step.length; i++)
        right &= sum[static_cast<std::size_t>(i)] == static_cast<long>(present) * factor(step, i);
    step.me.expect(right, "a sum that is none", step.number);
    if (with_own) step.me.expect((present >> step.me.rank & 1) != 0, "left out", step.number);
    return present;
}

/// Each block holds its sender's world rank, or is untouched.
inline Ranks judge_blocks(const Step &step, const std::vector<long> &blocks) {
    Ranks present = 0;
    bool right = true;
    for (std::size_t i = 0; i < blocks.size(); i += static_cast<std::size_t>(step.length)) {
        for (std::size_t j = i; j < i + static_cast<std::size_t>(step.length); j++)
            right &= blocks[j] == blocks[i];
        if (blocks[i] >= 0) present |= Ranks{1} << blocks[i];
    }
    step.me.expect(right, "a torn block", step.number);
    step.me.expect((present >> step.me.rank & 1) != 0, "left out", step.number);
    return present;
}

/// One step of the mix: the same call at all ranks of its communicator.
using Call = void (*)(const Step &);

/// Calls of which several are pending at once (pending.cpp).
void pending(const Step &step);
void restarted(const Step &step);
void duplicated(const Step &step);

/// One call or more of each other family of communication (families.cpp).
[[nodiscard]] std::span<const Call> family_calls();

/// One of them.
void partitioned(const Step &step);

/// Calls that are judged to the last value, for runs in which no rank is lost (complete.cpp), and
/// those on windows and files (memory.cpp).
[[nodiscard]] std::span<const Call> complete_calls();
[[nodiscard]] std::span<const Call> memory_calls();

/// The families that only send messages, with tags of their own.
[[nodiscard]] std::span<const Call> message_calls();
