#pragma once

#include <string>

namespace CLI {
class App;
}

namespace flitscope::tb {

/// The manual page of a program with commands, in the man macros of troff.
std::string man_page(const CLI::App& app, const std::string& version);

/// What bash sources to complete commands, options and file names.
std::string bash_completion(const CLI::App& app);

}  // namespace flitscope::tb
