#include "rtl_models/router/shared_buffers.h"

namespace flitscope::rtl {

const char* excluded_by_shared_buffers(const RouterParameters& router, bool own_link_vcs) {
    return router.buffer_flits == kUnbounded ? "unbounded buffers, which have nothing to share"
           : router.switching != Switching::wormhole
               ? "switching by whole messages, for which room may be gone before they come"
           : own_link_vcs ? "links that have VCs of their own, as their pools would differ"
                          : nullptr;
}

}  // namespace flitscope::rtl
