// Links that fail and are repaired at level verilog (docs/recovery_and_faults.md, section 16):
// route tables made anew are loaded while messages are under way. Fast, signal and verilog level
// event by event, over random networks.
#include <gtest/gtest.h>

#include <map>

#include "rtl_models/cosim/verilog_network.h"
#include "rtl_models/router/contract/fault_port.h"
#include "rtl_models/signal/network.h"
#include "testbenches/tests/support/draw.h"
#include "testbenches/tests/whole/table_networks.h"
#include "tlm/fast/fast_network.h"
#include "topologies/routing/live_routing.h"

namespace flitscope::cosim {
namespace {

constexpr std::uint64_t kScenarios = 3;

struct Change {
    topo::FaultElement link;
    bool fails = false;
};
/// By edge; several at one edge take effect together.
using Changes = std::multimap<rtl::Cycle, Change>;

bool connected(const topo::LiveGraph& graph) {
    std::vector<topo::NodeId> reached = {0};
    std::vector<bool> seen(static_cast<std::size_t>(graph.topology().nodes()));
    seen[0] = true;
    for (std::size_t i = 0; i < reached.size(); ++i) {
        for (topo::PortId port = 0; port < graph.topology().ports(reached[i]); ++port) {
            const topo::NodeId next = graph.topology().peer(reached[i], port).node;
            if (graph.alive(reached[i], port) && !seen[static_cast<std::size_t>(next)]) {
                seen[static_cast<std::size_t>(next)] = true;
                reached.push_back(next);
            }
        }
    }
    return reached.size() == seen.size();
}

/// Up to four links without which the network holds together, each failing twice.
Changes draw_changes(const tb::CrosscheckScenario& scenario) {
    tb::Draw draw(scenario.seed);
    const topo::Topology& topology = *scenario.topology;
    topo::LiveGraph graph(topology);
    Changes changes;
    for (int i = 0; i < 4; ++i) {
        const topo::NodeId node = draw.number(0, topology.nodes() - 1);
        const topo::PortPeer peer = topology.peer(node, draw.number(0, topology.ports(node) - 1));
        const topo::FaultElement link{node, peer.node};
        if (!peer.connected()) {
            continue;
        }
        graph.fail(link);
        if (!connected(graph)) {
            graph.repair(link);
            continue;
        }
        rtl::Cycle edge = draw.number(0, 60);
        for (int half = 0; half < 4; ++half) {
            changes.emplace(edge, Change{link, half % 2 == 0});
            edge += draw.chance(3) ? 1 : draw.number(1, 150);
        }
    }
    return changes;
}

/// The scenario with its links failing, in networks made by `make`.
template <typename Make>
tb::CheckedRun faulty_run(const tb::CrosscheckScenario& scenario, const char* level, Make make) {
    return {level, [&scenario, make](rtl::NetworkObserver& observer) {
                topo::LiveRouting live(*scenario.topology, *scenario.routing);
                rtl::NetworkDescription description = scenario.description();
                description.observer = &observer;
                description.routing = description.live = &live;
                description.purging = true;
                const std::unique_ptr<rtl::Network> network = make(description);
                const Changes changes = draw_changes(scenario);
                const rtl::Cycle last = changes.empty() ? 0 : changes.rbegin()->first + 100;
                return tb::run_scenario(
                    scenario, *network,
                    {0, [&](rtl::Cycle edge) {
                         if (!network->faults()->stranded().empty()) {
                             throw std::logic_error("a message found no way");
                         }
                         const auto [first, end] = changes.equal_range(edge);
                         if (first != end) {
                             live.change([&, first = first, end = end](topo::LiveGraph& graph) {
                                 for (auto each = first; each != end; ++each) {
                                     each->second.fails ? graph.fail(each->second.link)
                                                        : graph.repair(each->second.link);
                                 }
                             });
                             network->faults()->route_again();
                         }
                         return edge >= last;
                     }});
            }};
}

TEST(VerilogFaults, LevelsAreEqualWhileTablesAreMadeAnew) {
    std::uint64_t networks = 0;
    std::uint64_t changes = 0;
    for (const VerilatedNetwork& network : table_networks()) {
        for (std::uint64_t seed = 0; seed < kScenarios; ++seed) {
            const tb::CrosscheckScenario scenario =
                with_own_vcs(verilog_scenario(network, 1000 + 10 * networks + seed));
            if (scenario.routing->algorithm() != "up_down") {
                break;
            }
            networks += seed == 0 ? 1 : 0;
            const tb::CrosscheckReport report = tb::compare_runs(
                {faulty_run(scenario, "fast", tl::make_fast_network),
                 faulty_run(scenario, "signal", rtl::make_signal_network),
                 faulty_run(scenario, "verilog", [](const rtl::NetworkDescription& description) {
                     return make_verilog_network(
                         description, verilog_router_factory(description, table_sets(), {}), true);
                 })});
            ASSERT_TRUE(report.equal()) << scenario.text() << "\n" << report.summary();
            changes += draw_changes(scenario).size();
        }
    }
    EXPECT_GE(networks, 10U);
    EXPECT_GT(changes, 15 * networks);
}

TEST(VerilogFaults, RoutesThatTheRtlComputesAreRefused) {
    const VerilatedNetwork cube{"cube", [](tb::CrosscheckScenario& s) {
                                    set_cube(s, 3, "high_first");
                                    s.router = router(2, 3, 3);
                                }};
    const tb::CrosscheckScenario scenario = verilog_scenario(cube, 1);
    topo::LiveRouting live(*scenario.topology, *scenario.routing);
    rtl::NetworkDescription description = scenario.description();
    description.routing = description.live = &live;
    description.purging = true;
    try {
        make_verilog_network(description, verilog_router_factory(description, table_sets(), {}),
                             true);
        FAIL() << "accepted";
    } catch (const std::invalid_argument& error) {
        EXPECT_STREQ(error.what(),
                     "level verilog: routing.algorithm = ecube has no route tables that could be "
                     "made anew, as faults ask for");
    }
}

}  // namespace
}  // namespace flitscope::cosim
