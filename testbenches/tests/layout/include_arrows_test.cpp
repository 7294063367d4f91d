// Who may include whom. A folder may name only folders above it in the table, so there are no
// circles, and only those it names; a folder that is not listed belongs to the one it lies in.
// Lists
// (.def) are data and may be read from everywhere.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;

struct Folder {
    const char* name;
    std::vector<std::string> targets;  ///< beside itself
};

const std::vector<Folder> kArrows = {
    {"common", {}},
    {"waves", {"common"}},
    {"topologies", {"common"}},
    {"topologies/routing", {"common", "topologies"}},
    {"topologies/deadlock", {"common", "topologies", "topologies/routing"}},
    {"analytic", {"common", "topologies"}},
    // The router in plain C++.
    {"rtl_models/router", {"common", "topologies", "topologies/routing"}},
    {"rtl_models/router/arbiters", {"rtl_models/router"}},
    {"rtl_models/router/contract", {"rtl_models/router"}},
    {"rtl_models/router/allocators",
     {"rtl_models/router", "rtl_models/router/arbiters", "rtl_models/router/contract"}},
    // The ways of messages with several addresses, and plans made of them.
    {"tlm/headers", {"topologies", "topologies/routing", "rtl_models/router"}},
    {"tlm/collectives",
     {"common", "topologies", "topologies/routing", "rtl_models/router", "tlm/headers"}},
    // Knows flits and the contract, no router's inside.
    {"rtl_models/waves",
     {"topologies", "waves", "rtl_models/router", "rtl_models/router/contract"}},
    // The router in SystemC, in Verilog, and from outside.
    // bundles: what signals carry. clocking: signals, the clock, and its gates. outline: a router
    // as those around it see it.
    {"rtl_models/signal/bundles", {"rtl_models/router", "rtl_models/router/contract"}},
    {"rtl_models/signal/clocking", {"rtl_models/signal/bundles"}},
    {"rtl_models/signal/units",
     {"rtl_models/router", "rtl_models/router/contract", "rtl_models/router/allocators",
      "rtl_models/signal/bundles"}},
    {"rtl_models/signal/outline",
     {"common", "rtl_models/router", "rtl_models/router/contract", "rtl_models/router/allocators",
      "rtl_models/waves", "rtl_models/signal/bundles", "rtl_models/signal/clocking"}},
    {"rtl_models/signal/watch",
     {"waves", "rtl_models/router", "rtl_models/router/contract", "rtl_models/waves",
      "rtl_models/signal/bundles", "rtl_models/signal/clocking", "rtl_models/signal/units",
      "rtl_models/signal/outline"}},
    {"rtl_models/signal/network",
     {"common", "rtl_models/router", "rtl_models/router/contract", "rtl_models/waves",
      "rtl_models/signal/bundles", "rtl_models/signal/clocking", "rtl_models/signal/units",
      "rtl_models/signal/outline", "rtl_models/signal/watch"}},
    {"rtl_models/signal/queued",
     {"common", "rtl_models/router", "rtl_models/router/contract", "rtl_models/waves",
      "rtl_models/signal/bundles", "rtl_models/signal/clocking", "rtl_models/signal/outline",
      "rtl_models/signal/watch", "rtl_models/signal/network"}},
    {"rtl_models/signal",
     {"rtl_models/router/contract", "rtl_models/signal/network", "rtl_models/signal/queued"}},
    {"rtl_models/cosim",
     {"common", "waves", "topologies/routing", "rtl_models/router", "rtl_models/router/contract",
      "rtl_models/waves", "rtl_models/signal/bundles", "rtl_models/signal/clocking",
      "rtl_models/signal/units", "rtl_models/signal/outline", "rtl_models/signal/network"}},
    {"rtl_models/export",
     {"common", "rtl_models/router", "rtl_models/router/contract", "rtl_models/cosim"}},
    {"rtl_models/cost", {"waves", "rtl_models/router/contract", "rtl_models/export"}},
    {"rtl_models/foreign",
     {"common", "waves", "topologies", "topologies/routing", "rtl_models/router",
      "rtl_models/router/arbiters", "rtl_models/router/contract", "rtl_models/signal/units",
      "rtl_models/signal/outline", "rtl_models/signal/network", "rtl_models/cosim"}},
    // The router in arrays.
    {"rtl_models/fast/engine",
     {"rtl_models/router", "rtl_models/router/allocators", "rtl_models/router/contract"}},
    {"rtl_models/fast/queued",
     {"rtl_models/router", "rtl_models/router/contract", "rtl_models/fast/engine"}},
    {"rtl_models/fast",
     {"rtl_models/router/contract", "rtl_models/fast/engine", "rtl_models/fast/queued"}},
    {"tlm/mixed",
     {"topologies", "rtl_models/router/contract", "rtl_models/signal/clocking",
      "rtl_models/signal/outline", "rtl_models/signal/watch", "rtl_models/signal/network",
      "rtl_models/fast/engine"}},
    {"tlm/interconnect",
     {"topologies", "rtl_models/router", "rtl_models/router/contract", "tlm/headers",
      "rtl_models/signal/network", "rtl_models/fast", "tlm/mixed"}},
    // What drives a network: knows no level before run/.
    {"testbenches/drive/traffic",
     {"common", "topologies", "rtl_models/router", "rtl_models/router/contract",
      "tlm/collectives"}},
    {"testbenches/drive/measurement",
     {"topologies", "topologies/routing", "rtl_models/router", "rtl_models/router/contract",
      "tlm/collectives", "testbenches/drive/traffic"}},
    {"testbenches/drive/configuration",
     {"common", "topologies", "topologies/routing", "rtl_models/router",
      "testbenches/drive/traffic", "testbenches/drive/measurement", "tlm/collectives"}},
    {"testbenches/drive/pin_description",
     {"common", "rtl_models/foreign", "testbenches/drive/configuration"}},
    {"testbenches/drive/run",
     {"common", "topologies", "topologies/routing", "rtl_models/router",
      "rtl_models/router/contract", "rtl_models/router/allocators", "rtl_models/signal/bundles",
      "rtl_models/signal/outline", "rtl_models/signal/network", "rtl_models/signal",
      "rtl_models/cosim", "rtl_models/foreign", "rtl_models/fast/engine", "rtl_models/fast",
      "tlm/mixed", "testbenches/drive/traffic", "testbenches/drive/measurement",
      "testbenches/drive/configuration", "testbenches/drive/pin_description"}},
    {"testbenches/drive/compare",
     {"topologies", "rtl_models/router/contract", "testbenches/drive/configuration",
      "testbenches/drive/run"}},
    {"testbenches/drive/campaign",
     {"common", "rtl_models/cosim", "testbenches/drive/configuration",
      "testbenches/drive/measurement", "testbenches/drive/compare"}},
    {"testbenches/drive/witness",
     {"topologies", "topologies/routing", "topologies/deadlock", "rtl_models/router",
      "rtl_models/router/contract", "rtl_models/fast", "testbenches/drive/traffic",
      "testbenches/drive/configuration", "testbenches/drive/run"}},
    // The program: console: exit codes and what commands say to the terminal; commands: their
    // options.
    {"testbenches/program/console",
     {"common", "testbenches/drive/configuration", "testbenches/drive/compare"}},
    {"testbenches/program/plot", {"common"}},
    {"testbenches/program/network_layout", {"topologies"}},
    {"testbenches/program/graph_commands",
     {"common", "topologies", "topologies/routing", "topologies/deadlock",
      "rtl_models/router/contract", "tlm/collectives", "testbenches/drive/traffic",
      "testbenches/drive/configuration"}},
    {"testbenches/program/point_run",
     {"common", "waves", "rtl_models/router/contract", "rtl_models/waves", "rtl_models/cosim",
      "testbenches/drive/traffic", "testbenches/drive/configuration", "testbenches/drive/run",
      "testbenches/program/console", "testbenches/program/graph_commands"}},
    {"testbenches/program/rtl_command",
     {"common", "topologies", "topologies/routing", "rtl_models/router/contract",
      "rtl_models/cosim", "rtl_models/export", "testbenches/drive/traffic",
      "testbenches/drive/configuration", "testbenches/drive/run", "testbenches/drive/compare",
      "testbenches/program/console"}},
    {"testbenches/program/cost_command",
     {"common", "rtl_models/export", "rtl_models/cost", "testbenches/drive/measurement",
      "testbenches/drive/configuration", "testbenches/drive/run", "testbenches/drive/compare",
      "testbenches/drive/campaign", "testbenches/program/console",
      "testbenches/program/rtl_command"}},
    {"testbenches/program/model_command",
     {"common", "topologies", "topologies/routing", "analytic", "rtl_models/router",
      "testbenches/drive/traffic", "testbenches/drive/configuration", "testbenches/drive/run",
      "testbenches/program/plot"}},
    {"testbenches/program/plan_command",
     {"common", "topologies", "topologies/routing", "tlm/collectives",
      "testbenches/drive/configuration", "testbenches/program/plot",
      "testbenches/program/network_layout"}},
    {"testbenches/program/compare_command",
     {"common", "testbenches/drive/measurement", "testbenches/drive/configuration",
      "testbenches/drive/campaign"}},
    {"testbenches/program/report_command",
     {"topologies", "testbenches/drive/configuration", "testbenches/drive/campaign",
      "testbenches/program/plot", "testbenches/program/network_layout"}},
    {"testbenches/program/trace_command",
     {"topologies", "topologies/routing", "rtl_models/router/contract", "rtl_models/waves",
      "testbenches/drive/configuration", "testbenches/drive/run", "testbenches/drive/compare"}},
    {"testbenches/program/timeline_command",
     {"topologies", "rtl_models/router/contract", "rtl_models/waves", "testbenches/program/console",
      "testbenches/program/trace_command"}},
    {"testbenches/program/sweep_command",
     {"common", "testbenches/drive/measurement", "testbenches/drive/configuration",
      "testbenches/drive/run", "testbenches/drive/compare", "testbenches/drive/campaign",
      "testbenches/program/console", "testbenches/program/point_run",
      "testbenches/program/rtl_command", "testbenches/program/cost_command",
      "testbenches/program/model_command"}},
    {"testbenches/program/reproduce_command",
     {"common", "testbenches/drive/measurement", "testbenches/drive/configuration",
      "testbenches/drive/compare", "testbenches/drive/campaign", "testbenches/program/plot",
      "testbenches/program/sweep_command"}},
    {"testbenches/program/import_booksim_command",
     {"topologies", "testbenches/drive/configuration"}},
    {"testbenches/program/commands",
     {"common",
      "waves",
      "topologies",
      "rtl_models/router/contract",
      "tlm/collectives",
      "rtl_models/waves",
      "rtl_models/cosim",
      "testbenches/drive/traffic",
      "testbenches/drive/configuration",
      "testbenches/drive/run",
      "testbenches/drive/compare",
      "testbenches/drive/campaign",
      "testbenches/drive/witness",
      "testbenches/program/console",
      "testbenches/program/plot",
      "testbenches/program/graph_commands",
      "testbenches/program/point_run",
      "testbenches/program/rtl_command",
      "testbenches/program/cost_command",
      "testbenches/program/model_command",
      "testbenches/program/plan_command",
      "testbenches/program/compare_command",
      "testbenches/program/report_command",
      "testbenches/program/trace_command",
      "testbenches/program/timeline_command",
      "testbenches/program/sweep_command",
      "testbenches/program/reproduce_command",
      "testbenches/program/import_booksim_command"}},
    {"testbenches/program",
     {"common", "rtl_models/foreign", "testbenches/drive/configuration",
      "testbenches/drive/compare", "testbenches/program/console", "testbenches/program/point_run",
      "testbenches/program/commands"}},
    {"testbenches/embedding",
     {"rtl_models/router/contract", "testbenches/drive/traffic", "testbenches/drive/measurement",
      "testbenches/drive/configuration", "testbenches/drive/run", "testbenches/drive/compare",
      "testbenches/program/console", "testbenches/program/point_run",
      "testbenches/program/rtl_command", "testbenches/program/sweep_command",
      "testbenches/program"}},
};

