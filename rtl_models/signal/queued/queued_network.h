#pragma once

#include <memory>

#include "rtl_models/router/contract/network.h"

namespace flitscope::rtl {

/// Level `signal` of `organisation: output_queued` (docs/router.md, section 10): every router a
/// `QueuedRouter`, with a `JoinPort`, wired by `Link`s or, at latency 0, by common wires.
///
/// SystemC has one simulation per process: build at most one, before anything was simulated.
class QueuedSignalNetwork : public Network {
public:
    /// Module names: `router_<id>`, `node_<id>_join`, `link_<from>_to_<to>_port_<port>`. Throws
    /// std::invalid_argument.
    explicit QueuedSignalNetwork(const NetworkDescription& description);
    ~QueuedSignalNetwork() override;

    void offer(const Message& message) override;
    std::size_t queued(topo::NodeId node, int queue) const override;
    int queue_of(const Message& message) const override;
    /// Always: messages never wait to join a FIFO.
    bool starts_at_once(const Message& /*message*/) const override { return true; }
    void run(NetworkClient& client, Cycle limit = kNever) override;
    Cycle now() const override;
    const NetworkDescription& description() const override;
    NetworkCounters counters() const override;
    ChannelCounters channel_counters(topo::NodeId router, int output_port) const override;
    std::uint64_t injected_flits(topo::NodeId node, int input_port) const override;
    std::uint64_t ejected_flits(topo::NodeId node, int output_port) const override;
    std::vector<VcWait> waits() const override { return {}; }
    void check_invariants() const override;
    std::string level() const override { return "signal"; }

private:
    class Parts;
    std::unique_ptr<Parts> parts_;
};

}  // namespace flitscope::rtl
