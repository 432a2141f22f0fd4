#include "runtime/messages/partitioned.hpp"

#include "runtime/core/apply_policy.hpp"
#include "runtime/core/entry.hpp"
#include "runtime/core/failures.hpp"
#include "runtime/core/raising.hpp"
#include "runtime/core/status.hpp"
#include "runtime/messages/partition_traffic.hpp"
#include "runtime/requests/missing_peer.hpp"
#include "runtime/requests/persistent_request.hpp"
#include "runtime/requests/polled_operation.hpp"
#include "runtime/support/partitioned_buffer.hpp"

#include <mpi-ext.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace closeranks {

namespace {

/// The arguments of the program's call that made the request.
struct Arguments {
    std::byte *buf;
    int partitions;
    MPI_Count count; ///< elements of one partition
    MPI_Datatype datatype;
    int peer;
    int tag;
};

[[nodiscard]] PartitionTraffic &traffic() noexcept { return partition_traffic(); }

/// The rank on the traffic's communicator, or MPI_PROC_NULL for a rank that is missing there.
[[nodiscard]] int traffic_rank(const Communicator &c, int peer) noexcept {
    if (peer < 0) return MPI_PROC_NULL;
    Group everyone;
    int rank = MPI_UNDEFINED;
    static_cast<void>(real.Comm_group(traffic().comm, everyone.out()));
    static_cast<void>(
        real.Group_translate_ranks(c.identity.group(), 1, &peer, everyone.get(), &rank));
    return rank == MPI_UNDEFINED ? MPI_PROC_NULL : rank;
}

class Partitioned : public PersistentRequest, public PolledOperation {
  public:
    Partitioned(Function function, Communicator &c, const Arguments &a, bool sends)
        : PersistentRequest(c), buffer_(a.buf, a.count, a.datatype), partitions_(a.partitions),
          function_(function), peer_(a.peer), traffic_rank_(traffic_rank(c, a.peer)) {
        const std::scoped_lock lock(traffic().mutex);
        channel_ = {.communicator = c.identity.global_id(),
                    .tag = a.tag,
                    .number = traffic().number_channel(c.identity.global_id(), traffic_rank_, a.tag,
                                                       sends)};
    }

    int start() noexcept override {
        ++channel_.start;
        prepare();
        begin(&current, communicator(), peer_, function_);
        advance();
        return MPI_SUCCESS;
    }

    int end() noexcept override { return failed_ ? MPIX_ERR_PROC_FAILED : MPI_SUCCESS; }
    void abandon() noexcept override { complete(); }

    /// Partitions `low` to `high` may be sent.
    virtual int ready(int low, int high) noexcept = 0;
    virtual int arrived(int partition, int *flag) noexcept = 0;

    /// As in Open MPI, which raises the errors of these calls on MPI_COMM_WORLD.
    static int refuse(int code) noexcept {
        call_errhandler(MPI_COMM_WORLD, code);
        return code;
    }

  protected:
    virtual void prepare() noexcept = 0;

    [[nodiscard]] bool is_within(int low, int high) const noexcept {
        return low >= 0 && high < partitions_;
    }

    PartitionedBuffer buffer_;
    int partitions_;
    Function function_;
    int peer_;
    int traffic_rank_;
    PartitionChannel channel_;
    bool failed_ = false;
};

class PartitionedSend final : public Partitioned {
  public:
    PartitionedSend(Function function, Communicator &c, const Arguments &a)
        : Partitioned(function, c, a, true) {}

    void advance() noexcept override {}

    int ready(int low, int high) noexcept override {
        if (!is_within(low, high)) return refuse(MPI_ERR_ARG);
        if (current == MPI_REQUEST_NULL) return refuse(MPI_ERR_REQUEST);
        bool last = false;
        {
            const std::scoped_lock lock(traffic().mutex);
            send(low, high);
            left_ -= std::max(high - low + 1, 0);
            last = left_ == 0;
        }
        if (last) complete();
        return MPI_SUCCESS;
    }

    int arrived(int, int *) noexcept override { return refuse(MPI_ERR_REQUEST); }

  private:
    void prepare() noexcept override {
        left_ = partitions_;
        failed_ = false;
    }

