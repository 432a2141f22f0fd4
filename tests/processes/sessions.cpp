// Programs with sessions, with MPI_Init beside them or without it: communicators made from groups
// are protected like all others.
//
//     sessions [--call VARIANT] [--die RANK]...

#include "survivors.hpp"

#include <cstring>
#include <sys/wait.h>
#include <thread>

using namespace survivors;

namespace {

constexpr int tag = 5;

/// A session, and the group of all processes.
class Session {
  public:
    explicit Session(Program &p, MPI_Info info = MPI_INFO_NULL) : p_(p) {
        const int code = MPI_Session_init(info, MPI_ERRORS_RETURN, &session_);
        p.check(code == MPI_SUCCESS, "MPI_Session_init returned %d", code);
        MPI_Group_from_session_pset(session_, "mpi://WORLD", &group);
        MPI_Group_rank(group, &p.rank);
        MPI_Group_size(group, &p.size);
    }
    ~Session() {
        MPI_Group_free(&group);
        const int code = MPI_Session_finalize(&session_);
        p_.check(code == MPI_SUCCESS, "MPI_Session_finalize returned %d", code);
    }
    Session(const Session &) = delete;
    Session &operator=(const Session &) = delete;

    /// A communicator of `members`, or of all.
    [[nodiscard]] MPI_Comm make(const char *stringtag) const { return make(stringtag, group); }
    [[nodiscard]] MPI_Comm make(const char *stringtag, MPI_Group members) const {
        MPI_Comm comm = MPI_COMM_NULL;
        const int code =
            MPI_Comm_create_from_group(members, stringtag, MPI_INFO_NULL, MPI_ERRORS_RETURN, &comm);
        p_.check(code == MPI_SUCCESS, "MPI_Comm_create_from_group returned %d", code);
        return comm;
    }

    /// The members' ranks among all.
    [[nodiscard]] std::vector<int> ranks_of(MPI_Group members) const {
        int size = 0;
        MPI_Group_size(members, &size);
        std::vector<int> own(at(size));
        std::vector<int> result(at(size));
        for (int i = 0; i < size; ++i)
            own[at(i)] = i;
        MPI_Group_translate_ranks(members, size, own.data(), group, result.data());
        return result;
    }
    [[nodiscard]] std::vector<int> ranks_of(MPI_Comm comm) const {
        MPI_Group members = MPI_GROUP_NULL;
        MPI_Comm_group(comm, &members);
        std::vector<int> result = ranks_of(members);
        MPI_Group_free(&members);
        return result;
    }

    MPI_Group group = MPI_GROUP_NULL;

  private:
    Program &p_;
    MPI_Session session_ = MPI_SESSION_NULL;
};

void check_seen(Program &p, int initialized, int finalized, const char *when) {
    int begun = -1;
    int ended = -1;
    MPI_Initialized(&begun);
    MPI_Finalized(&ended);
    p.check(begun == initialized, "%s: MPI_Initialized says %d", when, begun);
    p.check(ended == finalized, "%s: MPI_Finalized says %d", when, ended);
}

/// Everybody alive of `ranks` contributes, and nobody else.
void check_sum(Program &p, MPI_Comm comm, const std::vector<int> &ranks, const char *what) {
    int expected = 0;
    for (const int rank : ranks)
        expected += p.is_missing(rank) ? 0 : 1 << rank;
    const int mine = 1 << p.rank;
    int sum = untouched;
    MPI_Allreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, comm);
    p.check(sum == expected, "%s: the sum is %x, not %x", what, sum, expected);
}

/// Each of those alive sends its rank to the next.
void check_ring(Program &p, MPI_Comm comm, const std::vector<int> &ranks, const char *what) {
    const int size = static_cast<int>(ranks.size());
    int me = 0;
    MPI_Comm_rank(comm, &me);
    p.check(ranks[at(me)] == p.rank, "%s: rank %d is not ours", what, me);
    int left = me;
    int right = me;
    do
        left = (left + size - 1) % size;
    while (p.is_missing(ranks[at(left)]));
    do
        right = (right + 1) % size;
    while (p.is_missing(ranks[at(right)]));
    int got = untouched;
    MPI_Sendrecv(&p.rank, 1, MPI_INT, right, tag, &got, 1, MPI_INT, left, tag, comm,
                 MPI_STATUS_IGNORE);
    p.check(got == ranks[at(left)], "%s: %d came, not %d", what, got, ranks[at(left)]);
}

