#pragma once

#include "rtl_models/foreign/device_description.h"
#include "testbenches/drive/configuration/config_section.h"

namespace flitscope::tb {

/// The section `flit`: kinds of flits and the fields of heads and bodies.
void read_flit(ConfigSection section, cosim::DeviceDescription& description);

}  // namespace flitscope::tb
