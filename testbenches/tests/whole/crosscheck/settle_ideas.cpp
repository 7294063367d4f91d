#include <algorithm>

#include "rtl_models/router/at_switch.h"
#include "rtl_models/router/bypass.h"
#include "rtl_models/router/crossbar_inputs.h"
#include "rtl_models/router/lookahead.h"
#include "rtl_models/router/priority.h"
#include "rtl_models/router/shared_buffers.h"
#include "rtl_models/router/speculation.h"
#include "testbenches/tests/whole/crosscheck/crosscheck_scenario.h"

namespace flitscope::tb {

void settle_ideas(CrosscheckScenario& s) {
    s.router.lookahead &= rtl::excluded_by_lookahead(*s.routing, false, false) == nullptr;
    if (rtl::excluded_at_switch(*s.routing, false) != nullptr) {
        s.router.vc_allocator =
            s.router.vc_at_switch() ? rtl::VcAllocatorKind::separable_input : s.router.vc_allocator;
    }
    s.router.pipeline = std::clamp(s.router.pipeline, s.router.shallowest(), s.router.deepest());
    for (topo::RouterId r = 0; r < s.topology->routers(); ++r) {  // as level signal has room for
        const int inputs = std::max(1, rtl::port_layout(s.router, *s.topology, r).inputs());
        s.router.input_speedup =
            std::max(1, std::min(s.router.input_speedup, rtl::kMaxInputs / inputs));
    }
    if (rtl::excluded_by_speculation(s.router, false) != nullptr) {
        s.router.speculation = rtl::Speculation::none;
    }
    if (s.router.priority == rtl::Priority::message_class && s.router.message_classes == 1) {
        s.router.priority = rtl::Priority::age;
    }
    if (rtl::excluded_by_priority(s.router) != nullptr) {
        s.router.priority = rtl::Priority::none;
    }
    if (s.router.priority == rtl::Priority::age) {
        s.ages = s.seed % 2 == 0 ? 0 : 70000;
    }
    s.router.bypass &=
        s.router.pipeline > 1 && rtl::excluded_by_bypass(s.router, false, false) == nullptr;
}

void settle_buffers(CrosscheckScenario& s) {
    const bool own_vcs = std::any_of(s.links.begin(), s.links.end(),
                                     [](const auto& link) { return link.virtual_channels != 0; });
    if (rtl::excluded_by_shared_buffers(s.router, own_vcs) != nullptr) {
        s.router.buffers = rtl::Buffers::own;
    }
}

}  // namespace flitscope::tb
