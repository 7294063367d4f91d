#include "testbenches/program/rtl_command/exportable_network.h"

#include <filesystem>
#include <tuple>

#include "testbenches/drive/configuration/config_reader.h"
#include "testbenches/drive/run/memory_need.h"
#include "testbenches/drive/run/network_factory.h"
#include "testbenches/drive/traffic/operation_needs.h"
#include "topologies/registry.h"
#include "topologies/routing/routing_registry.h"

namespace flitscope::tb {

namespace fs = std::filesystem;

namespace {

/// What an export has no hardware for, though the RTL may run with it.
void refuse_outside_parts(const ExperimentConfig& config, const std::string& command) {
    const auto refuse = [&](const std::string& key, const std::string& problem) {
        throw option_error(config, {key, problem + "; `" + command + "` has no hardware for it"});
    };
    for (const auto& [key, plugin] : config.decisions) {
        refuse("router." + key, "the plug-in " + plugin.plugin);
    }
    for (const auto& [unit, choice] : config.units.everywhere) {
        if (!choice.verilog) {
            refuse("router.units." + unit, "the plug-in " + choice.plugin);
        }
    }
    for (const auto& [router, units] : config.units.at) {
        for (const auto& [unit, choice] : units) {
            if (!choice.verilog) {
                refuse("level.units", "the plug-in " + choice.plugin);
            }
        }
    }
    for (const VerilogLevel& each : config.level.verilog) {
        if (!each.router.empty()) {
            refuse("level.verilog.router", "the router " + each.router);
        }
    }
    if (!config.faults.empty()) {
        refuse("faults", std::to_string(config.faults.size()) + " fault(s)");
    }
    if (config.deadlock == DeadlockAction::recover_regressive) {
        refuse("deadlock", "recover_regressive takes messages out of the network");
    }
    if (config.traffic.collective.in_network) {
        refuse("traffic.collective.in_network", "true needs units that combine values");
    }
}

/// Headers with several addresses.
void refuse_headers(const ExperimentConfig& config, const topo::Topology& topology,
                    const topo::RoutingFunction& routing, const std::string& command) {
    const HeaderRoutings headers = header_routings(config.traffic, topology, borrowed(routing));
    for (const auto& [kind, section, algorithm] :
         {std::tuple(OperationKind::broadcast, "broadcast", config.traffic.broadcast.algorithm),
          std::tuple(OperationKind::multicast, "multicast", config.traffic.multicast.algorithm)}) {
        if (!headers[index_of(kind)].empty()) {
            throw option_error(config, {std::string("traffic.") + section + ".algorithm",
                                        algorithm + " addresses several nodes by one header; `" +
                                            command + "` has no hardware for it"});
        }
    }
}

}  // namespace

ExperimentConfig at_level_fast(ExperimentConfig config) {
    config.level = {};
    config.units = {};
    config.waves.reset();
    config.deadlock = DeadlockAction::stop;
    return config;
}

ExportableNetwork exportable_network(const ExperimentConfig& config, const std::string& command) {
    refuse_outside_parts(config, command);
    const ExperimentConfig fast = at_level_fast(config);
    check_memory(fast, {fast.level});
    auto topology = topo::make_topology(fast.topology.name, fast.topology.options);
    auto routing = topo::make_routing(fast.routing.name, *topology, fast.routing.options);
    refuse_headers(config, *topology, *routing, command);
    rtl::NetworkDescription description = describe_network(fast, *topology, *routing);
    exported::ExportedNetwork network =
        with_places(config, [&] { return exported::exported_network(std::move(description)); });
    return {std::move(topology), std::move(routing), std::move(network)};
}

exported::ExportSources rtl_sources() {
    const fs::path program = fs::read_symlink("/proc/self/exe").parent_path();
    const fs::path beside = program / "rtl_models";
    const fs::path folder = fs::is_directory(beside)
                                ? beside
                                : (program / FLITSCOPE_RTL_FROM_PROGRAM).lexically_normal();
    return {folder.string(), (folder / "export/LICENSE").string()};
}

}  // namespace flitscope::tb
