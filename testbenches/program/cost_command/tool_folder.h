#pragma once

#include <string>

#include "testbenches/drive/compare/interrupted.h"
#include "testbenches/program/rtl_command/guarded_command.h"

namespace flitscope::tb {

/// A script for one of the tools, of rtl_models/cost/files/.
std::string cost_form(const std::string& name);

/// A folder in which `cost` runs tools.
class ToolFolder {
public:
    /// `interrupt`: ends what is running. Throws UsageError.
    explicit ToolFolder(const InterruptSignal& interrupt)
        : interrupt_(interrupt), folder_("cost") {}

    std::string path(const std::string& name) const { return folder_.path() + "/" + name; }
    void write(const std::string& name, const std::string& text) const;
    /// "": there is no such file.
    std::string read(const std::string& name) const;
    /// A line of shell. Returns what it printed. Throws UsageError if it fails.
    std::string run(const std::string& line) const;
    /// The same for OpenSTA and a script with clock.tcl: its exit code does not tell errors.
    std::string run_sta(const std::string& script) const;

private:
    const InterruptSignal& interrupt_;
    WorkFolder folder_;
};

}  // namespace flitscope::tb
