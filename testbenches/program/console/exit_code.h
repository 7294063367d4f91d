#pragma once

#include <stdexcept>
#include <string>

namespace flitscope::tb {

/// Exit codes of the program (docs/configuration.md).
enum class ExitCode {
    done = 0,
    internal_error = 1,      ///< or a broken invariant
    bad_usage = 2,           ///< or a bad configuration
    levels_differ = 3,       ///< crosscheck
    not_deadlock_free = 4,   ///< verify, or run with `deadlock: refuse`
    deadlock = 5,            ///< found while simulating
    protocol_violation = 6,  ///< of a device or unit under test
    unwritten_output = 7     ///< disk full, folder gone while running, standard output closed
};

constexpr int exit_code(ExitCode code) { return static_cast<int>(code); }

/// The exit code after signal `number`, as in shells: 130 for SIGINT, 143 for SIGTERM.
constexpr int exit_code_of_signal(int number) { return 128 + number; }

/// What the program prints and exits with.
struct Failure {
    int code = 0;         ///< exit code
    std::string message;  ///< without a newline at its end; empty: the user interrupted
};

/// A command line that cannot be served: the program prints the message and exits with bad_usage.
class UsageError : public std::runtime_error {
public:
    explicit UsageError(const std::string& message) : std::runtime_error(message) {}
};

}  // namespace flitscope::tb
