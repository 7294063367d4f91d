#include "rtl_models/router/allocators/at_switch.h"

#include "rtl_models/router/allocators/vc_allocation.h"

namespace flitscope::rtl {

/// The entry of the list: no head asks for a VC alone.
std::unique_ptr<VcAllocation> make_at_switch(const AllocatorSetup& /*setup*/) { return nullptr; }

const char* excluded_at_switch(const topo::RoutingFunction& routing, bool multicasts) {
    return routing.escape() != nullptr
               ? "a routing with an escape, whose heads lose VA in a certain cycle"
           : multicasts ? "multicasts, whose branches ask for VCs of two outputs"
                        : nullptr;
}

}  // namespace flitscope::rtl
