#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace flitscope::tb {

/// What was typed after the name of the program, with `help` and `help COMMAND` in the spelling
/// that CLI11 knows.
std::vector<std::string> words_of(int argc, const char* const* argv);

/// Why the first word is no command, with the nearest one; "": it is one, or an option.
std::string unknown_command(const CLI::App& app, const std::vector<std::string>& words);

/// What CLI11 did not take of a command line with a known command, in one line that says how it is
/// done: the nearest command or option, or `--set` for an option that is a key of the
/// configuration.
std::string usage_message(const CLI::App& app, const CLI::ParseError& error,
                          const std::vector<std::string>& words);

}  // namespace flitscope::tb
