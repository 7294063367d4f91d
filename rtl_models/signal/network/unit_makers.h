#pragma once

#include <functional>
#include <memory>
#include <string>
#include <systemc>
#include <vector>

#include "rtl_models/signal/units/crossbar.h"
#include "rtl_models/signal/units/header_unit.h"
#include "rtl_models/signal/units/output_unit.h"
#include "rtl_models/signal/units/route_unit.h"
#include "rtl_models/signal/units/switch_allocator.h"
#include "rtl_models/signal/units/vc_allocator.h"
#include "rtl_models/signal/units/vc_buffer.h"

namespace flitscope::rtl {

/// Makes a unit for a router: any SystemC module whose ports have the names and types of ours. It
/// needs none of our classes except the parameters.
template <typename Unit>
struct UnitMaker : std::function<std::unique_ptr<sc_core::sc_module>(
                       const char* name, const typename Unit::Parameters& parameters)> {
    using Function = std::function<std::unique_ptr<sc_core::sc_module>(
        const char* name, const typename Unit::Parameters& parameters)>;
    using Function::Function;
    using Function::operator=;
    using Made = Unit;

    std::vector<std::string> loops;  ///< combinational, in the Verilog of a verilated unit
};

/// The makers of a router's units; empty: our units.
struct UnitMakers {
    UnitMaker<VcBuffer> vc_buffer;
    UnitMaker<HeaderUnit> header_unit;
    UnitMaker<RouteUnit> route_unit;
    UnitMaker<VcAllocator> vc_allocator;
    UnitMaker<SwitchAllocator> switch_allocator;
    UnitMaker<Crossbar> crossbar;
    UnitMaker<OutputUnit> output_unit;
    bool watch_all = false;  ///< monitor the contracts of our units, too, not only of replaced ones
};

/// Calls visit(member) with the maker of the unit of this name (unit_names.h), if there is one.
template <typename Visit>
void with_maker(const std::string& unit, const Visit& visit) {
    const auto called = [&](const char* name, auto member) {
        if (unit == name) {
            visit(member);
        }
    };
    called("vc_buffer", &UnitMakers::vc_buffer);
    called("header_unit", &UnitMakers::header_unit);
    called("route_unit", &UnitMakers::route_unit);
    called("vc_allocator", &UnitMakers::vc_allocator);
    called("switch_allocator", &UnitMakers::switch_allocator);
    called("crossbar", &UnitMakers::crossbar);
    called("output_unit", &UnitMakers::output_unit);
}

/// Copies the maker of a unit from one set to another; false: `from` has none of this name.
inline bool take_maker(const std::string& unit, const UnitMakers& from, UnitMakers& into) {
    bool taken = false;
    with_maker(unit, [&](auto member) {
        into.*member = from.*member;
        taken = static_cast<bool>(from.*member);
    });
    return taken;
}

}  // namespace flitscope::rtl
