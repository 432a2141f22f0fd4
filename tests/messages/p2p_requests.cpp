// Every way to complete requests, with arrays in which some peers are dead, some alive, some
// requests are null, persistent, inactive, or of a communicator that has nothing to do with it.

#include "messages.hpp"

using namespace survivors;

namespace {

constexpr int long_length = 100000;

struct Ring {
    Program &program;
    MPI_Comm comm;
    bool error; // the policy: ignore or error
    int dead = -1;
    int right = -1; // the neighbours among the survivors
    int left = -1;

    Ring(Program &p, MPI_Comm c, bool e) : program(p), comm(c), error(e) {
        for (int rank = p.size - 1; rank >= 0; --rank)
            if (p.is_missing(rank)) dead = rank;
        right = next(1);
        left = next(p.size - 1);
    }
    int next(int step) const {
        int rank = program.rank;
        do
            rank = (rank + step) % program.size;
        while (program.is_missing(rank));
        return rank;
    }
};

/// The requests of one test, what each has to become, and which have been reported.
class Mix {
  public:
    enum Fate { null, inactive, arrives, sent, fails, persistent_fails, own };
    static constexpr int count = 16;
    MPI_Request requests[count];

    Mix(const Ring &ring, int tag) : ring_(ring), tag_(tag) {
        std::fill(std::begin(requests), std::end(requests), MPI_REQUEST_NULL);
        std::fill(std::begin(in_), std::end(in_), untouched);
        const MPI_Comm c = ring.comm;
        MPI_Irecv(&in_[1], 1, MPI_INT, ring.dead, tag, c, &requests[1]);
        MPI_Irecv(&in_[2], 1, MPI_INT, ring.left, tag, c, &requests[2]);
        MPI_Isend(long_.data(), long_length, MPI_INT, ring.dead, tag, c, &requests[3]);
        MPI_Isend(&out_[0], 1, MPI_INT, ring.right, tag, c, &requests[4]);
        MPI_Irecv(&in_[5], 1, MPI_INT, 0, tag, MPI_COMM_SELF, &requests[5]);
        MPI_Recv_init(&in_[6], 1, MPI_INT, ring.dead, tag, c, &requests[6]);
        MPI_Send_init(&out_[0], 1, MPI_INT, ring.right, tag, c, &requests[7]);
        MPI_Irecv(&in_[8], 1, MPI_INT, MPI_ANY_SOURCE, tag + 1, c, &requests[8]);
        MPI_Isend(&out_[1], 1, MPI_INT, ring.right, tag + 1, c, &requests[9]);
        MPI_Irecv(&in_[11], 1, MPI_INT, ring.dead, tag, c, &requests[11]);
        MPI_Isendrecv(&out_[0], 1, MPI_INT, ring.dead, tag, &in_[12], 1, MPI_INT, ring.dead, tag, c,
                      &requests[12]);
        MPI_Isendrecv(&out_[2], 1, MPI_INT, ring.right, tag + 2, &in_[13], 1, MPI_INT, ring.left,
                      tag + 2, c, &requests[13]);
        MPI_Precv_init(&in_[14], 1, 1, MPI_INT, ring.dead, tag, c, MPI_INFO_NULL, &requests[14]);
        MPI_Recv_init(&in_[15], 1, MPI_INT, MPI_ANY_SOURCE, tag, c, &requests[15]);
        MPI_Start(&requests[14]);
        MPI_Start(&requests[6]);
        MPI_Send(&out_[0], 1, MPI_INT, 0, tag, MPI_COMM_SELF);
    }

    static constexpr Fate fates[count] = {
        null,    fails, arrives, fails, sent,  own,     persistent_fails, inactive,
        arrives, sent,  null,    fails, fails, arrives, persistent_fails, inactive};

    static bool is_active(int i) { return fates[i] != null && fates[i] != inactive; }
    bool fails_with_error(int i) const {
        return ring_.error && (fates[i] == fails || fates[i] == persistent_fails);
    }
    int left() const {
        int left = 0;
        for (int i = 0; i < count; ++i)
            left += is_active(i) && !reported_[i] ? 1 : 0;
        return left;
    }

