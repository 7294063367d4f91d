#include "rtl_models/router/allocators/vc_allocation.h"

#include <stdexcept>

#include "rtl_models/router/allocators/separable_vc_allocator.h"
#include "rtl_models/router/allocators/wavefront_vc_allocator.h"

namespace flitscope::rtl {

std::unique_ptr<VcAllocation> make_vc_allocation(AllocatorKind kind, ArbiterKind arbiter,
                                                 int requesters, int output_vcs) {
    switch (kind) {
        case AllocatorKind::separable_input:
        case AllocatorKind::separable_output:
            return std::make_unique<SeparableVcAllocator>(arbiter, requesters, output_vcs);
        case AllocatorKind::wavefront:
            return std::make_unique<WavefrontVcAllocator>(requesters, output_vcs);
    }
    throw std::invalid_argument("make_vc_allocation: unknown kind of allocator");
}

}  // namespace flitscope::rtl
