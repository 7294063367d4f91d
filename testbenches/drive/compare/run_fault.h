#pragma once

#include <stdexcept>
#include <string>

#include "rtl_models/router/contract/violation.h"

namespace flitscope::tb {

/// A run that ended, or did not begin, for a reason outside the program. what() is the whole
/// report.
class RunFault : public std::runtime_error {
public:
    enum class Kind {
        violation,  ///< by a device or a unit under test (exit code 6)
        refused     ///< the configuration asks for what is not there (exit code 2)
    };
    RunFault(Kind kind, const std::string& what) : std::runtime_error(what), kind_(kind) {}
    Kind kind() const { return kind_; }

private:
    Kind kind_;
};

/// The dump for the pins of a device or router that broke the protocol.
constexpr const char* kViolationFile = "violation.vcd";

/// Writes the recorded pins of the last cycles, if any, to `folder`/violation.vcd, and returns the
/// report that names the file.
RunFault run_fault(const rtl::Violation& violation, const std::string& folder);

}  // namespace flitscope::tb
