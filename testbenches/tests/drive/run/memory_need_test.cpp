// What a simulation will take, held against what it takes; what the machine has.
#include "testbenches/drive/run/memory_need.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "testbenches/drive/configuration/config_reader.h"
#include "testbenches/tests/support/cli_process.h"

namespace flitscope::tb {
namespace {

using Words = std::vector<std::string>;

/// Peak memory of a short run, in bytes.
double measured(const TemporaryFolder& folder, const Words& sets) {
    Words arguments = {"run", "-", "--json", "--quiet", "--set", "measure.max_cycles=20"};
    for (const std::string& set : sets) {
        arguments.insert(arguments.end(), {"--set", set});
    }
    const Finished finished = run_flitscope(folder.path(), arguments);
    EXPECT_EQ(finished.code, 0) << finished.err;
    const auto result = nlohmann::json::parse(finished.out);
    return result["performance"]["peak_rss_mb"].get<double>() * 1024 * 1024;
}

TEST(MemoryNeed, IsAboutWhatARunTakes) {
    const TemporaryFolder folder;
    const std::string mesh = "topology={kind: mesh, size: [16, 16]}";
    const std::string queued = "router={organisation: output_queued, switching: store_and_forward}";
    const std::vector<Words> runs = {
        {"level=fast", "topology={kind: hypercube, dimensions: 14}", queued},
        {"level=signal", mesh, queued},
        {"level=signal", "topology={kind: hypercube, dimensions: 9}", queued},
        {"level=fast", "topology={kind: mesh, size: [128, 128]}"},
        {"level=fast", mesh, "router.virtual_channels=64"},
        {"level=fast", mesh, "router.injection_ports=64", "router.ejection_ports=64"},
        {"level=signal", mesh},
        {"level=signal", mesh, "router.virtual_channels=32", "router.buffer_flits=200"},
        {"level=signal", mesh, "router.injection_ports=16", "router.ejection_ports=16"},
        {"level=signal", mesh, "router.buffer_flits=unbounded"},
        {"level=signal", mesh, "link.latency=2000"},
        {"level=signal",
         "topology={kind: hierarchical_hypercube, cluster_dimensions: 3, dimensions: 6}",
         "link={level2: {latency: 5000}}"},
        {"level=signal", mesh, "router.check_units=true"},
        {"level=signal", "topology={kind: hypercube, dimensions: 8}"},
        {"level=verilog", "topology={kind: mesh, size: [8, 8]}"},
    };
    for (const Words& sets : runs) {
        const ExperimentConfig config = parse_config("c.yaml", "", sets);
        const double ratio = needed_memory(config, config.level) / measured(folder, sets);
        EXPECT_GT(ratio, 0.7) << testing::PrintToString(sets);
        EXPECT_LT(ratio, 1.6) << testing::PrintToString(sets);
    }
}

/// `peak_rss_mb` is the peak before the result is written.
TEST(MemoryNeed, AResultOfEveryChannelCounts) {
    const TemporaryFolder folder;
    const Words sets = {"topology={kind: mesh, size: [200, 200]}", "measure.per_channel=true",
                        "measure.max_cycles=20"};
    const ExperimentConfig config = parse_config("c.yaml", "", sets);
    const double needed = needed_memory(config, config.level);
    ProcessOptions options;
    const auto run = [&](double space) {
        options.address_space = static_cast<long>(space);
        Words arguments = {"run", "-", "--quiet"};
        for (const std::string& set : sets) {
            arguments.insert(arguments.end(), {"--set", set});
        }
        return run_flitscope(folder.path(), arguments, options);
    };
    EXPECT_EQ(run(0.9 * needed).code, 2);
    constexpr double kCode = 60e6;  // of the program and its libraries
    const Finished done = run(1.2 * needed + kCode);
    EXPECT_EQ(done.code, 0) << done.err;
}

TEST(MemoryNeed, AGraphIsDescribedInWhatIsEstimatedAndRefusedInLess) {
    const TemporaryFolder folder;
    const std::string mesh = "topology={kind: mesh, size: [200, 200]}";
    const std::string ring = "topology={kind: chordal_ring, nodes: 4194304, chord: 5}";
    const std::vector<std::pair<Words, std::string>> commands = {
        {{"topology", "-", "--edges", "--json", "--set", mesh}, "a list of its channels"},
        {{"topology", "-", "--edges", "--quiet", "--out", ".", "--set", mesh}, "a list"},
        {{"topology", "-", "--set", ring}, "its distances needs about"},
    };
    for (const auto& [arguments, message] : commands) {
        const ExperimentConfig config =
            parse_config("c.yaml", "", {arguments.back()}, ConfigUse::graph);
        const double needed = needed_graph_memory(config, message != commands[2].second);
        ProcessOptions options;
        options.address_space = static_cast<long>(0.9 * needed);
        const Finished refused = run_flitscope(folder.path(), arguments, options);
        EXPECT_EQ(refused.code, 2) << refused.err;
        EXPECT_THAT(refused.err, testing::HasSubstr(message));
        EXPECT_THAT(refused.err, testing::HasSubstr("GB are available"));
        constexpr double kCode = 60e6;  // of the program and its libraries
        options.address_space = static_cast<long>(1.4 * needed + kCode);
        const Finished done = run_flitscope(folder.path(), arguments, options);
        EXPECT_EQ(done.code, 0) << done.err;
    }
}

TEST(MemoryNeed, TheMachineHasTheLeastOfAllLimits) {
    const TemporaryFolder folder;
    const std::filesystem::path& root = folder.path();
    std::filesystem::create_directories(root / "proc/self");
    std::filesystem::create_directories(root / "sys/fs/cgroup/job/step");
    std::filesystem::create_directories(root / "sys/fs/cgroup/memory/job");
    folder.write("proc/meminfo", "MemTotal: 9000 kB\nMemAvailable: 8000 kB\nSwapFree: 1 kB\n");
    EXPECT_EQ(available_memory(root), 8000 * 1024.0);

    folder.write("proc/self/cgroup", "0::/job/step\n");
    folder.write("sys/fs/cgroup/job/step/memory.max", "max\n");
    EXPECT_EQ(available_memory(root), 8000 * 1024.0);
    folder.write("sys/fs/cgroup/job/memory.max", "5000000\n");
    folder.write("sys/fs/cgroup/job/memory.current", "2000000\n");
    folder.write("sys/fs/cgroup/job/memory.stat", "anon 1\ninactive_file 500000\n");
    EXPECT_EQ(available_memory(root), 3500000) << "of the group above, files in the cache free";

    folder.write("proc/self/cgroup", "5:cpu:/job\n4:memory:/job\n");
    folder.write("sys/fs/cgroup/memory/job/memory.limit_in_bytes", "3000000\n");
    folder.write("sys/fs/cgroup/memory/job/memory.usage_in_bytes", "1000000\n");
    EXPECT_EQ(available_memory(root), 2000000);
}

}  // namespace
}  // namespace flitscope::tb
