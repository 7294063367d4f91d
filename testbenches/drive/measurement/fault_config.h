#pragma once

#include <optional>

#include "rtl_models/router/contract/network.h"
#include "topologies/live_graph.h"

namespace flitscope::tb {

/// An entry of `faults:` (docs/recovery_and_faults.md, section 2).
struct FaultConfig {
    topo::FaultElement element;
    bool abrupt = false;
    std::optional<rtl::Cycle> at;           ///< edge of the only failure; none: exponential times
    double rate = 0;                        ///< failures per cycle of life, where `at` is none
    std::optional<rtl::Cycle> duration;     ///< cycles from a failure to its repair
    std::optional<rtl::Cycle> until;        ///< edge from which on it is alive
    std::optional<rtl::Cycle> spare_delay;  ///< cycles until the node's spare takes over
};

}  // namespace flitscope::tb
