#include "runtime/windows/rma_server.hpp"

#include "runtime/membership/lost_ranks.hpp"

#include "fake_window.hpp"
#include "fake_world.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <functional>
#include <list>
#include <vector>

namespace closeranks {
namespace {

using Bytes = std::vector<std::byte>;
using Kind = WindowRequest::Kind;

constexpr int request_tag = 0;
constexpr int answer_tag = 1;

/// The window of ranks 0 to 3 as rank 1 has it. Rank 0 had failed when it was made, so on the
/// communicator of the server each other rank is one lower.
class RmaServerTest : public testing::Test {
  protected:
    static constexpr int own = 1;
    struct Message {
        int rank = 0; ///< on the server's communicator
        int tag = request_tag;
        Bytes bytes{};
        bool arrives = true;
    };

    RmaServerTest() {
        world.protect(members, {1, 2, 3});
        window.members = &members;
        window.group = Group(world.make_group({0, 1, 2, 3}));
        window.peer(0).exists = false;
        server.add(window);
    }
    ~RmaServerTest() override { server.remove(window); }

    void give(int from, const Bytes &bytes, bool arrives = true) {
        coming.push_back({.rank = from, .bytes = bytes, .arrives = arrives});
    }
    void lose(int rank) {
        world.fail(rank);
        static_cast<void>(lost_ranks().add(std::vector{rank}));
    }

    [[nodiscard]] Bytes write_of(int value) const {
        return test::SentRequest({.kind = Kind::write, .address = window.address_of(0)})
            .segment(0, 1)
            .row({value})
            .bytes();
    }

    test::FakeWorld world{4, own};
    Communicator members;
    test::FakeWindow window{4, own};
    RmaServer server;

    std::deque<Message> coming;
    std::vector<Message> sent;
    bool late_has_arrived = false;            ///< the messages that did not arrive at once
    std::function<void()> when_asked = [] {}; ///< called for each test of the answer
    Bytes answer_given;                       ///< empty: there is none yet
    bool answerer_fails = false;

  private:
    struct Receive {
        Message message;
        std::byte *buffer = nullptr;
        std::size_t size = 0;
    };

    int test_request(MPI_Request *request, int *done) {
        *done = 1;
        if (*request == MPI_REQUEST_NULL) return MPI_SUCCESS; // of a send
        auto &receive = *reinterpret_cast<Receive *>(*request);
        if (receive.message.tag == request_tag) {
            *done = receive.message.arrives || late_has_arrived ? 1 : 0;
        } else {
            when_asked();
            if (answerer_fails) return MPIX_ERR_PROC_FAILED;
            *done = answer_given.empty() ? 0 : 1;
            std::copy_n(answer_given.begin(), std::min(answer_given.size(), receive.size),
                        receive.buffer);
        }
        if (*done != 0) *request = MPI_REQUEST_NULL;
        return MPI_SUCCESS;
    }

    std::list<Receive> receives_;

