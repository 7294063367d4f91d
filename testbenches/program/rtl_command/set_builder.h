#pragma once

#include <string>
#include <vector>

#include "rtl_models/cosim/verilog_parameters.h"
#include "testbenches/drive/compare/interrupted.h"
#include "testbenches/program/rtl_command/rtl_sets.h"

namespace flitscope::tb {

/// A plug-in and the call of a CMake function that makes it.
struct PluginCall {
    std::string name;
    std::string call;
};
PluginCall set_call(const cosim::VerilogParameters& parameters, bool traced);
PluginCall unit_call(const NeededUnit& unit);

/// Builds parameter sets and units of rtl_models/verilog as plug-ins, with CMake, Verilator and the
/// compiler that this program was made with (or the one named by CXX): `NAME.so` for each of them.
/// Makes the folder if it is missing, and says what it builds unless `quiet`. `interrupt`: ends
/// what is running; null: nothing does.
///
/// Every problem is a UsageError with what to do: a tool that is missing, a folder that cannot be
/// written, a kit (FlitscopeKit.cmake) that is not where this program expects it, a build that
/// failed with the end of its log. An output that cannot be written is an OutputError, a
/// signal of the user Interrupted; neither leaves anything running.
void build_plugins(const std::vector<PluginCall>& plugins, const std::string& folder, bool quiet,
                   const InterruptSignal* interrupt);

}  // namespace flitscope::tb
