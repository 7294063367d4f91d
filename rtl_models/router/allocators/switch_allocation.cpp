#include "rtl_models/router/allocators/switch_allocation.h"

#include <stdexcept>

namespace flitscope::rtl {

#define FLITSCOPE_LISTED(name, file, levels) \
    std::unique_ptr<SwitchAllocation> make_##file(const AllocatorSetup&);
#include "rtl_models/router/allocators/switch_allocators.def"
#undef FLITSCOPE_LISTED

std::unique_ptr<SwitchAllocation> make_switch_allocation(SwitchAllocatorKind kind,
                                                         const AllocatorSetup& setup) {
    switch (kind) {
#define FLITSCOPE_LISTED(name, file, levels) \
    case SwitchAllocatorKind::name:          \
        return make_##file(setup);
#include "rtl_models/router/allocators/switch_allocators.def"
#undef FLITSCOPE_LISTED
    }
    throw std::invalid_argument("make_switch_allocation: unknown kind of allocator");
}

}  // namespace flitscope::rtl
