#include "testbenches/program/rtl_command/rtl_sets.h"

#include <algorithm>
#include <map>

#include "rtl_models/cosim/plugin_loader.h"
#include "rtl_models/cosim/verilog_sets.h"
#include "testbenches/drive/configuration/config_reader.h"
#include "testbenches/drive/configuration/shell_quoted.h"
#include "testbenches/drive/run/network_factory.h"
#include "testbenches/drive/run/plugin_parts.h"
#include "testbenches/program/console/exit_code.h"
#include "topologies/registry.h"
#include "topologies/routing/live_routing.h"
#include "topologies/routing/routing_registry.h"

namespace flitscope::tb {

namespace {

/// The routers of Flitscope's own RTL that are at level verilog; all that could be where none is.
std::vector<topo::NodeId> verilog_routers(const LevelConfig& level, topo::NodeId nodes) {
    std::vector<topo::NodeId> all;
    std::vector<topo::NodeId> chosen;
    for (topo::NodeId router = 0; router < nodes; ++router) {
        if (!level.verilog_of(router).router.empty()) {
            continue;
        }
        all.push_back(router);
        if (level.of(router) == "verilog") {
            chosen.push_back(router);
        }
    }
    return chosen.empty() ? all : chosen;
}

/// What these routers need. Throws as needed_sets.
std::vector<cosim::NeededSet> sets_of_routers(const ExperimentConfig& config,
                                              const std::vector<topo::NodeId>& routers) {
    const auto topology = topo::make_topology(config.topology.name, config.topology.options);
    const auto routing = topo::make_routing(config.routing.name, *topology, config.routing.options);
    topo::LiveRouting live(*topology, *routing);
    rtl::NetworkDescription description = describe_network(config, *topology, *routing);
    if (!config.faults.empty()) {
        description.routing = description.live = &live;
    }
    return with_places(config, [&] { return cosim::needed_sets(description, routers); });
}

}  // namespace

std::vector<cosim::NeededSet> needed_sets(const ExperimentConfig& config) {
    if (config.level.own_rtl() == nullptr) {
        return {};
    }
    const auto topology = topo::make_topology(config.topology.name, config.topology.options);
    return sets_of_routers(config, verilog_routers(config.level, topology->routers()));
}

const cosim::VerilogSet* find_set(const cosim::NeededSet& needed, const ExperimentConfig& config) {
    const VerilogLevel* const own = config.level.own_rtl();
    return cosim::find_set(needed.parameters, traces_rtl(config), own == nullptr ? "" : own->path);
}

void require_sets(const ExperimentConfig& config, const std::string& config_argument,
                  const std::vector<std::string>& set_arguments) {
    std::vector<cosim::NeededSet> missing = needed_sets(config);
    missing.erase(
        std::remove_if(missing.begin(), missing.end(),
                       [&](const auto& each) { return find_set(each, config) != nullptr; }),
        missing.end());
    if (missing.empty()) {
        return;
    }
    const std::string& path = config.level.own_rtl()->path;
    const std::string unsafe =
        cosim::unsafe_folder(path.empty() ? cosim::default_plugin_folder() : path);
    if (!unsafe.empty()) {
        throw UsageError("level.verilog.path: " + unsafe);
    }
    int routers = 0;
    for (const cosim::NeededSet& each : missing) {
        routers += each.routers;
    }
    std::string text = "level verilog: router " + std::to_string(missing.front().router);
    if (routers > 1) {
        text += " and " + std::to_string(routers - 1) + " more";
    }
    text += std::string(routers > 1 ? " need" : " needs") +
            " a parameter set that was not built yet; this makes it: flitscope rtl add " +
            shell_quoted(config_argument);
    for (const std::string& set : set_arguments) {
        text += " --set " + shell_quoted(set);
    }
    throw UsageError(text);
}

std::vector<NeededUnit> needed_units(const ExperimentConfig& config) {
    std::map<std::string, std::vector<topo::NodeId>> routers;
    const topo::RouterId count =
        topo::make_topology(config.topology.name, config.topology.options)->routers();
    for (topo::RouterId router = 0; router < count; ++router) {
        if (config.level.uses("signal") && config.level.of(router) != "signal") {
            continue;
        }
        for (const auto& [unit, choice] : config.units.of(router)) {
            if (choice.verilog) {
                routers[unit].push_back(router);
            }
        }
    }
    std::vector<NeededUnit> needed;
    for (const auto& [unit, of] : routers) {
        for (const cosim::NeededSet& each : sets_of_routers(config, of)) {
            check_unit_exists(config, unit, !each.parameters.header.empty());
            needed.push_back({unit, each});
        }
    }
    return needed;
}

std::string find_unit(const NeededUnit& needed, const ExperimentConfig& config) {
    const cosim::PluginFolder folder = cosim::scan_plugins(verilated_unit_folder(config));
    const cosim::PluginNote* const note =
        find_verilated_unit(folder, needed.unit, cosim::cmake_arguments(needed.routers.parameters));
    try {
        if (note != nullptr) {
            cosim::check_library(*note);
            return note->name;
        }
    } catch (const cosim::PluginError&) {
        return "";  // cut: to be built again
    }
    return "";
}

}  // namespace flitscope::tb
