#pragma once

#include <cstdint>

#include "rtl_models/router/contract/network.h"

namespace flitscope::tb {

/// The state of an arrival process per node. Its meaning depends on the process.
struct ArrivalState {
    std::int64_t time = -1;  ///< edge of the last arrival, or a finer time
    std::uint64_t aux = 0;
};

/// The times at which the messages of a node are generated. Independent of the node except for the
/// random numbers.
class ArrivalProcess {
public:
    virtual ~ArrivalProcess() = default;

    /// Edge (>= 0) of arrival `index` = 0, 1, ... of the node, not before the previous one;
    /// rtl::kNever: there is none. Called in order of index with the node's state, at first a
    /// default one.
    virtual rtl::Cycle next(topo::NodeId node, std::uint64_t index, ArrivalState& state) const = 0;

    /// Of the state that next() left. False: what it returned is no arrival, but the edge before
    /// which there is none; it is to be called again with the same index, at that edge at the
    /// earliest. Nobody has to wait for a search that may be long.
    virtual bool found(const ArrivalState& /*state*/) const { return true; }
};

}  // namespace flitscope::tb