/// All that a communicator is used for.
void use(Program &p, const Session &session, MPI_Comm comm, const char *what) {
    const std::vector<int> ranks = session.ranks_of(comm);
    check_sum(p, comm, ranks, what);
    check_ring(p, comm, ranks, what);

    MPI_Comm copy = MPI_COMM_NULL;
    MPI_Comm_dup(comm, &copy);
    check_sum(p, copy, session.ranks_of(copy), "MPI_Comm_dup");
    MPI_Comm_free(&copy);

    MPI_Comm half = MPI_COMM_NULL;
    MPI_Comm_split(comm, p.rank % 2, 0, &half);
    std::vector<int> expected;
    for (const int rank : ranks)
        if (rank % 2 == p.rank % 2 && !p.is_missing(rank)) expected.push_back(rank);
    p.check_equal(session.ranks_of(half), expected, "MPI_Comm_split");
    check_sum(p, half, expected, "MPI_Comm_split");
    MPI_Comm_free(&half);
}

/// A communicator of those who are left of all.
void make_and_use(Program &p, const Session &session, const char *stringtag) {
    MPI_Comm comm = session.make(stringtag);
    std::vector<int> expected;
    for (int rank = 0; rank < p.size; ++rank)
        if (!p.is_missing(rank)) expected.push_back(rank);
    p.check_equal(session.ranks_of(comm), expected, "MPI_Comm_create_from_group");
    use(p, session, comm, stringtag);
    MPI_Comm_free(&comm);
}

/// One made before the deaths, and others after them.
void live_through(Program &p, const Session &session) {
    MPI_Comm comm = session.make("sessions/before");
    use(p, session, comm, "before");
    p.deaths_when_all_are_here(comm);
    use(p, session, comm, "after");
    MPI_Comm_free(&comm);
    make_and_use(p, session, "sessions/after");
    make_and_use(p, session, "sessions/after");
}

/// What a child does ends nothing of its parent's.
void have_a_child(Program &p) {
    int status = 0;
    std::fflush(stdout);
    if (fork() == 0) std::exit(3);
    wait(&status);
    p.check(WEXITSTATUS(status) == 3, "the child's status is %d", status);
}

/// Sessions and nothing else; the second one is opened when none is open.
void only_sessions(Program &p) {
    check_seen(p, 0, 0, "at the beginning");
    {
        const Session session(p);
        check_seen(p, 0, 0, "in a session");
        live_through(p, session);
    }
    check_seen(p, 0, 0, "between sessions");
    have_a_child(p);
    const Session session(p);
    make_and_use(p, session, "sessions/second");
}

void death_before_the_first(Program &p) {
    const Session session(p);
    p.deaths();
    make_and_use(p, session, "sessions/first");
}

/// With a level that cannot be had any more, which is said.
void late_threads(Program &p) {
    MPI_Info info = MPI_INFO_NULL;
    MPI_Info_create(&info);
    MPI_Info_set(info, "thread_level", "MPI_THREAD_MULTIPLE");
    const Session first(p);
    const Session second(p, info);
    make_and_use(p, second, "sessions/threads");
    MPI_Info_free(&info);
}

/// With all sessions closed quick_exit() is as good as exit().
void quick_exit(Program &p) {
    {
        const Session session(p);
        live_through(p, session);
    }
    p.tell();
    std::quick_exit(p.status());
}