    void send(int low, int high) noexcept {
        if (peer_ == MPI_PROC_NULL) return;
        static_cast<void>(notice_failures(communicator()));
        if (traffic_rank_ == MPI_PROC_NULL || is_peer_missing(communicator(), peer_)) {
            failed_ = true;
            return;
        }
        const MPI_Comm comm = traffic().comm;
        buffer_.for_each_run(low, high, [&](const void *from, int elements, std::uint64_t offset) {
            const int bytes = buffer_.bytes_of(elements);
            if (bytes == 0) return;
            PartitionPiece piece = PartitionTraffic::make_piece(static_cast<std::size_t>(bytes));
            piece.channel = channel_;
            piece.peer = traffic_rank_;
            piece.offset = offset;
            int position = 0;
            static_cast<void>(real.Pack(from, elements, buffer_.datatype(), piece.data().data(),
                                        bytes, &position, comm));
            traffic().send(std::move(piece));
        });
    }

    int left_ = 0; ///< partitions that are not ready yet
};

class PartitionedReceive final : public Partitioned {
  public:
    PartitionedReceive(Function function, Communicator &c, const Arguments &a)
        : Partitioned(function, c, a, false), missing_(static_cast<std::size_t>(a.partitions)) {}

    void advance() noexcept override {
        // Threads may ask for partitions at the same time.
        const std::scoped_lock lock(traffic().mutex);
        if (left_ > 0 && peer_ != MPI_PROC_NULL) receive();
        if (left_ > 0 && peer_ != MPI_PROC_NULL && !failed_) return;
        fill_status();
        complete();
    }

    int ready(int, int) noexcept override { return refuse(MPI_ERR_REQUEST); }

    int arrived(int partition, int *flag) noexcept override {
        if (!is_within(partition, partition)) return refuse(MPI_ERR_ARG);
        *flag = 1;
        if (current == MPI_REQUEST_NULL) return MPI_SUCCESS; // inactive
        if (!is_complete()) advance();
        bool never_arrives = false;
        {
            const std::scoped_lock lock(traffic().mutex); // another thread may be writing it
            if (missing_[static_cast<std::size_t>(partition)] == 0 || peer_ == MPI_PROC_NULL)
                return MPI_SUCCESS;
            never_arrives = failed_;
        }
        // A program that polls for such a partition must not poll for ever. An ignored loss is
        // counted when the request completes.
        if (never_arrives)
            return policy_of(communicator(), function_) == Policy::ignore
                       ? MPI_SUCCESS
                       : apply_policy(communicator(), function_, peer_);
        *flag = 0;
        return MPI_SUCCESS;
    }

  private:
    void prepare() noexcept override {
        const std::uint64_t size = buffer_.partition_size();
        left_ = size == 0 ? 0 : partitions_; // a partition without bytes is not sent
        std::fill(missing_.begin(), missing_.end(), size);
        if (!packed_)
            packed_ = std::make_unique<std::byte[]>(size * static_cast<std::size_t>(partitions_));
        failed_ = false;
        patience_.emplace(communicator(), peer_);
    }

    void receive() noexcept {
        bool any = false;
        traffic().receive();
        while (left_ > 0) {
            const auto piece = traffic().take(channel_, traffic_rank_);
            if (!piece) break;
            any = true;
            place(*piece);
        }
        if (!any && left_ > 0) failed_ = traffic_rank_ == MPI_PROC_NULL || patience_->exhausted();
    }

    /// The sender's partitions may differ from this process's: bytes are counted for each of this
    /// process's partitions.
    void place(const PartitionPiece &piece) noexcept {
        const std::uint64_t size = buffer_.partition_size();
        const std::uint64_t all = size * static_cast<std::uint64_t>(partitions_);
        if (piece.offset >= all) return; // the sender sent more than fits
        const std::uint64_t end = std::min(piece.offset + piece.data().size(), all);
        std::copy_n(piece.data().data(), end - piece.offset, packed_.get() + piece.offset);
        for (std::uint64_t at = piece.offset; at < end;) {
            const std::uint64_t partition = at / size;
            const std::uint64_t upto = std::min((partition + 1) * size, end);
            missing_[partition] -= upto - at;
            if (missing_[partition] == 0) unpack(static_cast<int>(partition));
            at = upto;
        }
    }

