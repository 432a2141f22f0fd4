#include "runtime/windows/window_request.hpp"

#include "runtime/support/large.hpp"

#include "fake_window.hpp"
#include "fake_world.hpp"
#include "named_types.hpp"

#include <gtest/gtest.h>

#include <cerrno>
#include <functional>
#include <memory>
#include <vector>

namespace closeranks {
namespace {

using Kind = WindowRequest::Kind;

#if CLOSERANKS_MPI_RELEASE >= 6
constexpr auto reduce_local = &Real::Reduce_local_c;
#else
constexpr auto reduce_local = &Real::Reduce_local;
#endif
using Values = std::vector<int>;

constexpr std::uint32_t claim_of(Window::Lock lock) { return static_cast<std::uint32_t>(lock); }

/// Memory that is reached as that of a dynamic window, to see what holds meanwhile.
class WatchedMemory final : public RemoteMemory {
  public:
    explicit WatchedMemory(std::function<void()> look) : look_(std::move(look)) {}
    [[nodiscard]] int read(std::byte *image, std::uintptr_t from,
                           std::span<const Segment> segments) const noexcept override {
        std::memcpy(image, reinterpret_cast<const void *>(from), segments.front().length);
        return 0;
    }
    [[nodiscard]] int write(const std::byte *image, std::uintptr_t to,
                            std::span<const Segment> segments) const noexcept override {
        look_();
        std::memcpy(reinterpret_cast<void *>(to), image, segments.front().length);
        return 0;
    }

  private:
    std::function<void()> look_;
};

/// Rank 1 of three serves rank 2.
class WindowRequestTest : public testing::Test {
  protected:
    static constexpr int own = 1;
    static constexpr int origin = 2;
    // As words name ranks.
    static constexpr std::uint32_t own_name = own + 1;
    static constexpr std::uint32_t origin_name = origin + 1;
    static constexpr std::uint32_t other_name = 1;

    test::ReadAnswer carry(const test::SentRequest &request) {
        return test::ReadAnswer(carry_out(window, origin, request.bytes()));
    }
    test::SentRequest request(Kind kind, Window::Lock lock = Window::Lock::none) const {
        return test::SentRequest(
            {.kind = kind, .claim = claim_of(lock), .address = window.address_of(0)});
    }
    WindowControl::Word &word(std::size_t place) { return window.own_control().word(place); }

    /// Calls `look` while memory is written.
    void watch(std::function<void()> look) {
        window.peer(own).elsewhere = std::make_shared<WatchedMemory>(std::move(look));
    }

