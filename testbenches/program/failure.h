#pragma once

#include "testbenches/program/console/exit_code.h"

namespace flitscope::tb {

/// Of the exception that is being handled.
Failure current_failure();

}  // namespace flitscope::tb
