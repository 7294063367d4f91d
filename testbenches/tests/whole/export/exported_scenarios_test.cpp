// Drawn networks, exported: every flit comes out in the cycle in which level fast says.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <optional>

#include "common/atomic_file.h"
#include "rtl_models/export/export_files.h"
#include "rtl_models/fast/fast_network.h"
#include "testbenches/tests/support/sized.h"
#include "testbenches/tests/support/temporary_folder.h"
#include "testbenches/tests/whole/crosscheck/crosscheck_scenario.h"

namespace flitscope::tb {
namespace {

class ExportedScenarios : public testing::TestWithParam<int> {};

/// The files of its export; nothing if that is refused, naming a value, or too large for Icarus.
std::optional<std::map<std::string, std::string>> exported_files(
    const CrosscheckScenario& scenario) {
    const rtl::NetworkDescription description = scenario.description();
    if (description.topology->routers() > sized(16, 64)) {
        return std::nullopt;
    }
    std::optional<exported::ExportedNetwork> network;
    try {
        network.emplace(exported::exported_network(description));
    } catch (const std::invalid_argument& error) {
        EXPECT_NE(std::string(error.what()).find(" = "), std::string::npos) << error.what();
        return std::nullopt;
    }
    exported::FlitRecorder recorder(*network);
    rtl::NetworkDescription observed = description;
    observed.observer = &recorder;
    const auto fast = tl::make_fast_network(observed);
    run_scenario(scenario, *fast);
    const rtl::Cycle edges = std::min<rtl::Cycle>(fast->now(), sized(150, 1000));
    return exported::export_files(*network, recorder.recording(edges), scenario.text(),
                                  {FLITSCOPE_RTL_MODELS, FLITSCOPE_LICENCE});
}

void write_all(const std::map<std::string, std::string>& files,
               const std::filesystem::path& folder) {
    for (const auto& [name, text] : files) {
        std::filesystem::create_directories((folder / name).parent_path());
        write_file((folder / name).string(), text);
    }
}

TEST_P(ExportedScenarios, AreCleanAndEqualToLevelFast) {
    constexpr std::uint64_t kDraws = 100;
    const std::uint64_t first = kDraws * static_cast<std::uint64_t>(GetParam());
    std::optional<std::map<std::string, std::string>> files;
    std::string text;
    for (std::uint64_t seed = first; !files && seed < first + kDraws; ++seed) {
        const CrosscheckScenario scenario(seed);
        files = exported_files(scenario);
        text = scenario.text();
    }
    ASSERT_TRUE(files) << "all that was drawn is refused";
    const TemporaryFolder folder;
    write_all(*files, folder.path() / "export");
    const std::string command =
        "cd " + (folder.path() / "export").string() +
        " && { verilator --lint-only -Wall --top-module network -f network.f && "
        "sh ./run.sh icarus; } > ../log 2>&1";
    EXPECT_EQ(std::system(command.c_str()), 0) << text << "\n" << folder.read("log");
    EXPECT_EQ(folder.read("log").rfind("PASS: ", 0), 0U) << folder.read("log");
}

INSTANTIATE_TEST_SUITE_P(Groups, ExportedScenarios, testing::Range(0, sized(3, 200)));

}  // namespace
}  // namespace flitscope::tb
