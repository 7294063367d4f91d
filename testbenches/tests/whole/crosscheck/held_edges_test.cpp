// A run that its client ends goes on with the edge at which it ended (network.h): whoever stops a
// network at an edge, looks, and lets messages join there, changes nothing.
#include <gtest/gtest.h>

#include <algorithm>
#include <tuple>

#include "rtl_models/fast/fast_network.h"
#include "rtl_models/signal/signal_network.h"
#include "testbenches/drive/run/fresh_kernel.h"
#include "testbenches/tests/whole/crosscheck/crosscheck_scenario.h"
#include "testbenches/tests/whole/crosscheck/queued_scenario.h"
#include "tlm/mixed/mixed_network.h"

namespace flitscope::tb {
namespace {

using Arrival = std::tuple<rtl::Cycle, topo::NodeId, rtl::MessageId, rtl::Cycle, rtl::Cycle, int>;

/// Offers the messages of a scenario up to an edge; with `holds` ends the run at every edge of its
/// own and of a delivery, and offers only when called for it again.
class HoldingClient final : public rtl::NetworkClient {
public:
    HoldingClient(std::vector<rtl::Message> messages, rtl::Cycle end, bool holding)
        : messages_(std::move(messages)), end_(end), holds_(holding) {}

    rtl::Cycle next_edge() const override {
        const rtl::Cycle joins = next_ < messages_.size() ? messages_[next_].generated : end_;
        return std::min({joins, end_, reported_});
    }
    bool at_edge(rtl::Cycle edge, rtl::Network& network) override {
        if (holds_ && held_at != edge) {
            held_at = edge;
            ++holds;
            return false;
        }
        reported_ = rtl::kNever;
        for (; next_ < messages_.size() && messages_[next_].generated <= edge; ++next_) {
            network.offer(messages_[next_]);
        }
        over = edge >= end_;
        return !over;
    }
    void delivered(const rtl::Delivery& delivery) override {
        arrivals.emplace_back(delivery.delivered, delivery.message.destination, delivery.message.id,
                              delivery.injected, delivery.departed, delivery.hops);
        reported_ = delivery.delivered;
    }

    std::vector<Arrival> arrivals;
    rtl::Cycle held_at = -1;
    int holds = 0;
    bool over = false;

private:
    std::vector<rtl::Message> messages_;
    rtl::Cycle end_;
    bool holds_;
    std::size_t next_ = 0;
    rtl::Cycle reported_ = rtl::kNever;
};

std::vector<Arrival> run(rtl::Network& network, const CrosscheckScenario& scenario, bool holds) {
    HoldingClient client(scenario.messages(), scenario.end, holds);
    while (!client.over) {
        network.run(client);
        if (!client.over) {
            EXPECT_EQ(network.now(), client.held_at);
        }
    }
    network.check_invariants();
    EXPECT_EQ(client.holds > 1, holds);
    return client.arrivals;
}

std::unique_ptr<rtl::Network> mixed(const rtl::NetworkDescription& description) {
    return tl::make_mixed_network(description, {0, 1});
}

void expect_equal_when_held(const CrosscheckScenario& scenario,
                            const std::vector<MakeNetwork>& levels) {
    SCOPED_TRACE(scenario.text());
    const std::vector<Arrival> whole =
        run(*tl::make_fast_network(scenario.description()), scenario, false);
    for (std::size_t i = 0; i < levels.size(); ++i) {
        const FreshKernel kernel;
        const rtl::NetworkDescription description = scenario.description();
        const auto network = levels[i](description);
        EXPECT_EQ(run(*network, scenario, true), whole) << "level " << i;
    }
}

TEST(HeldEdges, MessagesJoinAtTheEdgeAtWhichTheRunEnded) {
    std::size_t arrivals = 0;
    for (std::uint64_t seed = 1; seed <= 12; ++seed) {
        const CrosscheckScenario scenario(seed);
        expect_equal_when_held(scenario, {tl::make_fast_network, rtl::make_signal_network, mixed});
        arrivals += scenario.messages().size();
    }
    EXPECT_GT(arrivals, 500U);
}

TEST(HeldEdges, AlsoWithNoneOrSeveralNodesAtARouter) {
    for (const char* const kind : {"custom", "concentrated_mesh"}) {
        expect_equal_when_held(CrosscheckScenario(1, kind),
                               {tl::make_fast_network, rtl::make_signal_network, mixed});
    }
}

TEST(HeldEdges, AlsoWhereOutputsAreQueued) {
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
        expect_equal_when_held(queued_scenario(seed),
                               {tl::make_fast_network, rtl::make_signal_network});
    }
}

}  // namespace
}  // namespace flitscope::tb
