#pragma once

#include <map>
#include <utility>
#include <vector>

#include "rtl_models/router/contract/digest.h"
#include "testbenches/drive/traffic/traffic_config.h"

namespace flitscope::tb {

/// A second simulator of queued outputs, written from docs/router.md, section 10, alone: cycle by
/// cycle, message by message, without regard to speed. Of the product it has the graph, the
/// candidates of a routing function and the types of the contract, no rule.
struct QueuedReference {
    /// `messages` by id; all cycles before `end`, and the deliveries at `end`. `length`: for
    /// redrawn services.
    QueuedReference(const rtl::NetworkDescription& description, const PartConfig& length,
                    const std::vector<rtl::Message>& messages, rtl::Cycle end);

    std::vector<rtl::Event> events;
    std::vector<rtl::Delivery> deliveries;
    struct Channel {
        std::uint64_t flits = 0, heads = 0, blocked = 0, busy = 0;
    };
    std::map<std::pair<topo::NodeId, int>, Channel> channels;  ///< by node and network port
};

}  // namespace flitscope::tb
