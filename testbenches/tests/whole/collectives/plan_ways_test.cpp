// What routers do, by the event log, is what `plan` prints: paths and actions of every algorithm.
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "rtl_models/router/contract/digest.h"
#include "testbenches/drive/run/network_factory.h"
#include "testbenches/drive/run/simulation.h"
#include "testbenches/drive/traffic/operation_needs.h"
#include "testbenches/tests/drive/configuration/read_text.h"
#include "testbenches/tests/whole/collectives/flit_ways.h"
#include "tlm/collectives/collective_registry.h"
#include "tlm/collectives/plan_walk.h"
#include "topologies/live_graph.h"

namespace flitscope::tb {
namespace {

/// "5 6:11 7:01": the source, then each router with what it did.
std::string text_of(const std::vector<topo::NodeId>& path,
                    const std::vector<rtl::Control>& actions) {
    std::string text = std::to_string(path.front());
    for (std::size_t i = 0; i < actions.size(); ++i) {
        text += " " + std::to_string(path[i + 1]) + ":" + rtl::control_bits(actions[i]);
    }
    return text;
}

struct PlanRow {
    std::string topology;
    std::string algorithm;
};

/// Every algorithm, those for more than one kind of mesh on others, too.
std::vector<PlanRow> rows() {
    std::vector<PlanRow> all;
    for (const tl::CollectiveEntry& entry : tl::collectives()) {
        all.push_back(
            {entry.has_base ? "{kind: hypercube, dimensions: 4}" : "{kind: mesh, size: [4, 4]}",
             entry.algorithm});
    }
    for (const char* const algorithm : {"pcp", "rd", "ternary"}) {
        all.push_back({"{kind: mesh, size: [6, 5]}", algorithm});
    }
    for (const char* const algorithm : {"two_phase", "six_phase", "gtdmpm"}) {
        all.push_back({"{kind: mesh, size: [3, 4, 2]}", algorithm});
    }
    return all;
}

bool is_multicast(const PlanRow& row) {
    return tl::find_collective(row.algorithm).goal == tl::CollectiveGoal::multicast;
}

/// Of a multicast: every other node but the source.
tl::PlanRequest request_of(const PlanRow& row, topo::NodeId source) {
    tl::PlanRequest request;
    request.source = source;
    request.base = tl::find_collective(row.algorithm).has_base ? 1 : 0;
    for (topo::NodeId node = source % 3; node < 16 && is_multicast(row); node += 2) {
        if (node != source) {
            request.destinations.push_back(node);
        }
    }
    return request;
}

/// One operation alone; headers are all in one flit, or in flits of one or two addresses.
std::string text_of(const PlanRow& row, const tl::PlanRequest& request) {
    std::string nodes;
    for (const topo::NodeId node : request.destinations) {
        nodes += (nodes.empty() ? "" : ", ") + std::to_string(node);
    }
    return "topology: " + row.topology +
           "\nrouter: {injection_ports: all}\nheader: {addresses_per_flit: " +
           std::to_string(request.source % 3) + "}\ntraffic: {arrivals: once, length: 9, " +
           (is_multicast(row) ? "multicast: {destinations: [" + nodes + "], " : "broadcast: {") +
           "fraction: 1, algorithm: " + row.algorithm +
           ", root: " + std::to_string(request.source) +
           (tl::find_collective(row.algorithm).has_base ? ", base: 1" : "") +
           "}}\nmeasure: {warmup_messages: 0}\n";
}

/// Of all tails, which go all the way.
std::multiset<std::string> logged(const ExperimentConfig& config) {
    FlitWays found;
    NetworkTaps taps;
    taps.observer = &found;
    const BuiltNetwork built = make_network(config, taps);
    std::map<rtl::MessageId, std::uint32_t> lengths;
    SimulationHooks hooks;
    hooks.generated = [&](const rtl::Message& message) { lengths[message.id] = message.length; };
    simulate(config, *built.network, hooks);
    std::multiset<std::string> ways;
    for (const auto& [message, length] : lengths) {
        const FlitWays::Flit tail = {message, length - 1};
        const std::vector<topo::NodeId>& path = found.path.at(tail);
        std::vector<rtl::Control> actions;
        for (std::size_t i = 1; i < path.size(); ++i) {
            const bool received = found.copies[tail].count(path[i]) > 0;
            actions.push_back(!received             ? rtl::Control::pass
                              : i + 1 < path.size() ? rtl::Control::receive
                                                    : rtl::Control::stop);
        }
        EXPECT_EQ(found.copies[tail].count(path.front()), 0U);
        ways.insert(text_of(path, actions));
    }
    return ways;
}

std::multiset<std::string> planned(const ExperimentConfig& config, const PlanRow& row,
                                   const tl::PlanRequest& request) {
    const BuiltNetwork built = make_network(config);
    const tl::Plan plan = tl::make_plan(tl::find_collective(row.algorithm), *built.topology,
                                        borrowed(*built.routing), request);
    tl::PlanWalk walk(*built.topology, plan);
    std::multiset<std::string> ways;
    for (const tl::PlanMessage& message : plan.messages()) {
        const tl::HeaderWay& way = walk.follow(message);
        ways.insert(text_of(way.path, way.actions));
    }
    return ways;
}

TEST(PlanWays, AreTheWaysInTheEventLog) {
    for (const PlanRow& row : rows()) {
        for (topo::NodeId source = 0; source < 16; ++source) {
            const tl::PlanRequest request = request_of(row, source);
            const std::string text = text_of(row, request);
            SCOPED_TRACE(text);
            const ExperimentConfig config = read(text);
            EXPECT_EQ(logged(config), planned(config, row, request));
        }
    }
}

}  // namespace
}  // namespace flitscope::tb
