#pragma once

#include "tlm/fast/engine_state.h"

namespace flitscope::tlm {

/// The network of fast_network.h with its registers in view.
class FastEngine final : public rtl::Network {
public:
    explicit FastEngine(const rtl::NetworkDescription& description) : state_(description) {}

    void offer(const rtl::Message& message) override;
    std::size_t queued(topo::NodeId node, int queue) const override;
    int queue_of(const rtl::Message& message) const override;
    void run(rtl::NetworkClient& client, rtl::Cycle limit) override;
    rtl::Cycle now() const override { return state_.edge; }
    const rtl::NetworkDescription& description() const override { return state_.description; }
    rtl::NetworkCounters counters() const override { return state_.counters; }
    rtl::ChannelCounters channel_counters(topo::NodeId router, int output_port) const override;
    std::vector<rtl::VcWait> waits() const override;
    void check_invariants() const override;
    std::string level() const override { return "fast"; }

    /// All registers and wires. Tests make the engine err by changing them.
    EngineState& state() { return state_; }

private:
    bool report_deliveries(rtl::NetworkClient& client);
    bool call_client(rtl::NetworkClient& client);
    bool idle() const;
    void work_off_cycle();

    EngineState state_;
    bool in_client_call_ = false;
};

}  // namespace flitscope::tlm
