// Networks whose routers are at different levels against networks of one level: every event, every
// counter, the waves of the routers at signal level.
#include <gtest/gtest.h>

#include <fstream>
#include <random>
#include <sstream>
#include <stdexcept>

#include "rtl_models/fast/fast_network.h"
#include "rtl_models/signal/signal_network.h"
#include "rtl_models/waves/wave_dump.h"
#include "testbenches/drive/run/fresh_kernel.h"
#include "testbenches/tests/support/scripted_client.h"
#include "testbenches/tests/support/sized.h"
#include "testbenches/tests/support/temporary_folder.h"
#include "testbenches/tests/whole/crosscheck/mixed_run.h"
#include "tlm/mixed/mixed_network.h"
#include "topologies/registry.h"
#include "topologies/routing/routing_registry.h"

namespace flitscope::tb {
namespace {

/// Groups, so that CTest can run them in parallel.
class MixedLevels : public testing::TestWithParam<int> {};

constexpr std::uint64_t kMixesPerGroup = 20;

TEST_P(MixedLevels, AreEqualToFastInEveryEvent) {
    std::uint64_t messages = 0;
    for (std::uint64_t i = 0; i < kMixesPerGroup; ++i) {
        const std::uint64_t seed =
            10000 + static_cast<std::uint64_t>(GetParam()) * kMixesPerGroup + i;
        const CrosscheckScenario scenario(seed);
        const CrosscheckReport report = compare_runs(
            {checked_run(scenario, "fast", tl::make_fast_network), mixed_run(scenario)});
        ASSERT_TRUE(report.equal()) << scenario.text() << "\n" << report.summary();
        messages += report.messages;
    }
    EXPECT_GT(messages, 1000u) << "the scenarios carry hardly any traffic";
}

INSTANTIATE_TEST_SUITE_P(Group, MixedLevels, testing::Range(0, 8));

const std::vector<topo::NodeId> kWatched = {0, 4};  ///< corner and centre of the 3x3 mesh

struct WaveCase {
    int pipeline;
    int latency;
    int gap;  ///< cycles between messages: 2 keeps routers busy, 45 lets the network fall idle
};

/// The dump of the watched routers in a run up to `end`, and the deliveries.
template <typename MakeNetwork>
std::string dump_of(const WaveCase& c, rtl::Cycle end, const std::string& name,
                    std::uint64_t& deliveries, MakeNetwork make) {
    const FreshKernel kernel;
    const TemporaryFolder folder;
    const std::string path = (folder.path() / (name + ".vcd")).string();
    const auto topology = topo::make_topology("mesh", {{"size", std::vector<std::int64_t>{3, 3}}});
    const auto routing = topo::make_routing("dimension_order", *topology, {});
    waves::WaveDump waves(path, kWatched, 10, rtl::kNever);
    rtl::NetworkDescription description;
    description.topology = topology.get();
    description.routing = routing.get();
    description.router.pipeline = c.pipeline;
    description.router.virtual_channels = 2;
    description.router.buffer_flits = 4;
    description.links.assign(topology->link_classes().size(), {c.latency, 1});
    description.waves = &waves;
    std::mt19937 random(7);
    std::vector<rtl::Message> script;
    for (unsigned i = 0; i < 150; ++i) {
        rtl::Message message;
        message.id = i;
        message.source = static_cast<topo::NodeId>(random() % 9);
        message.destination = static_cast<topo::NodeId>(random() % 9);
        message.length = 1 + random() % 6;
        message.generated = static_cast<rtl::Cycle>(i) * c.gap;
        script.push_back(message);
    }
    ScriptedClient client(script);
    const std::unique_ptr<rtl::Network> network = make(description);
    network->run(client, end);
    waves.finish(network->now());
    deliveries = client.deliveries.size();
    std::stringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
}

class MixedWaves : public testing::TestWithParam<WaveCase> {};

std::string mixed_dump_of(const WaveCase& c, rtl::Cycle end, std::uint64_t& deliveries) {
    return dump_of(c, end, "mixed", deliveries, [](const rtl::NetworkDescription& description) {
        return tl::make_mixed_network(description, {0, 1, 4});
    });
}

TEST_P(MixedWaves, AreThoseOfANetworkAtSignalLevelByteForByte) {
    std::uint64_t all_signal = 0;
    std::uint64_t mixed = 0;
    const std::string wanted =
        dump_of(GetParam(), rtl::kNever, "signal", all_signal, rtl::make_signal_network);
    const std::string found = mixed_dump_of(GetParam(), rtl::kNever, mixed);
    EXPECT_EQ(all_signal, 150U);
    EXPECT_EQ(mixed, 150U);
    EXPECT_GT(wanted.size(), 5000U) << "hardly anything happens";
    EXPECT_TRUE(wanted == found) << "the dumps differ";
}

TEST_P(MixedWaves, ShowTheLastCycleOfRunsThatEndAnywhere) {
    // Arrivals from the engine, injections and sleep in the last cycle, in all combinations.
    for (rtl::Cycle end = 60; end < 110; end += sized(4, 1)) {
        std::uint64_t all_signal = 0;
        std::uint64_t mixed = 0;
        const std::string wanted =
            dump_of(GetParam(), end, "signal", all_signal, rtl::make_signal_network);
        const std::string found = mixed_dump_of(GetParam(), end, mixed);
        EXPECT_EQ(all_signal, mixed);
        ASSERT_TRUE(wanted == found) << "the dumps differ in a run up to edge " << end;
    }
}

INSTANTIATE_TEST_SUITE_P(Case, MixedWaves,
                         testing::Values(WaveCase{1, 0, 2}, WaveCase{2, 1, 45}, WaveCase{3, 0, 45},
                                         WaveCase{3, 2, 2}, WaveCase{4, 0, 2}, WaveCase{4, 3, 45}));

rtl::NetworkDescription small_mesh(const topo::Topology& topology,
                                   const topo::RoutingFunction& routing) {
    rtl::NetworkDescription description;
    description.topology = &topology;
    description.routing = &routing;
    description.links.assign(topology.link_classes().size(), {});
    return description;
}

TEST(MixedNetwork, RefusesRoutersThatDoNotExistOrComeTwice) {
    const auto topology = topo::make_topology("mesh", {{"size", std::vector<std::int64_t>{3, 3}}});
    const auto routing = topo::make_routing("dimension_order", *topology, {});
    const rtl::NetworkDescription description = small_mesh(*topology, *routing);
    for (const std::vector<topo::NodeId>& routers :
         std::vector<std::vector<topo::NodeId>>{{}, {9}, {-1}, {2, 5, 2}}) {
        const FreshKernel kernel;
        EXPECT_THROW(tl::make_mixed_network(description, routers), std::invalid_argument);
    }
}

TEST(MixedNetwork, HandsOnWhatTheClientThrows) {
    class Thrower final : public ScriptedClient {
    public:
        using ScriptedClient::ScriptedClient;
        bool at_edge(rtl::Cycle edge, rtl::Network& network) override {
            if (edge > 0) {
                throw std::runtime_error("enough");
            }
            return ScriptedClient::at_edge(edge, network);
        }
    };
    const FreshKernel kernel;
    const auto topology = topo::make_topology("mesh", {{"size", std::vector<std::int64_t>{3, 3}}});
    const auto routing = topo::make_routing("dimension_order", *topology, {});
    rtl::Message first;
    first.source = 4;
    rtl::Message second = first;
    second.id = 1;
    second.generated = 3;
    Thrower client({first, second});
    const auto network = tl::make_mixed_network(small_mesh(*topology, *routing), {4});
    EXPECT_THROW(network->run(client), std::runtime_error);
}

}  // namespace
}  // namespace flitscope::tb