    // The entry points, last: they are put back first.
    test::Replaced<&Real::Improbe> improbe_{
        [this](int, int tag, MPI_Comm, int *found, MPI_Message *, MPI_Status *status) {
            EXPECT_EQ(tag, request_tag);
            *found = coming.empty() ? 0 : 1;
            if (*found != 0) status->MPI_SOURCE = coming.front().rank;
            return MPI_SUCCESS;
        }};
    test::Replaced<&Real::Get_count> get_count_{
        [this](const MPI_Status *, MPI_Datatype, int *size) {
            *size = static_cast<int>(coming.front().bytes.size());
            return MPI_SUCCESS;
        }};
    test::Replaced<&Real::Imrecv> imrecv_{
        [this](void *buffer, int, MPI_Datatype, MPI_Message *, MPI_Request *request) {
            Receive &receive = receives_.emplace_back(Receive{coming.front()});
            coming.pop_front();
            std::copy(receive.message.bytes.begin(), receive.message.bytes.end(),
                      static_cast<std::byte *>(buffer));
            *request = reinterpret_cast<MPI_Request>(&receive);
            return MPI_SUCCESS;
        }};
    test::Replaced<&Real::Irecv> irecv_{[this](void *buffer, int size, MPI_Datatype, int from,
                                               int tag, MPI_Comm, MPI_Request *request) {
        EXPECT_EQ(tag, answer_tag);
        *request = reinterpret_cast<MPI_Request>(
            &receives_.emplace_back(Receive{{.rank = from, .tag = tag},
                                            static_cast<std::byte *>(buffer),
                                            static_cast<std::size_t>(size)}));
        return MPI_SUCCESS;
    }};
    test::Replaced<&Real::Isend> isend_{[this](const void *data, int size, MPI_Datatype, int to,
                                               int tag, MPI_Comm, MPI_Request *request) {
        const auto *const bytes = static_cast<const std::byte *>(data);
        sent.push_back({.rank = to, .tag = tag, .bytes = {bytes, bytes + size}});
        *request = MPI_REQUEST_NULL;
        return MPI_SUCCESS;
    }};
    test::Replaced<&Real::Test> test_{[this](MPI_Request *request, int *done, MPI_Status *) {
        return test_request(request, done);
    }};
};

TEST_F(RmaServerTest, CarriesOutRequestsAndAnswersTheirSender) {
    give(2, write_of(5)); // window rank 3
    give(1, test::SentRequest({.kind = Kind::read, .address = window.address_of(0)})
                .segment(0, 2)
                .bytes());
    server.serve();
    EXPECT_EQ(window.values[0], 5);
    ASSERT_EQ(sent.size(), 2U);
    EXPECT_EQ(sent[0].rank, 2);
    EXPECT_EQ(sent[0].tag, answer_tag);
    EXPECT_EQ(test::ReadAnswer(sent[0].bytes).error, 0);
    EXPECT_EQ(sent[1].rank, 1);
    EXPECT_EQ(test::ReadAnswer(sent[1].bytes).row, (std::vector{5, 11}));
}

TEST_F(RmaServerTest, KnowsTheSenderByItsRankInTheWindow) {
    window.own_control().word(WindowControl::exclusive) = 3 + 1;
    const auto lock = static_cast<std::uint32_t>(Window::Lock::exclusive);
    give(2, test::SentRequest({.kind = Kind::write, .claim = lock, .address = window.address_of(0)})
                .segment(0, 1)
                .row({5})
                .bytes());
    server.serve();
    EXPECT_EQ(window.values[0], 5);
}

TEST_F(RmaServerTest, WaitsUntilARequestHasArrived) {
    give(2, write_of(5), false);
    server.serve();
    EXPECT_EQ(window.values[0], 10);
    EXPECT_TRUE(sent.empty());
    late_has_arrived = true;
    server.serve();
    EXPECT_EQ(window.values[0], 5);
    EXPECT_EQ(sent.size(), 1U);
}

TEST_F(RmaServerTest, CarriesOutNothingForFailedProcesses) {
    lose(3);
    give(2, write_of(5));
    server.serve();
    EXPECT_EQ(window.values[0], 10);
    EXPECT_TRUE(sent.empty());
}

TEST_F(RmaServerTest, CarriesOutNothingInAWindowThatWasFreed) {
    give(2, write_of(5), false);
    server.serve();
    give(1, write_of(6));
    server.remove(window);
    late_has_arrived = true;
    server.serve();
    EXPECT_EQ(window.values[0], 10);
    EXPECT_EQ(coming.size(), 1U) << "it asks for no more requests there";
    EXPECT_TRUE(sent.empty());
}

TEST_F(RmaServerTest, StandsMessagesThatAreNoRequests) {
    give(2, Bytes(sizeof(WindowRequest) - 1));
    server.serve();
    EXPECT_TRUE(coming.empty());
    EXPECT_TRUE(sent.empty());
}

TEST_F(RmaServerTest, AcknowledgesEachFailureOnce) {
    server.serve(); // by which it learns of those before the window
    world.acknowledged = 0;
    server.serve();
    EXPECT_EQ(world.acknowledged, 0);
    lose(3);
    server.serve();
    server.serve();
    EXPECT_EQ(world.acknowledged, 1);
}

TEST_F(RmaServerTest, AsksNobodyWhoIsGone) {
    Bytes answer(4);
    EXPECT_FALSE(server.ask(window, 0, write_of(5), answer)) << "failed before";
    lose(3);
    EXPECT_FALSE(server.ask(window, 3, write_of(5), answer));
    EXPECT_TRUE(sent.empty());
}

TEST_F(RmaServerTest, ServesOthersWhileItWaitsForAnAnswer) {
    int looks = 0;
    when_asked = [&] {
        if (++looks == 2) give(1, write_of(7)); // window rank 2
        if (window.values[0] == 7) answer_given = Bytes(4, std::byte{9});
    };
    Bytes answer(4);
    const Bytes question = write_of(5);
    EXPECT_TRUE(server.ask(window, 3, question, answer));
    EXPECT_EQ(answer, Bytes(4, std::byte{9}));
    ASSERT_EQ(sent.size(), 2U);
    EXPECT_EQ(sent[0].rank, 2);
    EXPECT_EQ(sent[0].tag, request_tag);
    EXPECT_EQ(sent[0].bytes, question);
    EXPECT_EQ(sent[1].rank, 1);
    EXPECT_EQ(sent[1].tag, answer_tag);
}

TEST_F(RmaServerTest, IsToldWhenTheAnswererFails) {
    when_asked = [&] { answerer_fails = true; };
    Bytes answer(4);
    EXPECT_FALSE(server.ask(window, 3, write_of(5), answer));
}

} // namespace
} // namespace closeranks
