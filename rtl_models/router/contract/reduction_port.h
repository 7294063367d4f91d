#pragma once

#include "rtl_models/router/contract/network.h"
#include "rtl_models/router/reduction_unit.h"

namespace flitscope::rtl {

/// A unit hands something to its node: messages that follow from it join at `edge`.
struct ReductionResult : UnitResult {
    Cycle edge = 0;
    topo::NodeId node = 0;
    int entry = 0;
};

/// The combining units of a network (docs/reductions.md), as whoever drives it sees them. Only
/// inside NetworkClient::at_edge. Their results come by NetworkClient::handed.
class ReductionPort {
public:
    virtual ~ReductionPort() = default;

    /// The node's own operand of the operation that has this entry is in its unit at the edge of
    /// the running client call.
    virtual void contribute(topo::NodeId node, int entry, const Operand& own) = 0;
    /// The message, which is offered next, is one of the tree: its flits carry these elements, and
    /// the unit of its destination takes them. Messages for which nothing is said pass units by.
    virtual void carry(const Message& message, int entry, const Operand& elements) = 0;
};

}  // namespace flitscope::rtl
