#pragma once

#include <memory>
#include <string>

#include "rtl_models/router/allocators/switch_allocation.h"
#include "rtl_models/router/allocators/vc_allocation.h"

namespace flitscope::rtl {

/// Checks the grants of a replaced allocator before they are used: only requesters are granted, an
/// output (VC) once, and one VC per input. A violation throws UnitViolation, which blames `name`.
std::unique_ptr<VcAllocation> checked(std::string name, std::unique_ptr<VcAllocation> allocation,
                                      int vcs);
std::unique_ptr<SwitchAllocation> checked(std::string name,
                                          std::unique_ptr<SwitchAllocation> allocation);

}  // namespace flitscope::rtl
