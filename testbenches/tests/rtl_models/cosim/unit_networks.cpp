#include "testbenches/tests/rtl_models/cosim/unit_networks.h"

#include "rtl_models/cosim/verilated_unit.h"
#include "rtl_models/signal/network.h"
#include "rtl_models/signal/unit_factory.h"

namespace flitscope::cosim {

#define FLITSCOPE_UNITS(network)                               \
    UnitSet verilated_unit_##network##_vc_buffer();            \
    UnitSet verilated_unit_##network##_route_unit();           \
    UnitSet verilated_unit_##network##_vc_allocator();         \
    UnitSet verilated_unit_##network##_switch_allocator();     \
    UnitSet verilated_unit_##network##_crossbar();             \
    UnitSet verilated_unit_##network##_output_unit();          \
    static std::vector<UnitSet> network##_units() {            \
        return {verilated_unit_##network##_vc_buffer(),        \
                verilated_unit_##network##_route_unit(),       \
                verilated_unit_##network##_vc_allocator(),     \
                verilated_unit_##network##_switch_allocator(), \
                verilated_unit_##network##_crossbar(),         \
                verilated_unit_##network##_output_unit()};     \
    }
FLITSCOPE_UNITS(mesh_depth_3)
FLITSCOPE_UNITS(mesh_depth_1)
#undef FLITSCOPE_UNITS

const std::vector<UnitNetwork>& unit_networks() {
    static const std::vector<UnitNetwork> networks = {
        {{"mesh_depth_3",
          [](tb::CrosscheckScenario& s) {
              set_mesh(s, {3, 3}, {0, 1});
              s.router = router(2, 4, 3);
          }},
         mesh_depth_3_units()},
        {{"mesh_depth_1",
          [](tb::CrosscheckScenario& s) {
              set_mesh(s, {3, 3}, {1, 0});
              s.router = router(3, 6, 1);
              s.router.switching = rtl::Switching::virtual_cut_through;
              s.router.switch_allocator = rtl::SwitchAllocatorKind::islip;
              s.router.iterations = 2;
              s.links[0].cycles_per_flit = 2;
          }},
         mesh_depth_1_units()},
    };
    return networks;
}

tb::CheckedRun unit_run(const tb::CrosscheckScenario& scenario, const std::string& level,
                        const std::vector<UnitSet>& units) {
    return {level, [&scenario, units](rtl::NetworkObserver& observer) {
                rtl::NetworkDescription description = scenario.description();
                description.observer = &observer;
                auto makers = std::make_shared<rtl::UnitMakers>();
                for (const UnitSet& set : units) {
                    add_verilated(set, *makers);
                }
                std::map<topo::NodeId, std::shared_ptr<const rtl::UnitMakers>> everywhere;
                for (topo::NodeId node = 0; node < scenario.topology->nodes(); ++node) {
                    everywhere[node] = makers;
                }
                rtl::SignalNetwork network(description, rtl::unit_router_factory(everywhere));
                return tb::run_scenario(scenario, network);
            }};
}

}  // namespace flitscope::cosim
