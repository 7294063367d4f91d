#pragma once

#include <memory>
#include <string>

#include "rtl_models/router/allocators/switch_allocation.h"
#include "rtl_models/router/allocators/vc_allocation.h"

namespace flitscope::rtl {

/// An allocator of somebody else, whose grants are looked at before anybody acts on them: only who
/// asked is granted, an output (VC) once, an input one VC. What is not so throws UnitViolation;
/// `name` is how it says whose fault it is.
std::unique_ptr<VcAllocation> checked(std::string name, std::unique_ptr<VcAllocation> allocation,
                                      int vcs);
std::unique_ptr<SwitchAllocation> checked(std::string name,
                                          std::unique_ptr<SwitchAllocation> allocation);

}  // namespace flitscope::rtl
