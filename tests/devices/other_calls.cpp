// Messages, files, windows and checkpoints with buffers of a device.

#include "judge.hpp"

#include <closeranks_store.h>

namespace {

/// What has come from the left; one that died may have sent a part of it.
void check_left(Judge &j, const Longs &got, int to, const char *what) {
    constexpr bool torn = true;
    j.check_block(got.get(), 0, j.left, to, what, torn);
}

void sendrecv(Judge &j) {
    const Longs out(j.block(j.rank));
    const Longs in(j.count);
    MPI_Sendrecv(out.at(), j.count, MPI_LONG, j.right, 0, in.at(), j.count, MPI_LONG, j.left, 0,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    check_left(j, in, 0, "Sendrecv");
}

/// Where nothing comes stays what was sent.
void sendrecv_replace(Judge &j) {
    const Longs both(j.block(j.rank));
    MPI_Sendrecv_replace(both.at(), j.count, MPI_LONG, j.right, 0, j.left, 0, MPI_COMM_WORLD,
                         MPI_STATUS_IGNORE);
    const std::vector<long> got = both.get();
    for (int i = 0; i < j.count; ++i) {
        const long value = got[survivors::at(i)];
        const bool is_own = j.may_be_lost(j.left) && value == j.value(j.rank, 0, i);
        j.check(is_own || value == j.value(j.left, 0, i),
                "Sendrecv_replace, round %d: element %d is %ld", j.round, i, value);
    }
}

void isend(Judge &j) {
    const Longs out(j.block(j.rank));
    const Longs in(j.count);
    MPI_Request requests[2];
    MPI_Irecv(in.at(), j.count, MPI_LONG, j.left, 0, MPI_COMM_WORLD, &requests[0]);
    MPI_Isend(out.at(), j.count, MPI_LONG, j.right, 0, MPI_COMM_WORLD, &requests[1]);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    check_left(j, in, 0, "Isend");
}

void send_init(Judge &j) {
    const Longs out(j.block(j.rank));
    const Longs in(j.count);
    MPI_Request requests[2];
    MPI_Recv_init(in.at(), j.count, MPI_LONG, j.left, 0, MPI_COMM_WORLD, &requests[0]);
    MPI_Send_init(out.at(), j.count, MPI_LONG, j.right, 0, MPI_COMM_WORLD, &requests[1]);
    MPI_Startall(2, requests);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    for (MPI_Request &request : requests)
        MPI_Request_free(&request);
    check_left(j, in, 0, "Send_init");
}

void bsend(Judge &j) {
    const Longs out(j.block(j.rank));
    const Longs in(j.count);
    std::vector<char> room(survivors::at(j.count) * sizeof(long) + MPI_BSEND_OVERHEAD);
    MPI_Buffer_attach(room.data(), static_cast<int>(room.size()));
    MPI_Bsend(out.at(), j.count, MPI_LONG, j.right, 0, MPI_COMM_WORLD);
    MPI_Recv(in.at(), j.count, MPI_LONG, j.left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    void *detached = nullptr;
    int size = 0;
    MPI_Buffer_detach(&detached, &size);
    check_left(j, in, 0, "Bsend");
}

void psend(Judge &j) {
    const Longs out(j.block(j.rank));
    const Longs in(j.count);
    constexpr int partitions = 2;
    MPI_Request requests[2];
    MPI_Precv_init(in.at(), partitions, j.count / partitions, MPI_LONG, j.left, 0, MPI_COMM_WORLD,
                   MPI_INFO_NULL, &requests[0]);
    MPI_Psend_init(out.at(), partitions, j.count / partitions, MPI_LONG, j.right, 0, MPI_COMM_WORLD,
                   MPI_INFO_NULL, &requests[1]);
    MPI_Startall(2, requests);
    for (int i = 0; i < partitions; ++i)
        MPI_Pready(i, requests[1]);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    for (MPI_Request &request : requests)
        MPI_Request_free(&request);
    check_left(j, in, 0, "Psend_init");
}

/// Each rank writes a block, all together, and reads the next one's; of who may be lost its own.
void file(Judge &j) {
    int unique = static_cast<int>(getpid());
    MPI_Bcast(&unique, 1, MPI_INT, j.root, MPI_COMM_WORLD);
    const std::string name = "devices." + std::to_string(unique);
    MPI_File handle = MPI_FILE_NULL;
    MPI_File_open(MPI_COMM_WORLD, name.c_str(),
                  MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL,
                  &handle);
    const auto place_of = [&](int rank) {
        return MPI_Offset{rank} * j.count * static_cast<MPI_Offset>(sizeof(long));
    };
    const Longs out(j.block(j.rank));
    MPI_File_write_at_all(handle, place_of(j.rank), out.at(), j.count, MPI_LONG, MPI_STATUS_IGNORE);
    MPI_File_sync(handle);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_sync(handle);
    const int from = j.may_be_lost(j.right) ? j.rank : j.right;
    const Longs in(j.count);
    MPI_File_read_at_all(handle, place_of(from), in.at(), j.count, MPI_LONG, MPI_STATUS_IGNORE);
    MPI_File_close(&handle);
    j.check_block(in.get(), 0, from, 0, "File_read_at_all");
}

/// A window of the CPU's memory: the blocks of all ranks, a sum, a number. That of the root is
/// used.
class CommonWindow {
  public:
    explicit CommonWindow(const Judge &j) : j_(j) {
        const int elements = (j.size + 1) * j.count + 1;
        long *memory = nullptr;
        MPI_Win_allocate(static_cast<MPI_Aint>(sizeof(long)) * elements, sizeof(long),
                         MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
        std::fill_n(memory, elements, 0L);
        std::fill_n(memory, j.size * j.count, long{survivors::untouched});
        MPI_Win_fence(0, win);
    }
    ~CommonWindow() { MPI_Win_free(&win); }
    CommonWindow(const CommonWindow &) = delete;
    CommonWindow &operator=(const CommonWindow &) = delete;

    [[nodiscard]] int own_block() const { return j_.rank * j_.count; }
    [[nodiscard]] int sum() const { return j_.size * j_.count; }
    [[nodiscard]] int number() const { return (j_.size + 1) * j_.count; }
    [[nodiscard]] std::vector<long> get(int place, int count) const {
        const Longs got(count);
        MPI_Get(got.at(), count, MPI_LONG, j_.root, place, count, MPI_LONG, win);
        MPI_Win_flush(j_.root, win);
        return got.get();
    }

    MPI_Win win = MPI_WIN_NULL;

  private:
    const Judge &j_;
};

void put(Judge &j) {
    const CommonWindow w(j);
    const Longs out(j.block(j.rank));
    MPI_Win_lock_all(0, w.win);
    MPI_Put(out.at(), j.count, MPI_LONG, j.root, w.own_block(), j.count, MPI_LONG, w.win);
    MPI_Win_flush_all(w.win);
    j.check_block(w.get(w.own_block(), j.count), 0, j.rank, 0, "Put");
    MPI_Win_unlock_all(w.win);
}

void accumulate(Judge &j) {
    const CommonWindow w(j);
    const Longs mine(j.shares(j.count));
    MPI_Accumulate(mine.at(), j.count, MPI_LONG, j.root, w.sum(), j.count, MPI_LONG, MPI_SUM,
                   w.win);
    MPI_Win_fence(0, w.win);
    MPI_Win_lock_all(0, w.win);
    j.check_sum(w.get(w.sum(), j.count), 0, j.size - 1, "Accumulate");
    MPI_Win_unlock_all(w.win);
}

void fetch_and_op(Judge &j) {
    const CommonWindow w(j);
    const Longs mine(j.shares(1));
    const Longs before(1);
    MPI_Win_lock_all(0, w.win);
    MPI_Fetch_and_op(mine.at(), before.at(), MPI_LONG, j.root, w.number(), MPI_SUM, w.win);
    MPI_Win_unlock_all(w.win);
    const long others = before.get()[0];
    j.check(others >= 0 && (others >> j.rank & 1) == 0 && others >> j.size == 0,
            "Fetch_and_op, round %d: %lx", j.round, others);
    MPI_Win_fence(0, w.win);
    MPI_Win_lock_all(0, w.win);
    j.check_sum(w.get(w.number(), 1), 0, j.size - 1, "Fetch_and_op");
    MPI_Win_unlock_all(w.win);
}

/// The own block goes there by MPI_Get_accumulate, and its first element is swapped for another.
void swaps(Judge &j) {
    const CommonWindow w(j);
    const Longs mine(j.block(j.rank));
    const Longs before(j.count);
    const Longs swapped(1);
    const Longs other(std::vector<long>{j.value(j.rank, 1, 0)});
    MPI_Win_lock_all(0, w.win);
    MPI_Get_accumulate(mine.at(), j.count, MPI_LONG, before.at(), j.count, MPI_LONG, j.root,
                       w.own_block(), j.count, MPI_LONG, MPI_REPLACE, w.win);
    MPI_Win_flush(j.root, w.win);
    MPI_Compare_and_swap(other.at(), mine.at(), swapped.at(), MPI_LONG, j.root, w.own_block(),
                         w.win);
    MPI_Win_flush(j.root, w.win);
    const std::vector<long> after = w.get(w.own_block(), j.count);
    MPI_Win_unlock_all(w.win);
    const std::vector<long> untouched(survivors::at(j.count), survivors::untouched);
    j.check(before.get() == untouched, "Get_accumulate, round %d: it was there before", j.round);
    j.check(swapped.get() == std::vector<long>{j.value(j.rank, 0, 0)} &&
                after[0] == j.value(j.rank, 1, 0) && after[1] == j.value(j.rank, 0, 1),
            "Compare_and_swap, round %d: %ld, %ld, %ld", j.round, swapped.get()[0], after[0],
            after[1]);
}

/// What the device has is in the checkpoint, and is there again.
void checkpoint(Judge &j) {
    closeranks_store store = nullptr;
    const Longs data(j.block(j.rank));
    closeranks_store_create(MPI_COMM_WORLD, "buddy", &store);
    closeranks_store_member(store, 0, data.at(), j.count, MPI_LONG);
    int code = closeranks_store_commit(store, 1);
    if (code != MPI_SUCCESS) code = closeranks_store_commit(store, 1); // a death makes one fail
    j.check(code == MPI_SUCCESS, "commit, round %d: %s", j.round, closeranks_store_explain(store));
    const std::vector<long> nothing(survivors::at(j.count), survivors::untouched);
    device::copy_in(data.at(), nothing.data(), nothing.size() * sizeof(long));
    code = closeranks_store_restore(store, CLOSERANKS_NEWEST);
    j.check(code == MPI_SUCCESS, "restore, round %d: %s", j.round, closeranks_store_explain(store));
    closeranks_store_free(&store);
    j.check_block(data.get(), 0, j.rank, 0, "checkpoint");
}

} // namespace

std::vector<Call> other_calls() {
    return {{"sendrecv", sendrecv},
            {"sendrecv_replace", sendrecv_replace},
            {"isend", isend},
            {"send_init", send_init},
            {"bsend", bsend},
            {"psend", psend},
            {"file", file},
            {"put", put},
            {"accumulate", accumulate},
            {"fetch_and_op", fetch_and_op},
            {"swaps", swaps},
            {"checkpoint", checkpoint}};
}
