#pragma once

#include "rtl_models/router/router_parameters.h"

namespace flitscope::rtl {

/// What of a network cannot be with speculation, as in "with ..."; null: nothing.
const char* excluded_by_speculation(const RouterParameters& router, bool multicasts);

}  // namespace flitscope::rtl
