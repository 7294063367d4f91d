#pragma once

#include <CLI/CLI.hpp>
#include <memory>
#include <vector>

#include "testbenches/program/commands/command.h"

namespace flitscope::tb {

/// All commands with their options: what run_program parses, and what man page and completion are
/// made of.
class CommandLine {
public:
    CommandLine();

    CLI::App& app() { return app_; }
    const CLI::App& app() const { return app_; }
    const CommonOptions& common() const { return common_; }
    /// The command that was parsed; null before.
    Command* chosen() const;

private:
    CLI::App app_;
    CommonOptions common_;
    std::vector<std::unique_ptr<Command>> commands_;
    std::vector<CLI::App*> subcommands_;  ///< of commands_, in their order
};

}  // namespace flitscope::tb
