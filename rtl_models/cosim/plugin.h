#pragma once

#include <memory>
#include <string>
#include <vector>

#include "rtl_models/cosim/verilog_set.h"

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

/// Increases with every change of the interface between program and plug-in, except the ports of
/// units, each of which has its own version (rtl_models/router/unit_names.h).
#define FLITSCOPE_PLUGIN_INTERFACE "30"

/// The values that must be equal in a plug-in and the program that loads it: version, interface,
/// compiler.
#define FLITSCOPE_PLUGIN_BUILD                                              \
    "flitscope " FLITSCOPE_VERSION " interface " FLITSCOPE_PLUGIN_INTERFACE \
    " compiler"                                                             \
    " " __VERSION__

/// The content of a shared library: parameter sets of rtl_models/verilog, a foreign router, a unit
/// for routers of SystemC modules, or an arbiter or allocator.
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
    /// The foreign router: a model for each set of parameters for which it was built; empty: only
    /// parameter sets.
    std::vector<std::shared_ptr<const DeviceModel>> devices;
    const rtl::UnitMakers* units = nullptr;          ///< the maker of the unit; null: no unit
    const UnitSet* verilated_unit = nullptr;         ///< ... or a unit in Verilog
    int port_list = 0;                               ///< version that the unit was built for
    const rtl::DecisionMakers* decisions = nullptr;  ///< ... of the arbiter or allocator
};

}  // namespace flitscope::cosim

#define FLITSCOPE_PLUGIN extern "C" __attribute__((visibility("default")))
FLITSCOPE_PLUGIN const flitscope::cosim::Plugin* flitscope_plugin();
