#include "testbenches/tests/whole/verilog/network_sets.h"

#include <algorithm>
#include <functional>

#include "topologies/registry.h"
#include "topologies/routing/routing_registry.h"

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
VerilogSet verilog_set_mesh_nodes();
VerilogSet verilog_set_mesh_at_switch();
VerilogSet verilog_set_cube_at_switch();
VerilogSet verilog_set_cube_ahead();
VerilogSet verilog_set_stored_ahead();
VerilogSet verilog_set_mesh_ahead();
VerilogSet verilog_set_nodes_ahead();
VerilogSet verilog_set_cube_early();
VerilogSet verilog_set_mesh_early();
VerilogSet verilog_set_mesh_speedup();
VerilogSet verilog_set_cube_speedup();
VerilogSet verilog_set_cube_oldest();
VerilogSet verilog_set_line_classes();
VerilogSet verilog_set_cube_bypass();
VerilogSet verilog_set_mesh_shared();
VerilogSet verilog_set_cube_shared();

namespace {

using rtl::ArbiterKind;
using rtl::ArbiterState;
using rtl::EjectionVcs;
using rtl::SwitchAllocatorKind;
using rtl::Switching;
using rtl::VcAllocatorKind;
using rtl::VcChoice;
using rtl::VcReuse;
using tb::CrosscheckScenario;
using Change = std::function<void(CrosscheckScenario&)>;

void unchanged(CrosscheckScenario& /*scenario*/) {}

VerilatedNetwork cube(const char* name, int dimensions, const char* order,
                      const rtl::RouterParameters& parameters, const Change& change = unchanged) {
    return {name, [=](CrosscheckScenario& s) {
                set_cube(s, dimensions, order);
                s.router = parameters;
                change(s);
            }};
}

VerilatedNetwork mesh(const char* name, const std::vector<std::int64_t>& size,
                      const std::vector<std::int64_t>& order,
                      const rtl::RouterParameters& parameters, const Change& change = unchanged) {
    return {name, [=](CrosscheckScenario& s) {
                set_mesh(s, size, order);
                s.router = parameters;
                change(s);
            }};
}

rtl::RouterParameters ahead(int virtual_channels, int buffer_flits, int pipeline) {
    rtl::RouterParameters parameters = router(virtual_channels, buffer_flits, pipeline);
    parameters.lookahead = true;
    return parameters;
}

rtl::RouterParameters speedup(int virtual_channels, int buffer_flits, int pipeline, int k) {
    rtl::RouterParameters parameters = router(virtual_channels, buffer_flits, pipeline);
    parameters.input_speedup = k;
    return parameters;
}

/// Three nodes at each router of a mesh.
void set_nodes(CrosscheckScenario& s, const rtl::RouterParameters& parameters) {
    s.topology = topo::make_topology(
        "concentrated_mesh",
        {{"size", std::vector<std::int64_t>{2, 2}}, {"concentration", std::int64_t{3}}});
    s.routing = topo::make_routing("dimension_order", *s.topology, {});
    s.router = parameters;
    s.router.ejection_ports = 2;
}

}  // namespace

