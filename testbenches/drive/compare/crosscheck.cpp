#include "testbenches/drive/compare/crosscheck.h"

#include <algorithm>
#include <stdexcept>

#include "testbenches/drive/compare/run_fault.h"
#include "testbenches/drive/compare/visible_events.h"
#include "testbenches/drive/configuration/capabilities.h"
#include "testbenches/drive/configuration/config_error.h"
#include "testbenches/drive/run/network_factory.h"
#include "testbenches/drive/run/simulation.h"
#include "topologies/registry.h"

namespace flitscope::tb {

namespace {

/// The routers that are a device under test in one of the runs; their insides are not compared in
/// any of them.
std::vector<topo::NodeId> devices(const ExperimentConfig& config,
                                  const std::vector<LevelConfig>& levels) {
    const auto topology = topo::make_topology(config.topology.name, config.topology.options);
    std::vector<topo::NodeId> found;
    for (topo::NodeId router = 0; router < topology->routers(); ++router) {
        const bool device = std::any_of(levels.begin(), levels.end(), [&](const LevelConfig& each) {
            return each.of(router) == "verilog" && !each.verilog_of(router).router.empty();
        });
        if (device) {
            found.push_back(router);
        }
    }
    return found;
}

RunReport run_at(const ExperimentConfig& config, const LevelConfig& level,
                 const std::vector<topo::NodeId>& closed, const std::string& folder,
                 rtl::EventObserver& observer) {
    ExperimentConfig at_level = config;
    at_level.level = level;
    at_level.waves.reset();
    VisibleEvents visible(observer, closed);
    Result result;
    try {
        const BuiltNetwork built = make_network(at_level, {closed.empty() ? &observer : &visible});
        result = simulate(at_level, *built.network);
    } catch (const rtl::Violation& violation) {
        throw run_fault(violation, folder);
    } catch (const ConfigError& error) {
        throw RunFault(RunFault::Kind::refused, error.what());
    }
    RunReport report;
    report.cycles = result.simulated_cycles;
    report.messages = static_cast<std::uint64_t>(result.delivered);
    report.deadlock = result.deadlock.has_value();
    report.report = result.to_json();
    for (const char* key : {"performance", "level", "config"}) {
        report.report.erase(key);
    }
    if (!closed.empty()) {
        // Only the inside of a router knows when a VC is held and which head was blocked.
        report.report.erase("channels");
    }
    return report;
}

}  // namespace

CrosscheckReport crosscheck(const ExperimentConfig& config, const std::vector<std::string>& levels,
                            const std::string& folder, const InterruptSignal* interrupt) {
    std::vector<LevelConfig> used;
    std::vector<std::string> names;
    for (const std::string& level : levels) {
        const auto& known = level_names();
        if (std::find(known.begin(), known.end(), level) == known.end()) {
            throw std::invalid_argument("level " + level + " does not exist");
        }
        names.push_back(level);
        used.push_back({level, {}, config.level.verilog});
    }
    if (!config.level.uniform()) {
        names.emplace_back("mixed");
        used.push_back(config.level);
    }
    const std::vector<topo::NodeId> closed = devices(config, used);
    std::vector<CheckedRun> runs;
    for (std::size_t i = 0; i < used.size(); ++i) {
        runs.push_back({names[i], [&, level = used[i]](rtl::EventObserver& observer) {
                            return run_at(config, level, closed, folder, observer);
                        }});
    }
    return compare_runs(runs, interrupt);
}

}  // namespace flitscope::tb
