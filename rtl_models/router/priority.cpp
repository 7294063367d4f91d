#include "rtl_models/router/priority.h"

namespace flitscope::rtl {

const char* excluded_by_priority(const RouterParameters& router) {
    return router.vc_allocator == VcAllocatorKind::wavefront
               ? "a wavefront, which has no arbiters (allocators.vc)"
           : router.switch_allocator == SwitchAllocatorKind::wavefront
               ? "a wavefront, whose match has no arbiters (allocators.switch)"
           : router.priority == Priority::message_class && router.message_classes == 1
               ? "one message class (message_classes)"
               : nullptr;
}

}  // namespace flitscope::rtl
