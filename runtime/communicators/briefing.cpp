#include "runtime/communicators/briefing.hpp"

#include "runtime/core/runtime.hpp"
#include "runtime/membership/members.hpp"
#include "runtime/membership/process_locations.hpp"
#include "runtime/support/words.hpp"

#include <algorithm>

namespace closeranks {

namespace {

/// The first of the `living` that has stood for a rank `before`; if there is none, the first of
/// all.
int speaker_among(const std::vector<ProcessId> &living, const std::vector<ProcessId> &before) {
    const auto found = std::ranges::find_first_of(living, before);
    return found == living.end() ? 0 : static_cast<int>(found - living.begin());
}

/// Puts spares in the places of processes that are not among the `living`. One process chooses,
/// because not all may know the hosts of all.
Briefing prepare(const std::vector<ProcessId> &before, const std::vector<ProcessId> &living) {
    Briefing told;
    const std::vector<std::string> hosts = process_locations().hosts();
    told.recipes = own_recipes();
    told.by_rank = with_spares(before, living, hosts, members().first_started(),
                               hosts_of_memory(told.recipes, before, living, hosts));
    told.vain_recoveries = runtime().recovery.in_vain();
    if (told.by_rank != before) told.history = runtime().report.history();
    return told;
}

Words words_of(const Briefing &told) {
    Words words;
    append(told.by_rank, words);
    words.push_back(static_cast<std::uint64_t>(told.vain_recoveries));
    append(told.history, words);
    for (const Recipe &recipe : told.recipes)
        append(recipe, words);
    return words;
}

Briefing briefing_from(std::span<const std::uint64_t> words) {
    Briefing told;
    told.by_rank = take_processes(words);
    told.vain_recoveries = static_cast<int>(take(words));
    told.history = take_text(words);
    while (!words.empty())
        told.recipes.push_back(take_recipe(words));
    return told;
}

} // namespace

int share(Briefing &briefing, const std::vector<ProcessId> &before, MPI_Comm living) {
    const std::vector<ProcessId> processes = members().processes_of(living);
    const int speaker = speaker_among(processes, before);
    int rank = 0;
    static_cast<void>(real.Comm_rank(living, &rank));
    Words words;
    if (rank == speaker) words = words_of(prepare(before, processes));
    const int code = share(words, speaker, living);
    if (code == MPI_SUCCESS) briefing = briefing_from(words);
    return code;
}

} // namespace closeranks