    void unpack(int partition) noexcept {
        --left_;
        const MPI_Comm comm = traffic().comm;
        buffer_.for_each_run(
            partition, partition, [&](void *to, int elements, std::uint64_t offset) {
                int position = 0;
                static_cast<void>(real.Unpack(packed_.get() + offset, buffer_.bytes_of(elements),
                                              &position, to, elements, buffer_.datatype(), comm));
            });
    }

    void fill_status() noexcept {
        if (failed_ || peer_ == MPI_PROC_NULL) return; // as for MPI_PROC_NULL
        const auto bytes = buffer_.partition_size() * static_cast<std::uint64_t>(partitions_);
        static_cast<void>(
            real.Status_set_elements_x(&status_, MPI_BYTE, static_cast<MPI_Count>(bytes)));
        status_.MPI_SOURCE = peer_;
        status_.MPI_TAG = channel_.tag;
    }

    std::vector<std::uint64_t> missing_; ///< bytes of each partition that have not arrived
    int left_ = 0;                       ///< partitions that have not arrived
    std::unique_ptr<std::byte[]> packed_;
    std::optional<PollTimer> patience_;
};

template <typename Kind>
[[nodiscard]] int make(Communicator &c, const Arguments &a, MPI_Request *request) noexcept {
    if (a.partitions < 1 || a.count < 0) return c.raise(MPI_ERR_ARG);
    if (a.peer >= c.size || (a.peer < 0 && a.peer != MPI_PROC_NULL)) return c.raise(MPI_ERR_RANK);
    if (a.datatype == MPI_DATATYPE_NULL) return c.raise(MPI_ERR_TYPE);
    // Any persistent request of the MPI serves as a handle.
    const int code =
        real.Recv_init(nullptr, 0, MPI_BYTE, MPI_PROC_NULL, 0, c.messages.get(), request);
    if (code != MPI_SUCCESS) return c.raise(code);
    remember_persistent(*request, new Kind(Entry::function(), c, a));
    return code;
}

[[nodiscard]] Partitioned *find_partitioned(MPI_Request request) noexcept {
    return dynamic_cast<Partitioned *>(find_persistent(request));
}

} // namespace

int make_partitioned_send(Communicator &c, const void *buf, int partitions, MPI_Count count,
                          MPI_Datatype datatype, int dest, int tag, MPI_Info info,
                          MPI_Request *request) noexcept {
    if (c.identity.spans_worlds()) // the traffic reaches only processes of MPI_COMM_WORLD
        return real.Psend_init(buf, partitions, count, datatype,
                               number_of(c.message_ranks.live(dest)), tag, c.messages.get(), info,
                               request);
    auto *const bytes = static_cast<std::byte *>(const_cast<void *>(buf));
    return make<PartitionedSend>(c, {bytes, partitions, count, datatype, dest, tag}, request);
}

int make_partitioned_receive(Communicator &c, void *buf, int partitions, MPI_Count count,
                             MPI_Datatype datatype, int source, int tag, MPI_Info info,
                             MPI_Request *request) noexcept {
    if (c.identity.spans_worlds())
        return real.Precv_init(buf, partitions, count, datatype,
                               number_of(c.message_ranks.live(source)), tag, c.messages.get(), info,
                               request);
    return make<PartitionedReceive>(
        c, {static_cast<std::byte *>(buf), partitions, count, datatype, source, tag}, request);
}

int partition_ready(int partition, MPI_Request request) noexcept {
    Partitioned *const known = find_partitioned(request);
    return known == nullptr ? real.Pready(partition, request) : known->ready(partition, partition);
}

int partitions_ready(int low, int high, MPI_Request request) noexcept {
    Partitioned *const known = find_partitioned(request);
    return known == nullptr ? real.Pready_range(low, high, request) : known->ready(low, high);
}

int listed_partitions_ready(int length, const int partitions[], MPI_Request request) noexcept {
    Partitioned *const known = find_partitioned(request);
    if (known == nullptr) return real.Pready_list(length, const_cast<int *>(partitions), request);
    for (int i = 0; i < length; ++i)
        if (const int code = known->ready(partitions[i], partitions[i]); code != MPI_SUCCESS)
            return code;
    return MPI_SUCCESS;
}

int partition_arrived(MPI_Request request, int partition, int *flag) noexcept {
    Partitioned *const known = find_partitioned(request);
    return known == nullptr ? real.Parrived(request, partition, flag)
                            : known->arrived(partition, flag);
}

} // namespace closeranks
