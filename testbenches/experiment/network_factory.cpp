#include "testbenches/experiment/network_factory.h"

#include <algorithm>
#include <stdexcept>

#include "rtl_models/signal/network.h"
#include "tlm/fast/fast_network.h"
#include "tlm/mixed_network.h"
#include "topologies/registry.h"

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

const std::vector<LevelEntry>& levels() {
    static const std::vector<LevelEntry> list = {
        {"fast", tlm::make_fast_network},
        {"signal", rtl::make_signal_network},
    };
    return list;
}

namespace {

std::unique_ptr<rtl::Network> make_uniform_network(const std::string& name,
                                                   const rtl::NetworkDescription& description) {
    const auto level = std::find_if(levels().begin(), levels().end(),
                                    [&name](const LevelEntry& each) { return each.name == name; });
    if (level == levels().end()) {
        throw std::invalid_argument("level " + name + " is not built into this program");
    }
    return level->make(description);
}

std::unique_ptr<rtl::Network> make_network_of_levels(const LevelConfig& level,
                                                     const rtl::NetworkDescription& description) {
    std::vector<topo::NodeId> signal;
    for (topo::NodeId router = 0; router < description.topology->nodes(); ++router) {
        const std::string& at = level.of(router);
        if (at == "signal") {
            signal.push_back(router);
        } else if (at != "fast") {
            throw std::invalid_argument("level " + at + " cannot be mixed with others");
        }
    }
    return tlm::make_mixed_network(description, signal);
}

}  // namespace

BuiltNetwork make_network(const ExperimentConfig& config, const NetworkTaps& taps) {
    BuiltNetwork built;
    built.topology = topo::make_topology(config.topology.name, config.topology.options);
    built.routing =
        topo::make_routing(config.routing.name, *built.topology, config.routing.options);
    const rtl::NetworkDescription description =
        describe_network(config, *built.topology, *built.routing, taps);
    built.network = config.level.uniform()
                        ? make_uniform_network(config.level.standard, description)
                        : make_network_of_levels(config.level, description);
    return built;
}

}  // namespace flitscope::tb
