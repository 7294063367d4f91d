#include "testbenches/drive/measurement/bypass_times.h"

#include <algorithm>

namespace flitscope::tb {

void pass_with_bypass(const rtl::RouterParameters& router, bool stored, int c,
                      std::vector<rtl::Cycle>& flits) {
    const bool traversal_register = router.stages().traversal > 0;
    bool bypassed = !stored || flits.size() == 1;
    flits[0] = (stored ? flits.back() : flits.front()) + (bypassed ? 1 : router.pipeline);
    for (std::size_t j = 1; j < flits.size(); ++j) {
        const rtl::Cycle before = flits[j - 1];
        const bool bypasses = flits[j] >= before + c - 1;
        flits[j] = bypasses ? flits[j] + 1 : before + c + (traversal_register && bypassed ? 1 : 0);
        bypassed = bypasses;
    }
    for (rtl::Cycle& flit : flits) {
        flit += router.extra_stages;
    }
}

rtl::Cycle latency_with_bypass(const rtl::RouterParameters& router, const rtl::LinkParameters& link,
                               int hops, std::uint32_t length) {
    const rtl::Cycle rest = static_cast<rtl::Cycle>(length) - 1;
    const rtl::Cycle head = 1 + router.extra_stages;
    if (hops == 0 || rest == 0) {
        return hops * (head + link.latency) + head + rest;
    }
    const rtl::Cycle spread = rest * link.cycles_per_flit;
    const rtl::Cycle latency =
        hops * (head + link.latency) + head + spread + (waits_behind_bypass(router, link) ? 1 : 0);
    return router.switching == rtl::Switching::store_and_forward
               ? latency + (hops - 1) * (spread + router.pipeline - 1)
               : latency;
}

bool waits_behind_bypass(const rtl::RouterParameters& router, const rtl::LinkParameters& link) {
    return router.bypass && router.stages().traversal > 0 && link.cycles_per_flit > 1;
}

}  // namespace flitscope::tb
