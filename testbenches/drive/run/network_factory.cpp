#include "testbenches/drive/run/network_factory.h"

#include <algorithm>
#include <map>
#include <memory>
#include <stdexcept>
#include <utility>

#include "rtl_models/cosim/plugin_loader.h"
#include "rtl_models/cosim/verilog_network.h"
#include "rtl_models/cosim/verilog_sets.h"
#include "rtl_models/fast/engine/switch_kernel.h"
#include "rtl_models/fast/fast_network.h"
#include "rtl_models/foreign/device_description.h"
#include "rtl_models/foreign/device_network.h"
#include "rtl_models/router/contract/message_set.h"
#include "rtl_models/signal/network/network.h"
#include "rtl_models/signal/network/unit_binding.h"
#include "rtl_models/signal/signal_network.h"
#include "testbenches/drive/configuration/config_error.h"
#include "testbenches/drive/configuration/config_reader.h"
#include "testbenches/drive/configuration/config_tree.h"
#include "testbenches/drive/pin_description/description_reader.h"
#include "testbenches/drive/run/plugin_parts.h"
#include "testbenches/drive/traffic/operation_needs.h"
#include "testbenches/drive/traffic/registry.h"
#include "tlm/mixed/mixed_network.h"
#include "topologies/registry.h"
#include "topologies/routing/routing_registry.h"

