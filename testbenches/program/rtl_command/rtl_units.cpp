#include "testbenches/program/rtl_command/rtl_units.h"

#include <map>

#include "rtl_models/cosim/plugin_loader.h"
#include "testbenches/drive/run/plugin_parts.h"
#include "testbenches/program/rtl_command/rtl_sets.h"
#include "topologies/registry.h"

namespace flitscope::tb {

std::vector<NeededUnit> needed_units(const ExperimentConfig& config) {
    std::map<std::string, std::vector<topo::NodeId>> routers;
    const auto nodes = static_cast<topo::NodeId>(
        topo::make_topology(config.topology.name, config.topology.options)->nodes());
    for (topo::NodeId router = 0; router < nodes; ++router) {
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
