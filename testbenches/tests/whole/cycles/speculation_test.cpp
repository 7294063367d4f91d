// docs/router.md, section 6, "Speculation": what the page says of single cycles, at levels fast and
// signal, and that nothing is lost at saturation.
#include <gtest/gtest.h>

#include <map>

#include "rtl_models/fast/fast_network.h"
#include "rtl_models/router/contract/network_observer.h"
#include "rtl_models/signal/signal_network.h"
#include "testbenches/drive/configuration/config_reader.h"
#include "testbenches/drive/run/fresh_kernel.h"
#include "testbenches/drive/run/network_factory.h"
#include "testbenches/drive/run/simulation.h"
#include "testbenches/tests/support/scripted_client.h"
#include "testbenches/tests/support/sized.h"
#include "topologies/registry.h"
#include "topologies/routing/routing_registry.h"

namespace flitscope::tb {
namespace {

using rtl::Cycle;

/// The cycles in which the heads of router 0 got a VC, and the flits of router 0 the switch.
class SwitchGrants : public rtl::NetworkObserver {
public:
    void vc_granted(Cycle cycle, topo::NodeId router, int /*port*/, const rtl::Flit& head,
                    int /*output*/, int /*vc*/) override {
        if (router == 0) {
            vc[head.message] = cycle;
        }
    }
    void switch_granted(Cycle cycle, topo::NodeId router, int /*port*/, const rtl::Flit& flit,
                        int /*output*/, int /*vc*/) override {
        if (router == 0) {
            crossed[{flit.message, flit.index}] = cycle;
        }
    }

    std::map<std::uint32_t, Cycle> vc;                                 ///< [message]
    std::map<std::pair<std::uint32_t, std::uint32_t>, Cycle> crossed;  ///< [message, flit]
};

/// Messages of node 0 of a 2-cube at depth 3, each by an injection port.
struct SpeculationBench {
    rtl::RouterParameters router;
    std::vector<rtl::Message> messages;

    SpeculationBench(int vcs, int buffer_flits, rtl::Speculation speculation) {
        router.virtual_channels = vcs;
        router.buffer_flits = buffer_flits;
        router.speculation = speculation;
    }

    void add(topo::NodeId destination, std::uint32_t length, Cycle when = 0) {
        messages.push_back(scripted_message(messages.size(), 0, destination, length, when));
    }

