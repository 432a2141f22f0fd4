#include "runtime/files/buffering.hpp"

#include "runtime/core/entry.hpp"
#include "runtime/core/failures.hpp"
#include "runtime/core/runtime.hpp"
#include "runtime/files/file_runs.hpp"
#include "runtime/support/errors_return.hpp"
#include "runtime/support/kept_datatype.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

namespace closeranks {

namespace {

/// One collective write of this process.
class Buffering {
  public:
    Buffering(File &file, Function function, const BufferingPlan &plan,
              const Positions &mine) noexcept
        : file_(file), function_(function), plan_(plan), mine_(mine), out_(members().size),
          in_(members().size) {}

    [[nodiscard]] bool write(const std::byte *data) noexcept {
        for (std::int64_t round = 0; round < plan_.rounds(); ++round)
            write_round(round, data);
        return all_have_ended();
    }

  private:
    [[nodiscard]] Communicator &members() const noexcept { return *file_.members; }

    /// Calls `act(rank of the aggregator, its section, this process's part of that)`.
    template <typename Act> void for_each_part(std::int64_t round, Act act) {
        for (int i = 0; i < plan_.aggregators(); ++i) {
            const Section section = plan_.section(round, i);
            const Positions part = part_in(file_.pieces, section, mine_);
            if (part.bytes() > 0) act(plan_.rank_of(i), section, part);
        }
    }

    /// The section of this process in this round; empty when it is not an aggregator.
    [[nodiscard]] Section own_section(std::int64_t round) const noexcept {
        for (int i = 0; i < plan_.aggregators(); ++i)
            if (plan_.rank_of(i) == file_.rank()) return plan_.section(round, i);
        return {};
    }

    /// Calls `act` for all received parcels that are complete.
    template <typename Act> void for_each_parcel(Act act) {
        for (int member = 0; member < members().size; ++member)
            if (const auto parcel = in_.of(member);
                !parcel.empty() && !is_missing(members(), member))
                act(parcel);
    }

    void write_round(std::int64_t round, const std::byte *data);
    void write_section(const Section &section);

    /// True at all survivors if all that took part have come here, and none has failed. A process
    /// that comes here has done its work for the others.
    [[nodiscard]] bool all_have_ended() noexcept {
        std::int64_t ended[] = {1, failed_ ? 1 : 0};
        combine_sums(file_, function_, ended);
        return ended[0] == plan_.taking_part() && ended[1] == 0;
    }

