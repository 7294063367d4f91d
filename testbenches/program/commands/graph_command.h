#pragma once

#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "testbenches/program/commands/command.h"

namespace flitscope::tb {

/// The common part of `topology`, `route` and `verify`: a report as text or JSON, from the
/// configuration alone.
class GraphCommand : public Command {
public:
    GraphCommand(ConfigUse use, const char* name, const char* description, const char* details = "")
        : Command(name, description, details), use_(use) {}

    /// Prints the report; with --out also writes it as OUT/<name>.json.
    int run(const CommonOptions& common) override;

protected:
    /// Throws OptionError, also for files that write_files could not make. May be called twice.
    virtual int report(const ExperimentConfig& config, bool json, std::ostream& out) = 0;
    /// Options that ask for a file, each with its file. Files are written after the report, which
    /// is not lost when a file cannot be written.
    virtual std::vector<std::pair<std::string, std::string>> files() const { return {}; }
    virtual void write_files(const ExperimentConfig& /*config*/) const {}

private:
    ConfigUse use_;
};

}  // namespace flitscope::tb