/// The longest name in the table that `path` lies under; empty: none.
std::string folder_of(const std::string& path) {
    std::string longest;
    for (const Folder& each : kArrows) {
        const std::string name = each.name;
        if (path.compare(0, name.size() + 1, name + "/") == 0 && name.size() > longest.size()) {
            longest = name;
        }
    }
    return longest;
}

struct Include {
    std::string file;
    int line;
    std::string target;
};

std::vector<Include> includes_of_the_product() {
    const fs::path root = FLITSCOPE_SOURCE_DIR;
    const std::regex include(R"re(\s*#include "([^"]+/[^"]+\.h)".*)re");
    std::vector<Include> found;
    for (const char* const top :
         {"common", "topologies", "analytic", "rtl_models", "waves", "tlm", "testbenches/drive",
          "testbenches/program", "testbenches/embedding"}) {
        for (const auto& entry : fs::recursive_directory_iterator(root / top)) {
            const std::string extension = entry.path().extension().string();
            if (extension != ".h" && extension != ".cpp" && extension != ".in") {
                continue;
            }
            std::ifstream file(entry.path());
            std::string line;
            for (int number = 1; std::getline(file, line); ++number) {
                std::smatch parts;
                if (std::regex_match(line, parts, include)) {
                    found.push_back(
                        {fs::relative(entry.path(), root).generic_string(), number, parts[1]});
                }
            }
        }
    }
    return found;
}