    File &file_;
    Function function_;
    const BufferingPlan &plan_;
    Positions mine_;
    AlltoallBuffers out_;
    AlltoallBuffers in_;
    std::vector<std::byte> section_; ///< of an aggregator: the data of its section
    std::vector<char> written_;      ///< 1 for each byte of the section that some process writes
    bool failed_ = false;
};

/// Sends places and data to the aggregators.
void Buffering::write_round(std::int64_t round, const std::byte *data) {
    out_.clear();
    for_each_part(round, [&](int rank, const Section &section, const Positions &part) {
        out_.begin(rank);
        add_runs(out_, file_.pieces, section, part);
        out_.add(data + (part.begin - mine_.begin), static_cast<std::size_t>(part.bytes()));
    });
    in_.expect_all(members(), function_, out_);
    in_.receive(members(), function_, out_);
    if (const Section own = own_section(round); own.bytes() > 0) write_section(own);
}

void Buffering::write_section(const Section &section) {
    section_.resize(static_cast<std::size_t>(section.bytes()));
    written_.assign(section_.size(), 0);
    for_each_parcel([&](std::span<const std::byte> parcel) {
        const std::byte *data =
            parcel.data() + for_each_piece(parcel, [](std::size_t, std::size_t) {});
        for_each_piece(parcel, [&](std::size_t at, std::size_t length) {
            std::memcpy(&section_[at], data, length);
            std::memset(&written_[at], 1, length);
            data += length;
        });
    });
    const char *const begin = written_.data();
    const auto find = [&](char value, std::size_t from) {
        const void *const found = std::memchr(begin + from, value, written_.size() - from);
        return found == nullptr
                   ? written_.size()
                   : static_cast<std::size_t>(static_cast<const char *>(found) - begin);
    };
    for (std::size_t at = find(1, 0); at < written_.size() && !failed_;) {
        const std::size_t end = find(0, at);
        failed_ = !file_.raw.write(section.begin + static_cast<MPI_Offset>(at),
                                   std::span(section_).subspan(at, end - at));
        at = find(1, end);
    }
}

std::string hint(MPI_Info info, const char *key) {
    std::array<char, MPI_MAX_INFO_VAL + 1> text{};
    int there = 0;
    if (info != MPI_INFO_NULL)
        static_cast<void>(real.Info_get(info, key, MPI_MAX_INFO_VAL, text.data(), &there));
    return there != 0 ? text.data() : "";
}

/// Learns the program's view of the file, if it has changed.
void learn_view(File &file) {
    if (file.pieces_known) return;
    file.pieces_known = true;
    file.pieces = {};
    MPI_Offset begin = 0;
    MPI_Datatype etype = MPI_DATATYPE_NULL;
    MPI_Datatype filetype = MPI_DATATYPE_NULL;
    std::array<char, MPI_MAX_DATAREP_STRING> representation{};
    if (real.File_get_view(file.handle, &begin, &etype, &filetype, representation.data()) !=
        MPI_SUCCESS)
        return;
    FlatDatatype flat;
    if (std::string_view(representation.data()) == "native" && flatten(filetype, flat))
        file.pieces = FilePieces(begin, std::move(flat));
    for (MPI_Datatype *const type : {&etype, &filetype})
        if (!is_predefined(*type)) static_cast<void>(real.Type_free(type));
}

/// The positions that the program wants to access. Nothing: the MPI has to make the access, and
/// raises errors where there are any.
std::optional<Positions> wanted(File &file, MPI_Offset offset, const TypedData &data) noexcept {
    learn_view(file);
    int atomic = 0;
    if (!file.pieces.is_usable() || file.etype_size == 0 ||
        real.File_get_atomicity(file.handle, &atomic) != MPI_SUCCESS || atomic != 0 || offset < 0 ||
        data.count < 0 || data.type == MPI_DATATYPE_NULL)
        return std::nullopt;
    const MPI_Offset bytes = data.count * bytes_in(data.type);
    const bool plain = plain_size(data.type) != 0;
    if (bytes % file.etype_size != 0 || (plain && bytes > 0 && data.at == nullptr))
        return std::nullopt;
    if (!plain) { // packed, if possible: the type must be committed
        const ErrorsReturn guard(MPI_COMM_SELF);
        std::byte unused{};
        int at = 0;
        if (bytes > std::numeric_limits<int>::max() ||
            real.Pack(data.at, 0, data.type, &unused, 0, &at, MPI_COMM_SELF) != MPI_SUCCESS)
            return std::nullopt;
    }
    const std::int64_t begin = offset * file.etype_size;
    return Positions{.begin = begin, .end = begin + bytes};
}

/// All survivors exchange the ranges that they access.
std::optional<BufferingPlan> agree_on_plan(const File &file, Function function,
                                           const Positions &mine, bool refuses) noexcept {
    constexpr std::size_t numbers = sizeof(AccessFacts) / sizeof(std::int64_t);
    std::vector<AccessFacts> members(static_cast<std::size_t>(file.members->size));
    members[static_cast<std::size_t>(file.rank())] = describe_access(file.pieces, mine, refuses);
    std::vector<std::int64_t> all(members.size() * numbers);
    std::memcpy(all.data(), members.data(), members.size() * sizeof(AccessFacts));
    combine_sums(file, function, all);
    std::memcpy(static_cast<void *>(members.data()), all.data(), all.size() * sizeof(std::int64_t));
    return BufferingPlan::from(members, file.wishes);
}

} // namespace

BufferingWishes buffering_wishes(const File &file, MPI_Info info) noexcept {
    const bool may = runtime().config.io == IoChoice::collective && file.members != nullptr &&
                     (file.amode & (MPI_MODE_SEQUENTIAL | MPI_MODE_RDONLY)) == 0 &&
                     hint(info, "collective_buffering") != "false";
    const auto number = [&](const char *key) {
        return std::max(0LL, std::strtoll(hint(info, key).c_str(), nullptr, 10));
    };
    return {.none = may && hint(info, "romio_cb_write") != "disable" ? 0 : 1,
            .aggregators = number("cb_nodes"),
            .section = number("cb_buffer_size")};
}

bool write_buffered(File &file, MPI_Offset offset, const TypedData &data) noexcept {
    auto mine = wanted(file, offset, data);
    Data bytes;
    if (mine && mine->bytes() > 0 &&
        bytes.read(data, DataLayout(data.count, data.type)) != MPI_SUCCESS)
        mine.reset();
    const Positions part = mine.value_or(Positions{});
    const auto plan = agree_on_plan(file, Entry::function(), part, !mine);
    return plan && Buffering(file, Entry::function(), *plan, part).write(bytes.get());
}

} // namespace closeranks
