#pragma once

#include <stdexcept>
#include <string>

#include "rtl_models/router/contract/violation.h"

namespace flitscope::tb {

/// A run that ended, or did not begin, by no fault of the program. what() is the whole report.
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

/// Where the pins of a device or a router go that broke the protocol.
constexpr const char* kViolationFile = "violation.vcd";

/// Writes the pins of the last cycles to `folder`/violation.vcd, where there are any, and gives the
/// report that names the file.
RunFault run_fault(const rtl::Violation& violation, const std::string& folder);

}  // namespace flitscope::tb
