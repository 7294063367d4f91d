#pragma once

#include <vector>

#include "rtl_models/foreign/device_description.h"
#include "rtl_models/foreign/device_model.h"

namespace flitscope::cosim {

/// Checks a description against the pins of the top: every pin exists with the direction, elements
/// and bits that are used; no bit has two uses; every bit of every input is driven; numbers fit
/// their widths. Throws DescriptionError, which names line and pin.
void check_pins(const DeviceDescription& description, const std::vector<DevicePin>& pins);

}  // namespace flitscope::cosim
