#include "runtime/requests/completion_state.hpp"

#include "runtime/core/failures.hpp"

#include "fake_requests.hpp"
#include "fake_world.hpp"

#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <vector>

namespace closeranks {
namespace {

using State = test::FakeRequests::State;

/// Rank 1 of three, with pending requests. No rank is lost at first.
class CompletionStateTest : public testing::Test {
  protected:
    static constexpr int own = 1;
    static constexpr int peer = 2;
    static constexpr int tag = 7;

    CompletionStateTest() {
        world.protect(c, {0, 1, 2});
        c.current_policies = &policies;
        set_policy(Policy::ignore);
    }
    ~CompletionStateTest() override {
        EXPECT_EQ(c.lifetime.references(), 1) << "a record was not dropped";
    }

    void set_policy(Policy policy, PolicyKind kind = PolicyKind::peer) {
        for (const Function function : {Function::Irecv, Function::Isend})
            policies.for_good.set(function, kind, policy);
    }

    void lose(std::initializer_list<int> ranks) {
        for (const int rank : ranks)
            world.fail(rank);
        static_cast<void>(notice_failures(c));
        world.acknowledged = 0;
    }

    MPI_Request receive(int from, State state = State::pending) {
        const MPI_Request request = requests.add(state, from, tag);
        Request record{.communicator = &c, .peer = from, .function = Function::Irecv, .tag = tag};
        if (from == MPI_ANY_SOURCE) record.wildcard = keep_wildcard(nullptr, 0, MPI_INT, tag);
        remember(request, record);
        return request;
    }
    MPI_Request send(int to, State state) {
        const MPI_Request request = requests.add(state);
        remember(request, {.communicator = &c,
                           .peer = to,
                           .function = Function::Isend,
                           .sends = true,
                           .tag = tag});
        return request;
    }

    /// Ends the records of requests that a test leaves pending.
    void forget(std::vector<MPI_Request> handles) {
        Batch batch(static_cast<int>(handles.size()), handles.data());
        for (int i = 0; i < batch.count(); ++i)
            if (const auto record = batch.take(i)) drop(*record);
    }