    test::FakeWorld world{3, own};
    test::FakeWindow window{3, own};
};

TEST_F(WindowRequestTest, ReadsSegmentsOneAfterTheOther) {
    const auto answer = carry(request(Kind::read).segment(2, 2).segment(0, 1));
    EXPECT_EQ(answer.error, 0);
    EXPECT_EQ(answer.row, (Values{12, 13, 10}));
}

TEST_F(WindowRequestTest, WritesSegmentsOneAfterTheOther) {
    EXPECT_EQ(carry(request(Kind::write).segment(3, 1).segment(0, 2).row({5, 6, 7})).error, 0);
    EXPECT_EQ(window.values, (Values{6, 7, 12, 5}));
}

TEST_F(WindowRequestTest, WritesNothingOfARowThatIsTooShort) {
    EXPECT_EQ(carry(request(Kind::write).segment(0, 2).row({5})).error, EINVAL);
    EXPECT_EQ(window.values, (Values{10, 11, 12, 13}));
}

TEST_F(WindowRequestTest, WritesUnderALockAsLongAsTheOriginHasIt) {
    WindowControl::Word &lock = word(WindowControl::exclusive);
    const auto write = request(Kind::write, Window::Lock::exclusive).segment(0, 1).row({5});
    lock = other_name; // it went to another process, because the origin counts as failed
    EXPECT_EQ(carry(write).error, ESRCH);
    EXPECT_EQ(window.values[0], 10);
    EXPECT_EQ(lock.load(), other_name);
    lock = origin_name;
    watch([&] { EXPECT_EQ(lock.load(), own_name) << "nobody can take it meanwhile"; });
    EXPECT_EQ(carry(write).error, 0);
    EXPECT_EQ(window.values[0], 5);
    EXPECT_EQ(lock.load(), origin_name);
}

TEST_F(WindowRequestTest, WritesUnderASharedLockAsLongAsTheOriginHasIt) {
    WindowControl::Word &holds = word(WindowControl::holds(origin));
    const auto write = request(Kind::write, Window::Lock::shared).segment(0, 1).row({5});
    EXPECT_EQ(carry(write).error, ESRCH);
    EXPECT_EQ(window.values[0], 10);
    EXPECT_EQ(holds.load(), WindowControl::none);
    holds = WindowControl::held;
    watch([&] { EXPECT_EQ(holds.load(), WindowControl::served); });
    EXPECT_EQ(carry(write).error, 0);
    EXPECT_EQ(window.values[0], 5);
    EXPECT_EQ(holds.load(), WindowControl::held);
}

TEST_F(WindowRequestTest, ReadsAndAsksForWordsWithoutALock) {
    word(WindowControl::exclusive) = other_name;
    EXPECT_EQ(carry(request(Kind::read, Window::Lock::exclusive).segment(0, 1)).error, 0);
    EXPECT_EQ(carry(test::SentRequest({.kind = Kind::load,
                                       .claim = claim_of(Window::Lock::exclusive),
                                       .place = WindowControl::exclusive}))
                  .value,
              other_name);
}

TEST_F(WindowRequestTest, ChangesControlWords) {
    constexpr std::uint32_t place = WindowControl::posted(0);
    EXPECT_EQ(carry(test::SentRequest({.kind = Kind::store, .place = place, .value = 4})).error, 0);
    EXPECT_EQ(word(place).load(), 4U);
    const auto exchange = [&](std::uint32_t expected, std::uint32_t value) {
        return carry(test::SentRequest({.kind = Kind::exchange,
                                        .place = place,
                                        .expected = expected,
                                        .value = value}))
            .value;
    };
    EXPECT_EQ(exchange(3, 9), 4U) << "the former value";
    EXPECT_EQ(word(place).load(), 4U);
    EXPECT_EQ(exchange(4, 9), 4U);
    EXPECT_EQ(word(place).load(), 9U);
}

TEST_F(WindowRequestTest, FindsTheNextHolder) {
    word(WindowControl::holds(2)) = WindowControl::served;
    const auto from = [&](std::uint32_t rank) {
        return carry(test::SentRequest({.kind = Kind::find_holder, .place = rank})).value;
    };
    EXPECT_EQ(from(0), 2U);
    EXPECT_EQ(from(2), 2U);
    EXPECT_EQ(from(3), 3U) << "none";
}

// Accumulating calls.

class AccumulatingRequestTest : public WindowRequestTest {
  protected:
    enum : MPI_Fint { sum, replace, no_op };

    test::SentRequest accumulate(MPI_Fint op, bool fetches = false, std::uint32_t expected = 0) {
        return test::SentRequest({.kind = Kind::combine,
                                  .fetches = fetches ? 1U : 0U,
                                  .op = op,
                                  .expected = expected,
                                  .address = window.address_of(0)});
    }
    WindowControl::Word &mutex() { return word(WindowControl::accumulating); }

