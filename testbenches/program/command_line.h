#pragma once

#include <CLI/CLI.hpp>
#include <memory>
#include <string>
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
    /// An option of the command that was given an empty value, as an unset variable of a shell
    /// leaves it; "": none.
    std::string empty_option() const;

private:
    CLI::App app_;
    CommonOptions common_;
    std::vector<std::unique_ptr<Command>> commands_;
    std::vector<CLI::App*> subcommands_;  ///< of commands_, in their order
};

}  // namespace flitscope::tb
