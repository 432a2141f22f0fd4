#pragma once

#include <cstdlib>
#include <string>
#include <string_view>
#include <unistd.h>
#include <vector>

namespace closeranks::test {

/// What the user has set for closeranks and for Open MPI must not change what the tests see.
inline void forget_settings() {
    std::vector<std::string> names;
    for (char **variable = environ; *variable != nullptr; ++variable) {
        const std::string_view text(*variable);
        if (text.starts_with("CLOSERANKS_") || text.starts_with("OMPI_"))
            names.emplace_back(text.substr(0, text.find('=')));
    }
    for (const std::string &name : names)
        unsetenv(name.c_str());
}

} // namespace closeranks::test