// In step with CMakeLists.txt: a set that is not found fails the test.
const std::vector<VerilatedNetwork>& verilated_networks() {
    static const std::vector<VerilatedNetwork> networks = {
        cube("cube_1", 3, "high_first", router(1, 2, 1),
             [](CrosscheckScenario& s) { s.router.check_data = false; }),
        cube("cube_2", 3, "low_first", router(2, 6, 2),
             [](CrosscheckScenario& s) {
                 s.router.switching = Switching::virtual_cut_through;
                 s.router.arbiter = ArbiterKind::matrix;
                 s.router.flit_bytes = 9;
                 s.links[1].cycles_per_flit = 2;
             }),
        cube("cube_3", 3, "high_first", router(4, 8, 3),
             [](CrosscheckScenario& s) {
                 s.router.switch_allocator = SwitchAllocatorKind::islip;
                 s.router.iterations = 2;
             }),
        cube("cube_4", 2, "low_first", router(3, 5, 4),
             [](CrosscheckScenario& s) {
                 s.router.vc_allocator = VcAllocatorKind::wavefront;
                 s.router.switch_allocator = SwitchAllocatorKind::wavefront;
                 s.router.vc_reuse = VcReuse::buffer_empty;
                 s.router.injection_vcs = 2;
             }),
        cube("cube_stored", 3, "high_first", router(2, 8, 3),
             [](CrosscheckScenario& s) {
                 s.router.switching = Switching::store_and_forward;
                 s.router.injection_ports = rtl::kAll;
                 s.router.ejection_ports = rtl::kAll;
                 s.router.injection_vcs = 1;
                 s.router.vc_choice = VcChoice::lowest;
             }),
        cube("cube_classes", 3, "high_first", router(5, 3, 1),
             [](CrosscheckScenario& s) {
                 s.router.vc_allocator = VcAllocatorKind::wavefront;
                 s.router.switch_allocator = SwitchAllocatorKind::wavefront;
                 s.router.arbiter = ArbiterKind::matrix;
                 s.router.arbiter_state = ArbiterState::shared;
                 s.router.message_classes = 2;
                 s.router.ejection_vcs = EjectionVcs::classes;
             }),
        mesh("mesh_1", {3, 3}, {1, 0}, router(2, 3, 1),
             [](CrosscheckScenario& s) {
                 s.router.extra_stages = 1;
                 s.router.switch_allocator = SwitchAllocatorKind::separable_output;
                 s.router.arbiter_state = ArbiterState::shared;
                 s.router.vc_choice = VcChoice::most_credits;
                 s.links[0].cycles_per_flit = 2;
             }),
        mesh("mesh_2", {3, 3}, {0, 1}, router(3, 4, 2),
             [](CrosscheckScenario& s) {
                 s.router.vc_allocator = VcAllocatorKind::separable_output;
                 s.router.vc_reuse = VcReuse::buffer_empty;
                 s.router.switch_allocator = SwitchAllocatorKind::separable_output;
                 s.router.arbiter = ArbiterKind::matrix;
                 s.router.injection_ports = rtl::kAll;
                 s.router.flit_bytes = 16;
             }),
        mesh("mesh_3", {4, 4}, {0, 1}, router(4, 8, 3)),
        mesh("mesh_4", {3, 3}, {0, 1}, router(6, 6, 4),
             [](CrosscheckScenario& s) {
                 s.router.switching = Switching::virtual_cut_through;
                 s.router.extra_stages = 2;
                 s.router.injection_ports = 2;
                 s.router.ejection_ports = 2;
                 s.router.message_classes = 2;
                 s.router.class_vcs = {4, 2};
             }),
        mesh("mesh_line", {5}, {0}, router(1, 1, 2),
             [](CrosscheckScenario& s) {
                 s.router.injection_ports = 3;
                 s.router.flit_bytes = 1;
             }),
        mesh("mesh_block", {2, 3, 3}, {2, 0, 1}, router(2, 4, 4),
             [](CrosscheckScenario& s) {
                 s.router.switch_allocator = SwitchAllocatorKind::islip;
                 s.router.iterations = 3;
                 s.router.arbiter = ArbiterKind::matrix;
                 s.router.ejection_vcs = EjectionVcs::one;
                 s.router.flit_bytes = 64;
                 s.links[2].cycles_per_flit = 3;
             }),
        mesh("mesh_early", {3, 3}, {1, 0}, ahead(3, 2, 3),
             [](CrosscheckScenario& s) {
                 s.router.speculation = rtl::Speculation::pessimistic;
                 s.router.switch_allocator = SwitchAllocatorKind::wavefront;
                 s.router.arbiter = ArbiterKind::matrix;
                 s.router.vc_choice = VcChoice::most_credits;
             }),
        mesh("mesh_speedup", {3, 3}, {0, 1}, speedup(5, 3, 3, 2),
             [](CrosscheckScenario& s) { s.router.message_classes = 2; }),
        mesh("mesh_at_switch", {3, 3}, {0, 1}, router(3, 2, 3),
             [](CrosscheckScenario& s) {
                 s.router.vc_allocator = VcAllocatorKind::at_switch;
                 s.links[0].cycles_per_flit = 2;
             }),
        cube("cube_bypass", 3, "high_first", router(2, 3, 4),
             [](CrosscheckScenario& s) {
                 s.router.bypass = true;
                 s.router.injection_ports = 2;
                 s.links[1].cycles_per_flit = 2;
             }),
        mesh("mesh_shared", {3, 3}, {0, 1}, speedup(3, 2, 4, 3),
             [](CrosscheckScenario& s) {
                 s.router.buffers = rtl::Buffers::shared;
                 s.router.vc_choice = VcChoice::most_credits;
             }),
        {"mesh_nodes", [](CrosscheckScenario& s) { set_nodes(s, router(2, 4, 2)); }},
        cube("cube_oldest", 2, "high_first", router(2, 3, 3),
             [](CrosscheckScenario& s) {
                 s.router.switch_allocator = SwitchAllocatorKind::islip;
                 s.router.iterations = 2;
                 s.router.priority = rtl::Priority::age;
                 s.ages = 70000;
                 s.traffic.rate = std::max(s.traffic.rate, 0.05);  // of four nodes
             }),
#ifdef FLITSCOPE_LONG_SETS
        cube("cube_ahead", 3, "high_first", ahead(2, 3, 1),
             [](CrosscheckScenario& s) {
                 s.router.arbiter = ArbiterKind::matrix;
                 s.router.injection_ports = rtl::kAll;
             }),
        cube("stored_ahead", 3, "high_first", ahead(2, 8, 3),
             [](CrosscheckScenario& s) {
                 s.router.switching = Switching::store_and_forward;
                 s.router.ejection_ports = rtl::kAll;
             }),
        mesh("mesh_ahead", {3, 3}, {1, 0}, ahead(4, 4, 2),
             [](CrosscheckScenario& s) {
                 s.router.message_classes = 2;
                 s.router.switch_allocator = SwitchAllocatorKind::wavefront;
             }),
        {"nodes_ahead", [](CrosscheckScenario& s) { set_nodes(s, ahead(2, 4, 3)); }},
        cube("cube_early", 3, "high_first", router(2, 6, 3),
             [](CrosscheckScenario& s) {
                 s.router.speculation = rtl::Speculation::exact;
                 s.router.switching = Switching::virtual_cut_through;
                 s.router.switch_allocator = SwitchAllocatorKind::islip;
                 s.router.iterations = 2;
                 s.links[1].cycles_per_flit = 2;
             }),
        cube("cube_speedup", 3, "high_first", speedup(3, 2, 4, 3),
             [](CrosscheckScenario& s) {
                 s.router.switch_allocator = SwitchAllocatorKind::islip;
                 s.router.iterations = 2;
             }),
        cube("cube_at_switch", 3, "high_first", ahead(2, 6, 3),
             [](CrosscheckScenario& s) {
                 s.router.vc_allocator = VcAllocatorKind::at_switch;
                 s.router.switching = Switching::virtual_cut_through;
                 s.router.switch_allocator = SwitchAllocatorKind::wavefront;
                 s.router.arbiter = ArbiterKind::matrix;
             }),
        mesh("line_classes", {5}, {0}, router(3, 2, 4),
             [](CrosscheckScenario& s) {
                 s.router.switch_allocator = SwitchAllocatorKind::separable_output;
                 s.router.arbiter_state = ArbiterState::shared;
                 s.router.arbiter = ArbiterKind::matrix;
                 s.router.message_classes = 2;
                 s.router.speculation = rtl::Speculation::exact;
                 s.router.priority = rtl::Priority::message_class;
             }),
        cube("cube_shared", 3, "high_first", router(2, 4, 3),
             [](CrosscheckScenario& s) {
                 s.router.buffers = rtl::Buffers::shared;
                 s.router.reserved = 2;
                 s.router.vc_allocator = VcAllocatorKind::at_switch;
                 s.links[1].cycles_per_flit = 2;
             }),
#endif
    };
    return networks;
}

