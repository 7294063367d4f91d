#include "testbenches/tests/whole/crosscheck/mixed_run.h"

#include <random>

#include "tlm/mixed/mixed_levels.h"

namespace flitscope::tb {

namespace {

std::vector<topo::RouterId> draw_routers(std::uint64_t seed, topo::RouterId all) {
    std::mt19937 random(static_cast<unsigned>(seed));
    const unsigned percent[] = {0, 20, 50, 80, 100};
    const unsigned share = percent[random() % 5];
    const auto one = static_cast<topo::RouterId>(random() % static_cast<unsigned>(all));
    std::vector<topo::RouterId> routers;
    for (topo::RouterId router = 0; router < all; ++router) {
        if (router == one || random() % 100 < share) {
            routers.push_back(router);
        }
    }
    return routers;
}

}  // namespace

CheckedRun mixed_run(const CrosscheckScenario& scenario) {
    const std::vector<topo::RouterId> routers =
        draw_routers(scenario.seed, scenario.topology->routers());
    std::string level = "mixed, at signal";
    for (const topo::RouterId router : routers) {
        level += ' ' + std::to_string(router);
    }
    return {level, [&scenario, routers](rtl::NetworkObserver& observer) {
                rtl::NetworkDescription description = scenario.description();
                description.observer = &observer;
                return run_scenario(scenario, *tl::make_mixed_network(description, routers));
            }};
}

}  // namespace flitscope::tb
