// Queued outputs: level fast against a second simulator, written from the page, event by event.
#include <gtest/gtest.h>

#include <algorithm>

#include "common/mix64.h"
#include "rtl_models/fast/fast_network.h"
#include "testbenches/tests/support/sized.h"
#include "testbenches/tests/whole/crosscheck/queued_scenario.h"
#include "testbenches/tests/whole/page_reference/queued_reference.h"
#include "testbenches/tests/whole/page_reference/reference_run.h"

namespace flitscope::tb {
namespace {

auto fields(const rtl::Delivery& d) {
    return std::tuple(d.message.id, d.injected, d.departed, d.arrived, d.delivered, d.hops);
}

void expect_as_the_page_says(const CrosscheckScenario& s, std::vector<rtl::Message> messages,
                             std::size_t& events) {
    SCOPED_TRACE(s.text());
    const QueuedReference reference(s.description(), s.traffic.length, messages, s.end);
    EventRecorder recorder;
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
            if (mix64(message.id + seed) % 16 == 0) {
                message.destination = message.source;
            }
        }
        expect_as_the_page_says(s, messages, events);
    }
    EXPECT_GT(events, 100000U) << "the scenarios carry hardly any traffic";
}

INSTANTIATE_TEST_SUITE_P(Group, QueuedOutputs, testing::Range(0, sized(6, 200)));

}  // namespace
}  // namespace flitscope::tb