std::vector<VerilogSet> network_sets() {
    std::vector<VerilogSet> sets = {
        verilog_set_cube_1(),         verilog_set_cube_3(),      verilog_set_cube_stored(),
        verilog_set_mesh_1(),         verilog_set_mesh_2(),      verilog_set_mesh_4(),
        verilog_set_mesh_line(),      verilog_set_mesh_block(),  verilog_set_mesh_nodes(),
        verilog_set_mesh_speedup(),   verilog_set_cube_oldest(), verilog_set_mesh_shared(),
#ifdef FLITSCOPE_LONG_SETS
        verilog_set_stored_ahead(),   verilog_set_mesh_ahead(),  verilog_set_nodes_ahead(),
        verilog_set_cube_at_switch(), verilog_set_cube_early(),  verilog_set_line_classes(),
        verilog_set_cube_speedup(),   verilog_set_cube_shared()
#endif
    };
    for (VerilogSet set : traced_sets()) {
        set.traced = false;  // found where no dump is asked for
        sets.push_back(std::move(set));
    }
    return sets;
}

std::vector<VerilogSet> traced_sets() {
    return {verilog_set_cube_2(),      verilog_set_cube_4(),         verilog_set_cube_classes(),
            verilog_set_mesh_3(),      verilog_set_mesh_at_switch(), verilog_set_mesh_early(),
            verilog_set_cube_bypass(),
#ifdef FLITSCOPE_LONG_SETS
            verilog_set_cube_ahead()
#endif
    };
}

}  // namespace flitscope::cosim
