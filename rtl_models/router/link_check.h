#pragma once

#include <string>

#include "rtl_models/router/router_parameters.h"

namespace flitscope::rtl {

/// Throws std::invalid_argument, "<where>: ...", unless `description.links` has an entry for each
/// link class of its topology; says how many there are and which classes.
void check_links(const NetworkDescription& description, const std::string& where);

}  // namespace flitscope::rtl
