#include "generated/replicas/calls.hpp"
#include "runtime/replication/arguments.hpp"
#include "runtime/replication/decisions.hpp"
#include "runtime/replication/message_wait.hpp"
#include "runtime/replication/progress.hpp"
#include "runtime/replication/raising.hpp"
#include "runtime/replication/request_table.hpp"
#include "runtime/replication/status.hpp"
#include "runtime/replication/transport.hpp"
#include "runtime/support/partitioned_buffer.hpp"

#include <algorithm>
#include <cstring>
#include <vector>

/// Partitioned messages (MPI 4.1, chapter 4). Partitions that a call marks as ready are sent in
/// that call, as messages of a context that only the two requests of both ends know. Both ends
/// count the initialisations of a communicator, place and tag: these have the same number at both
/// ends. Only the outcome of MPI_Parrived is a decision.

namespace closeranks::replication {

namespace {

/// The arguments of the program's call that makes the request.
struct Arguments {
    void *buf;
    int partitions;
    MPI_Count count; ///< elements of one partition
    MPI_Datatype type;
    int place; ///< of the other end; MPI_PROC_NULL is allowed
    int tag;
};

class Partitioned : public Operation {
  public:
    Partitioned(const Arguments &of, std::uint64_t context)
        : buffer(static_cast<std::byte *>(of.buf), of.count, of.type), partitions(of.partitions),
          place(of.place), tag(of.tag), context(context) {}

    [[nodiscard]] bool has(int low, int high) const noexcept {
        return low >= 0 && high < partitions;
    }

  protected:
    const PartitionedBuffer buffer;
    const int partitions;
    const int place;
    const int tag;
    const std::uint64_t context;
};

class PartitionedSend final : public Partitioned {
  public:
    PartitionedSend(const Arguments &of, const Communicator &on, std::uint64_t context)
        : Partitioned(of, context), own_place_(on.place),
          to_(of.place == MPI_PROC_NULL ? of.place
                                        : on.peers()[static_cast<std::size_t>(of.place)]) {}

    int start() override {
        unsent_ = partitions;
        return MPI_SUCCESS;
    }
    bool is_done() override { return unsent_ <= 0; }
    int finish(MPI_Status *status) override {
        set_empty_status(status);
        return MPI_SUCCESS;
    }

    /// Sends these partitions.
    [[nodiscard]] int send(int low, int high) {
        unsent_ -= std::max(high - low + 1, 0);
        if (to_ == MPI_PROC_NULL) return MPI_SUCCESS;
        int code = MPI_SUCCESS;
        buffer.for_each_run(low, high, [&](const void *from, int elements, std::uint64_t offset) {
            if (buffer.bytes_of(elements) != 0)
                code = first_error(code, send_piece(from, elements, offset));
        });
        return code;
    }

  private:
    int send_piece(const void *from, int elements, std::uint64_t offset) const {
        const int bytes = buffer.bytes_of(elements);
        Envelope envelope;
        envelope.context = context;
        envelope.size = sizeof(offset) + static_cast<std::size_t>(bytes);
        envelope.place = own_place_;
        envelope.talk = Talk::partition;
        const auto packet = std::make_shared<Packet>(envelope);
        std::memcpy(packet->payload(), &offset, sizeof(offset));
        int at = 0;
        const int code = real.Pack(from, elements, buffer.datatype(),
                                   packet->payload() + sizeof(offset), bytes, &at, MPI_COMM_SELF);
        if (code == MPI_SUCCESS) static_cast<void>(send_message(to_, packet));
        return code;
    }

    int own_place_;
    int to_; ///< rank of MPI_COMM_WORLD
    int unsent_ = 0;
};

class PartitionedReceive final : public Partitioned {
  public:
    PartitionedReceive(const Arguments &of, std::uint64_t context)
        : Partitioned(of, context), missing_(static_cast<std::size_t>(of.partitions)),
          packed_(all()) {}
    ~PartitionedReceive() override { matching().forget(pattern()); }

    int start() override {
        const std::uint64_t size = buffer.partition_size();
        std::fill(missing_.begin(), missing_.end(), size);
        left_ = size == 0 || place == MPI_PROC_NULL ? 0 : partitions; // empty ones are not sent
        code_ = MPI_SUCCESS;
        return MPI_SUCCESS;
    }
    bool is_done() override {
        take_arrived();
        if (left_ == 0) return true;
        progress();
        take_arrived();
        return left_ == 0;
    }
    int finish(MPI_Status *status) override {
        if (place == MPI_PROC_NULL)
            set_status_of_no_process(status);
        else
            set_status(status, place, tag, all());
        return code_;
    }

    [[nodiscard]] bool has_arrived(int partition) {
        take_arrived();
        return left_ == 0 || missing_[static_cast<std::size_t>(partition)] == 0;
    }

  private:
    [[nodiscard]] std::size_t all() const noexcept {
        return buffer.partition_size() * static_cast<std::size_t>(partitions);
    }
    [[nodiscard]] Pattern pattern() const noexcept {
        return {context, Talk::partition, place, any};
    }

    /// Messages behind the last one of this start belong to the next start.
    void take_arrived() {
        while (left_ > 0) {
            const Arrived *const first = matching().find(pattern());
            if (first == nullptr) return;
            const std::optional<Arrived> piece = matching().extract(pattern(), first->id);
            put(*piece->packet);
        }
    }

