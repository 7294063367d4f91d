#pragma once

#include <memory>
#include <vector>

#include "rtl_models/router/contract/network.h"
#include "rtl_models/router/contract/network_observer.h"
#include "rtl_models/router/reduction_unit.h"
#include "rtl_models/signal/outline/router_module.h"

namespace flitscope::rtl {

/// A network of SystemC modules: every router a `Router`, or what the factory makes, wired by
/// `Link`s or, at latency 0, by common wires, with a clock and an injection and ejection port for
/// each local port.
///
/// SystemC has one simulation per process: build at most one, before anything was simulated.
class SignalNetwork : public Network {
public:
    /// Module names: `router_<id>`, `node_<id>_injection_<queue>`, `node_<id>_ejection_<port>`,
    /// `node_<id>_combining`, `link_<from>_to_<to>`. Throws std::invalid_argument. `combining`:
    /// makes the cores of combining units; empty: in C++. `level`: the name of the level.
    explicit SignalNetwork(const NetworkDescription& description, const RouterFactory& factory = {},
                           const CombiningFactory& combining = {}, const char* level = "signal");
    ~SignalNetwork() override;

    void offer(const Message& message) override;
    void purge(const std::vector<MessageId>& messages) override;
    FaultPort* faults() override;
    ReductionPort* reductions() override;
    std::size_t queued(topo::NodeId node, int queue) const override;
    int queue_of(const Message& message) const override;
    bool starts_at_once(const Message& message) const override;
    void run(NetworkClient& client, Cycle limit = kNever) override;
    /// Used instead of run(): serves the client while other code drives the simulation. Edge t is
    /// at `first_edge` + t ns; the client is called for it half a nanosecond earlier. If the client
    /// needs an earlier edge than before, wake the clock in time. Call it once, before the
    /// simulation starts.
    void attach(NetworkClient& client, const sc_core::sc_time& first_edge);
    Cycle now() const override;
    const NetworkDescription& description() const override;
    NetworkCounters counters() const override;
    ChannelCounters channel_counters(topo::NodeId router, int output_port) const override;
    std::uint64_t injected_flits(topo::NodeId node, int input_port) const override;
    std::uint64_t ejected_flits(topo::NodeId node, int output_port) const override;
    std::vector<VcWait> waits() const override;
    Cycle suspense() const override;
    void check_invariants() const override;
    std::string level() const override { return level_; }

    RouterModule& router(topo::NodeId id);
    Clock& clock();

private:
    class Parts;
    std::unique_ptr<Parts> parts_;
    const char* level_;
};

}  // namespace flitscope::rtl