TEST(IncludeArrows, TheTableHasNoCircle) {
    std::set<std::string> above;
    for (const Folder& each : kArrows) {
        for (const std::string& target : each.targets) {
            EXPECT_EQ(above.count(target), 1U) << each.name << " names " << target << " below it";
        }
        EXPECT_TRUE(above.insert(each.name).second) << each.name << " is listed twice";
        EXPECT_TRUE(fs::is_directory(fs::path(FLITSCOPE_SOURCE_DIR) / each.name)) << each.name;
    }
}

TEST(IncludeArrows, NoIncludePointsWhereTheTableHasNoArrow) {
    const std::vector<Include> includes = includes_of_the_product();
    ASSERT_GT(includes.size(), 500U);
    std::set<std::pair<std::string, std::string>> used;
    for (const Include& each : includes) {
        const std::string from = folder_of(each.file);
        const std::string to = folder_of(each.target);
        EXPECT_NE(from, "") << each.file << " lies in no folder of the table";
        const auto row = std::find_if(kArrows.begin(), kArrows.end(),
                                      [&](const Folder& folder) { return folder.name == from; });
        if (to != from && row != kArrows.end()) {
            const auto& targets = row->targets;
            EXPECT_NE(std::find(targets.begin(), targets.end(), to), targets.end())
                << each.file << ":" << each.line << " includes " << each.target;
            used.emplace(from, to);
        }
    }
    for (const Folder& each : kArrows) {
        for (const std::string& target : each.targets) {
            EXPECT_EQ(used.count({each.name, target}), 1U)
                << "nothing uses the arrow from " << each.name << " to " << target;
        }
    }
}

}  // namespace
