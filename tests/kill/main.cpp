#include "scenario.hpp"

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <cstring>

using namespace kill;

namespace {

/// A scenario in one form: "MPI_Bcast/derived" is "MPI_Ibcast/derived" when it does not block,
/// and "MPI_Bcast_init/derived" as a persistent request.
struct Variant {
    const Scenario *scenario;
    Form form;
    std::string name;
};

std::string nonblocking_name(std::string_view name) {
    constexpr std::string_view prefix = "MPI_";
    std::string changed = std::string(prefix) + "I";
    changed += static_cast<char>(std::tolower(name[prefix.size()]));
    return changed.append(name.substr(prefix.size() + 1));
}

std::string restartable_name(std::string_view name) {
    const std::size_t end = std::min(name.find('/'), name.size());
    return std::string(name.substr(0, end)) + "_init" + std::string(name.substr(end));
}

std::vector<Variant> all_variants() {
    std::vector<Variant> all;
    for (const Scenarios group :
         {messages(), requests(), persistents(), creations(), files(), file_pointers(), ports(),
          sides(), spawned(), windows(), epochs()})
        for (const Scenario &scenario : group)
            all.push_back({&scenario, Form::blocking, std::string(scenario.name)});
    for (const Scenarios group : {reductions(), rooted(), all_to_all(), neighbours()})
        for (const Scenario &scenario : group) {
            all.push_back({&scenario, Form::blocking, std::string(scenario.name)});
            all.push_back({&scenario, Form::nonblocking, nonblocking_name(scenario.name)});
            all.push_back({&scenario, Form::restartable, restartable_name(scenario.name)});
        }
    return all;
}

int usage() {
    std::fputs("usage: kill_matrix --list | --forms\n"
               "       kill_matrix SCENARIO [--root RANK] [--rounds COUNT]\n",
               stderr);
    return 2;
}

} // namespace

int main(int argc, char **argv) {
    if (argc == 3 && argv[1] == child_option) return be_a_child(std::atoi(argv[2]));
    const std::vector<Variant> variants = all_variants();
    const std::string_view asked = argc == 2 ? argv[1] : "";
    if (asked == "--list" || asked == "--forms") { // those: not blocking, and with the same body
        for (const Variant &variant : variants)
            if (asked == "--list" || variant.form != Form::blocking)
                std::printf("%s\n", variant.name.c_str());
        return 0;
    }
    const auto variant = std::find_if(variants.begin(), variants.end(), [&](const Variant &known) {
        return argc >= 2 && known.name == argv[1];
    });
    if (variant == variants.end()) return usage();
    int root = 0;
    int rounds = 6;
    for (int i = 2; i + 1 < argc; i += 2) {
        if (std::strcmp(argv[i], "--root") == 0)
            root = std::atoi(argv[i + 1]);
        else if (std::strcmp(argv[i], "--rounds") == 0)
            rounds = std::atoi(argv[i + 1]);
        else
            return usage();
    }

    MPI_Init(&argc, &argv);
    int rank = 0;
    int size = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    Run run(rank, size, root % size, rounds, variant->scenario->sight, variant->form);
    variant->scenario->body(run);
    run.print();
    MPI_Finalize();
    if (run.failed()) return 1;
    std::printf("ok: %s\n", variant->name.c_str());
    return 0;
}
