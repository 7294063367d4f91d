#pragma once

#include <cstdint>
#include <memory>
#include <unordered_map>

#include "rtl_models/router/contract/network.h"

namespace flitscope::tl {

/// Latency of messages that are alone in a network, offer to delivery: measured once per source,
/// destination and length, by sending the message through an idle copy of the network (level fast).
class IdleLatency {
public:
    /// Topology and routing of the description must outlive this.
    explicit IdleLatency(const rtl::NetworkDescription& description);
    ~IdleLatency();

    /// Cycles. `length`: flits, 1..2^31-1. Throws what Network::offer throws.
    rtl::Cycle of(topo::NodeId source, topo::NodeId destination, std::uint32_t length,
                  int message_class);

private:
    class Probe;
    struct Way {
        topo::NodeId source;
        topo::NodeId destination;
        std::uint32_t length;
        int message_class;
        bool operator==(const Way& other) const {
            return source == other.source && destination == other.destination &&
                   length == other.length && message_class == other.message_class;
        }
    };
    struct Hash {
        std::size_t operator()(const Way& way) const;
    };

    std::unique_ptr<Probe> probe_;
    std::unordered_map<Way, rtl::Cycle, Hash> known_;
};

}  // namespace flitscope::tl