    template <typename Check>
    void play(Check check) const {
        for (const auto make : {rtl::make_signal_network, tl::make_fast_network}) {
            const FreshKernel kernel;
            const auto cube = topo::make_topology("hypercube", {{"dimensions", std::int64_t{2}}});
            const auto routing = topo::make_routing("ecube", *cube, {});
            SwitchGrants grants;
            rtl::NetworkDescription description;
            description.topology = cube.get();
            description.routing = routing.get();
            description.router = router;
            description.links.assign(2, rtl::LinkParameters{0, 1, 0});
            description.observer = &grants;
            const auto network = make(description);
            ScriptedClient client(messages);
            network->run(client);
            SCOPED_TRACE(network->level());
            EXPECT_EQ(client.deliveries.size(), messages.size());
            check(grants, *network);
        }
    }
};

TEST(Speculation, AHeadCrossesInTheCycleOfItsVcAndItsBodyBehindIt) {
    SpeculationBench bench(2, 4, rtl::Speculation::exact);
    bench.add(1, 3);
    bench.play([](SwitchGrants& grants, const rtl::Network& network) {
        EXPECT_EQ(grants.vc.at(0), 1);
        for (std::uint32_t flit = 0; flit < 3; ++flit) {
            EXPECT_EQ((grants.crossed.at({0, flit})), 1 + flit);
        }
        EXPECT_EQ(network.counters().wasted_grants, 0U);
        // Held from edge 2 to edge 4.
        EXPECT_EQ(network.channel_counters(0, 0).vc_busy_cycles.at(1), 2U);
    });
}

TEST(Speculation, OfAOneFlitMessageTheVcIsNeverHeld) {
    SpeculationBench bench(1, 4, rtl::Speculation::pessimistic);
    bench.router.injection_ports = 2;
    bench.add(1, 1);
    bench.add(1, 1);
    bench.play([](SwitchGrants& grants, const rtl::Network& network) {
        EXPECT_EQ(grants.vc.at(0), 1);
        EXPECT_EQ((grants.crossed.at({0, 0})), 1);
        EXPECT_EQ(grants.vc.at(1), 2) << "free again at the edge of its grant";
        EXPECT_EQ((grants.crossed.at({1, 0})), 2);
        EXPECT_EQ(network.channel_counters(0, 0).vc_busy_cycles.at(1), 0U);
        EXPECT_EQ(network.counters().wasted_grants, 0U);
    });
}

TEST(Speculation, AGrantWithoutACreditIsWasted) {
    SpeculationBench bench(1, 1, rtl::Speculation::exact);
    bench.router.injection_ports = 2;
    bench.add(1, 1);
    bench.add(1, 1);
    bench.play([](SwitchGrants& grants, const rtl::Network& network) {
        EXPECT_EQ(grants.vc.at(1), 2);
        EXPECT_GT((grants.crossed.at({1, 0})), 2);
        EXPECT_EQ(network.counters().wasted_grants, 1U);
    });
}

TEST(Speculation, AMaskedGrantIsNotWasted) {
    for (const auto kind : {rtl::Speculation::exact, rtl::Speculation::pessimistic}) {
        SpeculationBench bench(2, 4, kind);
        bench.router.injection_ports = 2;
        bench.add(1, 3);
        bench.add(1, 1);
        bench.play([](SwitchGrants& grants, const rtl::Network& network) {
            EXPECT_EQ(grants.vc.at(1), 2);
            EXPECT_EQ((grants.crossed.at({0, 1})), 2) << "the body of the first comes first";
            EXPECT_EQ((grants.crossed.at({1, 0})), 3) << "without speculation";
            EXPECT_EQ(network.counters().wasted_grants, 0U);
        });
    }
}

/// Messages 0 and 1 share output 0. In the cycle in which the first allocator passes over message
/// 0, message 2 of its port speculates to output 1.
TEST(Speculation, ARequestThatLosesMasksOnlyWhatIsPessimistic) {
    for (const auto kind : {rtl::Speculation::exact, rtl::Speculation::pessimistic}) {
        int apart = 0;
        for (Cycle when = 1; when < 7; ++when) {
            SpeculationBench bench(2, 8, kind);
            bench.router.injection_ports = 2;
            bench.add(1, 12);
            bench.add(1, 12);
            bench.add(2, 1, when);
            bench.play([&](SwitchGrants& grants, const rtl::Network& /*network*/) {
                const Cycle vc = grants.vc.at(2);
                const bool passed_over = [&] {
                    for (std::uint32_t flit = 0; flit < 12; ++flit) {
                        if (grants.crossed.at({0, flit}) == vc) {
                            return false;
                        }
                    }
                    return true;
                }();
                apart += passed_over ? 1 : 0;
                const bool at_once = grants.crossed.at({2, 0}) == vc;
                EXPECT_EQ(at_once, passed_over && kind == rtl::Speculation::exact) << when;
            });
        }
        EXPECT_GT(apart, 0);
    }
}

/// A router with the smallest buffers, and in how many cycles 100 messages come through.
struct Smallest {
    const char* settings;
    int cycles_per_100_messages;
};

TEST(Speculation, NothingIsLostAtSaturation) {
    for (const Smallest& router : std::initializer_list<Smallest>{
             {"virtual_channels: 1, buffer_flits: 1, pipeline: 3, speculation: exact", 200},
             {"virtual_channels: 2, buffer_flits: 1, pipeline: 4, speculation: pessimistic, "
              "allocators: {switch: wavefront}",
              120},
             {"virtual_channels: 2, buffer_flits: 2, pipeline: 2, lookahead: true, "
              "speculation: exact, allocators: {switch: islip, iterations: 2}, arbiter: matrix",
              50}}) {
        ExperimentConfig config = parse_config(
            "mesh.yaml", std::string("topology: {kind: mesh, size: [4, 4]}\nrouter: {") +
                             router.settings +
                             "}\ntraffic: {load: 0.9, length: {distribution: geometric, mean: 3}}\n"
                             "measure: {max_cycles: 1000}\n");
        const std::int64_t messages = sized(100000, 1000000);
        config.measure.to_the_end = true;
        config.measure.max_cycles = messages * router.cycles_per_100_messages / 100;
        const BuiltNetwork built = make_network(config, {});
        const Result result = simulate(config, *built.network, {});
        EXPECT_TRUE(result.complete);
        EXPECT_FALSE(result.deadlock.has_value());
        EXPECT_GT(result.delivered, messages) << router.settings;
        EXPECT_GT(result.wasted_grants, 0U) << router.settings;
    }
}

}  // namespace
}  // namespace flitscope::tb