    /// Request `i` was reported as complete with `error_class`; `status` may be nullptr.
    void report(const char *what, int i, int error_class, const MPI_Status *status) {
        Program &p = ring_.program;
        if (i < 0 || i >= count || !is_active(i) || reported_[i]) {
            p.check(false, "%s reports request %d", what, i);
            return;
        }
        reported_[i] = true;
        const int expected = fails_with_error(i) ? process_failed : MPI_SUCCESS;
        p.check(error_class == expected, "%s: request %d has class %d, not %d", what, i,
                error_class, expected);
        const bool persistent = fates[i] == persistent_fails;
        p.check((requests[i] == MPI_REQUEST_NULL) != persistent, "%s: request %d %s", what, i,
                persistent ? "is gone" : "is left");
        if (fates[i] == arrives) {
            const int value = value_of(i, ring_.left);
            p.check(in_[i] == value, "%s: request %d gets %d, not %d", what, i, in_[i], value);
        } else {
            p.check(fates[i] == own || in_[i] == untouched, "%s: request %d gets %d", what, i,
                    in_[i]);
        }
        if (status == nullptr || error_class != MPI_SUCCESS) return;
        if (fates[i] == arrives) check_status(p, what, *status, ring_.left, tag_of(i), 1);
        if (fates[i] == fails || fates[i] == persistent_fails) check_empty(p, what, *status);
    }

    void finish(const char *what) {
        Program &p = ring_.program;
        p.check(left() == 0, "%s: %d requests are not reported", what, left());
        MPI_Status status;
        int index = -1;
        MPI_Waitany(count, requests, &index, &status);
        p.check(index == MPI_UNDEFINED, "%s: request %d is still active", what, index);
        for (int i = 0; i < count; ++i)
            if (fates[i] == persistent_fails || fates[i] == inactive)
                MPI_Request_free(&requests[i]);
    }

  private:
    int tag_of(int i) const { return i == 2 ? tag_ : i == 8 ? tag_ + 1 : tag_ + 2; }
    static int value_of(int i, int rank) { return rank * 100 + i; }

