#include "testbenches/tests/whole/verilog/unit_run.h"

#include <map>
#include <memory>

#include "rtl_models/signal/network/network.h"
#include "rtl_models/signal/network/router.h"
#include "rtl_models/signal/network/unit_makers.h"

namespace flitscope::cosim {

std::unique_ptr<rtl::Network> network_with_units(const rtl::NetworkDescription& description,
                                                 const std::vector<UnitSet>& units) {
    const auto makers = std::make_shared<rtl::UnitMakers>();
    for (const UnitSet& set : units) {
        add_verilated(set, *makers);
    }
    return network_with_units(description, makers);
}

std::unique_ptr<rtl::Network> network_with_units(
    const rtl::NetworkDescription& description,
    const std::shared_ptr<const rtl::UnitMakers>& makers) {
    std::map<topo::NodeId, std::shared_ptr<const rtl::UnitMakers>> everywhere;
    for (topo::NodeId node = 0; node < description.topology->routers(); ++node) {
        everywhere[node] = makers;
    }
    return std::make_unique<rtl::SignalNetwork>(description, rtl::unit_router_factory(everywhere));
}

tb::CheckedRun unit_run(const tb::CrosscheckScenario& scenario, const std::string& level,
                        const std::vector<UnitSet>& units) {
    return {level, [&scenario, units](rtl::NetworkObserver& observer) {
                rtl::NetworkDescription description = scenario.description();
                description.observer = &observer;
                return tb::run_scenario(scenario, *network_with_units(description, units));
            }};
}

}  // namespace flitscope::cosim
