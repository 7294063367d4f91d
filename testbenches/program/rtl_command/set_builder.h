#pragma once

#include <string>
#include <vector>

#include "rtl_models/cosim/verilog_parameters.h"
#include "testbenches/program/rtl_command/guarded_command.h"
#include "testbenches/program/rtl_command/rtl_units.h"

namespace flitscope::tb {

/// A plug-in and the call of a CMake function that makes it.
struct PluginCall {
    std::string name;
    std::string call;
};
PluginCall set_call(const cosim::VerilogParameters& parameters, bool traced);
PluginCall unit_call(const NeededUnit& unit);

/// Builds parameter sets and units of rtl_models/verilog as plug-ins, with CMake, Verilator and the
/// compiler that this program was made with (or the one named by CXX).
///
/// Every problem is a UsageError with what to do: a tool that is missing, a folder that cannot be
/// written, a kit (FlitscopeKit.cmake) that is not where this program expects it, a build that
/// failed with the end of its log. An output that cannot be written is a OutputError, a
/// signal of the user Interrupted; neither leaves anything running.
class SetBuilder {
public:
    /// Makes the folder if it is missing.
    /// `interrupt`: ends what is running; null: nothing does.
    SetBuilder(std::string folder, const InterruptSignal* interrupt);

    /// Builds `NAME.so` for each of them.
    void build(const std::vector<PluginCall>& plugins) const;

    const std::string& folder() const { return folder_; }

private:
    void write_project(const std::string& work, const std::vector<PluginCall>& plugins) const;
    void run(const std::vector<std::string>& command, const std::string& log,
             const WorkFolder& work) const;

    std::string folder_;
    std::string kit_;
    const InterruptSignal* interrupt_;
};

}  // namespace flitscope::tb
