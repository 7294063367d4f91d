#include "rtl_models/router/decision_kinds.h"

namespace flitscope::rtl {

#define FLITSCOPE_LISTED(name, file, levels) {#name, Kind::name, #file, KindLevels::levels},

template <>
const std::vector<ListedKind<ArbiterKind>>& kinds() {
    using Kind = ArbiterKind;
    static const std::vector<ListedKind<Kind>> all = {
#include "rtl_models/router/arbiters/arbiters.def"
    };
    return all;
}

template <>
const std::vector<ListedKind<VcAllocatorKind>>& kinds() {
    using Kind = VcAllocatorKind;
    static const std::vector<ListedKind<Kind>> all = {
#include "rtl_models/router/allocators/vc_allocators.def"
    };
    return all;
}

template <>
const std::vector<ListedKind<SwitchAllocatorKind>>& kinds() {
    using Kind = SwitchAllocatorKind;
    static const std::vector<ListedKind<Kind>> all = {
#include "rtl_models/router/allocators/switch_allocators.def"
    };
    return all;
}

#undef FLITSCOPE_LISTED

}  // namespace flitscope::rtl