    test::FakeWorld world{3, own};
    test::FakeRequests requests;
    LossPolicies policies;
    Communicator c;
    MPI_Status status{};
};

TEST_F(CompletionStateTest, GivesTheSourceInTheProgramsNumbering) {
    c.message_ranks = RankMap(3, std::vector{1, 2});
    MPI_Request request = receive(peer, State::complete);
    status.MPI_SOURCE = 1; // in `messages`
    CompletionState call(1, &request);
    EXPECT_EQ(call.conclude(0, MPI_SUCCESS, &status), MPI_SUCCESS);
    EXPECT_EQ(status.MPI_SOURCE, 2);
}

TEST_F(CompletionStateTest, GivesAnEmptyStatusForALostPeerThatIsIgnored) {
    lose({peer});
    MPI_Request request = receive(peer, State::failed);
    status.MPI_SOURCE = peer;
    CompletionState call(1, &request);
    EXPECT_EQ(call.conclude(0, MPIX_ERR_PROC_FAILED, &status), MPI_SUCCESS);
    EXPECT_EQ(status.MPI_SOURCE, MPI_PROC_NULL);
    EXPECT_EQ(status.MPI_TAG, MPI_ANY_TAG);
    EXPECT_EQ(requests.raised, 0);
}

TEST_F(CompletionStateTest, NotesReceivesThatALossHasEndedButNoSends) {
    lose({peer});
    MPI_Request sent = send(peer, State::failed);
    EXPECT_EQ(CompletionState(1, &sent).conclude(0, MPIX_ERR_PROC_FAILED, &status), MPI_SUCCESS);
    EXPECT_FALSE(c.abandoned_receives.covers(peer, tag));
    MPI_Request received = receive(peer, State::failed);
    EXPECT_EQ(CompletionState(1, &received).conclude(0, MPIX_ERR_PROC_FAILED, &status),
              MPI_SUCCESS);
    EXPECT_TRUE(c.abandoned_receives.covers(peer, tag));
}

TEST_F(CompletionStateTest, RaisesOneErrorInOneCall) {
    lose({0, peer});
    set_policy(Policy::error);
    std::array handles{receive(peer, State::failed), send(0, State::failed),
                       receive(peer, State::failed)};
    CompletionState call(3, handles.data());
    EXPECT_EQ(call.conclude(0, MPIX_ERR_PROC_FAILED, &status), MPIX_ERR_PROC_FAILED);
    EXPECT_EQ(status.MPI_SOURCE, peer);
    EXPECT_EQ(call.conclude(1, MPIX_ERR_PROC_FAILED, &status), MPIX_ERR_PROC_FAILED);
    EXPECT_EQ(call.conclude(2, MPI_ERR_TRUNCATE, &status), MPI_ERR_TRUNCATE);
    EXPECT_EQ(requests.raised, 1);
}

TEST_F(CompletionStateTest, RaisesTheProgramsOwnErrors) {
    MPI_Request request = receive(peer, State::complete);
    EXPECT_EQ(CompletionState(1, &request).conclude(0, MPI_ERR_TRUNCATE, &status),
              MPI_ERR_TRUNCATE);
    EXPECT_EQ(requests.raised, 1);
    EXPECT_FALSE(c.abandoned_receives.covers(peer, tag));
}

TEST_F(CompletionStateTest, RaisesNothingAfterTheMpiOrWhenItIsQuiet) {
    lose({peer});
    set_policy(Policy::error);
    std::array handles{requests.add(State::complete), receive(peer, State::failed)};
    CompletionState call(2, handles.data());
    EXPECT_EQ(call.conclude(0, MPI_ERR_TRUNCATE, &status), MPI_ERR_TRUNCATE) << "not ours";
    EXPECT_EQ(call.conclude(1, MPIX_ERR_PROC_FAILED, &status), MPIX_ERR_PROC_FAILED);
    MPI_Request request = receive(peer, State::failed);
    CompletionState quiet(1, &request, true);
    EXPECT_EQ(quiet.conclude(0, MPIX_ERR_PROC_FAILED, &status), MPIX_ERR_PROC_FAILED);
    EXPECT_EQ(requests.raised, 0);
}

TEST_F(CompletionStateTest, ConcludesAllButThoseThatArePending) {
    lose({peer});
    std::array handles{receive(0, State::complete), receive(peer, State::failed), receive(0)};
    const std::vector<MPI_Request> left{handles[2]};
    std::array<MPI_Status, 3> statuses{};
    statuses[1].MPI_ERROR = MPIX_ERR_PROC_FAILED;
    statuses[2].MPI_ERROR = MPI_ERR_PENDING;
    int pending = 0;
    CompletionState call(3, handles.data());
    EXPECT_EQ(call.conclude_all(statuses.data(), &pending), MPI_SUCCESS);
    EXPECT_EQ(pending, 1);
    EXPECT_EQ(statuses[1].MPI_ERROR, MPI_SUCCESS);
    EXPECT_EQ(statuses[2].MPI_ERROR, MPI_ERR_PENDING);
    forget(left);
}

TEST_F(CompletionStateTest, SaysThatSomeHaveFailed) {
    lose({peer});
    set_policy(Policy::error);
    std::array handles{receive(0, State::complete), receive(peer, State::failed)};
    std::array<MPI_Status, 2> statuses{};
    statuses[1].MPI_ERROR = MPIX_ERR_PROC_FAILED;
    int pending = 0;
    CompletionState call(2, handles.data());
    EXPECT_EQ(call.conclude_all(statuses.data(), &pending), MPI_ERR_IN_STATUS);
    EXPECT_EQ(statuses[0].MPI_ERROR, MPI_SUCCESS);
    EXPECT_EQ(statuses[1].MPI_ERROR, MPIX_ERR_PROC_FAILED);
}

TEST_F(CompletionStateTest, TakesAPendingRequestThatIsGoneForAFailedOne) {
    lose({peer});
    set_policy(Policy::error);
    MPI_Request request = receive(peer);
    CompletionState call(1, &request);
    request = MPI_REQUEST_NULL; // Quirk::unreported_failures_freed
    status.MPI_ERROR = MPI_ERR_PENDING;
    int pending = 0;
    EXPECT_EQ(call.conclude_all(&status, &pending), MPI_ERR_IN_STATUS);
    EXPECT_EQ(pending, 0);
    EXPECT_EQ(status.MPI_ERROR, MPIX_ERR_PROC_FAILED);
}

TEST_F(CompletionStateTest, ReportsAFailureLaterThatTheMpiHasNotReported) {
    lose({peer});
    MPI_Request request = receive(peer);
    {
        CompletionState call(1, &request);
        request = MPI_REQUEST_NULL;
        call.restore_unreported();
    }
    ASSERT_NE(request, MPI_REQUEST_NULL);
    set_policy(Policy::error);
    CompletionState call(1, &request);
    EXPECT_EQ(call.conclude(0, MPI_SUCCESS, &status), MPIX_ERR_PROC_FAILED);
    EXPECT_FALSE(c.abandoned_receives.covers(peer, tag)) << "it was noted the first time";
}

// Wildcard receives: the MPI reports a pending failure until it is acknowledged.

TEST_F(CompletionStateTest, AcknowledgesForWildcardReceivesAlone) {
    lose({peer});
    std::array handles{receive(0), receive(MPI_ANY_SOURCE, State::waiting)};
    CompletionState named(1, handles.data());
    EXPECT_FALSE(named.goes_on(MPIX_ERR_PROC_FAILED_PENDING));
    EXPECT_EQ(world.acknowledged, 0);
    CompletionState both(2, handles.data());
    EXPECT_FALSE(both.goes_on(MPIX_ERR_PROC_FAILED));
    EXPECT_EQ(world.acknowledged, 0);
    EXPECT_TRUE(both.goes_on(MPIX_ERR_PROC_FAILED_PENDING));
    EXPECT_EQ(world.acknowledged, 1);
    forget({handles[0], handles[1]});
}

TEST_F(CompletionStateTest, LeavesWaitingReceivesOutOfWhatIsComplete) {
    lose({peer});
    std::array handles{receive(MPI_ANY_SOURCE, State::waiting), receive(0, State::complete),
                       receive(MPI_ANY_SOURCE, State::marked)};
    const std::vector<MPI_Request> left{handles[0]};
    std::array<int, 3> indices{};
    std::array<MPI_Status, 3> statuses{};
    int count = 0;
    {
        CompletionState call(3, handles.data());
        EXPECT_EQ(call.test_some(&count, indices.data(), statuses.data()), MPI_SUCCESS);
    }
    ASSERT_EQ(count, 2);
    EXPECT_EQ(indices[0], 1);
    EXPECT_EQ(statuses[0].MPI_SOURCE, 0);
    EXPECT_EQ(indices[1], 2) << "it is complete, whatever its mark says";
    EXPECT_EQ(statuses[1].MPI_ERROR, MPI_SUCCESS);
    EXPECT_EQ(statuses[1].MPI_TAG, tag);
    EXPECT_EQ(world.acknowledged, 1);
    EXPECT_EQ(handles[0], left[0]);
    forget(left);
}

TEST_F(CompletionStateTest, SaysThatSomeOfThoseThatAreCompleteHaveFailed) {
    lose({peer});
    std::array<int, 2> indices{};
    std::array<MPI_Status, 2> statuses{};
    int count = 0;
    const auto test = [&] {
        std::array handles{receive(0, State::complete), receive(peer, State::failed)};
        return CompletionState(2, handles.data())
            .test_some(&count, indices.data(), statuses.data());
    };
    EXPECT_EQ(test(), MPI_SUCCESS) << "it is ignored";
    set_policy(Policy::error);
    EXPECT_EQ(test(), MPI_ERR_IN_STATUS);
    EXPECT_EQ(count, 2);
    EXPECT_EQ(statuses[0].MPI_ERROR, MPI_SUCCESS);
    EXPECT_EQ(statuses[1].MPI_ERROR, MPIX_ERR_PROC_FAILED);
}

TEST_F(CompletionStateTest, WaitsOnForReceivesThatNeedAnAcknowledgement) {
    std::array handles{receive(MPI_ANY_SOURCE, State::waiting),
                       receive(MPI_ANY_SOURCE, State::marked)};
    const std::vector<MPI_Request> left{handles[0]};
    std::array<MPI_Status, 2> statuses{};
    for (MPI_Status &one : statuses)
        one.MPI_ERROR = MPIX_ERR_PROC_FAILED_PENDING;
    int pending = 0;
    CompletionState call(2, handles.data());
    EXPECT_EQ(call.conclude_all(statuses.data(), &pending), MPI_SUCCESS);
    EXPECT_EQ(pending, 1);
    EXPECT_EQ(statuses[0].MPI_ERROR, MPI_ERR_PENDING);
    EXPECT_EQ(statuses[1].MPI_ERROR, MPI_SUCCESS);
    EXPECT_EQ(statuses[1].MPI_TAG, tag);
    forget(left);
}

TEST_F(CompletionStateTest, EndsOnlyWildcardReceivesInSpiteOfTheirMark) {
    std::array handles{receive(0, State::marked), receive(MPI_ANY_SOURCE, State::waiting),
                       receive(MPI_ANY_SOURCE, State::marked)};
    const std::vector<MPI_Request> all(handles.begin(), handles.end());
    CompletionState call(3, handles.data());
    EXPECT_FALSE(call.ends(0, &status));
    EXPECT_FALSE(call.ends(1, &status));
    EXPECT_TRUE(call.ends(2, &status));
    forget(all);
}

TEST_F(CompletionStateTest, JudgesTheRequestOfTestanyByItsOwnPeer) {
    lose({peer});
    set_policy(Policy::error);
    int code = MPI_SUCCESS;
    const test::Replaced<&Real::Testany> testany(
        [&](int, MPI_Request *handles, int *index, int *flag, MPI_Status *) {
            *index = 0;
            *flag = 1;
            handles[0] = MPI_REQUEST_NULL;
            return code;
        });
    const auto test_with = [&](int from, int returned) {
        code = returned;
        MPI_Request request = receive(from);
        int index = 0;
        int flag = 0;
        return CompletionState(1, &request).test_any(&index, &flag, &status);
    };
    EXPECT_EQ(test_with(peer, MPI_ERR_TRUNCATE), MPIX_ERR_PROC_FAILED);
    EXPECT_EQ(test_with(0, MPIX_ERR_PROC_FAILED), MPI_ERR_OTHER) << "the code of another request";
    EXPECT_EQ(test_with(0, MPI_ERR_TRUNCATE), MPI_ERR_TRUNCATE);
    EXPECT_EQ(test_with(0, MPI_SUCCESS), MPI_SUCCESS);
}

TEST_F(CompletionStateTest, PollsOnlyWhereAWildcardReceiveMayNeedIt) {
    std::array handles{receive(0), receive(MPI_ANY_SOURCE)};
    EXPECT_FALSE(CompletionState(2, handles.data()).must_poll());
    lose({peer});
    EXPECT_TRUE(CompletionState(2, handles.data()).must_poll());
    EXPECT_FALSE(CompletionState(1, handles.data()).must_poll());
    forget({handles[0], handles[1]});
}

TEST_F(CompletionStateTest, GivesUpWildcardReceivesThatNobodyIsLeftFor) {
    lose({peer});
    MPI_Request request = receive(MPI_ANY_SOURCE);
    const MPI_Request before = request;
    CompletionState(1, &request).before_waiting();
    EXPECT_EQ(request, before) << "rank 0 may send";
    lose({0});
    {
        CompletionState call(1, &request);
        call.before_waiting();
    }
    EXPECT_NE(request, before);
    set_policy(Policy::error);
    CompletionState call(1, &request);
    EXPECT_EQ(call.conclude(0, MPI_SUCCESS, &status), MPIX_ERR_PROC_FAILED);
}

TEST_F(CompletionStateTest, KeepsAMessageThatArrivesMeanwhile) {
    lose({0, peer});
    std::array handles{receive(MPI_ANY_SOURCE, State::complete), receive(MPI_ANY_SOURCE)};
    const std::array before = handles;
    requests.arrives_when_cancelled = handles[1];
    CompletionState call(2, handles.data());
    call.before_waiting();
    EXPECT_EQ(handles, before);
    for (int i = 0; i < 2; ++i)
        EXPECT_EQ(call.conclude(i, MPI_SUCCESS, &status), MPI_SUCCESS);
}

TEST_F(CompletionStateTest, LetsTheProgramSendToItselfBetweenPolls) {
    std::construct_at(&request_table().hopeless_polls);
    lose({0, peer});
    MPI_Request request = receive(MPI_ANY_SOURCE);
    const MPI_Request before = request;
    for (int poll = 0; poll < 1000; ++poll)
        CompletionState(1, &request).after_empty_poll();
    EXPECT_EQ(request, before);
    CompletionState(1, &request).after_empty_poll();
    EXPECT_NE(request, before);
    forget({request});
    // So may it after its next receive.
    MPI_Request next = receive(MPI_ANY_SOURCE);
    const MPI_Request started = next;
    CompletionState(1, &next).after_empty_poll();
    EXPECT_EQ(next, started);
    forget({next});
}

TEST_F(CompletionStateTest, StartsAReceiveAgainWhoseSenderDiedWithinTheMessage) {
    std::array handles{receive(MPI_ANY_SOURCE), receive(MPI_ANY_SOURCE)};
    const std::array before = handles;
    requests.match(handles[0], peer, tag);
    requests.match(handles[1], 0, tag);
    lose({peer});
    CompletionState(2, handles.data()).before_waiting();
    EXPECT_NE(handles[0], before[0]);
    EXPECT_EQ(handles[1], before[1]) << "its sender lives";
    EXPECT_EQ(requests.freed, 1);
    forget({handles[0], handles[1]});
}

TEST_F(CompletionStateTest, EndsStalledReceivesByThePolicyForStalls) {
    lose({peer});
    MPI_Request request = receive(MPI_ANY_SOURCE);
    const MPI_Request before = request;
    set_policy(Policy::error, PolicyKind::stall);
    {
        activity().release(activity().steps());
        CompletionState call(1, &request);
        call.before_waiting();
        EXPECT_EQ(call.stall_code(), MPIX_ERR_PROC_FAILED_PENDING);
        EXPECT_EQ(request, before) << "the program may continue waiting";
    }
    set_policy(Policy::ignore, PolicyKind::stall);
    set_policy(Policy::error);
    activity().release(activity().steps());
    CompletionState call(1, &request);
    call.before_waiting();
    EXPECT_EQ(call.stall_code(), MPI_SUCCESS);
    EXPECT_EQ(call.conclude(0, MPI_SUCCESS, &status), MPI_SUCCESS);
    EXPECT_EQ(status.MPI_SOURCE, MPI_PROC_NULL);
}

TEST_F(CompletionStateTest, TakesNoWordOfAStallThatIsOver) {
    lose({peer});
    set_policy(Policy::error, PolicyKind::stall);
    MPI_Request request = receive(MPI_ANY_SOURCE);
    activity().release(activity().steps());
    activity().progressed();
    CompletionState call(1, &request);
    call.before_waiting();
    EXPECT_EQ(call.stall_code(), MPI_SUCCESS);
    forget({request});
}

} // namespace
} // namespace closeranks
