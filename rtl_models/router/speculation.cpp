#include "rtl_models/router/speculation.h"

namespace flitscope::rtl {

const char* excluded_by_speculation(const RouterParameters& router, bool multicasts) {
    const int first = router.lookahead ? 2 : 3;
    return router.vc_at_switch() ? "VC selection at the switch, which has no VA (allocators.vc)"
           : router.input_speedup > 1 ? "input speedup, as grants of whole input ports are masked"
           : router.pipeline < first
               ? "a pipeline in which VC allocation shares its cycle with another stage"
           : multicasts ? "multicasts, whose heads may request two VCs in one cycle"
                        : nullptr;
}

}  // namespace flitscope::rtl