namespace flitscope::tb {

rtl::NetworkDescription describe_network(const ExperimentConfig& config,
                                         const topo::Topology& topology,
                                         const topo::RoutingFunction& routing,
                                         const NetworkTaps& taps) {
    rtl::NetworkDescription description;
    description.topology = &topology;
    description.routing = &routing;
    description.router = config.router;
    for (const std::string& name : topology.link_classes()) {
        description.links.push_back(config.link_of(name));
    }
    description.headers.addresses_per_flit = config.addresses_per_flit;
    description.headers.longest = longest_header(config.traffic, topology, routing);
    for (const auto& of_kind : header_routings(config.traffic, topology, borrowed(routing))) {
        description.headers.routings.insert(description.headers.routings.end(), of_kind.begin(),
                                            of_kind.end());
    }
    description.reductions =
        combining_units(config.traffic, config.router, topology, borrowed(routing));
    description.seed = config.seed;
    description.ties_random = config.ties_random;
    if (config.router.service == rtl::Service::redrawn) {
        description.service_flits = service_flits(
            *find_length(config.traffic.length.name).make(config.traffic.length.options));
    }
    description.purging = config.takes_messages_out();
    const auto& outside = config.level.verilog;
    if (config.router.data_bytes() > 0 &&
        std::any_of(outside.begin(), outside.end(),
                    [](const VerilogLevel& each) { return !each.router.empty(); })) {
        description.unchecked = std::make_shared<rtl::MessageSet>();
    }
    if (!config.clock_gates) {
        description.clock_gates.assign(static_cast<std::size_t>(topology.routers()), false);
    }
    description.observer = taps.observer;
    description.waves = taps.waves;
    return description;
}

namespace {

/// Refuses traffic whose longest message is longer than the device takes.
void check_length(const cosim::DeviceDescription& device, const TrafficConfig& traffic,
                  const rtl::NetworkDescription& network) {
    const LongestMessage collective = {
        longest_of_collectives(traffic, network.router, *network.topology, *network.routing),
        "traffic.collective"};
    LongestMessage longest = longest_message(traffic);
    longest = collective.flits > longest.flits ? collective : longest;
    if (device.max_length != 0 && longest.flits > device.max_length) {
        throw cosim::DescriptionError(device, device.max_length_place, "max_length",
                                      std::to_string(device.max_length) + " in the device, but `" +
                                          longest.key + "` is up to " +
                                          std::to_string(longest.flits));
    }
}

/// The routers of one plug-in, in addition to those of `others`.
rtl::RouterFactory device_factory(const ExperimentConfig& config, const VerilogLevel& verilog,
                                  const rtl::NetworkDescription& description,
                                  const std::vector<topo::NodeId>& nodes, rtl::RouterFactory others,
                                  cosim::RtlTrace* trace) {
    NamedPlugins named;
    const cosim::PluginNote& note = named.note({verilog.router, verilog.path});
    NamedPlugins::require(note, "a router");
    const cosim::Plugin& plugin = cosim::load_plugin(note.file);
    if (plugin.devices.empty()) {
        throw cosim::PluginError(verilog.router + ": has parameter sets, but no router of its own");
    }
    const cosim::DeviceModel& model = *plugin.devices.front();
    cosim::DeviceChoice choice{
        plugin.devices, verilog.parameters,
        read_device_description(model.description_file(), model.description_text()), nodes};
    check_length(choice.description, config.traffic, description);
    return cosim::device_router_factory(description, choice, std::move(others), {}, trace);
}

/// Makes the routers of `nodes` in Verilog, each from the plug-in in its configuration, and the
/// others of SystemC modules.
rtl::RouterFactory verilog_factory(const ExperimentConfig& config,
                                   const rtl::NetworkDescription& description,
                                   const std::vector<topo::NodeId>& nodes, cosim::RtlTrace* trace) {
    rtl::RouterFactory factory = make_unit_factory(config, description);
    std::map<const VerilogLevel*, std::vector<topo::NodeId>> kinds;
    for (const topo::NodeId node : nodes) {
        kinds[&config.level.verilog_of(node)].push_back(node);
    }
    for (const auto& [verilog, own] : kinds) {
        if (verilog->router.empty()) {
            factory = cosim::verilog_router_factory(
                description, cosim::find_sets(description, own, trace != nullptr, verilog->path),
                own, trace, std::move(factory));
        }
    }
    for (const VerilogLevel& verilog : config.level.verilog) {
        const auto kind = kinds.find(&verilog);
        if (!verilog.router.empty() && kind != kinds.end()) {
            factory = device_factory(config, verilog, description, kind->second, std::move(factory),
                                     trace);
        }
    }
    return factory;
}

/// Parameters, sets or plug-ins that do not fit or do not exist are the configuration's fault.
[[noreturn]] void fail_level(const ExperimentConfig& config, const std::invalid_argument& error) {
    const ConfigNode* const written = config.written ? config.written->find("level") : nullptr;
    throw ConfigError({written != nullptr ? written->position() : ConfigPosition{"configuration"},
                       error.what(),
                       {},
                       "level",
                       "verilog"});
}

/// `modules`: the routers that are not at level fast.
std::unique_ptr<rtl::Network> make_network_with_verilog(const ExperimentConfig& config,
                                                        const rtl::NetworkDescription& description,
                                                        cosim::RtlTrace* trace,
                                                        const std::vector<topo::NodeId>& verilog,
                                                        const std::vector<topo::NodeId>& modules) {
    try {
        const rtl::RouterFactory factory = verilog_factory(config, description, verilog, trace);
        if (static_cast<topo::NodeId>(modules.size()) == description.topology->routers()) {
            return cosim::make_verilog_network(description, factory, config.level.uniform(),
                                               cosim::make_verilated_combining);
        }
        return std::make_unique<tl::MixedNetwork>(description, modules, factory);
    } catch (const rtl::UnitMismatch&) {
        throw;
    } catch (const OptionError& error) {
        throw option_error(config, error);
    } catch (const std::invalid_argument& error) {
        fail_level(config, error);
    }
}

/// Refuses an unsuitable environment variable of the engine as an error of the configuration.
void check_environment() {
    try {
        tl::chosen_switch_kernel();
    } catch (const std::invalid_argument& error) {
        throw ConfigError({{"environment", 0}, error.what()});
    }
}

std::unique_ptr<rtl::Network> make_network_of_levels(const ExperimentConfig& config,
                                                     const rtl::NetworkDescription& description,
                                                     cosim::RtlTrace* trace) {
    std::vector<topo::NodeId> modules;
    std::vector<topo::NodeId> verilog;
    for (topo::NodeId router = 0; router < description.topology->routers(); ++router) {
        const std::string& at = config.level.of(router);
        if (at != "fast") {
            modules.push_back(router);
        }
        if (at == "verilog") {
            verilog.push_back(router);
        } else if (at != "fast" && at != "signal") {
            throw std::invalid_argument("level " + at + " does not exist");
        }
    }
    if (!verilog.empty()) {
        return make_network_with_verilog(config, description, trace, verilog, modules);
    }
    if (modules.empty()) {
        return tl::make_fast_network(description);
    }
    if (config.router.queued_outputs()) {
        return rtl::make_signal_network(description);
    }
    const rtl::RouterFactory factory = make_unit_factory(config, description);
    if (config.level.uniform()) {
        return std::make_unique<rtl::SignalNetwork>(description, factory);
    }
    return tl::make_mixed_network(description, modules, factory);
}

}  // namespace

BuiltNetwork make_network(const ExperimentConfig& config, const NetworkTaps& taps) {
    check_environment();
    BuiltNetwork built;
    built.topology = topo::make_topology(config.topology.name, config.topology.options);
    built.routing =
        topo::make_routing(config.routing.name, *built.topology, config.routing.options);
    built.makers = make_decisions(config);
    rtl::NetworkDescription description =
        describe_network(config, *built.topology, *built.routing, taps);
    if (!config.faults.empty()) {
        built.live = std::make_unique<topo::LiveRouting>(*built.topology, *built.routing);
        description.routing = description.live = built.live.get();
    }
    description.makers = built.makers.get();
    try {
        built.network = make_network_of_levels(config, description, taps.rtl);
    } catch (const rtl::UnitMismatch& error) {
        fail_units(config, error.what());
    }
    return built;
}

}  // namespace flitscope::tb
