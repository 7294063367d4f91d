#pragma once

#include "rtl_models/router/contract/network.h"
#include "rtl_models/router/reduction_unit.h"

namespace flitscope::rtl {

/// A unit hands a result to its node; messages that follow from it join at `edge`.
struct ReductionResult : UnitResult {
    Cycle edge = 0;
    topo::NodeId node = 0;
    int entry = 0;
};

/// The combining units of a network (docs/reductions.md) as its client sees them. Call it only
/// inside NetworkClient::at_edge. Results arrive by NetworkClient::handed.
class ReductionPort {
public:
    virtual ~ReductionPort() = default;

    /// At the edge of the running client call the unit receives the node's own operand of the
    /// operation that has this entry.
    virtual void contribute(topo::NodeId node, int entry, const Operand& own) = 0;
    /// The message that is offered next belongs to the tree: its flits carry these elements, and
    /// the unit of its destination takes them. Units ignore all other messages.
    virtual void carry(const Message& message, int entry, const Operand& elements) = 0;
};

}  // namespace flitscope::rtl
