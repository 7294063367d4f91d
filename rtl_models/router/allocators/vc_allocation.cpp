#include "rtl_models/router/allocators/vc_allocation.h"

#include <stdexcept>

namespace flitscope::rtl {

#define FLITSCOPE_LISTED(name, file, levels) \
    std::unique_ptr<VcAllocation> make_##file(const AllocatorSetup&);
#include "rtl_models/router/allocators/vc_allocators.def"
#undef FLITSCOPE_LISTED

std::unique_ptr<VcAllocation> make_vc_allocation(VcAllocatorKind kind,
                                                 const AllocatorSetup& setup) {
    switch (kind) {
#define FLITSCOPE_LISTED(name, file, levels) \
    case VcAllocatorKind::name:              \
        return make_##file(setup);
#include "rtl_models/router/allocators/vc_allocators.def"
#undef FLITSCOPE_LISTED
    }
    throw std::invalid_argument("make_vc_allocation: unknown kind of allocator");
}

}  // namespace flitscope::rtl
