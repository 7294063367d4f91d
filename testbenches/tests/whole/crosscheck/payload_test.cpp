// What flits carry, on their way through whole networks: at every width, at level signal and in
// mixes of levels, of random streams and of bytes that somebody gave.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <random>

#include "rtl_models/fast/fast_network.h"
#include "rtl_models/router/contract/flit_payload.h"
#include "rtl_models/signal/network/network.h"
#include "testbenches/drive/run/fresh_kernel.h"
#include "testbenches/tests/support/scripted_client.h"
#include "testbenches/tests/whole/crosscheck/crosscheck_scenario.h"
#include "tlm/mixed/mixed_network.h"
#include "topologies/registry.h"
#include "topologies/routing/routing_registry.h"

namespace flitscope::tb {
namespace {

using testing::HasSubstr;

/// Looks into the flits that are consumed, before the sinks do.
class Consumed : public rtl::NetworkObserver {
public:
    explicit Consumed(const rtl::NetworkDescription& description) : payload_(description) {}
    void flit_consumed(rtl::Cycle /*edge*/, topo::NodeId /*router*/, int /*port*/,
                       const rtl::Flit& flit) override {
        ++flits;
        right += payload_.right(flit) ? 1 : 0;
        words += flit.data.words();
        differing += flit.data.word(0) != 0 ? 1 : 0;
    }
    std::int64_t flits = 0, right = 0, words = 0, differing = 0;

private:
    rtl::FlitPayload payload_;
};

std::vector<topo::NodeId> half_of(topo::NodeId nodes, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    std::vector<topo::NodeId> half = {0};
    for (topo::NodeId node = 1; node < nodes; ++node) {
        if (random() % 2 == 0) {
            half.push_back(node);
        }
    }
    return half;
}

/// The scenario at level signal, or with signal routers in half of a fast network.
RunReport run(const CrosscheckScenario& scenario, rtl::NetworkObserver& observer, bool mixed) {
    const FreshKernel kernel;
    rtl::NetworkDescription description = scenario.description();
    description.observer = &observer;
    if (!mixed) {
        rtl::SignalNetwork network(description);
        return run_scenario(scenario, network);
    }
    tl::MixedNetwork network(description, half_of(scenario.topology->routers(), scenario.seed));
    return run_scenario(scenario, network);
}

class FlitBytes : public testing::TestWithParam<int> {};

TEST_P(FlitBytes, ArriveAsTheyWereSent) {
    std::int64_t flits = 0;
    std::int64_t differing = 0;
    std::vector<CrosscheckScenario> scenarios;
    for (std::uint64_t seed = 300; seed < 306; ++seed) {
        scenarios.emplace_back(seed);
    }
    scenarios.emplace_back(300, "concentrated_mesh");
    for (CrosscheckScenario& scenario : scenarios) {
        scenario.router.flit_bytes = GetParam();
        Consumed consumed(scenario.description());
        run(scenario, consumed, false);
        ASSERT_EQ(consumed.right, consumed.flits) << scenario.text();
        EXPECT_EQ(consumed.words, consumed.flits * ((GetParam() + 7) / 8)) << scenario.text();
        differing += consumed.differing;
        flits += consumed.flits;
        // In a mix the engine's sinks look at nothing, but whatever leaves a signal router is
        // compared.
        Consumed in_mix(scenario.description());
        run(scenario, in_mix, true);
        EXPECT_EQ(in_mix.flits, consumed.flits) << scenario.text();
    }
    EXPECT_GT(flits, 500) << "hardly any traffic";
    EXPECT_GT(differing, flits / 2) << "hardly any bytes";
}

TEST_P(FlitBytes, ChangeNoResult) {
    for (std::uint64_t seed = 310; seed < 314; ++seed) {
        CrosscheckScenario scenario(seed);
        scenario.router.flit_bytes = GetParam();
        rtl::NetworkObserver nobody;
        const RunReport with = run(scenario, nobody, false);
        scenario.router.check_data = false;
        Consumed consumed(scenario.description());
        const RunReport without = run(scenario, consumed, false);
        EXPECT_EQ(with.report, without.report) << scenario.text();
        EXPECT_EQ(consumed.words, 0) << scenario.text();
    }
}

INSTANTIATE_TEST_SUITE_P(Payload, FlitBytes, testing::Values(1, 8, 9, 16, 64));

/// Messages of a 3x3 mesh with bytes of their own.
class OwnBytes {
public:
    explicit OwnBytes(int flit_bytes)
        : topology_(topo::find_topology("mesh").make({{"size", std::vector<std::int64_t>{3, 3}}})),
          routing_(topo::make_routing("dimension_order", *topology_, {})) {
        description.topology = topology_.get();
        description.routing = routing_.get();
        description.links.resize(topology_->link_classes().size());
        description.router.flit_bytes = flit_bytes;
        std::mt19937 random(5);
        constexpr std::size_t kMessages = 60;
        bytes.resize(kMessages);
        for (std::size_t id = 0; id < kMessages; ++id) {
            bytes[id].resize(1 + random() % 40);
            for (std::uint8_t& each : bytes[id]) {
                each = static_cast<std::uint8_t>(random());
            }
            kept_.push_back({bytes[id].data(), bytes[id].size()});
        }
        for (std::size_t id = 0; id < kMessages; ++id) {
            rtl::Message message;
            message.id = id;
            message.source = static_cast<topo::NodeId>(random() % 9);
            message.destination = static_cast<topo::NodeId>(random() % 9);
            const auto per_flit = static_cast<std::size_t>(flit_bytes);
            message.length =
                static_cast<std::uint32_t>(1 + (bytes[id].size() + per_flit - 1) / per_flit);
            message.generated = static_cast<rtl::Cycle>(3 * id);
            message.bytes = &kept_[id];
            messages.push_back(message);
        }
    }