    const Ring &ring_;
    int tag_;
    int out_[3] = {value_of(2, ring_.program.rank), value_of(8, ring_.program.rank),
                   value_of(13, ring_.program.rank)};
    int in_[count];
    bool reported_[count] = {};
    std::vector<int> long_ = std::vector<int>(long_length, 3);
};

/// What an array call returned: MPI_SUCCESS, or MPI_ERR_IN_STATUS with the handler called once.
void check_code(const Ring &ring, const char *what, int code, bool failed) {
    check_error(ring.program, what, code, failed ? MPI_ERR_IN_STATUS : MPI_SUCCESS);
}

void waitall(const Ring &ring, int tag) {
    Mix mix(ring, tag);
    MPI_Status statuses[Mix::count];
    for (int calls = 0; mix.left() > 0 && calls < Mix::count; ++calls) {
        MPI_Request before[Mix::count];
        std::copy(std::begin(mix.requests), std::end(mix.requests), before);
        const int code = MPI_Waitall(Mix::count, mix.requests, statuses);
        const bool failed = class_of(code) == MPI_ERR_IN_STATUS;
        check_code(ring, "MPI_Waitall", code, failed);
        ring.program.check(calls > 0 || failed == ring.error, "MPI_Waitall: wrong outcome");
        for (int i = 0; i < Mix::count; ++i) {
            const int error_class = failed ? class_of(statuses[i].MPI_ERROR) : MPI_SUCCESS;
            const bool pending = error_class == MPI_ERR_PENDING;
            ring.program.check(!pending || mix.requests[i] != MPI_REQUEST_NULL,
                               "MPI_Waitall: pending request %d is gone", i);
            const bool empty = statuses[i].MPI_SOURCE == MPI_ANY_SOURCE;
            if (Mix::is_active(i) && !pending && !empty && before[i] != MPI_REQUEST_NULL)
                mix.report("MPI_Waitall", i, error_class, &statuses[i]);
        }
    }
    mix.finish("MPI_Waitall");
}

void waitall_without_statuses(const Ring &ring, int tag) {
    Mix mix(ring, tag);
    for (int calls = 0; calls < Mix::count; ++calls) {
        const int code = MPI_Waitall(Mix::count, mix.requests, MPI_STATUSES_IGNORE);
        check_code(ring, "MPI_Waitall", code, class_of(code) == MPI_ERR_IN_STATUS);
        if (code == MPI_SUCCESS) break;
    }
    for (int i = 0; i < Mix::count; ++i)
        if (Mix::is_active(i))
            mix.report("MPI_Waitall without statuses", i,
                       mix.fails_with_error(i) ? process_failed : MPI_SUCCESS, nullptr);
    mix.finish("MPI_Waitall without statuses");
}

void testall(const Ring &ring, int tag) {
    Mix mix(ring, tag);
    MPI_Status statuses[Mix::count];
    int flag = 0;
    int code = MPI_SUCCESS;
    while (!flag && code == MPI_SUCCESS)
        code = MPI_Testall(Mix::count, mix.requests, &flag, statuses);
    check_code(ring, "MPI_Testall", code, ring.error);
    for (int i = 0; i < Mix::count; ++i)
        if (Mix::is_active(i))
            mix.report("MPI_Testall", i,
                       code == MPI_SUCCESS ? MPI_SUCCESS : class_of(statuses[i].MPI_ERROR),
                       &statuses[i]);
    mix.finish("MPI_Testall");
}

template <bool wait> void any(const Ring &ring, int tag) {
    const char *what = wait ? "MPI_Waitany" : "MPI_Testany";
    Mix mix(ring, tag);
    while (mix.left() > 0) {
        int index = -1;
        int flag = 1;
        MPI_Status status = marked();
        const int code = wait ? MPI_Waitany(Mix::count, mix.requests, &index, &status)
                              : MPI_Testany(Mix::count, mix.requests, &index, &flag, &status);
        if (!flag) continue;
        check_error(ring.program, what, code, code == MPI_SUCCESS ? MPI_SUCCESS : process_failed);
        ring.program.check(status.MPI_ERROR == mark, "%s changes MPI_ERROR", what);
        ring.program.check(index != MPI_UNDEFINED, "%s finds no active request", what);
        mix.report(what, index, class_of(code), &status);
        if (index == MPI_UNDEFINED) break;
    }
    mix.finish(what);
}

template <bool wait, bool statuses_wanted> void some(const Ring &ring, int tag) {
    const char *what = wait ? "MPI_Waitsome" : "MPI_Testsome";
    const auto call = wait ? MPI_Waitsome : MPI_Testsome;
    Mix mix(ring, tag);
    while (mix.left() > 0) {
        int outcount = -1;
        int indices[Mix::count];
        MPI_Status statuses[Mix::count];
        const int code = call(Mix::count, mix.requests, &outcount, indices,
                              statuses_wanted ? statuses : MPI_STATUSES_IGNORE);
        const bool failed = class_of(code) == MPI_ERR_IN_STATUS;
        check_code(ring, what, code, failed);
        ring.program.check(!wait || outcount != 0, "%s returns without any", what);
        ring.program.check(outcount != MPI_UNDEFINED, "%s finds no active request", what);
        if (outcount == MPI_UNDEFINED) break;
        for (int k = 0; k < outcount; ++k) {
            const int i = indices[k];
            int error_class = mix.fails_with_error(i) ? process_failed : MPI_SUCCESS;
            if (statuses_wanted && failed) error_class = class_of(statuses[k].MPI_ERROR);
            mix.report(what, i, error_class, statuses_wanted ? &statuses[k] : nullptr);
        }
    }
    mix.finish(what);
}

/// A genuine error beside a failure: raised once, and only this one is in the statuses.
void genuine_error(const Ring &ring, int tag) {
    if (ring.error) return;
    Program &p = ring.program;
    int in[3] = {untouched, untouched, untouched};
    const int out[2] = {1, 2};
    MPI_Request requests[3];
    MPI_Request sends[2];
    MPI_Status statuses[3];
    MPI_Isend(out, 2, MPI_INT, ring.right, tag, ring.comm, &sends[0]);
    MPI_Isend(out, 1, MPI_INT, ring.right, tag + 1, ring.comm, &sends[1]);
    MPI_Irecv(&in[0], 1, MPI_INT, ring.dead, tag, ring.comm, &requests[0]);
    MPI_Irecv(&in[1], 1, MPI_INT, ring.left, tag, ring.comm, &requests[1]); // too little
    MPI_Irecv(&in[2], 1, MPI_INT, ring.left, tag + 1, ring.comm, &requests[2]);
    bool truncated = false;
    for (int calls = 0; calls < 3; ++calls) {
        const int code = MPI_Waitall(3, requests, statuses);
        const bool failed = class_of(code) == MPI_ERR_IN_STATUS;
        check_code(ring, "MPI_Waitall of too little", code, failed);
        if (!failed) break;
        for (const MPI_Status &status : statuses) {
            const int error_class = class_of(status.MPI_ERROR);
            p.check(error_class == MPI_SUCCESS || error_class == MPI_ERR_PENDING ||
                        error_class == MPI_ERR_TRUNCATE,
                    "MPI_Waitall of too little: class %d", error_class);
            truncated |= error_class == MPI_ERR_TRUNCATE;
        }
    }
    p.check(truncated, "MPI_Waitall of too little does not say so");
    p.check(in[2] == 1, "beside an error a message is lost");
    MPI_Waitall(2, sends, MPI_STATUSES_IGNORE);
}

/// More requests than fit on anybody's stack, in an order that the peers do not share.
void many(const Ring &ring, int tag) {
    constexpr int half = 300;
    Program &p = ring.program;
    std::vector<int> in(2 * half, untouched);
    std::vector<int> out(half);
    std::vector<MPI_Request> requests;
    for (int i = 0; i < half; ++i) {
        out[at(i)] = i;
        requests.push_back(MPI_REQUEST_NULL);
        MPI_Irecv(&in[at(i)], 1, MPI_INT, ring.left, tag, ring.comm, &requests.back());
        requests.push_back(MPI_REQUEST_NULL);
        MPI_Irecv(&in[at(half + i)], 1, MPI_INT, ring.dead, tag, ring.comm, &requests.back());
    }
    for (int i = 0; i < half; ++i) {
        requests.push_back(MPI_REQUEST_NULL);
        MPI_Issend(&out[at(i)], 1, MPI_INT, ring.right, tag, ring.comm, &requests.back());
    }
    int code = MPI_SUCCESS;
    for (int calls = 0; calls <= half; ++calls) {
        code = MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE);
        check_code(ring, "MPI_Waitall of many", code, class_of(code) == MPI_ERR_IN_STATUS);
        if (code == MPI_SUCCESS) break;
    }
    p.check(code == MPI_SUCCESS, "MPI_Waitall of many never ends");
    for (int i = 0; i < half; ++i)
        p.check(in[at(i)] == i && in[at(half + i)] == untouched, "many: request %d gets %d", i,
                in[at(i)]);
}

