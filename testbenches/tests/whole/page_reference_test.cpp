// Networks with unicasts and multicasts: level fast against a second simulator, written from the
// page, event by event.
#include "testbenches/tests/whole/page_reference.h"

#include <gtest/gtest.h>

#include <tuple>

#include "testbenches/tests/whole/page_scenario.h"
#include "testbenches/tests/whole/reference_run.h"
#include "tlm/fast/fast_network.h"

namespace flitscope::tb {
namespace {

auto fields(const rtl::Delivery& d) {
    const bool copy = d.message.header != nullptr;
    return std::tuple(d.message.id, d.injected, d.departed, d.arrived, d.delivered, d.hops,
                      copy ? d.node : d.message.destination, d.last, d.error);
}

void expect_equal_deliveries(const std::vector<rtl::Delivery>& found,
                             const std::vector<rtl::Delivery>& wanted) {
    ASSERT_EQ(found.size(), wanted.size());
    for (std::size_t i = 0; i < found.size(); ++i) {
        ASSERT_EQ(fields(found[i]), fields(wanted[i])) << "delivery " << i;
    }
}

void expect_equal_counters(const rtl::Network& network, const PageReference& reference) {
    const auto all = [](const rtl::NetworkCounters& c) {
        return std::tuple(c.flits_ejected, c.flit_hops, c.messages_offered, c.flits_copied,
                          c.flits_dropped);
    };
    EXPECT_EQ(all(network.counters()), all(reference.counters));
    for (const auto& [at, channel] : reference.channels) {
        const rtl::ChannelCounters c = network.channel_counters(at.first, at.second);
        ASSERT_EQ(std::tuple(c.flits, c.heads, c.heads_blocked, c.vc_busy_cycles),
                  std::tuple(channel.flits, channel.heads, channel.blocked, channel.busy))
            << "node " << at.first << " port " << at.second;
    }
}

void expect_as_the_page_says(const PageScenario& s, std::size_t& events) {
    SCOPED_TRACE(s.text());
    const PageReference reference(s.description(), s.messages, s.end);
    events += reference.events.size();
    EventRecorder recorder;
    rtl::NetworkDescription description = s.description();
    description.observer = &recorder;
    const auto network = tl::make_fast_network(description);
    ListClient client(s.messages, s.end);
    network->run(client);
    expect_equal_events(recorder.events, reference.events);
    expect_equal_deliveries(client.deliveries, reference.deliveries);
    expect_equal_counters(*network, reference);
    // Without a watcher nobody looks at flits: the same messages at the same edges.
    const auto unwatched = tl::make_fast_network(s.description());
    ListClient blind(s.messages, s.end);
    unwatched->run(blind);
    expect_equal_deliveries(blind.deliveries, client.deliveries);
}

class PageReferenceTest : public testing::TestWithParam<int> {
protected:
    void compare(DrawnMessages kinds) {
        std::size_t events = 0;
        for (int i = 0; i < 20 && !HasFatalFailure(); ++i) {
            expect_as_the_page_says(
                PageScenario(static_cast<std::uint64_t>(GetParam() * 20 + i), kinds), events);
        }
        EXPECT_GT(events, 10000U) << "the scenarios carry hardly any traffic";
    }
};

TEST_P(PageReferenceTest, UnicastsAreWhatThePageSays) { compare(DrawnMessages::unicasts); }

INSTANTIATE_TEST_SUITE_P(Group, PageReferenceTest, testing::Range(0, FLITSCOPE_CROSSCHECK_GROUPS));

}  // namespace
}  // namespace flitscope::tb
