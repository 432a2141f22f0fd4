#include "runtime/processes/join_line.hpp"

#include "runtime/communicators/side_message.hpp"
#include "runtime/core/process_name.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <initializer_list>
#include <string>
#include <sys/socket.h>
#include <unistd.h>
#include <utility>
#include <vector>

using namespace closeranks;

namespace {

/// Two ends of a socket: ours, and that of anybody.
class Sockets {
  public:
    Sockets() { EXPECT_EQ(socketpair(AF_UNIX, SOCK_STREAM, 0, ends_.data()), 0); }
    ~Sockets() {
        close(ours());
        hang_up();
    }
    Sockets(const Sockets &) = delete;
    Sockets &operator=(const Sockets &) = delete;

    [[nodiscard]] int ours() const { return ends_[0]; }
    [[nodiscard]] int theirs() const { return ends_[1]; }
    void say(const std::string &bytes) const {
        EXPECT_EQ(write(theirs(), bytes.data(), bytes.size()), static_cast<ssize_t>(bytes.size()));
    }
    void hang_up() {
        if (ends_[1] >= 0) close(ends_[1]);
        ends_[1] = -1;
    }

  private:
    std::array<int, 2> ends_{-1, -1};
};

TEST(JoinLine, Arrives) {
    const Sockets sockets;
    ASSERT_TRUE(JoinLine("3 prterun-1@1").send(sockets.theirs()));
    JoinLine line;
    ASSERT_TRUE(line.receive(sockets.ours()));
    EXPECT_EQ(line.text(), "3 prterun-1@1");
}

TEST(JoinLine, WhatIsTooLongIsCut) {
    const JoinLine line(std::string(5000, 'x'));
    ASSERT_TRUE(line.text().has_value());
    EXPECT_LT(line.text()->size(), std::size_t{MPI_MAX_PORT_NAME});
}

TEST(JoinLine, AStrangerIsKnownByTheFirstBytes) {
    const Sockets sockets;
    sockets.say("GET / HTTP/1.0\r\n"); // and waits for an answer
    JoinLine line;
    EXPECT_FALSE(line.receive(sockets.ours()));
}

TEST(JoinLine, WhoHangsUpWithinALineHasSaidNothing) {
    Sockets sockets;
    sockets.say("closeranks join 1\n3");
    sockets.hang_up();
    JoinLine line;
    EXPECT_FALSE(line.receive(sockets.ours()));
}

TEST(JoinLine, WithoutAnEndItIsNone) {
    JoinLine line("3 prterun-1@1");
    for (char &byte : line.bytes())
        if (byte == '\0') byte = 'x';
    EXPECT_FALSE(line.text().has_value());
}

TEST(ProcessName, CanBeOnlyWithARankAndAWorld) {
    EXPECT_TRUE(ProcessName::parse("3 another-world").can_be());
    for (const char *text :
         {"", "3", "zzz world", "-7 world", "999999999999 world", "3x world", " world", "3 "})
        EXPECT_FALSE(ProcessName::parse(text).can_be()) << text;
}

constexpr int size_of_world = 4;

/// What comes as a letter in a world of four: its first words, and the last ones.
SideMessage received(std::initializer_list<int> words, std::initializer_list<int> members = {}) {
    const int size = std::exchange(runtime().size, size_of_world);
    SideMessage letter;
    runtime().size = size;
    std::copy(words.begin(), words.end(), letter.data());
    std::copy(members.begin(), members.end(), letter.data() + letter.length() - size_of_world);
    return letter;
}

TEST(SideMessage, HasWhatASideSays) {
    const int size = std::exchange(runtime().size, size_of_world);
    const Side side{{2, 1}, 1, 77, {.parent = ~std::uint64_t{5}, .order = 9}};
    const Side read = SideMessage(SideMessage::known, side).side();
    runtime().size = size;
    EXPECT_EQ(read.members, side.members);
    EXPECT_EQ(read.ticket, side.ticket);
    EXPECT_EQ(read.origin.parent, side.origin.parent);
    EXPECT_EQ(read.origin.order, side.origin.order);
}

TEST(SideMessage, WithNumbersOutOfRangeIsWrong) {
    EXPECT_EQ(received({SideMessage::known, 2, 1}, {3, 0}).word(), SideMessage::known);
    EXPECT_EQ(received({SideMessage::known, 2, 1}, {3, 0}).side().members,
              (std::vector<int>{3, 0}));
    EXPECT_EQ(received({17}).word(), SideMessage::wrong);
    EXPECT_EQ(received({-1}).word(), SideMessage::wrong);
    EXPECT_EQ(received({SideMessage::known, 5, 0}).word(), SideMessage::wrong)
        << "more members than there are";
    EXPECT_EQ(received({SideMessage::known, 0, 0}).word(), SideMessage::wrong) << "nobody";
    EXPECT_EQ(received({SideMessage::known, 2, 2}, {3, 0}).word(), SideMessage::wrong)
        << "no such leader";
    EXPECT_EQ(received({SideMessage::known, 2, 1}, {3, 4}).word(), SideMessage::wrong)
        << "no such rank";
    EXPECT_EQ(received({17}).detail(), MPI_ERR_OTHER);
}

} // namespace
