#pragma once

#include <string>

#include "rtl_models/foreign/device_description.h"

namespace flitscope::tb {

/// Reads a pin description (docs/cosimulation.md): keys, types, ranges and all checks that do not
/// need the pins. `file`: its name in messages.
///
/// Throws ConfigError: file, line, column, key, value, what is accepted.
cosim::DeviceDescription read_device_description(const std::string& file, const std::string& text);

}  // namespace flitscope::tb
