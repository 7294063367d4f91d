#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "testbenches/program/trace_command/recorded_run.h"

namespace flitscope::tb {

/// What a message did to leave a router by one output. Cycles are those of docs/router.md; absent:
/// it did not get so far, or the router does not say (one from outside).
struct Branch {
    int output_port = -1;
    int output_vc = -1;
    std::uint32_t first = 0;  ///< flit that leads here; those before it were dropped
    std::optional<rtl::Cycle> routed, vc_granted;
    std::optional<rtl::Cycle> head_granted, tail_granted;  ///< the switch
    rtl::Cycle last_granted = 0;                           ///< of the flits that went out
    std::uint32_t flits_out = 0;
};

/// What a message did at one router.
struct RouterVisit {
    topo::NodeId router = 0;
    int input_port = 0;
    int input_vc = 0;
    rtl::Cycle in = 0;        ///< the head is on the input wire, and in the buffer from in + 1 on
    std::uint32_t first = 0;  ///< flit that led when it came
    std::vector<Branch> branches;  ///< to the node before that to the next router; of a multicast
                                   ///< there may be both
    std::uint32_t flits_in = 0;
    std::uint32_t flits_consumed = 0;
    std::optional<rtl::Cycle> delivered;  ///< edge at which the node consumed the tail
    bool taken_out = false;  ///< of an attempt that a recovery ended; the message was sent again
};

/// The way of one message through a network, router by router.
struct MessageWay {
    std::vector<RouterVisit> visits;      ///< in the order in which the head came
    std::optional<rtl::Cycle> delivered;  ///< edge at which nothing of it was left

    /// Where the last attempt begins; there must be a visit.
    const RouterVisit& start() const;
};

/// What was observed of a message, as a way. The order of its events does not matter.
MessageWay way_of(const RecordedMessage& message, const topo::Topology& topology);

}  // namespace flitscope::tb
