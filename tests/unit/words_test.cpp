#include "runtime/support/words.hpp"

#include "fake_mpi.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstring>
#include <numeric>
#include <span>
#include <string>
#include <vector>

namespace closeranks {
namespace {

TEST(Words, ComeBackInTheirOrder) {
    Words words;
    append(std::vector{3, -1, 0}, words);
    append(std::vector{ProcessId{7}, ProcessId{2}}, words);
    append(std::string_view("nine bytes"), words);
    append(std::string_view(), words);
    append(std::vector<int>(), words);
    words.push_back(5);

    std::span<const std::uint64_t> rest(words);
    EXPECT_EQ(take_numbers(rest), (std::vector{3, -1, 0}));
    EXPECT_EQ(take_processes(rest), (std::vector{ProcessId{7}, ProcessId{2}}));
    EXPECT_EQ(take_text(rest), "nine bytes");
    EXPECT_EQ(take_text(rest), "");
    EXPECT_EQ(take_numbers(rest), std::vector<int>());
    EXPECT_EQ(take(rest), 5U);
    EXPECT_TRUE(rest.empty());
}

/// What rank 0 has broadcast, for rank 1, which asks later.
class Broadcasts {
  public:
    int rank = 0;
    std::vector<std::vector<std::byte>> messages;
    std::size_t received = 0;

  private:
    int bcast(void *buffer, int count) {
        const std::size_t bytes = static_cast<std::size_t>(count) * sizeof(std::uint64_t);
        if (rank == 0) {
            const auto *const begin = static_cast<const std::byte *>(buffer);
            messages.emplace_back(begin, begin + bytes);
        } else {
            const std::vector<std::byte> &message = messages.at(received++);
            EXPECT_EQ(message.size(), bytes);
            std::memcpy(buffer, message.data(), bytes);
        }
        return MPI_SUCCESS;
    }
    const test::Replaced<&Real::Bcast> bcast_{[this](void *buffer, int count, MPI_Datatype, int,
                                                     MPI_Comm) { return bcast(buffer, count); }};
};

/// Returns in how many rounds `count` words got from one process to the other.
std::size_t rounds_for(std::size_t count) {
    Words sent(count);
    std::iota(sent.begin(), sent.end(), 100);
    Words got{1, 2, 3};
    Broadcasts broadcasts;
    Words copy = sent;
    EXPECT_EQ(share(copy, 0, MPI_COMM_SELF), MPI_SUCCESS);
    EXPECT_EQ(copy, sent);
    broadcasts.rank = 1;
    EXPECT_EQ(share(got, 0, MPI_COMM_SELF), MPI_SUCCESS);
    EXPECT_EQ(got, sent);
    EXPECT_EQ(broadcasts.received, broadcasts.messages.size());
    return broadcasts.messages.size();
}

TEST(Words, AreSharedInOneRoundIfTheyAreFew) {
    EXPECT_EQ(rounds_for(0), 1U);
    EXPECT_EQ(rounds_for(1), 1U);
    EXPECT_EQ(rounds_for(383), 1U);
}

TEST(Words, AreSharedInTwoRoundsIfTheyAreMany) {
    EXPECT_EQ(rounds_for(384), 2U);
    EXPECT_EQ(rounds_for(100'000), 2U);
}

} // namespace
} // namespace closeranks
