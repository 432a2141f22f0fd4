#include "runtime/stall/stall_words.hpp"

#include <algorithm>
#include <map>

namespace closeranks::stall {

namespace {

std::string without_prefix(const std::string &function) {
    return function.substr(function.find('_') + 1);
}

std::string cost(const std::vector<int> &lost) {
    return "the result then lacks, or repeats, what " + list(lost) + " should have brought";
}

} // namespace

std::string list(const std::vector<int> &ranks) {
    std::string text = ranks.size() == 1 ? "rank " : "ranks ";
    for (std::size_t i = 0; i < ranks.size(); ++i) {
        if (i != 0) text += i + 1 == ranks.size() ? " and " : ", ";
        text += std::to_string(ranks[i]);
    }
    return text;
}

std::string describe(const std::vector<Survivor> &ranks) {
    std::map<std::string, std::vector<int>> by_call;
    for (const Survivor &one : ranks)
        by_call[(one.waits ? "waiting in " : "in ") + one.call].push_back(one.rank);
    std::map<std::vector<int>, std::string> by_ranks;
    for (const auto &[call, those] : by_call)
        by_ranks[those] = call;
    std::string lines;
    for (const auto &[those, call] : by_ranks)
        lines += "\n  " + list(those) + (those.size() == 1 ? " is " : " are ") + call;
    return lines;
}

std::vector<std::string> functions_of(const std::vector<Survivor> &ranks) {
    std::vector<std::string> all;
    for (const Survivor &one : ranks)
        all.insert(all.end(), one.waits_for_any.begin(), one.waits_for_any.end());
    std::ranges::sort(all);
    all.erase(std::unique(all.begin(), all.end()), all.end());
    return all;
}

std::string way_on(const std::vector<Survivor> &ranks, const std::vector<int> &lost, bool polls) {
    const std::vector<std::string> functions = functions_of(ranks);
    if (functions.empty())
        return "\nNone of them is known to wait for any rank, which a policy could end, so the "
               "program ends.";
    const std::string ends = "\nThe policy is abort, so the program ends. ";
    if (std::ranges::find(lost, 0) != lost.end())
        return ends + "Rank 0 is lost: where it dealt the work, no policy brings any.";
    const bool several = functions.size() > 1 || polls; // in turn
    return ends + "With --policy " +
           (several ? "'*/stall=ignore'" : without_prefix(functions.front()) + "/stall=ignore") +
           " the wait for any rank would end as one for MPI_PROC_NULL; " + cost(lost) + ".";
}

std::string no_way_on(const std::vector<Survivor> &ranks) {
    std::vector<int> at_their_end;
    for (const Survivor &one : ranks)
        if (one.finalizes) at_their_end.push_back(one.rank);
    if (at_their_end.empty() || at_their_end.size() == ranks.size())
        return "\nNo policy ends such waits, so the program ends (--deadlock-after).";
    const bool one = at_their_end.size() == 1;
    std::string text = list(at_their_end);
    text.front() = 'R';
    return "\n" + text + (one ? " has" : " have") + " called MPI_Finalize, and " +
           (one ? "makes" : "make") + " no other call, so the program ends (--deadlock-after).";
}

std::string how_released(const std::vector<Survivor> &released, const std::vector<int> &lost) {
    std::vector<int> ranks;
    bool raises = false;
    for (const Survivor &one : released) {
        ranks.push_back(one.rank);
        raises = raises || one.raises;
    }
    const std::string wait = "\nThe policy is " + std::string(raises ? "error" : "ignore") +
                             ", so the wait of " + list(ranks) + " for any rank ends ";
    if (raises) return wait + "with MPIX_ERR_PROC_FAILED_PENDING. This is said once.";
    return wait + "as one for MPI_PROC_NULL; " + cost(lost) + ". This is said once.";
}

std::string released_in_vain(int times) {
    return "\nThe policy has ended such waits " + std::to_string(times) +
           " times in a row, and the program waits again, so it ends: it seems not to count what "
           "MPI_PROC_NULL answers.";
}

} // namespace closeranks::stall