    rtl::NetworkDescription description;
    std::vector<std::vector<std::uint8_t>> bytes;
    std::vector<rtl::Message> messages;

private:
    std::unique_ptr<topo::Topology> topology_;
    std::unique_ptr<topo::RoutingFunction> routing_;
    std::vector<rtl::MessageBytes> kept_;
};

/// Puts the bytes of messages together again.
class Collector : public rtl::NetworkObserver {
public:
    explicit Collector(int flit_bytes) : flit_bytes_(flit_bytes) {}
    void flit_consumed(rtl::Cycle /*edge*/, topo::NodeId /*router*/, int /*port*/,
                       const rtl::Flit& flit) override {
        for (int i = 0; i < flit_bytes_ && flit.index > 0; ++i) {
            messages[flit.message].push_back(flit.data.byte(i));
        }
    }
    std::map<std::uint32_t, std::vector<std::uint8_t>> messages;

private:
    int flit_bytes_;
};

TEST_P(FlitBytes, CarryWhatAMessageWasGiven) {
    const FreshKernel kernel;
    OwnBytes own(GetParam());
    Collector collector(GetParam());
    own.description.observer = &collector;
    rtl::SignalNetwork network(own.description);
    ScriptedClient client(own.messages);
    network.run(client);
    ASSERT_EQ(client.deliveries.size(), own.messages.size());
    for (std::size_t id = 0; id < own.bytes.size(); ++id) {
        std::vector<std::uint8_t> wanted = own.bytes[id];
        std::vector<std::uint8_t>& came = collector.messages[static_cast<std::uint32_t>(id)];
        wanted.resize(came.size());
        EXPECT_EQ(came, wanted) << "message " << id;
        EXPECT_GE(came.size(), own.bytes[id].size());
    }
}

/// Changes the bytes of a message under way, as no network may.
class Meddler : public ScriptedClient {
public:
    explicit Meddler(OwnBytes& own) : ScriptedClient(own.messages), own_(own) {}
    rtl::Cycle next_edge() const override { return edge_ + 1; }
    bool at_edge(rtl::Cycle edge, rtl::Network& network) override {
        edge_ = edge;
        const bool go_on = ScriptedClient::at_edge(edge, network);
        if (edge == own_.messages[12].generated + 3) {
            own_.bytes[12][0] ^= 0x10;
        }
        return go_on;
    }

private:
    OwnBytes& own_;
    rtl::Cycle edge_ = -1;
};

template <typename NetworkType, typename... Arguments>
std::string failure(OwnBytes& own, Arguments... arguments) {
    const FreshKernel kernel;
    NetworkType network(own.description, arguments...);
    Meddler client(own);
    try {
        network.run(client, rtl::kNever);
    } catch (const std::logic_error& error) {
        return error.what();
    }
    return "none";
}

TEST(Payload, ASinkNamesAWrongByte) {
    OwnBytes own(4);
    EXPECT_THAT(
        failure<rtl::SignalNetwork>(own),
        testing::MatchesRegex("/flitscope/signal/data: node_[0-9]_ejection_0: cycle [0-9]+: "
                              "message 12, flit 1, byte 0 is 0x.., must be 0x.."));
}

TEST(Payload, AMixNamesTheRouterThatSentAWrongByte) {
    OwnBytes own(4);
    const std::vector<topo::NodeId> all = {0, 1, 2, 3, 4, 5, 6, 7, 8};
    EXPECT_THAT(failure<tl::MixedNetwork>(own, all),
                testing::MatchesRegex("router_[0-9]: cycle [0-9]+: output [0-9]: message 12, flit "
                                      "1, byte 0 is 0x.., must be 0x.."));
}

}  // namespace
}  // namespace flitscope::tb
