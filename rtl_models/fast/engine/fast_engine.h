#pragma once

#include "rtl_models/fast/engine/engine_state.h"
#include "rtl_models/fast/engine/faults.h"
#include "rtl_models/fast/engine/reductions.h"

namespace flitscope::tl {

/// The network of fast_network.h with access to its registers.
class FastEngine : public rtl::Network {
public:
    explicit FastEngine(const rtl::NetworkDescription& description);

    /// `routers` simulates the routers `ids` from now on. Call it once, before the first run;
    /// `routers` outlives the runs. Throws std::invalid_argument for a router that does not exist.
    void attach(ExternalRouters& routers, const std::vector<topo::NodeId>& ids);

    void offer(const rtl::Message& message) override;
    void purge(const std::vector<rtl::MessageId>& messages) override;
    rtl::FaultPort* faults() override {
        return state_.description.live != nullptr ? &faults_ : nullptr;
    }
    rtl::ReductionPort* reductions() override { return reductions_.get(); }
    std::size_t queued(topo::NodeId node, int queue) const override;
    int queue_of(const rtl::Message& message) const override;
    bool starts_at_once(const rtl::Message& message) const override;
    void run(rtl::NetworkClient& client, rtl::Cycle limit) override;
    rtl::Cycle now() const override { return state_.edge; }
    const rtl::NetworkDescription& description() const override { return state_.description; }
    rtl::NetworkCounters counters() const override;
    rtl::ChannelCounters channel_counters(topo::NodeId router, int output_port) const override;
    std::uint64_t injected_flits(topo::NodeId node, int input_port) const override;
    std::uint64_t ejected_flits(topo::NodeId node, int output_port) const override;
    std::vector<rtl::VcWait> waits() const override;
    rtl::Cycle suspense() const override;
    void check_invariants() const override;
    std::string level() const override { return "fast"; }

    /// All registers and wires. Tests change them to provoke errors.
    EngineState& state() { return state_; }

protected:
    // run() in parts, for callers that have other work in between: begin_run; for each edge
    // serve_edge, then either skip_idle or begin_cycle and finish_cycle.
    void begin_run(rtl::NetworkClient& client, rtl::Cycle limit);
    /// Deliveries and client call of the current edge; false: the run ends here.
    bool serve_edge();
    /// Nothing is queued, buffered or on a wire: no register changes until the client acts.
    bool idle() const;
    /// Advances to the next edge at which the client or the limit matters.
    void skip_idle();
    /// Injection for the current edge, and its arrivals.
    void begin_cycle();
    /// The stages of the cycle that begins at the current edge, which then advances by one.
    void finish_cycle();

private:
    bool report_deliveries();
    bool call_client();
    const InjectionPort& injection_port(topo::NodeId node, int queue) const;

    EngineState state_;
    Faults faults_{state_};
    std::unique_ptr<Reductions> reductions_;  ///< null: there are no units
    rtl::NetworkClient* client_ = nullptr;    ///< of the run
    rtl::Cycle limit_ = rtl::kNever;
    rtl::Cycle next_edge_ = 0;  ///< that the client wants
    bool in_client_call_ = false;
};

}  // namespace flitscope::tl
