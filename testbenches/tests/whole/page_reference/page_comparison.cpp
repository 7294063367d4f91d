#include "testbenches/tests/whole/page_reference/page_comparison.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <tuple>

#include "testbenches/tests/whole/page_reference/reference_run.h"

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

}  // namespace

void expect_equal_deliveries(const std::vector<rtl::Delivery>& found,
                             const std::vector<rtl::Delivery>& wanted) {
    ASSERT_EQ(found.size(), wanted.size());
    for (std::size_t i = 0; i < found.size(); ++i) {
        ASSERT_EQ(fields(found[i]), fields(wanted[i])) << "delivery " << i;
    }
}

namespace {

void expect_equal_counters(const rtl::Network& network, const PageReference& reference) {
    const auto all = [](const rtl::NetworkCounters& c) {
        return std::tuple(c.flits_ejected, c.flit_hops, c.messages_offered, c.flits_copied,
                          c.flits_bypassed, c.speculative_grants, c.wasted_grants, c.flits_dropped);
    };
    EXPECT_EQ(all(network.counters()), all(reference.counters));
    for (const auto& [at, channel] : reference.channels) {
        const rtl::ChannelCounters c = network.channel_counters(at.first, at.second);
        ASSERT_EQ(std::tuple(c.flits, c.heads, c.heads_blocked, c.vc_busy_cycles),
                  std::tuple(channel.flits, channel.heads, channel.blocked, channel.busy))
            << "node " << at.first << " port " << at.second;
    }
}

}  // namespace

void expect_equal_runs(const PageScenario& s, const PageReference& reference,
                       const NetworkMaker& make_network) {
    FlitRecorder recorder;
    rtl::NetworkDescription description = s.description();
    description.observer = &recorder;
    const auto network = make_network(description);
    ListClient client(s.messages, s.end);
    run_in_pieces(*network, client, s.end, s.gating());
    expect_equal(recorder.events, reference.events);
    expect_equal_deliveries(client.deliveries, reference.deliveries);
    expect_equal_counters(*network, reference);
    network->check_invariants();
}

}  // namespace flitscope::tb
