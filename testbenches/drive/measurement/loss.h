#pragma once

#include "rtl_models/router/contract/network.h"

namespace flitscope::tb {

/// The way in which a message was lost.
struct Loss {
    enum class Cause {
        queue_full,  ///< its source queue was, when it came
        no_way,      ///< faults left none to its destination
        hit          ///< by a fault
    };
    Cause cause = Cause::queue_full;
    bool joined = false;  ///< its source queue, before it was lost
    rtl::Cycle edge = -1;
};

}  // namespace flitscope::tb
