#include "testbenches/tests/whole/verilog/network_scenario.h"

#include "rtl_models/cosim/verilog_network.h"
#include "topologies/registry.h"
#include "topologies/routing/routing_registry.h"

namespace flitscope::cosim {

void set_cube(tb::CrosscheckScenario& s, int dimensions, const char* order) {
    s.topology = topo::make_topology("hypercube", {{"dimensions", std::int64_t{dimensions}}});
    s.routing = topo::make_routing("ecube", *s.topology, {{"order", std::string(order)}});
}

void set_mesh(tb::CrosscheckScenario& s, const std::vector<std::int64_t>& size,
              const std::vector<std::int64_t>& order) {
    s.topology = topo::make_topology("mesh", {{"size", size}});
    s.routing = topo::make_routing("dimension_order", *s.topology, {{"order", order}});
}

rtl::RouterParameters router(int virtual_channels, int buffer_flits, int pipeline) {
    rtl::RouterParameters r;
    r.virtual_channels = virtual_channels;
    r.buffer_flits = buffer_flits;
    r.pipeline = pipeline;
    return r;
}

tb::CrosscheckScenario verilog_scenario(const VerilatedNetwork& network, std::uint64_t seed) {
    tb::CrosscheckScenario scenario(seed, tb::DrawnValues::cubes_and_meshes);
    const std::vector<rtl::LinkParameters> drawn = scenario.links;
    scenario.links.assign(8, {});
    network.configure(scenario);
    scenario.links.resize(scenario.topology->link_classes().size());
    for (std::size_t i = 0; i < scenario.links.size(); ++i) {
        scenario.links[i].latency = drawn[i % drawn.size()].latency;
    }
    if (scenario.router.switching != rtl::Switching::wormhole) {
        // The longest message has to fit into a buffer.
        const auto longest = static_cast<std::uint64_t>(scenario.router.buffer_flits);
        scenario.traffic.length.name = "fixed";
        scenario.traffic.length.options = {{"mean", static_cast<std::int64_t>(1 + seed % longest)}};
    }
    scenario.name = network.name;
    return scenario;
}

tb::CrosscheckScenario with_own_vcs(tb::CrosscheckScenario s) {
    const int least = s.router.message_classes * s.routing->vc_classes();
    const bool may_differ = s.router.class_vcs.empty() && !s.router.shares_buffers();
    const int spare = may_differ ? s.router.virtual_channels - least : 0;
    for (std::size_t i = 0; spare > 0 && i < s.links.size(); ++i) {
        s.links[i].virtual_channels =
            least + static_cast<int>((s.seed + i) % static_cast<std::size_t>(spare + 1));
    }
    return s;
}

tb::CheckedRun verilog_run(const tb::CrosscheckScenario& scenario,
                           const std::vector<VerilogSet>& sets, const std::string& level,
                           const std::vector<topo::NodeId>& nodes) {
    return {level, [&scenario, &sets, nodes](rtl::NetworkObserver& observer) {
                rtl::NetworkDescription description = scenario.description();
                description.observer = &observer;
                const auto network = make_verilog_network(
                    description, verilog_router_factory(description, sets, nodes), nodes.empty());
                return tb::run_scenario(scenario, *network);
            }};
}

}  // namespace flitscope::cosim
