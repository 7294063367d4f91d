#include "testbenches/tests/rtl_models/foreign/device_run.h"

#include <algorithm>
#include <numeric>
#include <stdexcept>

#include "rtl_models/cosim/plugin_loader.h"
#include "rtl_models/cosim/verilog_network.h"
#include "rtl_models/foreign/device_network.h"
#include "rtl_models/router/contract/message_set.h"
#include "testbenches/drive/configuration/config_reader.h"
#include "testbenches/drive/pin_description/description_reader.h"
#include "testbenches/drive/run/network_factory.h"
#include "testbenches/drive/run/simulation.h"
#include "tlm/mixed/mixed_network.h"
#include "topologies/registry.h"
#include "topologies/routing/routing_registry.h"

namespace flitscope::tb {

namespace {

constexpr const char* kMesh =
    "topology: {kind: mesh, size: [4, 4]}\n"
    "measure: {max_cycles: 3000, warmup_messages: 50, relative_error: 0.0001}\n";

std::string edited(std::string text,
                   const std::vector<std::pair<std::string, std::string>>& edits) {
    for (const auto& [old_text, new_text] : edits) {
        const std::size_t at = text.find(old_text);
        if (at == std::string::npos) {
            throw std::logic_error("the description has no \"" + old_text + "\"");
        }
        text.replace(at, old_text.size(), new_text);
    }
    return text;
}

}  // namespace

DeviceOutcome run_device(const DeviceRun& run, rtl::NetworkObserver* observer) {
    const ExperimentConfig config = parse_config("test", kMesh + run.config);
    const auto topology = topo::make_topology(config.topology.name, config.topology.options);
    const auto routing = topo::make_routing(config.routing.name, *topology, config.routing.options);
    rtl::NetworkDescription network = describe_network(config, *topology, *routing, {observer});
    network.unchecked = std::make_shared<rtl::MessageSet>();
    const auto models = run.model
                            ? std::vector<std::shared_ptr<const cosim::DeviceModel>>{run.model}
                            : cosim::load_plugin(run.plugin).devices;
    DeviceOutcome outcome;
    try {
        std::vector<topo::NodeId> nodes = run.nodes;
        if (nodes.empty()) {
            nodes.resize(static_cast<std::size_t>(topology->nodes()));
            std::iota(nodes.begin(), nodes.end(), 0);
        }
        const std::string text = edited(models.front()->description_text(), run.edits);
        const auto factory = cosim::device_router_factory(
            network, {models, run.parameters, read_device_description("pins.yaml", text), nodes},
            {}, [&outcome](const std::string& line) { outcome.displayed.push_back(line); });
        std::unique_ptr<rtl::Network> built;
        if (run.nodes.empty()) {
            built = cosim::make_verilog_network(network, factory, true);
        } else {
            built = std::make_unique<tl::MixedNetwork>(network, nodes, factory);
        }
        const Result result = simulate(config, *built);
        outcome.delivered = result.delivered;
        outcome.least_latency = result[LatencyKind::network].min.value_or(0);
        outcome.unchecked = result.unchecked.value_or(-1);
    } catch (const cosim::DeviceViolation& violation) {
        outcome.violation = violation;
    }
    return outcome;
}

DeviceOutcome run_fast(const std::string& text) {
    const ExperimentConfig config = parse_config("test", kMesh + text);
    const BuiltNetwork built = make_network(config);
    const Result result = simulate(config, *built.network);
    DeviceOutcome outcome;
    outcome.delivered = result.delivered;
    outcome.least_latency = result[LatencyKind::network].min.value_or(0);
    return outcome;
}

}  // namespace flitscope::tb
