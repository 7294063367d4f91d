#pragma once

#include <functional>
#include <memory>

#include "tlm/interconnect/base_protocol.h"
#include "tlm/interconnect/interconnect_parts.h"

namespace flitscope::tl {

/// b_transport without messages: the target is called at once, and the latency that both messages
/// would have in an idle network is added to the delay. Approximate: no contention, no traffic on
/// the network, and no rounding to edges between the legs. Never waits; the initiators' quantum
/// keepers limit how far they run ahead.
class LooselyTimed {
public:
    LooselyTimed(InterconnectParts& parts, std::string name,
                 const rtl::NetworkDescription& description,
                 std::function<ForwardInterface&(topo::NodeId)> forward);
    ~LooselyTimed();

    void transport(topo::NodeId node, Payload& payload, sc_core::sc_time& delay);

private:
    class IdleLatency;

    rtl::Cycle travel(LegTimes& leg, const sc_core::sc_time& offered, topo::NodeId source,
                      topo::NodeId destination, std::uint32_t flits, int message_class);

    InterconnectParts& parts_;
    std::string name_;
    std::function<ForwardInterface&(topo::NodeId)> forward_;
    std::unique_ptr<IdleLatency> latency_;
};

}  // namespace flitscope::tl
