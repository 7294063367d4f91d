#pragma once

#include <array>
#include <functional>
#include <memory>
#include <string>
#include <systemc>

#include "rtl_models/signal/crossbar.h"
#include "rtl_models/signal/output_unit.h"
#include "rtl_models/signal/route_unit.h"
#include "rtl_models/signal/switch_allocator.h"
#include "rtl_models/signal/vc_allocator.h"
#include "rtl_models/signal/vc_buffer.h"

namespace flitscope::rtl {

/// Goes up when ports of a unit change or are added.
constexpr int kUnitPorts = 1;

/// The units of a router that can be exchanged, by the names of their makers below.
constexpr std::array<const char*, 6> kUnitNames = {"vc_buffer",        "route_unit", "vc_allocator",
                                                   "switch_allocator", "crossbar",   "output_unit"};

/// Makes a unit for a router: any SystemC module whose ports have the names and types of ours. It
/// need not know our classes beyond the parameters.
template <typename Unit>
using UnitMaker = std::function<std::unique_ptr<sc_core::sc_module>(
    const char* name, const typename Unit::Parameters& parameters)>;

/// Who makes the units of a router; empty: ours.
struct UnitMakers {
    UnitMaker<VcBuffer> vc_buffer;
    UnitMaker<RouteUnit> route_unit;
    UnitMaker<VcAllocator> vc_allocator;
    UnitMaker<SwitchAllocator> switch_allocator;
    UnitMaker<Crossbar> crossbar;
    UnitMaker<OutputUnit> output_unit;
};

/// The unit of a maker, or ours. `name`: as an instance.
template <typename Unit>
std::unique_ptr<sc_core::sc_module> make_unit(const UnitMaker<Unit>* maker, const std::string& name,
                                              const typename Unit::Parameters& parameters) {
    if (maker != nullptr && *maker) {
        return (*maker)(name.c_str(), parameters);
    }
    return std::make_unique<Unit>(name.c_str(), parameters);
}

}  // namespace flitscope::rtl
