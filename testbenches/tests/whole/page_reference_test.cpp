// Networks with unicasts and multicasts: levels fast and signal against a second simulator, written
// from the page, event by event.
#include "testbenches/tests/whole/page_reference.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <tuple>

#include "rtl_models/signal/network.h"
#include "testbenches/drive/run/fresh_kernel.h"
#include "testbenches/tests/whole/page_scenario.h"
#include "testbenches/tests/whole/reference_run.h"
#include "tlm/fast/fast_network.h"
#include "tlm/mixed/mixed_network.h"

namespace flitscope::tb {
namespace {

/// Every event, with what the flit says of itself.
class FlitRecorder final : public rtl::NetworkObserver {
public:
    void flit_written(rtl::Cycle edge, topo::NodeId router, int input_port,
                      const rtl::Flit& flit) override {
        add({edge, router, rtl::EventKind::flit_written, input_port}, flit);
    }
    void routed(rtl::Cycle cycle, topo::NodeId router, int input_port, const rtl::Flit& head,
                int output_port, rtl::VcRange allowed) override {
        add({cycle, router, rtl::EventKind::routed, input_port}, head, output_port, allowed.first);
    }
    void vc_granted(rtl::Cycle cycle, topo::NodeId router, int input_port, const rtl::Flit& head,
                    int output_port, int output_vc) override {
        add({cycle, router, rtl::EventKind::vc_granted, input_port}, head, output_port, output_vc);
    }
    void switch_granted(rtl::Cycle cycle, topo::NodeId router, int input_port,
                        const rtl::Flit& flit, int output_port, int output_vc) override {
        add({cycle, router, rtl::EventKind::switch_granted, input_port}, flit, output_port,
            output_vc);
    }
    void credit_sent(rtl::Cycle cycle, topo::NodeId router, int input_port, int vc) override {
        events.push_back({{cycle, router, rtl::EventKind::credit_sent, input_port, vc}});
    }
    void flit_consumed(rtl::Cycle edge, topo::NodeId router, int output_port,
                       const rtl::Flit& flit) override {
        add({edge, router, rtl::EventKind::flit_consumed, output_port}, flit);
    }

    std::vector<PageEvent> events;

private:
    void add(rtl::Event event, const rtl::Flit& flit, int output_port = 0, int output_vc = 0) {
        event.vc = flit.vc;
        event.message = flit.message;
        event.index = flit.index;
        event.output_port = output_port;
        event.output_vc = output_vc;
        events.push_back({event, flit.kind, flit.hop});
    }
};

void expect_equal(std::vector<PageEvent> found, std::vector<PageEvent> wanted) {
    const auto without_flits = [](const std::vector<PageEvent>& all) {
        std::vector<rtl::Event> events;
        for (const PageEvent& each : all) {
            events.push_back(each.event);
        }
        return events;
    };
    ASSERT_NO_FATAL_FAILURE(expect_equal_events(without_flits(found), without_flits(wanted)));
    const auto before = [](const PageEvent& a, const PageEvent& b) { return a.event < b.event; };
    std::sort(found.begin(), found.end(), before);
    std::sort(wanted.begin(), wanted.end(), before);
    for (std::size_t i = 0; i < found.size(); ++i) {
        ASSERT_EQ(std::tuple(found[i].kind, found[i].hop),
                  std::tuple(wanted[i].kind, wanted[i].hop))
            << "kind and hop of a flit, " << text_of(wanted[i].event);
    }
}

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

template <typename MakeNetwork>
void expect_equal_runs(const PageScenario& s, const PageReference& reference,
                       const MakeNetwork& make_network) {
    FlitRecorder recorder;
    rtl::NetworkDescription description = s.description();
    description.observer = &recorder;
    const auto network = make_network(description);
    ListClient client(s.messages, s.end);
    network->run(client);
    expect_equal(recorder.events, reference.events);
    expect_equal_deliveries(client.deliveries, reference.deliveries);
    expect_equal_counters(*network, reference);
    network->check_invariants();
}

void expect_as_the_page_says(const PageScenario& s, std::size_t& events) {
    SCOPED_TRACE(s.text());
    const PageReference reference(s.description(), s.messages, s.end);
    events += reference.events.size();
    expect_equal_runs(s, reference, tl::make_fast_network);
    // Without a watcher nobody looks at flits: the same messages at the same edges.
    const auto unwatched = tl::make_fast_network(s.description());
    ListClient blind(s.messages, s.end);
    unwatched->run(blind);
    expect_equal_deliveries(blind.deliveries, reference.deliveries);
    {
        SCOPED_TRACE("level signal");
        const FreshKernel kernel;
        expect_equal_runs(s, reference, rtl::make_signal_network);
    }
    SCOPED_TRACE("every other router at level signal");
    const FreshKernel kernel;
    expect_equal_runs(s, reference, [](const rtl::NetworkDescription& description) {
        std::vector<topo::NodeId> signal;
        for (topo::NodeId node = 0; node < description.topology->nodes(); node += 2) {
            signal.push_back(node);
        }
        return tl::make_mixed_network(description, signal);
    });
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

TEST_P(PageReferenceTest, MulticastsAreWhatThePageSays) { compare(DrawnMessages::with_multicasts); }

INSTANTIATE_TEST_SUITE_P(Group, PageReferenceTest, testing::Range(0, FLITSCOPE_CROSSCHECK_GROUPS));

}  // namespace
}  // namespace flitscope::tb
