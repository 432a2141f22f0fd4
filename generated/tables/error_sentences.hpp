// Generated from spec/api_store.json by generator/, do not edit.
#pragma once

#include <array>

namespace closeranks::store {

/// What MPI_Error_string says of each closeranks_error.
inline constexpr std::array error_sentences{
    "CLOSERANKS_ERR_RANK_LOST: ranks have failed",
    "CLOSERANKS_ERR_STORAGE: a file cannot be used, or stored data is damaged",
    "CLOSERANKS_ERR_ROLLED_BACK: a failure takes all ranks back to closeranks_local_start()",
    "CLOSERANKS_ERR_NO_PROCESS: ranks are missing, and no process can take their places",
    "CLOSERANKS_ERR_RULE_BROKEN: the program has broken a rule of local recovery",
};

} // namespace closeranks::store
