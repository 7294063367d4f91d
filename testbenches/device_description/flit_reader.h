#pragma once

#include "rtl_models/cosim/device/device_description.h"
#include "testbenches/experiment/config_section.h"

namespace flitscope::tb {

/// The section `flit`: kinds of flits and the fields of heads and bodies.
void read_flit(ConfigSection section, cosim::DeviceDescription& description);

}  // namespace flitscope::tb
