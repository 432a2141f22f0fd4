#include "runtime/replication/channel.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace closeranks::replication {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr ProcessId near{0}; ///< this process is its source
constexpr ProcessId far{1};  ///< the twin of this one is

/// Writes down what is sent: "process:number".
class ChannelTest : public testing::Test {
  protected:
    Outgoing channel{{{near, true, 0}, {far, false, 0}}};
    std::vector<std::string> sent;
    Send send = [this](ProcessId to, const std::shared_ptr<const Packet> &packet) {
        sent.push_back(std::to_string(number_of(to)) + ":" +
                       std::to_string(packet->envelope().number));
    };
    void add(int count = 1) {
        while (count-- > 0)
            channel.add(std::make_shared<Packet>(Envelope{.size = 8}), send);
    }
    [[nodiscard]] std::vector<std::string> take() { return std::exchange(sent, {}); }
};

TEST_F(ChannelTest, SendsToThoseOfWhichItIsTheSourceAndKeepsForTheOthers) {
    add(2);
    EXPECT_THAT(take(), ElementsAre("0:0", "0:1"));
    EXPECT_EQ(channel.logged_bytes(), 2 * (sizeof(Envelope) + 8));
    channel.acknowledge(far, 1);
    EXPECT_EQ(channel.logged_bytes(), sizeof(Envelope) + 8);
    channel.acknowledge(far, 2);
    EXPECT_FALSE(channel.logs());
}

TEST_F(ChannelTest, SendsTheRestToOneThatResumes) {
    add(4);
    EXPECT_THAT(take(), ElementsAre("0:0", "0:1", "0:2", "0:3"));
    channel.resume(far, 2, send);
    EXPECT_THAT(take(), ElementsAre("1:2", "1:3"));
    EXPECT_FALSE(channel.logs());
    add();
    EXPECT_THAT(take(), ElementsAre("0:4", "1:4"));
    EXPECT_FALSE(channel.logs());
}

TEST_F(ChannelTest, LeavesOutWhatOneThatResumesHasAlready) {
    add();
    static_cast<void>(take());
    channel.resume(far, 3, send); // its source was ahead of this process
    EXPECT_THAT(take(), IsEmpty());
    add(3);
    EXPECT_THAT(take(), ElementsAre("0:1", "0:2", "0:3", "1:3"));
}

TEST_F(ChannelTest, KeepsNothingThatWasAcknowledgedBeforeItWasSent) {
    channel.acknowledge(far, 2);
    add(2);
    EXPECT_FALSE(channel.logs());
    add();
    EXPECT_TRUE(channel.logs());
}

TEST_F(ChannelTest, KeepsNothingForTheDead) {
    add(3);
    channel.lose(far);
    EXPECT_FALSE(channel.logs());
    channel.resume(far, 0, send); // was under way
    channel.acknowledge(far, 1);
    static_cast<void>(take());
    add();
    EXPECT_THAT(take(), ElementsAre("0:3"));
}

TEST_F(ChannelTest, KeepsWhatNobodyGetsUntilOneResumes) {
    Outgoing other{{{far, false, 0}}}; // the other process of the receiver has died, and my twin
    for (int i = 0; i < 3; ++i)
        other.add(std::make_shared<Packet>(Envelope{}), send);
    EXPECT_THAT(take(), IsEmpty());
    other.resume(far, 0, send);
    EXPECT_THAT(take(), ElementsAre("1:0", "1:1", "1:2"));
}

TEST(Incoming, TakesEachMessageOnce) {
    Incoming channel;
    EXPECT_TRUE(channel.take(0, 1));
    EXPECT_FALSE(channel.take(0, 1));
    EXPECT_TRUE(channel.take(1, 1));
    EXPECT_FALSE(channel.take(3, 1)); // what is missing is no duplicate
    EXPECT_EQ(channel.arrived(), 2U);
}

TEST(Incoming, IsAcknowledgedNowAndThen) {
    Incoming channel;
    for (std::uint64_t i = 0; i + 1 < Incoming::most_messages; ++i)
        EXPECT_TRUE(channel.take(i, 1));
    EXPECT_FALSE(channel.should_acknowledge());
    EXPECT_TRUE(channel.take(Incoming::most_messages - 1, 1));
    EXPECT_TRUE(channel.should_acknowledge());
    EXPECT_EQ(channel.acknowledge(), Incoming::most_messages);
    EXPECT_FALSE(channel.should_acknowledge());
    EXPECT_TRUE(channel.take(Incoming::most_messages, Incoming::most_bytes));
    EXPECT_TRUE(channel.should_acknowledge());
}

} // namespace
} // namespace closeranks::replication