    /// The sender's partitions may differ from this rank's: the bytes of each of this rank's
    /// partitions are counted.
    void put(const Packet &piece) {
        std::uint64_t offset = 0;
        std::memcpy(&offset, piece.payload(), sizeof(offset));
        const std::byte *const data = piece.payload() + sizeof(offset);
        const std::uint64_t end = std::min(offset + piece.size() - sizeof(offset), all());
        if (offset + piece.size() - sizeof(offset) > all()) code_ = MPI_ERR_TRUNCATE;
        if (offset >= end) return;
        std::copy_n(data, end - offset, packed_.data() + offset);
        const std::uint64_t size = buffer.partition_size();
        for (std::uint64_t at = offset; at < end;) {
            const std::uint64_t partition = at / size;
            const std::uint64_t upto = std::min((partition + 1) * size, end);
            missing_[partition] -= upto - at;
            if (missing_[partition] == 0) unpack(static_cast<int>(partition));
            at = upto;
        }
    }

    void unpack(int partition) {
        --left_;
        buffer.for_each_run(partition, partition, [&](void *to, int elements, std::uint64_t from) {
            int at = 0;
            code_ = first_error(code_,
                                real.Unpack(packed_.data() + from, buffer.bytes_of(elements), &at,
                                            to, elements, buffer.datatype(), MPI_COMM_SELF));
        });
    }

    std::vector<std::uint64_t> missing_; ///< bytes of each partition that have not arrived
    std::vector<std::byte> packed_;
    int left_ = 0; ///< partitions that have not arrived
    int code_ = MPI_SUCCESS;
};

int check(const Arguments &of, const Communicator &on) noexcept {
    if (of.partitions < 1) return MPI_ERR_ARG;
    if (of.count < 0) return MPI_ERR_COUNT;
    if (of.type == MPI_DATATYPE_NULL) return MPI_ERR_TYPE;
    return check_destination(of.place, of.tag, on); // wildcards are not allowed in receives either
}

/// The context of the next request to or from that place with that tag.
std::uint64_t next_context(const Arguments &of, const Communicator &on,
                           Communicator::CountsByPeer &counts) {
    const std::uint64_t number = counts[{of.place, of.tag}]++;
    return combined(combined(on.context, static_cast<std::uint64_t>(of.tag)), number);
}

template <typename Kind> Kind *find_partitioned(const Request &request) noexcept {
    return dynamic_cast<Kind *>(request.operation.get());
}

int mark_ready(int low, int high, const Request &request) {
    auto *const send = find_partitioned<PartitionedSend>(request);
    if (send == nullptr || !request.is_active) return raise(request.comm, MPI_ERR_REQUEST);
    if (!send->has(low, high)) return raise(request.comm, MPI_ERR_ARG);
    return raise(request.comm, send->send(low, high));
}

constexpr bool is_persistent = true;

} // namespace

namespace calls {

int psend_init(const void *buf, int partitions, MPI_Count count, MPI_Datatype datatype, int dest,
               int tag, MPI_Comm comm, MPI_Info info, MPI_Request *request) {
    Communicator *const on = find(comm);
    if (on == nullptr)
        return real.Psend_init(buf, partitions, count, datatype, dest, tag, comm, info, request);
    const Arguments of{const_cast<void *>(buf), partitions, count, datatype, dest, tag};
    if (const int code = check(of, *on); code != MPI_SUCCESS) return raise(comm, code);
    const std::uint64_t context = next_context(of, *on, on->partitioned_sends);
    auto made = std::make_unique<PartitionedSend>(of, *on, context);
    return raise(comm, make_request(std::move(made), comm, is_persistent, request));
}

int precv_init(void *buf, int partitions, MPI_Count count, MPI_Datatype datatype, int source,
               int tag, MPI_Comm comm, MPI_Info info, MPI_Request *request) {
    Communicator *const on = find(comm);
    if (on == nullptr)
        return real.Precv_init(buf, partitions, count, datatype, source, tag, comm, info, request);
    const Arguments of{buf, partitions, count, datatype, source, tag};
    if (const int code = check(of, *on); code != MPI_SUCCESS) return raise(comm, code);
    const std::uint64_t context = next_context(of, *on, on->partitioned_receives);
    auto made = std::make_unique<PartitionedReceive>(of, context);
    return raise(comm, make_request(std::move(made), comm, is_persistent, request));
}

int pready(int partition, MPI_Request handle) {
    const Request *const request = request_table().find(handle);
    return request == nullptr ? real.Pready(partition, handle)
                              : mark_ready(partition, partition, *request);
}

int pready_range(int low, int high, MPI_Request handle) {
    const Request *const request = request_table().find(handle);
    return request == nullptr ? real.Pready_range(low, high, handle)
                              : mark_ready(low, high, *request);
}

int pready_list(int length, Pready_list_partition_list partitions, MPI_Request handle) {
    const Request *const request = request_table().find(handle);
    if (request == nullptr) return real.Pready_list(length, partitions, handle);
    for (int i = 0; i < length; ++i)
        if (const int code = mark_ready(partitions[i], partitions[i], *request);
            code != MPI_SUCCESS)
            return code;
    return MPI_SUCCESS;
}

int parrived(MPI_Request handle, int partition, int *flag) {
    using Outcome = Decisions::Outcome;
    const Request *const request = request_table().find(handle);
    if (request == nullptr) return real.Parrived(handle, partition, flag);
    auto *const receive = find_partitioned<PartitionedReceive>(*request);
    if (receive == nullptr) return raise(request->comm, MPI_ERR_REQUEST);
    if (!receive->has(partition, partition)) return raise(request->comm, MPI_ERR_ARG);
    *flag = 1;
    if (!request->is_active) return MPI_SUCCESS;
    const Outcome found = decisions().decide([&] {
        progress();
        return receive->has_arrived(partition) ? Outcome{1} : Outcome{};
    });
    *flag = found.empty() ? 0 : 1;
    if (*flag != 0) wait_for_message([&] { return receive->has_arrived(partition); });
    return MPI_SUCCESS;
}

} // namespace calls

} // namespace closeranks::replication