/// The program's own generalized request beside one that fails: its functions are called once.
struct Generalized {
    int queried = 0;
    int freed = 0;
};

void generalized(const Ring &ring, int tag) {
    constexpr int source = 42;
    const auto query = [](void *state, MPI_Status *status) {
        ++static_cast<Generalized *>(state)->queried;
        MPI_Status_set_elements(status, MPI_INT, 3);
        MPI_Status_set_cancelled(status, 0);
        status->MPI_SOURCE = source;
        status->MPI_TAG = 7;
        return MPI_SUCCESS;
    };
    const auto free = [](void *state) {
        ++static_cast<Generalized *>(state)->freed;
        return MPI_SUCCESS;
    };
    const auto cancel = [](void *, int) { return MPI_SUCCESS; };
    Generalized state;
    int nothing = untouched;
    MPI_Request requests[2];
    MPI_Irecv(&nothing, 1, MPI_INT, ring.dead, tag, ring.comm, &requests[0]);
    MPI_Grequest_start(query, free, cancel, &state, &requests[1]);
    MPI_Status status;
    int index = -1;
    const int code = MPI_Waitany(2, requests, &index, &status);
    check_error(ring.program, "MPI_Waitany", code, ring.error ? process_failed : MPI_SUCCESS);
    ring.program.check(index == 0, "MPI_Waitany completes request %d", index);
    MPI_Grequest_complete(requests[1]);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    ring.program.check(state.queried == 1 && state.freed == 1 && requests[1] == MPI_REQUEST_NULL,
                       "a generalized request: queried %d times, freed %d", state.queried,
                       state.freed);
}

