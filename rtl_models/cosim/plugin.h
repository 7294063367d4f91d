#pragma once

#include <memory>
#include <string>
#include <vector>

#include "rtl_models/cosim/verilog_router.h"

#ifndef FLITSCOPE_VERSION
#error "FLITSCOPE_VERSION is defined by flitscope's CMake functions and targets"
#endif

namespace flitscope::rtl {
struct UnitMakers;
struct DecisionMakers;
}  // namespace flitscope::rtl

namespace flitscope::cosim {

class DeviceModel;
struct UnitSet;

/// Goes up with every change of what crosses the border of a plug-in, but for the ports of units,
/// each of which has a version of its own (rtl_models/router/unit_names.h).
#define FLITSCOPE_PLUGIN_INTERFACE "26"

/// What a plug-in and the program that loads it must agree in: version, interface, compiler.
#define FLITSCOPE_PLUGIN_BUILD                                              \
    "flitscope " FLITSCOPE_VERSION " interface " FLITSCOPE_PLUGIN_INTERFACE \
    " compiler"                                                             \
    " " __VERSION__

/// What a shared library offers: parameter sets of rtl_models/verilog, a router from outside, a
/// unit for routers of SystemC modules, or an arbiter or allocator.
///
/// A plug-in uses headers only and links no library of Flitscope. It defines
///
///     FLITSCOPE_PLUGIN const flitscope::cosim::Plugin* flitscope_plugin();
///
/// which returns the same object at every call; the object lives as long as the library.
struct Plugin {
    const char* build = FLITSCOPE_PLUGIN_BUILD;  ///< first: read before anything else is trusted
    std::string name;                            ///< of the file, without `.so`
    std::vector<VerilogSet> sets;
    /// The router from outside: a model for each set of parameters that it was built for; empty:
    /// parameter sets only.
    std::vector<std::shared_ptr<const DeviceModel>> devices;
    const rtl::UnitMakers* units = nullptr;          ///< the maker of the unit; null: no unit
    const UnitSet* verilated_unit = nullptr;         ///< ... or a unit in Verilog
    int port_list = 0;                               ///< version that the unit was built for
    const rtl::DecisionMakers* decisions = nullptr;  ///< ... of the arbiter or allocator
};

}  // namespace flitscope::cosim

#define FLITSCOPE_PLUGIN extern "C" __attribute__((visibility("default")))
FLITSCOPE_PLUGIN const flitscope::cosim::Plugin* flitscope_plugin();
