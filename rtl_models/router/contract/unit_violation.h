#pragma once

#include <stdexcept>

namespace flitscope::rtl {

/// A unit of a router broke its contract: the run ends. what() names instance, cycle, port.
class UnitViolation : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

}  // namespace flitscope::rtl
