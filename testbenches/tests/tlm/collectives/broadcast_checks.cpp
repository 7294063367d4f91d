#include "testbenches/tests/tlm/collectives/broadcast_checks.h"

#include <algorithm>

namespace flitscope::tl {

void for_each_source(const topo::Topology& topology, const std::string& algorithm,
                     const std::function<void(const Plan& plan)>& check) {
    for (topo::NodeId source = 0; source < topology.nodes(); ++source) {
        check(plan_of(topology, algorithm, {source, {}}));
    }
}

void for_each_flat_mesh(int least, int most, const std::function<void(const topo::Mesh&)>& check) {
    for (int x = least; x <= most; ++x) {
        for (int y = least; y <= most; ++y) {
            check(topo::Mesh({x, y}));
        }
    }
}

double zero_load_time(const topo::Topology& topology, const Plan& plan, int flits) {
    PlanWalk walk(topology, plan);
    double time = 0;
    for (int step = 0; step < plan.steps(); ++step) {
        std::size_t hops = 0;
        for (const PlanMessage& message : plan.step(step)) {
            hops = std::max(hops, walk.follow(message).hops());
        }
        time += 0.75 + 0.0033 * (static_cast<double>(hops) + flits - 1);
    }
    return time;
}

std::string refusal(const topo::Topology& topology, const std::string& algorithm) {
    try {
        plan_of(topology, algorithm, {0, {}});
    } catch (const OptionError& error) {
        return error.key() + ": " + error.what();
    }
    return "none";
}

}  // namespace flitscope::tl