/// Everything that a call gives to its communicator, or says of it, arrives.
void what_is_given(Program &p) {
    MPI_Info info = MPI_INFO_NULL;
    MPI_Info_create(&info);
    MPI_Info_set(info, "thread_level", "MPI_THREAD_MULTIPLE");
    MPI_Info_set(info, "mpi_assert_no_any_tag", "true");
    const Session session(p, info);
    p.deaths();
    MPI_Comm comm = MPI_COMM_NULL;
    MPI_Comm_create_from_group(session.group, "sessions/given", info, MPI_ERRORS_RETURN, &comm);
    MPI_Info used = MPI_INFO_NULL;
    MPI_Errhandler handler = MPI_ERRHANDLER_NULL;
    MPI_Comm_get_errhandler(comm, &handler);
    p.check(handler == MPI_ERRORS_RETURN, "the error handler is another one");
    MPI_Comm_get_info(comm, &used);
    p.check(used != MPI_INFO_NULL, "there are no hints");
    MPI_Info_free(&used);
    MPI_Info_free(&info);
    use(p, session, comm, "with hints");
    MPI_Comm_free(&comm);

    int size = 0;
    comm = session.make("sessions/alone", MPI_GROUP_EMPTY);
    p.check(comm == MPI_COMM_NULL, "an empty group has a communicator");
    MPI_Group alone = MPI_GROUP_NULL;
    MPI_Group_incl(session.group, 1, &p.rank, &alone);
    comm = session.make("sessions/alone", alone);
    MPI_Comm_size(comm, &size);
    p.check(size == 1, "alone, there are %d", size);
    MPI_Comm_free(&comm);
    MPI_Group_free(&alone);

    // Errors go to the handler of the call.
    int code =
        MPI_Comm_create_from_group(session.group, nullptr, MPI_INFO_NULL, MPI_ERRORS_RETURN, &comm);
    p.check(code == MPI_ERR_TAG, "without a string: %d", code);
    code = MPI_Comm_create_from_group(session.group, "sessions", MPI_INFO_NULL, MPI_ERRORS_RETURN,
                                      nullptr);
    p.check(code == MPI_ERR_ARG, "without a communicator: %d", code);
    code = MPI_Comm_create_from_group(MPI_GROUP_EMPTY, "sessions", MPI_INFO_NULL, MPI_ERRORS_RETURN,
                                      &comm);
    p.check(code == MPI_SUCCESS && comm == MPI_COMM_NULL, "an empty group: %d", code);
}

void session_in_the_world(Program &p) {
    MPI_Init(nullptr, nullptr);
    {
        const Session session(p);
        live_through(p, session);
        check_seen(p, 1, 0, "in a session after MPI_Init");
    }
    check_sum(p, MPI_COMM_WORLD, {0, 1, 2, 3}, "MPI_COMM_WORLD");
    MPI_Finalize();
    check_seen(p, 1, 1, "at the end");
}

void world_in_the_session(Program &p) {
    const Session session(p);
    check_seen(p, 0, 0, "in a session before MPI_Init");
    int provided = -1;
    MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided);
    p.check(provided >= MPI_THREAD_SINGLE, "MPI_Init_thread provides %d", provided);
    check_seen(p, 1, 0, "after MPI_Init");
    live_through(p, session);
    check_sum(p, MPI_COMM_WORLD, session.ranks_of(session.group), "MPI_COMM_WORLD");
    MPI_Finalize();
    check_seen(p, 1, 1, "after MPI_Finalize");
    make_and_use(p, session, "sessions/without the world");
}

void world_after_the_session(Program &p) {
    {
        const Session session(p);
        live_through(p, session);
        MPI_Init(nullptr, nullptr);
        check_seen(p, 1, 0, "after MPI_Init");
    }
    check_sum(p, MPI_COMM_WORLD, {0, 1, 2, 3}, "MPI_COMM_WORLD");
    MPI_Finalize();
    check_seen(p, 1, 1, "at the end");
}

/// Those who have to die call exit() with a session open, which is no way to leave.
void exit_in_a_session(Program &p) {
    const Session session(p);
    MPI_Comm comm = session.make("sessions/left");
    use(p, session, comm, "before");
    p.wait_before_deaths(comm);
    if (p.has_to_die()) std::exit(0);
    p.deaths();
    use(p, session, comm, "after");
    MPI_Comm_free(&comm);
}

/// An intercommunicator of the even and the odd ranks, led by the members `leader` of each side.
/// Only the leaders know the other side.
MPI_Comm make_sides(Program &p, const Session &session, int leader, int &code) {
    MPI_Group sides[2] = {MPI_GROUP_NULL, MPI_GROUP_NULL};
    for (int side : {0, 1}) {
        int range[1][3] = {{side, p.size - 1, 2}};
        MPI_Group_range_incl(session.group, 1, range, &sides[side]);
    }
    const int mine = p.rank % 2;
    const bool leads = p.rank / 2 == leader;
    MPI_Comm comm = MPI_COMM_NULL;
    code = MPI_Intercomm_create_from_groups(
        sides[mine], leader, leads ? sides[1 - mine] : MPI_GROUP_EMPTY, leads ? leader : 0,
        "sessions/sides", MPI_INFO_NULL, MPI_ERRORS_RETURN, &comm);
    for (MPI_Group &side : sides)
        MPI_Group_free(&side);
    return comm;
}

