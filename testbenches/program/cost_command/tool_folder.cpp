#include "testbenches/program/cost_command/tool_folder.h"

#include "common/atomic_file.h"
#include "common/whole_file.h"
#include "rtl_models/export/verilog_sources.h"
#include "testbenches/program/console/exit_code.h"
#include "testbenches/program/rtl_command/exportable_network.h"

namespace flitscope::tb {

std::string cost_form(const std::string& name) {
    return exported::read_source(rtl_sources().rtl_models + "/cost/files/" + name);
}

void ToolFolder::write(const std::string& name, const std::string& text) const {
    write_file(path(name), text);
}

std::string ToolFolder::read(const std::string& name) const {
    return whole_file(path(name)).value_or("");
}

std::string ToolFolder::run(const std::string& line) const {
    write("log", "");
    const std::string there = "cd \"$0\" && " + line;
    if (run_guarded({"sh", "-c", there, folder_.path()}, path("log"), folder_, &interrupt_) != 0) {
        constexpr std::size_t kLines = 12;
        throw UsageError("cost: " + line.substr(0, line.find('\n')) +
                         " failed, and said:" + log_end(path("log"), kLines));
    }
    return read("log");
}

std::string ToolFolder::run_sta(const std::string& script) const {
    write("clock.tcl", cost_form("clock.tcl"));
    std::string said = run("sta -no_splash -exit " + script);
    if (const std::size_t error = said.find("Error: "); error != std::string::npos) {
        throw UsageError("cost: OpenSTA says " +
                         said.substr(error, said.find('\n', error) - error));
    }
    return said;
}

}  // namespace flitscope::tb
