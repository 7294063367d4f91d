#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace flitscope::rtl {

/// A unit of a router that can be replaced at level signal (docs/signal_level.md).
struct ExchangeableUnit {
    const char* name;
    /// Version of its port list. It increases with every port, field or parameter of the unit that
    /// is added, changed or removed. A router accepts no unit built for another version.
    int port_list;
};

/// The changes since the version before. CMake reads these lines, too (FlitscopePlugin.cmake).
constexpr const char* kLastChange =
    "vc_allocator says who asks for the switch; switch_allocator sees VC allocation and says what "
    "speculation wastes; output_unit says whether its link is free; switch_allocator and crossbar "
    "have the parameter INPUT_SPEEDUP, which widens select; route_unit has CLASS_VCS, SPECULATION "
    "and ROUTE_ROWS; vc_allocator and switch_allocator see priorities; vc_buffer, vc_allocator "
    "and output_unit have SHARED; output_unit has sent_i in place of the traversal register";

/// In the order of the pipeline.
constexpr std::array<ExchangeableUnit, 7> kUnits = {{
    {"vc_buffer", 5},
    {"header_unit", 4},
    {"route_unit", 7},
    {"vc_allocator", 7},
    {"switch_allocator", 6},
    {"crossbar", 6},
    {"output_unit", 8},
}};
/// The unit that only routers with multicasts have (docs/multicast_units.md).
constexpr const char* kHeaderUnit = kUnits[1].name;

/// Their names.
constexpr auto kUnitNames = [] {
    std::array<const char*, kUnits.size()> names{};
    for (std::size_t unit = 0; unit < kUnits.size(); ++unit) {
        names[unit] = kUnits[unit].name;
    }
    return names;
}();

/// The port-list version of this program's unit of this name; 0: there is no such unit.
constexpr int port_list_version(std::string_view unit) {
    for (const ExchangeableUnit& each : kUnits) {
        if (unit == each.name) {
            return each.port_list;
        }
    }
    return 0;
}

}  // namespace flitscope::rtl