/// The status names the program's rank, also where the real numbering is another one.
void sources(const Ring &ring, int tag) {
    for (const int from : {ring.left, MPI_ANY_SOURCE}) {
        int got = untouched;
        MPI_Status status;
        MPI_Request request = MPI_REQUEST_NULL;
        MPI_Isend(&ring.program.rank, 1, MPI_INT, ring.right, tag, ring.comm, &request);
        MPI_Probe(from, tag, ring.comm, &status);
        check_status(ring.program, "MPI_Probe", status, ring.left, tag, 1);
        MPI_Recv(&got, 1, MPI_INT, from, tag, ring.comm, &status);
        check_status(ring.program, "MPI_Recv", status, ring.left, tag, 1);
        ring.program.check(got == ring.left, "MPI_Recv gets %d", got);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        MPI_Sendrecv(&ring.program.rank, 1, MPI_INT, ring.right, tag, &got, 1, MPI_INT, from, tag,
                     ring.comm, &status);
        check_status(ring.program, "MPI_Sendrecv", status, ring.left, tag, 1);
        MPI_Isend(&ring.program.rank, 1, MPI_INT, ring.right, tag, ring.comm, &request);
        MPI_Message message;
        MPI_Mprobe(from, tag, ring.comm, &message, &status);
        check_status(ring.program, "MPI_Mprobe", status, ring.left, tag, 1);
        MPI_Mrecv(&got, 1, MPI_INT, &message, &status);
        check_status(ring.program, "MPI_Mrecv", status, ring.left, tag, 1);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
}

/// A communicator may be freed while its requests are pending.
void freed_communicator(const Ring &ring, int tag) {
    MPI_Comm comm;
    MPI_Comm_dup(ring.comm, &comm);
    int got[2] = {untouched, untouched};
    MPI_Request requests[3];
    MPI_Irecv(&got[0], 1, MPI_INT, ring.left, tag, comm, &requests[0]);
    MPI_Irecv(&got[1], 1, MPI_INT, ring.left, tag + 1, comm, &requests[1]);
    MPI_Issend(&ring.program.rank, 1, MPI_INT, ring.right, tag, comm, &requests[2]);
    MPI_Request late = MPI_REQUEST_NULL;
    MPI_Isend(&ring.program.rank, 1, MPI_INT, ring.right, tag + 1, comm, &late);
    MPI_Comm_free(&comm);
    MPI_Status statuses[3];
    MPI_Waitall(3, requests, statuses);
    MPI_Wait(&late, MPI_STATUS_IGNORE);
    ring.program.check(got[0] == ring.left && got[1] == ring.left, "a freed communicator: %d, %d",
                       got[0], got[1]);
    check_status(ring.program, "a freed communicator", statuses[0], ring.left, tag, 1);
}

void all_of_it(const Ring &ring) {
    int tag = 0;
    for (const auto test :
         {waitall, waitall_without_statuses, testall, any<true>, any<false>, some<true, true>,
          some<true, false>, some<false, true>, some<false, false>, genuine_error, generalized,
          many, sources, freed_communicator})
        test(ring, tag += 10);
}

} // namespace

int main(int argc, char **argv) {
    Program program(argc, argv, "p2p_requests");
    const bool error = expects_error(argc, argv);
    count_errors();
    MPI_Comm earlier; // made while everybody is alive
    MPI_Comm_dup(MPI_COMM_WORLD, &earlier);
    program.deaths();
    if (program.rank % 2 == 0) let_time_pass(); // some meet the failure in a call, others later
    all_of_it(Ring(program, MPI_COMM_WORLD, error));
    all_of_it(Ring(program, earlier, error));
    MPI_Comm later; // the program's numbering, but other real ranks
    MPI_Comm_dup(MPI_COMM_WORLD, &later);
    all_of_it(Ring(program, later, error));
    MPI_Comm_free(&earlier);
    MPI_Comm_free(&later);
    return program.finish();
}