    test::Replaced<&Real::Op_f2c> op_{[](MPI_Fint op) {
        return op == sum ? MPI_SUM : op == replace ? MPI_REPLACE : MPI_NO_OP;
    }};
    test::Replaced<&Real::Type_f2c> type_{[](MPI_Fint) { return MPI_INT; }};
    test::NamedTypes named_types_;
    test::Replaced<&Real::Type_get_extent> extent_{
        [](MPI_Datatype, MPI_Aint *lower, MPI_Aint *extent) {
            *lower = 0;
            *extent = sizeof(int);
            return MPI_SUCCESS;
        }};
    test::Replaced<&Real::Type_get_true_extent> true_extent_{
        [](MPI_Datatype, MPI_Aint *lower, MPI_Aint *extent) {
            *lower = 0;
            *extent = sizeof(int);
            return MPI_SUCCESS;
        }};
    test::Replaced<&Real::Type_size_x> size_{[](MPI_Datatype, MPI_Count *size) {
        *size = sizeof(int);
        return MPI_SUCCESS;
    }};
    test::Replaced<reduce_local> reduce_{
        [](const void *from, void *into, LargeCount count, MPI_Datatype, MPI_Op) {
            for (LargeCount i = 0; i < count; ++i)
                static_cast<int *>(into)[i] += static_cast<const int *>(from)[i];
            return MPI_SUCCESS;
        }};
};

TEST_F(AccumulatingRequestTest, CombineWithWhatIsThere) {
    const auto answer = carry(accumulate(sum).segment(1, 1).segment(3, 1).row({100, 200}));
    EXPECT_EQ(answer.error, 0);
    EXPECT_EQ(answer.code, MPI_SUCCESS);
    EXPECT_TRUE(answer.row.empty());
    EXPECT_EQ(window.values, (Values{10, 111, 12, 213}));
    EXPECT_EQ(mutex().load(), 0U);
}

TEST_F(AccumulatingRequestTest, FetchWhatWasThereBefore) {
    EXPECT_EQ(carry(accumulate(sum, true).segment(0, 2).row({1, 2})).row, (Values{10, 11}));
    EXPECT_EQ(window.values, (Values{11, 13, 12, 13}));
    EXPECT_EQ(carry(accumulate(replace, true).segment(0, 1).row({5})).row, (Values{11}));
    EXPECT_EQ(window.values[0], 5);
    EXPECT_EQ(carry(accumulate(no_op, true).segment(0, 1)).row, (Values{5}));
    EXPECT_EQ(window.values[0], 5);
}

TEST_F(AccumulatingRequestTest, WriteNothingThatCannotBeCombined) {
    const test::Replaced<reduce_local> reduce(
        [](const void *, void *into, LargeCount, MPI_Datatype, MPI_Op) {
            *static_cast<int *>(into) = 99;
            return MPI_ERR_OP;
        });
    EXPECT_EQ(carry(accumulate(sum).segment(0, 1).row({1})).code, MPI_ERR_OP);
    EXPECT_EQ(window.values[0], 10);
}

TEST_F(AccumulatingRequestTest, ExcludeEachOther) {
    mutex() = other_name;
    const auto answer = carry(accumulate(sum).segment(0, 1).row({1}));
    EXPECT_EQ(answer.error, EBUSY);
    EXPECT_EQ(answer.value, other_name);
    EXPECT_EQ(window.values[0], 10);
    EXPECT_EQ(mutex().load(), other_name);
    watch([&] { EXPECT_EQ(mutex().load(), own_name); });
    mutex() = 0;
    EXPECT_EQ(carry(accumulate(sum).segment(0, 1).row({1})).error, 0);
}

TEST_F(AccumulatingRequestTest, RelieveAProcessThatFailed) {
    mutex() = other_name;
    EXPECT_EQ(carry(accumulate(sum, false, other_name).segment(0, 1).row({1})).error, 0);
    EXPECT_EQ(window.values[0], 11);
    EXPECT_EQ(mutex().load(), 0U);
    mutex() = own_name; // another one has it by now
    EXPECT_EQ(carry(accumulate(sum, false, other_name).segment(0, 1).row({1})).error, EBUSY);
    EXPECT_EQ(mutex().load(), own_name);
}

TEST_F(AccumulatingRequestTest, SwapOnlyWhatIsEqual) {
    const auto swap = [&](int compare, int value) {
        return carry(request(Kind::swap).segment(1, 1).row({compare, value})).row;
    };
    EXPECT_EQ(swap(7, 5), (Values{11}));
    EXPECT_EQ(window.values[1], 11);
    EXPECT_EQ(swap(11, 5), (Values{11}));
    EXPECT_EQ(window.values[1], 5);
    EXPECT_EQ(carry(request(Kind::swap).segment(0, 1).row({10})).row, (Values{10})) << "too short";
    EXPECT_EQ(window.values[0], 10);
}

} // namespace
} // namespace closeranks
