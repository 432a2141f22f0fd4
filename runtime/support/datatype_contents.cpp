#include "runtime/support/datatype_contents.hpp"

#include "runtime/support/real.hpp"

namespace closeranks {

namespace {

/// How many arguments of each kind a constructor had.
struct Envelope {
    int combiner = MPI_UNDEFINED;
    std::size_t integers = 0;
    std::size_t places = 0;
    std::size_t large = 0;
    std::size_t types = 0;
};

#if CLOSERANKS_MPI_RELEASE >= 6

// The forms without large counts raise an error for a datatype that was made with such counts.
Envelope envelope_of(MPI_Datatype type) noexcept {
    MPI_Count integers = 0;
    MPI_Count places = 0;
    MPI_Count large = 0;
    MPI_Count types = 0;
    int combiner = MPI_COMBINER_NAMED;
    if (real.Type_get_envelope_c(type, &integers, &places, &large, &types, &combiner) !=
        MPI_SUCCESS)
        return {};
    return {combiner, static_cast<std::size_t>(integers), static_cast<std::size_t>(places),
            static_cast<std::size_t>(large), static_cast<std::size_t>(types)};
}

bool read_contents(MPI_Datatype type, std::vector<int> &integers, std::vector<MPI_Aint> &places,
                   std::vector<MPI_Count> &large, std::vector<MPI_Datatype> &types) noexcept {
    return real.Type_get_contents_c(
               type, static_cast<MPI_Count>(integers.size()), static_cast<MPI_Count>(places.size()),
               static_cast<MPI_Count>(large.size()), static_cast<MPI_Count>(types.size()),
               integers.data(), places.data(), large.data(), types.data()) == MPI_SUCCESS;
}

#else

Envelope envelope_of(MPI_Datatype type) noexcept {
    int integers = 0;
    int places = 0;
    int types = 0;
    int combiner = MPI_COMBINER_NAMED;
    if (real.Type_get_envelope(type, &integers, &places, &types, &combiner) != MPI_SUCCESS)
        return {};
    return {combiner, static_cast<std::size_t>(integers), static_cast<std::size_t>(places), 0,
            static_cast<std::size_t>(types)};
}

bool read_contents(MPI_Datatype type, std::vector<int> &integers, std::vector<MPI_Aint> &places,
                   std::vector<MPI_Count> & /*large*/, std::vector<MPI_Datatype> &types) noexcept {
    return real.Type_get_contents(type, static_cast<int>(integers.size()),
                                  static_cast<int>(places.size()), static_cast<int>(types.size()),
                                  integers.data(), places.data(), types.data()) == MPI_SUCCESS;
}

#endif

/// The number of large counts that are not bytes.
std::size_t large_integers(int combiner, const std::vector<std::int64_t> &large) noexcept {
    switch (combiner) {
    case MPI_COMBINER_RESIZED:
        return 0;
    case MPI_COMBINER_HVECTOR:
    case MPI_COMBINER_HINDEXED_BLOCK:
        return 2;
    case MPI_COMBINER_HINDEXED:
    case MPI_COMBINER_STRUCT:
        return static_cast<std::size_t>(large[0]) + 1;
    default:
        return large.size();
    }
}

} // namespace

int combiner_of(MPI_Datatype type) noexcept { return envelope_of(type).combiner; }

bool is_predefined(MPI_Datatype type) noexcept {
    if (type == MPI_DATATYPE_NULL) return true;
    const int combiner = combiner_of(type);
    return combiner == MPI_UNDEFINED || combiner == MPI_COMBINER_NAMED ||
           combiner == MPI_COMBINER_F90_REAL || combiner == MPI_COMBINER_F90_COMPLEX ||
           combiner == MPI_COMBINER_F90_INTEGER;
}

void spread_large_counts(int combiner, const std::vector<std::int64_t> &large,
                         std::vector<std::int64_t> &integers, std::vector<std::int64_t> &places) {
    if (large.empty()) return;
    const auto end = large.begin() + static_cast<std::ptrdiff_t>(large_integers(combiner, large));
    // The integers of a subarray are the number of its dimensions and its order, at both ends.
    const auto before = integers.empty() ? integers.end() : integers.begin() + 1;
    integers.insert(before, large.begin(), end);
    places.insert(places.end(), end, large.end());
}

DatatypeContents::DatatypeContents(MPI_Datatype type) noexcept {
    const Envelope made = envelope_of(type);
    if (made.types == 0) return;
    std::vector<int> some_integers(made.integers);
    std::vector<MPI_Aint> some_places(made.places);
    std::vector<MPI_Count> some_large(made.large);
    types.resize(made.types, MPI_DATATYPE_NULL);
    if (!read_contents(type, some_integers, some_places, some_large, types)) return;
    combiner = made.combiner;
    integers.assign(some_integers.begin(), some_integers.end());
    places.assign(some_places.begin(), some_places.end());
    spread_large_counts(combiner, {some_large.begin(), some_large.end()}, integers, places);
}

DatatypeContents::~DatatypeContents() {
    for (MPI_Datatype &type : types)
        if (!is_predefined(type)) static_cast<void>(real.Type_free(&type));
}

} // namespace closeranks
