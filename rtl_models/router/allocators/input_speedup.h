#pragma once

#include <memory>

#include "rtl_models/router/allocators/switch_allocation.h"
#include "rtl_models/router/crossbar_inputs.h"

namespace flitscope::rtl {

/// Switch allocation with input speedup (docs/router.md, section 6), by an allocator over the
/// crossbar inputs. Requests and grants name input ports and VCs. `allocation` itself if the
/// speedup is 1.
std::unique_ptr<SwitchAllocation> with_input_speedup(std::unique_ptr<SwitchAllocation> allocation,
                                                     const CrossbarInputs& crossbar);

}  // namespace flitscope::rtl
