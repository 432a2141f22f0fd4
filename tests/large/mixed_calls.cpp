// Calls of Open MPI 6 mixed with older ones, in a loop in which ranks may die:
//
//     mixed_calls CALL [--die RANK]...

#include <survivors.hpp>

#include <string>
#include <vector>

using namespace survivors;

namespace {

constexpr int rounds = 20;
constexpr int dies_in = 10;

struct Round {
    Program &program;
    int number;
    std::vector<int> living;

    // The ring of those who live.
    int place() const {
        return static_cast<int>(std::find(living.begin(), living.end(), program.rank) -
                                living.begin());
    }
    int neighbour(int by) const {
        const int n = static_cast<int>(living.size());
        return living[static_cast<std::size_t>((place() + by + n) % n)];
    }
    int to() const { return neighbour(1); }
    int from() const { return neighbour(-1); }
    int sends() const { return program.rank * 100 + number; }
    int expects() const { return from() * 100 + number; }
    int count() const { return static_cast<int>(living.size()); }

    void check(const char *what, int got, int expected) const {
        program.check(got == expected, "%s in round %d: %d is not %d", what, number, got, expected);
    }
};

void allreduce(const Round &round) {
    const int one = 1;
    int small = -1;
    int large = -1;
    MPI_Allreduce(&one, &small, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Allreduce_c(&one, &large, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    round.check("MPI_Allreduce", small, round.count());
    round.check("MPI_Allreduce_c", large, round.count());
}

void send_to_recv(const Round &round) {
    const int sent = round.sends();
    int got = -1;
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Irecv(&got, 1, MPI_INT, round.from(), 1, MPI_COMM_WORLD, &request);
    MPI_Send_c(&sent, 1, MPI_INT, round.to(), 1, MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    round.check("MPI_Send_c", got, round.expects());
}

void recv_from_send(const Round &round) {
    const int sent = round.sends();
    int got = -1;
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Isend(&sent, 1, MPI_INT, round.to(), 1, MPI_COMM_WORLD, &request);
    MPI_Recv_c(&got, 1, MPI_INT, round.from(), 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    round.check("MPI_Recv_c", got, round.expects());
}

void exchange(const Round &round) {
    const int sent = round.sends();
    int got = -1;
    MPI_Sendrecv_c(&sent, 1, MPI_INT, round.to(), 1, &got, 1, MPI_INT, round.from(), 1,
                   MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    round.check("MPI_Sendrecv_c", got, round.expects());
}

void nonblocking(const Round &round) {
    const int sent = round.sends();
    int got = -1;
    MPI_Request requests[2];
    MPI_Irecv_c(&got, 1, MPI_INT, round.from(), 1, MPI_COMM_WORLD, &requests[0]);
    MPI_Isend_c(&sent, 1, MPI_INT, round.to(), 1, MPI_COMM_WORLD, &requests[1]);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    round.check("MPI_Irecv_c", got, round.expects());
}

void collective_request(const Round &round) {
    const int one = 1;
    int sum = -1;
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Iallreduce_c(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    round.check("MPI_Iallreduce_c", sum, round.count());
}

void status_all(const Round &round) {
    const int sent = round.sends();
    const int one = 1;
    int got = -1;
    int sum = -1;
    MPI_Request requests[2];
    MPI_Status statuses[2];
    MPI_Irecv(&got, 1, MPI_INT, round.from(), 1, MPI_COMM_WORLD, &requests[0]);
    MPI_Iallreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &requests[1]);
    MPI_Send(&sent, 1, MPI_INT, round.to(), 1, MPI_COMM_WORLD);
    for (int flag = 0; flag == 0;)
        MPI_Request_get_status_all(2, requests, &flag, statuses);
    int index = -1;
    int flag = 0;
    MPI_Request_get_status_any(2, requests, &index, &flag, statuses);
    round.check("flag of MPI_Request_get_status_any", flag, 1);
    int outcount = 0;
    int indices[2];
    MPI_Request_get_status_some(2, requests, &outcount, indices, statuses);
    round.check("outcount of MPI_Request_get_status_some", outcount, 2);
    MPI_Waitall(2, requests, statuses);
    int source = -1;
    MPI_Status_get_source(&statuses[0], &source);
    round.check("MPI_Status_get_source", source, round.from());
    round.check("MPI_Irecv", got, round.expects());
    round.check("MPI_Iallreduce", sum, round.count());
}

void put(const Round &round) {
    int memory = -1;
    const int sent = round.sends();
    MPI_Win win = MPI_WIN_NULL;
    MPI_Win_create(&memory, sizeof memory, sizeof memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_fence(0, win);
    MPI_Put_c(&sent, 1, MPI_INT, round.to(), 0, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
    round.check("MPI_Put_c", memory, round.expects());
    MPI_Win_free(&win);
}

void window(const Round &round) {
    int memory = -1;
    const int sent = round.sends();
    MPI_Win win = MPI_WIN_NULL;
    MPI_Win_create_c(&memory, sizeof memory, sizeof memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_fence(0, win);
    MPI_Put(&sent, 1, MPI_INT, round.to(), 0, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
    round.check("MPI_Win_create_c", memory, round.expects());
    MPI_Win_free(&win);
}

/// Writes by `write(file)` what each rank reads of its neighbour.
template <typename Write> void through_a_file(const Round &round, const char *what, Write write) {
    const std::string name = "mixed_calls." + std::string(what) + ".data";
    MPI_File file = MPI_FILE_NULL;
    MPI_File_open(MPI_COMM_WORLD, name.c_str(),
                  MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file);
    const int sent = round.sends();
    write(file, &sent);
    MPI_File_sync(file);
    MPI_Barrier(MPI_COMM_WORLD);
    int got = -1;
    MPI_File_read_at_all(file, MPI_Offset{round.from()} * 4, &got, 4, MPI_BYTE, MPI_STATUS_IGNORE);
    round.check(what, got, round.expects());
    MPI_File_close(&file);
}

void file(const Round &round) {
    through_a_file(round, "MPI_File_write_at_all_c", [&](MPI_File file, const int *sent) {
        MPI_File_write_at_all_c(file, MPI_Offset{round.program.rank} * 4, sent, 4, MPI_BYTE,
                                MPI_STATUS_IGNORE);
    });
}

void ordered_file(const Round &round) {
    through_a_file(round, "MPI_File_write_ordered_c", [](MPI_File file, const int *sent) {
        MPI_File_write_ordered_c(file, sent, 4, MPI_BYTE, MPI_STATUS_IGNORE);
    });
}

/// A buffered send by a buffer of the communicator alone; `wait()` comes before it is taken back.
template <typename Wait> void by_comm_buffer(const Round &round, Wait wait) {
    std::vector<char> buffer(1 << 12);
    MPI_Comm_attach_buffer(MPI_COMM_WORLD, buffer.data(), 1 << 12);
    const int sent = round.sends();
    int got = -1;
    MPI_Bsend_c(&sent, 1, MPI_INT, round.to(), 1, MPI_COMM_WORLD);
    MPI_Recv(&got, 1, MPI_INT, round.from(), 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    wait();
    void *address = nullptr;
    int size = 0;
    MPI_Comm_detach_buffer(MPI_COMM_WORLD, static_cast<void *>(&address), &size);
    round.check("MPI_Bsend_c", got, round.expects());
    round.check("size of MPI_Comm_detach_buffer", size, 1 << 12);
    round.program.check(address == buffer.data(), "MPI_Comm_detach_buffer has another address");
}

void comm_buffer(const Round &round) {
    by_comm_buffer(round, [] {});
}

void flush(const Round &round) {
    by_comm_buffer(round, [] {
        MPI_Comm_flush_buffer(MPI_COMM_WORLD);
        MPI_Request request = MPI_REQUEST_NULL;
        MPI_Comm_iflush_buffer(MPI_COMM_WORLD, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    });
}

void integers(const Round &round) {
    MPI_Comm copy = MPI_COMM_NULL;
    MPI_Comm_dup(MPI_COMM_WORLD, &copy);
    const MPI_Comm same = MPI_Comm_fromint(MPI_Comm_toint(copy));
    round.program.check(same == copy, "MPI_Comm_fromint has another communicator");
    const int sent = round.sends();
    int got = -1;
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Irecv(&got, 1, MPI_INT, round.from(), 1, same, &request);
    MPI_Request again = MPI_Request_fromint(MPI_Request_toint(request));
    MPI_Send(&sent, 1, MPI_INT, round.to(), 1, same);
    MPI_Wait(&again, MPI_STATUS_IGNORE);
    round.check("MPI_Request_fromint", got, round.expects());
    MPI_Comm_free(&copy);
}

void datatype(const Round &round) {
    MPI_Datatype pair = MPI_DATATYPE_NULL;
    MPI_Type_contiguous_c(2, MPI_INT, &pair);
    MPI_Type_commit(&pair);
    const int sent[2] = {round.sends(), round.sends() + 1};
    int got[2] = {-1, -1};
    MPI_Status status;
    MPI_Sendrecv(sent, 1, pair, round.to(), 1, got, 1, pair, round.from(), 1, MPI_COMM_WORLD,
                 &status);
    MPI_Count elements = 0;
    MPI_Get_count_c(&status, pair, &elements);
    MPI_Type_free(&pair);
    round.check("second element", got[1], round.expects() + 1);
    round.check("MPI_Get_count_c", static_cast<int>(elements), 1);
}

struct Call {
    const char *name;
    void (*run)(const Round &round);
};
constexpr Call calls[] = {{"allreduce", allreduce},
                          {"send_to_recv", send_to_recv},
                          {"recv_from_send", recv_from_send},
                          {"exchange", exchange},
                          {"nonblocking", nonblocking},
                          {"collective_request", collective_request},
                          {"status_all", status_all},
                          {"put", put},
                          {"window", window},
                          {"file", file},
                          {"ordered_file", ordered_file},
                          {"comm_buffer", comm_buffer},
                          {"flush", flush},
                          {"integers", integers},
                          {"datatype", datatype}};

std::vector<int> all_but(const std::vector<int> &dead, int size) {
    std::vector<int> living;
    for (int rank = 0; rank < size; ++rank)
        if (std::find(dead.begin(), dead.end(), rank) == dead.end()) living.push_back(rank);
    return living;
}

} // namespace

int main(int argc, char **argv) {
    const std::string name = argc > 1 ? argv[1] : "";
    const auto call = std::find_if(std::begin(calls), std::end(calls),
                                   [&](const Call &one) { return one.name == name; });
    if (call == std::end(calls)) {
        std::fprintf(stderr, "there is no call (%s)\n", name.c_str());
        return 2;
    }
    std::vector<int> dying;
    for (int i = 2; i + 1 < argc; i += 2)
        dying.push_back(std::atoi(argv[i + 1]));
    Program program(argc - 1, argv + 1, name);
    for (int number = 0; number < rounds; ++number) {
        if (number == dies_in) program.deaths_when_all_are_here();
        const bool late = number >= dies_in && !dying.empty();
        call->run(
            {program, number, late ? all_but(dying, program.size) : all_but({}, program.size)});
    }
    return program.finish();
}
