#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "rtl_models/cost/router_cost.h"
#include "testbenches/drive/configuration/experiment_config.h"
#include "testbenches/program/cost_command/network_energy.h"
#include "testbenches/program/cost_command/router_kinds.h"
#include "testbenches/program/cost_command/router_synthesis.h"

namespace flitscope::tb {

/// Which kinds of routers are synthesised.
enum class PricedRouters {
    all,
    largest,  ///< only the first kind with the most ports
};

/// What the routers of a network cost, kind by kind, the one with the most ports first.
struct NetworkCost {
    std::string cells;  ///< name of their library
    int nodes = 0;
    bool technology = false;  ///< areas in um2 and times in ns, else gate equivalents and levels
    SynthesisTools tools;
    std::vector<std::pair<RouterKind, cost::RouterCost>> kinds;
    std::optional<NetworkEnergy> energy;  ///< with --energy

    /// docs/cost.md.
    nlohmann::ordered_json to_json() const;
    std::string summary() const;
    /// With a technology: adds "cost" to a result.json of this network: the largest router, and
    /// with its period latencies in ns and the throughput of the network in flits/ns.
    /// `activity`: of the run, for the energy of its flits.
    void add_to(nlohmann::ordered_json& result, const std::vector<RouterActivity>& activity) const;
    /// ... as lines of text, of such a result.
    static std::string text_beside(const nlohmann::ordered_json& result);
};

/// Throws ConfigError for a configuration that the RTL cannot express, and as RouterSynthesis.
/// `gate_cycles`: of a simulation of the netlist of the largest router, for its energy; 0: none.
NetworkCost network_cost(const ExperimentConfig& config, const RouterSynthesis& synthesis,
                         PricedRouters which, rtl::Cycle gate_cycles);

}  // namespace flitscope::tb
