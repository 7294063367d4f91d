// Queued outputs: level fast against a second simulator, written from the page, event by event.
#include <gtest/gtest.h>

#include <algorithm>

#include "testbenches/tests/whole/queued_reference.h"
#include "testbenches/tests/whole/queued_scenario.h"
#include "tlm/fast/fast_network.h"
#include "topologies/mix64.h"

namespace flitscope::tb {
namespace {

class Recorder final : public rtl::EventObserver {
public:
    void event(const rtl::Event& event) override { events.push_back(event); }
    std::vector<rtl::Event> events;
};

std::string text_of(const rtl::Event& e) {
    return std::string(rtl::event_kind_name(e.kind)) + " cycle " + std::to_string(e.cycle) +
           " router " + std::to_string(e.router) + " port " + std::to_string(e.port) + " message " +
           std::to_string(e.message) + " flit " + std::to_string(e.index) + " to " +
           std::to_string(e.output_port);
}

void expect_equal_events(std::vector<rtl::Event> found, std::vector<rtl::Event> wanted) {
    std::sort(found.begin(), found.end());
    std::sort(wanted.begin(), wanted.end());
    const auto [a, b] = std::mismatch(found.begin(), found.end(), wanted.begin(), wanted.end());
    ASSERT_TRUE(a == found.end() && b == wanted.end())
        << "found " << (a == found.end() ? "nothing" : text_of(*a)) << ", the page says "
        << (b == wanted.end() ? "nothing" : text_of(*b));
}

auto fields(const rtl::Delivery& d) {
    return std::tuple(d.message.id, d.injected, d.departed, d.arrived, d.delivered, d.hops);
}

/// Offers the messages of a list.
class ListClient final : public rtl::NetworkClient {
public:
    ListClient(const std::vector<rtl::Message>& messages, rtl::Cycle end)
        : messages_(messages), end_(end) {}
    rtl::Cycle next_edge() const override {
        return next_ < messages_.size() ? std::min(messages_[next_].generated, end_) : end_;
    }
    bool at_edge(rtl::Cycle edge, rtl::Network& network) override {
        for (; edge < end_ && next_ < messages_.size() && messages_[next_].generated == edge;
             ++next_) {
            network.offer(messages_[next_]);
        }
        network.check_invariants();
        return edge < end_;
    }
    void delivered(const rtl::Delivery& delivery) override { deliveries.push_back(delivery); }

    std::vector<rtl::Delivery> deliveries;

private:
    const std::vector<rtl::Message>& messages_;
    rtl::Cycle end_;
    std::size_t next_ = 0;
};

void expect_as_the_page_says(const CrosscheckScenario& s, std::vector<rtl::Message> messages,
                             std::size_t& events) {
    SCOPED_TRACE(s.text());
    const QueuedReference reference(s.description(), s.traffic.length, messages, s.end);
    Recorder recorder;
    rtl::NetworkDescription description = s.description();
    description.observer = &recorder;
    const auto network = tl::make_fast_network(description);
    ListClient client(messages, s.end);
    network->run(client);
    expect_equal_events(recorder.events, reference.events);
    events += reference.events.size();

    ASSERT_EQ(client.deliveries.size(), reference.deliveries.size());
    for (std::size_t i = 0; i < client.deliveries.size(); ++i) {
        ASSERT_EQ(fields(client.deliveries[i]), fields(reference.deliveries[i]))
            << "delivery " << i;
    }
    for (const auto& [at, channel] : reference.channels) {
        const rtl::ChannelCounters c = network->channel_counters(at.first, at.second);
        ASSERT_EQ(std::tuple(c.flits, c.heads, c.heads_blocked, c.vc_busy_cycles[1]),
                  std::tuple(channel.flits, channel.heads, channel.blocked, channel.busy))
            << "node " << at.first << " port " << at.second;
    }
    // Without a watcher nobody looks at flits: the same messages at the same edges.
    const auto unwatched = tl::make_fast_network(s.description());
    ListClient blind(messages, s.end);
    unwatched->run(blind);
    ASSERT_TRUE(std::equal(blind.deliveries.begin(), blind.deliveries.end(),
                           client.deliveries.begin(), client.deliveries.end(),
                           [](const auto& a, const auto& b) { return fields(a) == fields(b); }));
    EXPECT_EQ(unwatched->counters().flit_hops, network->counters().flit_hops);
}

class QueuedOutputs : public testing::TestWithParam<int> {};

TEST_P(QueuedOutputs, FastLevelIsWhatThePageSays) {
    std::size_t events = 0;
    for (int i = 0; i < 50 && !HasFatalFailure(); ++i) {
        const auto seed = static_cast<std::uint64_t>(GetParam() * 50 + i);
        const CrosscheckScenario s = queued_scenario(seed);
        std::vector<rtl::Message> messages = s.messages();
        // Some to the own node, which no pattern sends.
        for (rtl::Message& message : messages) {
            if (topo::mix64(message.id + seed) % 16 == 0) {
                message.destination = message.source;
            }
        }
        expect_as_the_page_says(s, messages, events);
    }
    EXPECT_GT(events, 100000U) << "the scenarios carry hardly any traffic";
}

INSTANTIATE_TEST_SUITE_P(Group, QueuedOutputs, testing::Range(0, FLITSCOPE_CROSSCHECK_GROUPS));

}  // namespace
}  // namespace flitscope::tb
