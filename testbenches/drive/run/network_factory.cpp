#include "testbenches/drive/run/network_factory.h"

#include <stdexcept>

#include "rtl_models/cosim/plugin_loader.h"
#include "rtl_models/cosim/verilog_network.h"
#include "rtl_models/cosim/verilog_sets.h"
#include "rtl_models/foreign/description_error.h"
#include "rtl_models/foreign/device_network.h"
#include "rtl_models/signal/network.h"
#include "testbenches/drive/configuration/config_error.h"
#include "testbenches/drive/configuration/config_tree.h"
#include "testbenches/drive/pin_description/description_reader.h"
#include "testbenches/drive/traffic/registry.h"
#include "tlm/fast/fast_network.h"
#include "tlm/fast/switch_kernel.h"
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
        const auto own = config.link_classes.find(name);
        description.links.push_back(own == config.link_classes.end() ? config.link : own->second);
    }
    description.seed = config.seed;
    description.ties_random = config.ties_random;
    description.observer = taps.observer;
    description.waves = taps.waves;
    return description;
}

namespace {

/// What the traffic may send is known before anything runs.
void check_length(const cosim::DeviceDescription& device, const TrafficConfig& traffic) {
    const std::uint32_t longest =
        find_length(traffic.length.name)->make(traffic.length.options)->longest();
    if (device.max_length != 0 && longest > static_cast<std::uint32_t>(device.max_length)) {
        throw cosim::DescriptionError(device, device.max_length_place, "max_length",
                                      std::to_string(device.max_length) +
                                          " in the device, but `traffic.length` is up to " +
                                          std::to_string(longest));
    }
}

/// Makes the routers of `nodes` in Verilog and the others of SystemC modules.
rtl::RouterFactory verilog_factory(const ExperimentConfig& config,
                                   const rtl::NetworkDescription& description,
                                   const std::vector<topo::NodeId>& nodes, cosim::RtlTrace* trace) {
    const LevelConfig& level = config.level;
    const std::string& name = level.verilog.router;
    if (!name.empty()) {
        const cosim::Plugin& plugin = cosim::find_plugin(name, level.verilog.path);
        if (plugin.device == nullptr) {
            throw cosim::PluginError(name + ": has parameter sets, but no router of its own");
        }
        const cosim::DeviceModel& model = *plugin.device;
        const cosim::DeviceDescription device =
            read_device_description(model.description_file(), model.description_text());
        check_length(device, config.traffic);
        return cosim::device_router_factory(description, plugin.device, device, nodes, {}, {},
                                            trace);
    }
    return cosim::verilog_router_factory(
        description, cosim::find_sets(description, nodes, trace != nullptr, level.verilog.path),
        nodes, trace);
}

/// Parameters, sets or plug-ins that do not fit or do not exist are the configuration's fault.
[[noreturn]] void fail_level(const ExperimentConfig& config, const std::invalid_argument& error) {
    ConfigProblem problem;
    problem.position.source = "configuration";
    if (const ConfigNode* written = config.written ? config.written->find("level") : nullptr) {
        problem.position = written->position();
    }
    problem.key = "level";
    problem.value = "verilog";
    problem.problem = error.what();
    throw ConfigError(problem);
}

/// `modules`: the routers that are not at level fast.
std::unique_ptr<rtl::Network> make_network_with_verilog(const ExperimentConfig& config,
                                                        const rtl::NetworkDescription& description,
                                                        cosim::RtlTrace* trace,
                                                        const std::vector<topo::NodeId>& verilog,
                                                        const std::vector<topo::NodeId>& modules) {
    try {
        const rtl::RouterFactory factory = verilog_factory(config, description, verilog, trace);
        if (static_cast<topo::NodeId>(modules.size()) == description.topology->nodes()) {
            return cosim::make_verilog_network(description, factory, config.level.uniform());
        }
        return std::make_unique<tl::MixedNetwork>(description, modules, factory);
    } catch (const std::invalid_argument& error) {
        fail_level(config, error);
    }
}

/// What the environment says of the engine is refused as a configuration is.
void check_environment() {
    try {
        tl::chosen_switch_kernel();
    } catch (const std::invalid_argument& error) {
        ConfigProblem problem;
        problem.position.source = "environment";
        problem.position.from_override = true;  // no line to name
        problem.problem = error.what();
        throw ConfigError(problem);
    }
}

std::unique_ptr<rtl::Network> make_network_of_levels(const ExperimentConfig& config,
                                                     const rtl::NetworkDescription& description,
                                                     cosim::RtlTrace* trace) {
    std::vector<topo::NodeId> modules;
    std::vector<topo::NodeId> verilog;
    for (topo::NodeId router = 0; router < description.topology->nodes(); ++router) {
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
    return config.level.uniform() ? rtl::make_signal_network(description)
                                  : tl::make_mixed_network(description, modules);
}

}  // namespace

BuiltNetwork make_network(const ExperimentConfig& config, const NetworkTaps& taps) {
    check_environment();
    BuiltNetwork built;
    built.topology = topo::make_topology(config.topology.name, config.topology.options);
    built.routing =
        topo::make_routing(config.routing.name, *built.topology, config.routing.options);
    const rtl::NetworkDescription description =
        describe_network(config, *built.topology, *built.routing, taps);
    built.network = make_network_of_levels(config, description, taps.rtl);
    return built;
}

}  // namespace flitscope::tb