std::vector<int> every_other(const Program &p, int first) {
    std::vector<int> ranks;
    for (int rank = first; rank < p.size; rank += 2)
        ranks.push_back(rank);
    return ranks;
}

void use_sides(Program &p, MPI_Comm comm, const char *what) {
    const std::vector<int> remote = every_other(p, 1 - p.rank % 2);
    int inter = 0;
    int remote_size = 0;
    MPI_Comm_test_inter(comm, &inter);
    MPI_Comm_remote_size(comm, &remote_size);
    p.check(inter != 0, "%s: this is no intercommunicator", what);
    p.check(remote_size == static_cast<int>(remote.size()), "%s: remote size %d", what,
            remote_size);
    check_sum(p, comm, remote, what);
}

/// Ranks 0 and 1 lead, and then 2 and 3; one pair is alive. Without a leader there is none, as the
/// policy says (ignore).
void sides(Program &p) {
    const Session session(p);
    int code = MPI_SUCCESS;
    MPI_Comm comm = make_sides(p, session, 0, code);
    p.check(code == MPI_SUCCESS, "MPI_Intercomm_create_from_groups returned %d", code);
    use_sides(p, comm, "before");
    MPI_Comm all = session.make("sessions/all");
    p.deaths_when_all_are_here(all);
    MPI_Comm_free(&all);
    use_sides(p, comm, "after");
    MPI_Comm_free(&comm);
    for (const int leader : {0, 1}) {
        comm = make_sides(p, session, leader, code);
        const bool led = !p.is_missing(2 * leader) && !p.is_missing(2 * leader + 1);
        p.check(code == MPI_SUCCESS, "led by %d: %d", leader, code);
        p.check(led == (comm != MPI_COMM_NULL), "led by %d: there is %s", leader,
                led ? "none" : "one");
        if (comm == MPI_COMM_NULL) continue;
        use_sides(p, comm, "made after");
        MPI_Comm_free(&comm);
    }
    make_and_use(p, session, "sessions/at the end");
}

/// Several threads at once, told apart by their strings.
void threads(Program &p) {
    MPI_Info info = MPI_INFO_NULL;
    MPI_Info_create(&info);
    MPI_Info_set(info, "thread_level", "MPI_THREAD_MULTIPLE");
    const Session session(p, info);
    MPI_Info_free(&info);
    const auto work = [&](int number) {
        const std::string stringtag = "sessions/thread " + std::to_string(number);
        for (int round = 0; round < 10; ++round)
            make_and_use(p, session, stringtag.c_str());
    };
    const auto work_in_threads = [&] {
        std::vector<std::thread> all;
        for (int number = 0; number < 3; ++number)
            all.emplace_back(work, number);
        for (std::thread &one : all)
            one.join();
    };
    MPI_Comm all = session.make("sessions/all");
    work_in_threads();
    p.deaths_when_all_are_here(all);
    MPI_Comm_free(&all);
    work_in_threads();
}

struct Variant {
    const char *name;
    void (*run)(Program &p);
};

const Variant variants[] = {
    {"only_sessions", only_sessions},
    {"death_before_the_first", death_before_the_first},
    {"what_is_given", what_is_given},
    {"late_threads", late_threads},
    {"quick_exit", quick_exit},
    {"session_in_the_world", session_in_the_world},
    {"world_in_the_session", world_in_the_session},
    {"world_after_the_session", world_after_the_session},
    {"exit_in_a_session", exit_in_a_session},
    {"sides", sides},
    {"threads", threads},
};

} // namespace

int main(int argc, char **argv) {
    Program p(argc, argv, "sessions", Program::Worldless{});
    for (const Variant &variant : variants)
        if (argc > 2 && std::strcmp(argv[2], variant.name) == 0) {
            variant.run(p);
            p.tell();
            return p.status();
        }
    std::fprintf(stderr, "usage: sessions --call VARIANT [--die RANK]...\n");
    return 2;
}
