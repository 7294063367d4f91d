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
    "output_unit has pointers over its VCs and says which VCs they have passed; vc_allocator, "
    "switch_allocator and route_unit see that; all but route_unit have the parameter VC_CHOICE; "
    "output_unit has sent_i in place of the traversal register";

/// In the order of the pipeline.
constexpr std::array<ExchangeableUnit, 7> kUnits = {{
    {"vc_buffer", 5},
    {"header_unit", 4},
    {"route_unit", 8},
    {"vc_allocator", 8},
    {"switch_allocator", 7},
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
