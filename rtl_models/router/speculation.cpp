#include "rtl_models/router/speculation.h"

namespace flitscope::rtl {

const char* excluded_by_speculation(const RouterParameters& router, bool multicasts) {
    const int first = router.lookahead ? 2 : 3;
    return router.pipeline < first
               ? "a pipeline in which VC allocation shares its cycle with another stage"
           : multicasts ? "multicasts, whose heads may request two VCs in one cycle"
                        : nullptr;
}

}  // namespace flitscope::rtl
