// Input speedup (docs/router.md, section 6) in whole networks, at levels fast and signal.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <utility>
#include <vector>

#include "rtl_models/fast/fast_network.h"
#include "rtl_models/router/contract/network_observer.h"
#include "rtl_models/signal/signal_network.h"
#include "testbenches/drive/run/fresh_kernel.h"
#include "testbenches/tests/support/scripted_client.h"
#include "topologies/registry.h"
#include "topologies/routing/routing_registry.h"

namespace flitscope::tb {
namespace {

using rtl::Cycle;
using MakeNetwork = std::unique_ptr<rtl::Network> (*)(const rtl::NetworkDescription&);

/// The flits that cross in a cycle, by router and input port.
class Crossings : public rtl::NetworkObserver {
public:
    struct Crossing {
        int vc;
        int output;
    };

    void flit_written(Cycle, topo::NodeId, int, const rtl::Flit&) override {}
    void routed(Cycle, topo::NodeId, int, const rtl::Flit&, int, rtl::VcRange) override {}
    void vc_granted(Cycle, topo::NodeId, int, const rtl::Flit&, int, int) override {}
    void switch_granted(Cycle cycle, topo::NodeId router, int port, const rtl::Flit& flit,
                        int output, int) override {
        of_port[{cycle, router, port}].push_back({flit.vc, output});
        when[{flit.message, flit.index, router}] = cycle;
    }
    void credit_sent(Cycle, topo::NodeId, int, int) override {}
    void flit_consumed(Cycle, topo::NodeId, int, const rtl::Flit&) override {}

    std::map<std::tuple<Cycle, topo::NodeId, int>, std::vector<Crossing>> of_port;
    std::map<std::tuple<std::uint32_t, std::uint32_t, topo::NodeId>, Cycle> when;
};

std::vector<rtl::Message> random_messages(std::mt19937& random, int nodes, int number) {
    std::vector<rtl::Message> messages;
    const auto any = [&](int below) {
        return static_cast<int>(random() % static_cast<unsigned>(below));
    };
    for (int i = 0; i < number; ++i) {
        messages.push_back(scripted_message(static_cast<rtl::MessageId>(i), any(nodes), any(nodes),
                                            static_cast<std::uint32_t>(1 + any(6))));
    }
    return messages;
}

/// Runs messages that all join at edge 0 until they are delivered.
void play(MakeNetwork make, const std::vector<std::int64_t>& mesh_size,
          const rtl::RouterParameters& router, const std::vector<rtl::Message>& messages,
          rtl::NetworkObserver* observer) {
    const FreshKernel kernel;
    const auto mesh = topo::make_topology("mesh", {{"size", mesh_size}});
    const auto routing = topo::make_routing("dimension_order", *mesh, {});
    rtl::NetworkDescription description;
    description.topology = mesh.get();
    description.routing = routing.get();
    description.router = router;
    description.links.assign(mesh->link_classes().size(), rtl::LinkParameters{0, 1});
    description.observer = observer;
    const auto network = make(description);
    ScriptedClient client(messages);
    network->run(client);
    EXPECT_EQ(client.deliveries.size(), messages.size());
    network->check_invariants();
    EXPECT_TRUE(network->waits().empty());
}

rtl::RouterParameters with_speedup(int vcs, int buffer_flits, int speedup) {
    rtl::RouterParameters parameters;
    parameters.virtual_channels = vcs;
    parameters.buffer_flits = buffer_flits;
    parameters.input_speedup = speedup;
    return parameters;
}

constexpr MakeNetwork kLevels[] = {rtl::make_signal_network, tl::make_fast_network};

// Two messages of node 0 share the link to node 1; there one goes on, and the other one ends.
TEST(InputSpeedup, LetsFlitsOfTwoVcsOfAPortCrossInOneCycle) {
    for (const MakeNetwork make : kLevels) {
        for (const int speedup : {1, 2}) {
            Crossings crossings;
            play(make, {3}, with_speedup(2, 4, speedup),
                 {scripted_message(0, 0, 2, 3), scripted_message(1, 0, 1, 3)}, &crossings);
            // Flits come by turns; the second one of `on` comes while the head of `ends` is routed.
            const Cycle head = crossings.when.at({0, 0, 1});
            const Cycle second = crossings.when.at({0, 1, 1});
            const Cycle other_head = crossings.when.at({1, 0, 1});
            EXPECT_EQ(other_head, head + 1) << speedup;
            EXPECT_EQ(second, speedup == 2 ? head + 1 : head + 2) << speedup;
        }
    }
}

TEST(InputSpeedup, BoundsWhatAPortPassesAndNeverWhatAnOutputOrACrossbarInputDoes) {
    std::mt19937 random(3);
    const auto messages = random_messages(random, 9, 300);
    for (const MakeNetwork make : kLevels) {
        for (const auto& [vcs, speedup] : {std::pair{4, 1}, {4, 2}, {5, 2}, {4, 4}, {5, 3}}) {
            Crossings crossings;
            play(make, {3, 3}, with_speedup(vcs, 3, speedup), messages, &crossings);
            int most = 0;
            for (const auto& [at, flits] : crossings.of_port) {
                std::set<int> rows;
                std::set<int> outputs;
                for (const Crossings::Crossing& flit : flits) {
                    EXPECT_TRUE(rows.insert(flit.vc % speedup).second);
                    EXPECT_TRUE(outputs.insert(flit.output).second);
                }
                most = std::max(most, static_cast<int>(flits.size()));
            }
            EXPECT_EQ(most, std::min(speedup, 3)) << vcs << " VCs";  // dimension order: few turns
        }
    }
}

// With one flit per buffer every credit counts.
TEST(InputSpeedup, LosesNothingAtSaturationWithTheSmallestBuffers) {
    std::mt19937 random(4);
    const auto messages = random_messages(random, 16, 100000);
    for (const int speedup : {2, 3}) {
        play(tl::make_fast_network, {4, 4}, with_speedup(3, 1, speedup), messages, nullptr);
    }
}

}  // namespace
}  // namespace flitscope::tb
