#include "rtl_models/router/allocators/vc_allocation.h"

namespace flitscope::rtl {

/// The entry of the list: no head asks for a VC alone (at_switch.h).
std::unique_ptr<VcAllocation> make_at_switch(const AllocatorSetup& /*setup*/) { return nullptr; }

}  // namespace flitscope::rtl
