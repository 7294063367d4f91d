#pragma once

#include <map>
#include <utility>
#include <vector>

#include "testbenches/tests/whole/page_reference/page_router.h"

namespace flitscope::tb {

/// A second simulator of networks of routers with input queues, headers and branches, written from
/// docs/router.md and docs/headers_and_branches.md alone: cycle by cycle, without regard to speed.
/// Of the product it has the graph, routing functions, and the types of the contract, no rule; its
/// arbiters and switch allocators are the reference ones. Not here: routing functions with several
/// candidates or with an escape, queued outputs, faults.
struct PageReference {
    /// `messages` by id; all cycles before `end`, and the deliveries up to it.
    PageReference(const rtl::NetworkDescription& description,
                  const std::vector<rtl::Message>& messages, rtl::Cycle end);

    std::vector<PageEvent> events;  ///< before `end`, and flits consumed at it
    std::vector<rtl::Delivery> deliveries;
    std::map<std::pair<topo::NodeId, int>, PageChannel> channels;  ///< by node and network port
    rtl::NetworkCounters counters;
};

}  // namespace flitscope::tb
