#pragma once

#include <array>

namespace flitscope::rtl {

/// The units of a router that can be exchanged at level signal (docs/signal_level.md).
constexpr std::array<const char*, 6> kUnitNames = {"vc_buffer",        "route_unit", "vc_allocator",
                                                   "switch_allocator", "crossbar",   "output_unit"};

}  // namespace flitscope::rtl
