#pragma once

namespace flitscope::tb {

/// The command-line program without its main(): parses, runs the command, maps every exception to
/// an exit code and one line on standard error.
int run_program(int argc, const char* const* argv);

}  // namespace flitscope::tb
