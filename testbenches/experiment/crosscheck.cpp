#include "testbenches/experiment/crosscheck.h"

#include <algorithm>
#include <stdexcept>

#include "testbenches/experiment/capabilities.h"
#include "testbenches/experiment/network_factory.h"
#include "testbenches/experiment/simulation.h"

namespace flitscope::tb {

namespace {

RunReport run_at(const ExperimentConfig& config, const LevelConfig& level,
                 rtl::NetworkObserver& observer) {
    ExperimentConfig at_level = config;
    at_level.level = level;
    at_level.waves.reset();
    const BuiltNetwork built = make_network(at_level, {&observer});
    const Result result = simulate(at_level, *built.topology, *built.network);
    RunReport report;
    report.cycles = result.simulated_cycles;
    report.messages = static_cast<std::uint64_t>(result.delivered);
    report.report = result.to_json();
    for (const char* key : {"performance", "level", "config"}) {
        report.report.erase(key);
    }
    return report;
}

}  // namespace

CrosscheckReport crosscheck(const ExperimentConfig& config,
                            const std::vector<std::string>& levels) {
    std::vector<CheckedRun> runs;
    for (const std::string& level : levels) {
        const auto& known = level_names();
        if (std::find(known.begin(), known.end(), level) == known.end()) {
            throw std::invalid_argument("level " + level + " does not exist");
        }
        runs.push_back({level, [&config, level](rtl::NetworkObserver& observer) {
                            return run_at(config, {level, {}, config.level.verilog}, observer);
                        }});
    }
    if (!config.level.uniform()) {
        runs.push_back({"mixed", [&config](rtl::NetworkObserver& observer) {
                            return run_at(config, config.level, observer);
                        }});
    }
    return compare_runs(runs);
}

}  // namespace flitscope::tb
