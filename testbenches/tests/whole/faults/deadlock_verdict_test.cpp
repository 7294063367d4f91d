// What find_deadlock says holds: messages that it calls deadlocked never come, whatever else does,
// and a network that stands still with messages in it is deadlocked. Over networks with cyclic
// channel dependencies and buffers of every size.
#include <gtest/gtest.h>

#include <set>

#include "rtl_models/router/contract/wait_graph.h"
#include "testbenches/drive/configuration/config_reader.h"
#include "testbenches/drive/run/network_factory.h"
#include "testbenches/tests/support/sized.h"
#include "testbenches/tests/whole/faults/cyclic_networks.h"

namespace flitscope::tb {
namespace {

constexpr int kMostFlits = 24;

std::string draw_stuck_network(Draw& draw) {
    std::string text = draw_cyclic_network(draw);
    const bool whole = draw.chance(2);
    const std::string buffers = draw.chance(8)
                                    ? "unbounded"
                                    : std::to_string(whole ? draw.number(kMostFlits, 5 * kMostFlits)
                                                           : draw.number(1, 2 * kMostFlits));
    text += "router: {virtual_channels: " + draw.word({"1", "1", "2"}) +
            ", buffer_flits: " + buffers + ", pipeline: " + std::to_string(draw.number(1, 4)) +
            ", switching: " +
            (whole ? draw.word({"virtual_cut_through", "store_and_forward"})
                   : std::string("wormhole")) +
            ", vc_reuse: " + draw.word({"tail_sent", "tail_sent", "buffer_empty"}) +
            ", injection_ports: " + draw.word({"1", "2", "all"}) +
            ", ejection_ports: " + draw.word({"1", "all"}) + "}\n";
    return text + "link: {latency: " + std::to_string(draw.number(0, 9)) +
           ", cycles_per_flit: " + draw.word({"1", "1", "3"}) +
           "}\ntraffic: {pattern: none}\nseed: " + std::to_string(draw.number(1, 1000)) + "\n";
}

/// Offers a burst of messages and looks for deadlocks at every edge until nothing can move any
/// more.
class Burst final : public rtl::NetworkClient {
public:
    Burst(Draw& draw, const topo::Topology& topology)
        : draw_(draw),
          topology_(topology),
          per_node_(draw.number(4, 40)),
          spread_(draw.number(1, 300)) {}

    rtl::Cycle next_edge() const override { return edge_ + 1; }
    bool at_edge(rtl::Cycle edge, rtl::Network& network) override {
        edge_ = edge;
        if (edge < spread_) {
            offer(network);
        }
        const rtl::Deadlock now = rtl::find_deadlock(network.waits(), topology_);
        for (const rtl::VcWait& wait : now.vcs) {
            condemned_.insert(wait.message);
        }
        if (!now.found() && !condemned_.empty()) {
            ++revoked_;
        }
        found_at_end_ = now.found();
        return edge < spread_ || (under_way_ > 0 && edge < moved_ + kStill);
    }
    void delivered(const rtl::Delivery& delivery) override {
        --under_way_;
        moved_ = edge_;
        pardoned_ += condemned_.count(delivery.message.id);
    }

    std::size_t condemned() const { return condemned_.size(); }
    std::size_t pardoned() const { return pardoned_; }  ///< condemned, but delivered
    int revoked() const { return revoked_; }            ///< edges
    int stuck() const { return under_way_; }
    bool found_at_end() const { return found_at_end_; }

private:
    static constexpr rtl::Cycle kStill = 3000;

    void offer(rtl::Network& network) {
        for (topo::NodeId node = 0; node < topology_.nodes(); ++node) {
            if (draw_.number(1, spread_) > per_node_) {
                continue;
            }
            rtl::Message message;
            message.id = next_id_++;
            message.source = node;
            message.destination =
                (node + draw_.number(1, topology_.nodes() - 1)) % topology_.nodes();
            message.length = static_cast<std::uint32_t>(draw_.number(1, kMostFlits));
            message.sequence = static_cast<std::uint32_t>(message.id);
            message.generated = edge_;
            network.offer(message);
            ++under_way_;
        }
    }

    Draw& draw_;
    const topo::Topology& topology_;
    const int per_node_;
    const int spread_;
    rtl::MessageId next_id_ = 0;
    rtl::Cycle edge_ = -1;
    rtl::Cycle moved_ = 0;
    int under_way_ = 0;
    std::set<rtl::MessageId> condemned_;
    std::size_t pardoned_ = 0;
    int revoked_ = 0;
    bool found_at_end_ = false;
};

class DeadlockVerdict : public testing::TestWithParam<int> {};

const int kVerdictGroups = sized(2, 40);
constexpr int kNetworksPerGroup = 100;

TEST_P(DeadlockVerdict, HoldsForEverAndComesInTheEnd) {
    Draw draw(static_cast<std::uint64_t>(GetParam()));
    int deadlocks = 0;
    for (int i = 0; i < kNetworksPerGroup; ++i) {
        const std::string text = draw_stuck_network(draw);
        const BuiltNetwork built = make_network(parse_config("drawn.yaml", text));
        Burst burst(draw, *built.topology);
        built.network->run(burst);
        EXPECT_EQ(burst.pardoned(), 0U) << text;
        EXPECT_EQ(burst.revoked(), 0) << text;
        EXPECT_EQ(burst.found_at_end(), burst.stuck() > 0) << text;
        if (text.find("unbounded") != std::string::npos &&
            text.find("buffer_empty") == std::string::npos) {
            EXPECT_EQ(burst.stuck(), 0) << text;
        }
        deadlocks += burst.stuck() > 0 ? 1 : 0;
    }
    EXPECT_GT(deadlocks, kNetworksPerGroup / 10);
    EXPECT_LT(deadlocks, kNetworksPerGroup * 9 / 10);
}

INSTANTIATE_TEST_SUITE_P(Group, DeadlockVerdict, testing::Range(0, kVerdictGroups));

}  // namespace
}  // namespace flitscope::tb
