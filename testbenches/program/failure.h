#pragma once

#include <string>

namespace flitscope::tb {

/// What the program prints and exits with.
struct Failure {
    int code = 0;         ///< exit code
    std::string message;  ///< without a newline at its end; empty: the user interrupted
};

/// Of the exception that is being handled.
Failure current_failure();

}  // namespace flitscope::tb
