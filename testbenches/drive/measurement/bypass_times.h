#pragma once

#include <vector>

#include "rtl_models/router/contract/network.h"

namespace flitscope::tb {

// Zero load with bypass (docs/router.md, section 9).

/// Turns the edges A_r(j) at which the flits of a message enter a router into D_r(j). `stored`: its
/// head waits for its tail; c: cycles per flit of the link behind the router.
void pass_with_bypass(const rtl::RouterParameters& router, bool stored, int c,
                      std::vector<rtl::Cycle>& flits);

/// The network latency where all links are equal.
rtl::Cycle latency_with_bypass(const rtl::RouterParameters& router, const rtl::LinkParameters& link,
                               int hops, std::uint32_t length);

/// Before a slow link, the second flit goes through the traversal register, one cycle later than if
/// it came late enough to bypass: messages in company may be faster than alone.
bool waits_behind_bypass(const rtl::RouterParameters& router, const rtl::LinkParameters& link);

}  // namespace flitscope::tb
