// Links and nodes that fail at level verilog (docs/recovery_and_faults.md, sections 1 and 2):
// tables made anew are loaded while messages are under way, and messages that find no way are taken
// out of the RTL. Fast, signal and verilog level event by event, over random networks.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "rtl_models/cosim/verilog_network.h"
#include "rtl_models/fast/fast_network.h"
#include "rtl_models/signal/signal_network.h"
#include "testbenches/drive/measurement/network_faults.h"
#include "testbenches/tests/support/draw.h"
#include "testbenches/tests/whole/verilog/table_networks.h"

namespace flitscope::cosim {

// In step with CMakeLists.txt: a set that is not found fails the test.
#define FLITSCOPE_PURGE_SETS(each)                                                   \
    each(up_2) each(up_3) each(up_4) each(up_5) each(up_9) each(queue_5) each(odd_4) \
        each(valiant_mesh) each(duato_torus) each(ugal_legs_3)
#define FLITSCOPE_DECLARE(set) VerilogSet verilog_set_purge_##set();
FLITSCOPE_PURGE_SETS(FLITSCOPE_DECLARE)
#undef FLITSCOPE_DECLARE

namespace {

constexpr std::uint64_t kFaultScenarios = 3;

const std::vector<VerilogSet>& purge_sets() {
#define FLITSCOPE_ENTRY(set) verilog_set_purge_##set(),
    static const std::vector<VerilogSet> sets = {FLITSCOPE_PURGE_SETS(FLITSCOPE_ENTRY)};
#undef FLITSCOPE_ENTRY
    return sets;
}

/// Those of the table networks that there are sets for, one with several nodes at a router, and two
/// whose routes the RTL computes as long as nothing fails.
std::vector<VerilatedNetwork> networks() {
    static const std::set<std::string> chosen = {
        "ring_up_down",   "chordal_ring_up_down", "cycles_up_down", "ring_table",
        "custom_up_down", "torus_up_down",        "mesh_up_down",   "hypertree_up_down",
        "cubic_up_down",  "complete_up_down",     "cube_up_down",   "clusters_up_down",
        "cube_queue",     "mesh_odd_even",        "mesh_valiant",   "torus_duato",
        "clusters"};
    std::vector<VerilatedNetwork> all;
    std::copy_if(table_networks().begin(), table_networks().end(), std::back_inserter(all),
                 [](const VerilatedNetwork& each) { return chosen.count(each.name) != 0; });
    EXPECT_EQ(all.size(), chosen.size());
    all.push_back(butterfly_ugal());
    all.push_back({"cube_ecube", [](tb::CrosscheckScenario& s) {
                       set_cube(s, 5, "low_first");
                       s.router = router(2, 3, 3);
                   }});
    all.push_back({"mesh_dimension_order", [](tb::CrosscheckScenario& s) {
                       set_mesh(s, {5, 4}, {1, 0});
                       s.router = router(1, 2, 1);
                   }});
    return all;
}

/// One to four links and nodes that fail gracefully, most of them for a while.
std::vector<tb::FaultConfig> draw_faults(const tb::CrosscheckScenario& scenario) {
    tb::Draw draw(scenario.seed);
    const topo::Topology& topology = *scenario.topology;
    std::vector<tb::FaultConfig> faults;
    for (int i = draw.number(1, 4); i > 0; --i) {
        tb::FaultConfig fault;
        fault.element.node = draw.number(0, topology.routers() - 1);
        const topo::PortPeer peer = topology.peer(
            fault.element.node, draw.number(0, topology.ports(fault.element.node) - 1));
        if (draw.chance(2) && peer.connected()) {
            fault.element.other = peer.node;
        }
        if (draw.chance(2)) {
            fault.at = draw.number(0, 300);
        } else {
            fault.rate = 0.02;
        }
        if (!draw.chance(4)) {
            fault.duration = draw.chance(3) ? 1 : draw.number(1, 150);
        }
        faults.push_back(fault);
    }
    return faults;
}

/// The scenario with these faults, in a network made by `make`.
template <typename Make>
tb::RunReport run_faulty(const tb::CrosscheckScenario& scenario, rtl::NetworkObserver* observer,
                         Make make) {
    topo::LiveRouting live(*scenario.topology, *scenario.routing);
    rtl::NetworkDescription description = scenario.description();
    description.observer = observer;
    description.routing = description.live = &live;
    description.purging = true;
    const std::unique_ptr<rtl::Network> network = make(description);
    tb::NetworkFaults faults(draw_faults(scenario), description);
    const auto fail_and_purge = [&](rtl::Cycle edge) {
        if (edge >= scenario.end) {
            return true;  // nothing is purged at the edge at which a run ends
        }
        std::vector<rtl::MessageId> lost;
        for (const tb::NetworkFaults::Lost& loss : faults.at_edge(edge, *network)) {
            lost.push_back(loss.message.id);
        }
        if (!lost.empty()) {
            network->purge(lost);
        }
        return false;
    };
    const auto joins = [&](const rtl::Message& message) { return faults.leads_on(message); };
    tb::RunReport report = tb::run_scenario(scenario, *network, {0, fail_and_purge, joins});
    const rtl::NetworkCounters counters = network->counters();
    report.report["messages_purged"] = counters.messages_purged;
    report.report["flits_purged"] = counters.flits_purged;
    report.report["failures"] = faults.failures();
    return report;
}

template <typename Make>
tb::CheckedRun faulty_run(const tb::CrosscheckScenario& scenario, const char* level, Make make) {
    return {level, [&scenario, make](rtl::NetworkObserver& observer) {
                return run_faulty(scenario, &observer, make);
            }};
}

class VerilogFaults : public testing::TestWithParam<std::size_t> {};

TEST_P(VerilogFaults, LevelsAreEqual) {
    const VerilatedNetwork network = networks()[GetParam()];
    std::uint64_t purged = 0;
    for (std::uint64_t seed = 0; seed < kFaultScenarios; ++seed) {
        const tb::CrosscheckScenario scenario =
            with_own_vcs(verilog_scenario(network, 1000 + 10 * GetParam() + seed));
        const tb::CrosscheckReport report = tb::compare_runs(
            {faulty_run(scenario, "fast", tl::make_fast_network),
             faulty_run(scenario, "signal", rtl::make_signal_network),
             faulty_run(scenario, "verilog", [](const rtl::NetworkDescription& description) {
                 return make_verilog_network(
                     description, verilog_router_factory(description, purge_sets(), {}), true);
             })});
        ASSERT_TRUE(report.equal()) << scenario.text() << "\n" << report.summary();
        purged += run_faulty(scenario, nullptr, tl::make_fast_network)
                      .report["messages_purged"]
                      .get<std::uint64_t>();
    }
    EXPECT_GT(purged, 0U) << "every message finds a way";
}

INSTANTIATE_TEST_SUITE_P(Network, VerilogFaults, testing::Range(std::size_t{0}, networks().size()),
                         [](const auto& network) { return networks()[network.param].name; });

}  // namespace
}  // namespace flitscope::cosim
