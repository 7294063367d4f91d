#pragma once

#include "rtl_models/fast/queued/queued_observation.h"
#include "rtl_models/fast/queued/queued_state.h"
#include "rtl_models/router/route_choice.h"

namespace flitscope::tl {

/// Level `fast` of `organisation: output_queued` (docs/router.md, section 10): event-driven. The
/// events are ends of services and arrivals of messages, and their cost does not depend on the
/// length of the message. make_fast_network makes it for such a description, with the same errors.
class QueuedNetwork final : public rtl::Network {
public:
    explicit QueuedNetwork(const rtl::NetworkDescription& description);

    void offer(const rtl::Message& message) override;
    std::size_t queued(topo::NodeId node, int queue) const override;
    int queue_of(const rtl::Message& message) const override;
    /// Always: messages never wait to join a FIFO.
    bool starts_at_once(const rtl::Message& /*message*/) const override { return true; }
    void run(rtl::NetworkClient& client, rtl::Cycle limit) override;
    rtl::Cycle now() const override { return state_.edge; }
    const rtl::NetworkDescription& description() const override { return state_.description; }
    rtl::NetworkCounters counters() const override;
    rtl::ChannelCounters channel_counters(topo::NodeId router, int output_port) const override;
    std::uint64_t injected_flits(topo::NodeId node, int input_port) const override;
    std::uint64_t ejected_flits(topo::NodeId node, int output_port) const override;
    std::vector<rtl::VcWait> waits() const override { return {}; }
    void check_invariants() const override { check_state(state_); }
    std::string level() const override { return "fast"; }

    /// All registers. Tests change them to provoke errors.
    QueuedState& state() { return state_; }

private:
    // In the order in which they happen at an edge.
    void end_services();
    bool deliver();
    bool call_client();
    void append_arrived();
    void append_joining();
    void start_services();
    rtl::Cycle next_edge(rtl::Cycle wanted, rtl::Cycle limit) const;

    void append(std::uint32_t slot, std::uint32_t router);
    std::uint32_t route(const QueuedMessage& message, std::uint32_t router);
    void start(std::uint32_t link);
    void schedule_arrival(std::uint32_t slot, rtl::Cycle edge);
    std::uint64_t flits_on_wire(const LinkQueue& link) const;

    QueuedState state_;
    QueuedObservation observation_;
    topo::RouteSelection selection_;
    std::vector<topo::RouteCandidate> candidates_;
    std::vector<std::uint32_t> due_;
    rtl::NetworkClient* client_ = nullptr;  ///< of the run
    rtl::Cycle served_ = -1;                ///< edge whose services have ended
    bool in_client_call_ = false;
};

}  // namespace flitscope::tl
