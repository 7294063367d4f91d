#include "rtl_models/router/at_switch.h"

namespace flitscope::rtl {

const char* excluded_at_switch(const topo::RoutingFunction& routing, bool multicasts) {
    return routing.escape() != nullptr
               ? "a routing with an escape, whose heads lose VA in a certain cycle"
           : multicasts ? "multicasts, whose branches ask for VCs of two outputs"
                        : nullptr;
}

}  // namespace flitscope::rtl
