#include "testbenches/experiment/network_factory.h"

#include <algorithm>
#include <stdexcept>

#include "rtl_models/signal/network.h"
#include "tlm/fast/fast_network.h"
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

BuiltNetwork make_network(const ExperimentConfig& config, const NetworkTaps& taps) {
    const std::string& name = config.level.standard;
    const auto level = std::find_if(levels().begin(), levels().end(),
                                    [&name](const LevelEntry& each) { return each.name == name; });
    if (level == levels().end()) {
        throw std::invalid_argument("level " + name + " is not built into this program");
    }
    BuiltNetwork built;
    built.topology = topo::make_topology(config.topology.name, config.topology.options);
    built.routing =
        topo::make_routing(config.routing.name, *built.topology, config.routing.options);
    built.network = level->make(describe_network(config, *built.topology, *built.routing, taps));
    return built;
}

}  // namespace flitscope::tb
