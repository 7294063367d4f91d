#include "testbenches/tests/rtl_models/cosim/mutations.h"

#include <algorithm>
#include <iterator>

#include "testbenches/tests/rtl_models/cosim/mutation_select.h"
#include "testbenches/tests/whole/page_reference/reference_run.h"
#include "topologies/registry.h"
#include "topologies/routing/routing_registry.h"

namespace flitscope::cosim {

const std::vector<Mutation>& mutations() {
    static const std::vector<Mutation> all = {
#include "mutations.inc"
    };
    return all;
}

std::vector<Mutation> unit_mutations() {
    std::vector<Mutation> some;
    std::copy_if(mutations().begin(), mutations().end(), std::back_inserter(some),
                 [](const Mutation& mutation) {
                     return !mutation.of_multicasts() && mutation.units[0] != 0;
                 });
    return some;
}

std::vector<Mutation> mutations_of(const std::string& module) {
    std::vector<Mutation> some;
    std::copy_if(mutations().begin(), mutations().end(), std::back_inserter(some),
                 [&](const Mutation& mutation) { return mutation.units == module; });
    return some;
}

tb::CheckedRun page_run(const tb::PageScenario& scenario, const std::string& level,
                        const tb::NetworkMaker& make) {
    return {level, [&scenario, make](rtl::EventObserver& observer) {
                rtl::NetworkDescription description = scenario.description();
                description.observer = &observer;
                const auto network = make(description);
                tb::ListClient client(scenario.messages, scenario.end);
                network->run(client);
                tb::RunReport report;
                report.cycles = network->now();
                report.messages = client.deliveries.size();
                for (const rtl::Delivery& delivery : client.deliveries) {
                    report.report["errors"].push_back(delivery.error);
                }
                return report;
            }};
}

VerilatedNetwork mutated_network(const std::string& set) {
    if (set == "narrow") {
        return {set, [](tb::CrosscheckScenario& s) {
                    set_cube(s, 3, "high_first");
                    s.router = router(2, 3, 3);
                }};
    }
    if (set == "ahead") {
        return {set, [](tb::CrosscheckScenario& s) {
                    set_cube(s, 3, "high_first");
                    s.router = router(2, 3, 2);
                    s.router.lookahead = true;
                    s.router.speculation = rtl::Speculation::exact;
                    s.router.priority = rtl::Priority::age;
                }};
    }
    if (set == "at_switch") {
        return {set, [](tb::CrosscheckScenario& s) {
                    set_cube(s, 3, "high_first");
                    s.router = router(4, 2, 3);
                    s.router.vc_allocator = rtl::VcAllocatorKind::at_switch;
                    s.router.message_classes = 2;
                }};
    }
    if (set == "pool") {
        return {set, [](tb::CrosscheckScenario& s) {
                    set_cube(s, 3, "high_first");
                    s.router = router(2, 2, 3);
                    s.router.buffers = rtl::Buffers::shared;
                    s.router.vc_choice = rtl::VcChoice::most_credits;
                }};
    }
    if (set == "bypass") {
        return {set, [](tb::CrosscheckScenario& s) {
                    set_cube(s, 3, "high_first");
                    s.router = router(2, 3, 4);
                    s.router.bypass = true;
                    s.links[1].cycles_per_flit = 2;
                }};
    }
    if (set == "lookup") {
        return {set, [](tb::CrosscheckScenario& s) {
                    set_cube(s, 3, "high_first");
                    s.routing = topo::make_routing("shortest_queue", *s.topology, {});
                    s.router = router(3, 3, 3);
                    s.ties_random = true;
                }};
    }
    if (set == "escape" || set == "legs") {
        return {set, [set](tb::CrosscheckScenario& s) {
                    s.topology =
                        topo::make_topology("torus", {{"size", std::vector<std::int64_t>{3, 3}}});
                    s.routing =
                        topo::make_routing(set == "escape" ? "duato" : "ugal", *s.topology, {});
                    s.router = router(4, 3, 3);
                    s.ties_random = true;
                }};
    }
    if (set == "rounds") {
        return {set, [](tb::CrosscheckScenario& s) {
                    s.topology = topo::make_topology("concentrated_mesh",
                                                     {{"size", std::vector<std::int64_t>{3, 3}},
                                                      {"concentration", std::int64_t{2}}});
                    s.routing = topo::make_routing("dimension_order", *s.topology, {});
                    s.router = router(3, 4, 3);
                    s.router.switch_allocator = rtl::SwitchAllocatorKind::islip;
                    s.router.iterations = 2;
                    s.router.input_speedup = 2;
                }};
    }
    return {set, [](tb::CrosscheckScenario& s) {
                set_mesh(s, {3, 3}, {0, 1});
                s.router = router(2, 4, 2);
                s.router.switching = rtl::Switching::virtual_cut_through;
                s.router.arbiter = rtl::ArbiterKind::matrix;
                s.router.switch_allocator = rtl::SwitchAllocatorKind::wavefront;
                s.router.arbiter_state = rtl::ArbiterState::shared;
                s.router.vc_reuse = rtl::VcReuse::buffer_empty;
                s.links[0].cycles_per_flit = 2;
            }};
}

tb::CheckedRun with_mutation(const tb::CheckedRun& run, int number) {
    return {run.level, [run, number](rtl::EventObserver& observer) {
                select_mutation(number);
                return run.run(observer);
            }};
}

}  // namespace flitscope::cosim
