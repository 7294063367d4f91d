#include "rtl_models/router/allocators/switch_allocation.h"

#include <stdexcept>

#include "rtl_models/router/allocators/separable_input_switch_allocator.h"
#include "rtl_models/router/allocators/separable_output_switch_allocator.h"
#include "rtl_models/router/allocators/wavefront_switch_allocator.h"

namespace flitscope::rtl {

std::unique_ptr<SwitchAllocation> make_switch_allocation(AllocatorKind kind, ArbiterKind arbiter,
                                                         int inputs, int outputs, int vcs) {
    switch (kind) {
        case AllocatorKind::separable_input:
            return std::make_unique<SeparableInputSwitchAllocator>(arbiter, inputs, outputs, vcs);
        case AllocatorKind::separable_output:
            return std::make_unique<SeparableOutputSwitchAllocator>(arbiter, inputs, outputs, vcs);
        case AllocatorKind::wavefront:
            return std::make_unique<WavefrontSwitchAllocator>(arbiter, inputs, outputs, vcs);
    }
    throw std::invalid_argument("make_switch_allocation: unknown kind of allocator");
}

}  // namespace flitscope::rtl
