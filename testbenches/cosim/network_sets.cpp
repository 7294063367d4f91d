#include "testbenches/cosim/network_sets.h"

#include <algorithm>

#include "topologies/registry.h"

namespace flitscope::cosim {

VerilogSet verilog_set_cube_1();
VerilogSet verilog_set_cube_2();
VerilogSet verilog_set_cube_3();
VerilogSet verilog_set_cube_4();
VerilogSet verilog_set_cube_stored();
VerilogSet verilog_set_cube_classes();
VerilogSet verilog_set_mesh_1();
VerilogSet verilog_set_mesh_2();
VerilogSet verilog_set_mesh_3();
VerilogSet verilog_set_mesh_4();
VerilogSet verilog_set_mesh_line();
VerilogSet verilog_set_mesh_block();

namespace {

using rtl::AllocatorKind;
using rtl::ArbiterKind;
using rtl::EjectionVcs;
using rtl::Switching;
using rtl::VcReuse;

void cube(tb::CrosscheckScenario& s, int dimensions, const char* order) {
    s.topology = topo::make_topology("hypercube", {{"dimensions", std::int64_t{dimensions}}});
    s.routing = topo::make_routing("ecube", *s.topology, {{"order", std::string(order)}});
}

void mesh(tb::CrosscheckScenario& s, const std::vector<std::int64_t>& size,
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

}  // namespace

// In step with CMakeLists.txt: a set that is not found fails the test.
const std::vector<VerilatedNetwork>& verilated_networks() {
    static const std::vector<VerilatedNetwork> networks = {
        {"cube_1",
         [](tb::CrosscheckScenario& s) {
             cube(s, 3, "high_first");
             s.router = router(1, 2, 1);
         }},
        {"cube_2",
         [](tb::CrosscheckScenario& s) {
             cube(s, 3, "low_first");
             s.router = router(2, 6, 2);
             s.router.switching = Switching::virtual_cut_through;
             s.router.arbiter = ArbiterKind::matrix;
             s.links[1].cycles_per_flit = 2;
         }},
        {"cube_3",
         [](tb::CrosscheckScenario& s) {
             cube(s, 3, "high_first");
             s.router = router(4, 8, 3);
         }},
        {"cube_4",
         [](tb::CrosscheckScenario& s) {
             cube(s, 2, "low_first");
             s.router = router(3, 5, 4);
             s.router.switch_allocator = AllocatorKind::wavefront;
             s.router.vc_reuse = VcReuse::buffer_empty;
             s.router.injection_vcs = 2;
         }},
        {"cube_stored",
         [](tb::CrosscheckScenario& s) {
             cube(s, 3, "high_first");
             s.router = router(2, 8, 3);
             s.router.switching = Switching::store_and_forward;
             s.router.injection_ports = rtl::kAll;
             s.router.ejection_ports = rtl::kAll;
             s.router.injection_vcs = 1;
         }},
        {"cube_classes",
         [](tb::CrosscheckScenario& s) {
             cube(s, 3, "high_first");
             s.router = router(5, 3, 1);
             s.router.switch_allocator = AllocatorKind::wavefront;
             s.router.arbiter = ArbiterKind::matrix;
             s.router.message_classes = 2;
             s.router.ejection_vcs = EjectionVcs::classes;
         }},
        {"mesh_1",
         [](tb::CrosscheckScenario& s) {
             mesh(s, {3, 3}, {1, 0});
             s.router = router(2, 3, 1);
             s.router.switch_allocator = AllocatorKind::separable_output;
             s.links[0].cycles_per_flit = 2;
         }},
        {"mesh_2",
         [](tb::CrosscheckScenario& s) {
             mesh(s, {3, 3}, {0, 1});
             s.router = router(3, 4, 2);
             s.router.vc_reuse = VcReuse::buffer_empty;
             s.router.switch_allocator = AllocatorKind::separable_output;
             s.router.arbiter = ArbiterKind::matrix;
             s.router.injection_ports = rtl::kAll;
         }},
        {"mesh_3",
         [](tb::CrosscheckScenario& s) {
             mesh(s, {4, 4}, {0, 1});
             s.router = router(4, 8, 3);
         }},
        {"mesh_4",
         [](tb::CrosscheckScenario& s) {
             mesh(s, {3, 3}, {0, 1});
             s.router = router(6, 6, 4);
             s.router.switching = Switching::virtual_cut_through;
             s.router.injection_ports = 2;
             s.router.ejection_ports = 2;
             s.router.message_classes = 2;
         }},
        {"mesh_line",
         [](tb::CrosscheckScenario& s) {
             mesh(s, {5}, {0});
             s.router = router(1, 1, 2);
             s.router.injection_ports = 3;
         }},
        {"mesh_block",
         [](tb::CrosscheckScenario& s) {
             mesh(s, {2, 3, 2}, {2, 0, 1});
             s.router = router(2, 4, 4);
             s.router.ejection_vcs = EjectionVcs::one;
             s.links[2].cycles_per_flit = 3;
         }},
    };
    return networks;
}

const std::vector<VerilogSet>& network_sets() {
    static const std::vector<VerilogSet> sets = {
        verilog_set_cube_1(), verilog_set_cube_2(),      verilog_set_cube_3(),
        verilog_set_cube_4(), verilog_set_cube_stored(), verilog_set_cube_classes(),
        verilog_set_mesh_1(), verilog_set_mesh_2(),      verilog_set_mesh_3(),
        verilog_set_mesh_4(), verilog_set_mesh_line(),   verilog_set_mesh_block()};
    return sets;
}

tb::CrosscheckScenario verilog_scenario(const VerilatedNetwork& network, std::uint64_t seed) {
    tb::CrosscheckScenario scenario(seed);
    const std::vector<rtl::LinkParameters> drawn = scenario.links;
    scenario.links.assign(8, {});
    network.configure(scenario);
    scenario.links.resize(scenario.topology->link_classes().size());
    for (std::size_t i = 0; i < scenario.links.size(); ++i) {
        scenario.links[i].latency = drawn[i % drawn.size()].latency;
    }
    if (scenario.router.switching != Switching::wormhole) {
        // The longest message has to fit into a buffer.
        const auto longest = static_cast<std::uint64_t>(scenario.router.buffer_flits);
        scenario.traffic.length.name = "fixed";
        scenario.traffic.length.options = {{"mean", static_cast<std::int64_t>(1 + seed % longest)}};
    }
    scenario.name = network.name;
    return scenario;
}

}  // namespace flitscope::cosim
