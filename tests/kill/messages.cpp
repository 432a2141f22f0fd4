// Blocking point-to-point: every rank gives a block to its right and takes one from its left.

#include "scenario.hpp"

namespace kill {
namespace {

using Block = std::vector<long>;

int length_of(const Block &block) { return static_cast<int>(block.size()); }

/// What came from `source`: its block, or nothing at all because it is missing.
void judge(Run &run, int round, Block &block, const MPI_Status &status) {
    const int source = run.left();
    if (status.MPI_SOURCE == MPI_PROC_NULL) forget_part(source, round, block);
    int count = -1;
    MPI_Get_count(&status, MPI_LONG, &count);
    const bool present = has_block(run, source, round, block);
    if (present &&
        (status.MPI_SOURCE != source || status.MPI_TAG != round || count != length_of(block)))
        run.wrong("round %d: status of rank %d's message: source %d, tag %d, count %d", round,
                  source, status.MPI_SOURCE, status.MPI_TAG, count);
    if (!present && (status.MPI_SOURCE != MPI_PROC_NULL || count != 0))
        run.wrong("round %d: status of no message: source %d, count %d", round, status.MPI_SOURCE,
                  count);
    run.saw(round, present ? only(source) : 0, only(source));
}

using Give = void (*)(const Block &block, int to, int round);
using Take = void (*)(Block &block, int from, int round, MPI_Status *status);

void send(const Block &block, int to, int round) {
    MPI_Send(block.data(), length_of(block), MPI_LONG, to, round, MPI_COMM_WORLD);
}
void bsend(const Block &block, int to, int round) {
    MPI_Bsend(block.data(), length_of(block), MPI_LONG, to, round, MPI_COMM_WORLD);
}
void ssend(const Block &block, int to, int round) {
    MPI_Ssend(block.data(), length_of(block), MPI_LONG, to, round, MPI_COMM_WORLD);
}

void receive(Block &block, int from, int round, MPI_Status *status) {
    MPI_Recv(block.data(), length_of(block), MPI_LONG, from, round, MPI_COMM_WORLD, status);
}
void probe(Block &block, int from, int round, MPI_Status *status) {
    MPI_Probe(from, round, MPI_COMM_WORLD, status);
    if (status->MPI_SOURCE == MPI_PROC_NULL) return;
    receive(block, from, round, status);
}
void iprobe(Block &block, int from, int round, MPI_Status *status) {
    for (int flag = 0; !flag;)
        MPI_Iprobe(from, round, MPI_COMM_WORLD, &flag, status);
    if (status->MPI_SOURCE == MPI_PROC_NULL) return;
    receive(block, from, round, status);
}
void mprobe(Block &block, int from, int round, MPI_Status *status) {
    MPI_Message message = MPI_MESSAGE_NULL;
    MPI_Mprobe(from, round, MPI_COMM_WORLD, &message, status);
    MPI_Mrecv(block.data(), length_of(block), MPI_LONG, &message, status);
}
void improbe(Block &block, int from, int round, MPI_Status *status) {
    MPI_Message message = MPI_MESSAGE_NULL;
    for (int flag = 0; !flag;)
        MPI_Improbe(from, round, MPI_COMM_WORLD, &flag, &message, status);
    MPI_Mrecv(block.data(), length_of(block), MPI_LONG, &message, status);
}
void imrecv(Block &block, int from, int round, MPI_Status *status) {
    MPI_Message message = MPI_MESSAGE_NULL;
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Mprobe(from, round, MPI_COMM_WORLD, &message, status);
    MPI_Imrecv(block.data(), length_of(block), MPI_LONG, &message, &request);
    MPI_Wait(&request, status);
}

template <Give give, Take take> void ring(Run &run) {
    // Room for every message that a laggard may leave in the buffer.
    std::vector<char> room(
        static_cast<std::size_t>(run.rounds) *
        (static_cast<std::size_t>(block_length(2)) * sizeof(long) + MPI_BSEND_OVERHEAD));
    MPI_Buffer_attach(room.data(), static_cast<int>(room.size()));
    for (int round = 1; round <= run.rounds; round++) {
        const Block mine = block_of(run.rank, round);
        Block theirs = blank(block_length(round));
        MPI_Status status;
        // Even ranks give first: no cycle of ranks that all wait for a taker.
        if (run.rank % 2 == 0) give(mine, run.right(), round);
        take(theirs, run.left(), round, &status);
        if (run.rank % 2 != 0) give(mine, run.right(), round);
        judge(run, round, theirs, status);
    }
    void *detached = nullptr;
    int size = 0;
    MPI_Buffer_detach(&detached, &size);
    if (detached != room.data()) run.wrong("MPI_Buffer_detach gave another buffer back");
}

/// Ready mode needs a posted receive: each rank says so to its left.
void rsend(Run &run) {
    for (int round = 1; round <= run.rounds; round++) {
        const Block mine = block_of(run.rank, round);
        Block theirs = blank(block_length(round));
        MPI_Status status;
        MPI_Request request = MPI_REQUEST_NULL;
        MPI_Irecv(theirs.data(), length_of(theirs), MPI_LONG, run.left(), round, MPI_COMM_WORLD,
                  &request);
        MPI_Sendrecv(nullptr, 0, MPI_BYTE, run.left(), 100 + round, nullptr, 0, MPI_BYTE,
                     run.right(), 100 + round, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Rsend(mine.data(), length_of(mine), MPI_LONG, run.right(), round, MPI_COMM_WORLD);
        MPI_Wait(&request, &status);
        judge(run, round, theirs, status);
    }
}

void sendrecv(Run &run) {
    for (int round = 1; round <= run.rounds; round++) {
        const Block mine = block_of(run.rank, round);
        Block theirs = blank(block_length(round));
        MPI_Status status;
        MPI_Sendrecv(mine.data(), length_of(mine), MPI_LONG, run.right(), round, theirs.data(),
                     length_of(theirs), MPI_LONG, run.left(), round, MPI_COMM_WORLD, &status);
        judge(run, round, theirs, status);
    }
}

void sendrecv_replace(Run &run) {
    for (int round = 1; round <= run.rounds; round++) {
        Block block = block_of(run.rank, round);
        MPI_Status status;
        MPI_Sendrecv_replace(block.data(), length_of(block), MPI_LONG, run.right(), round,
                             run.left(), round, MPI_COMM_WORLD, &status);
        // Nothing came, nothing is replaced.
        if (status.MPI_SOURCE == MPI_PROC_NULL && block == block_of(run.rank, round))
            block = blank(block_length(round));
        judge(run, round, block, status);
    }
}

const Scenario table[] = {
    {"MPI_Send", Sight::ring, ring<send, receive>},
    {"MPI_Bsend", Sight::late, ring<bsend, receive>},
    {"MPI_Ssend", Sight::ring, ring<ssend, receive>},
    {"MPI_Rsend", Sight::ring, rsend},
    {"MPI_Recv", Sight::ring, ring<send, receive>},
    {"MPI_Sendrecv", Sight::ring, sendrecv},
    {"MPI_Sendrecv_replace", Sight::ring, sendrecv_replace},
    {"MPI_Probe", Sight::ring, ring<send, probe>},
    {"MPI_Iprobe", Sight::polled, ring<send, iprobe>},
    {"MPI_Mprobe", Sight::ring, ring<send, mprobe>},
    {"MPI_Improbe", Sight::polled, ring<send, improbe>},
    {"MPI_Mrecv", Sight::ring, ring<send, mprobe>},
    {"MPI_Imrecv", Sight::ring, ring<send, imrecv>},
};

} // namespace

Scenarios messages() { return table; }

} // namespace kill
