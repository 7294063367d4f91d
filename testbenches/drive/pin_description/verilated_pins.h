#pragma once

#include <string>
#include <vector>

#include "rtl_models/foreign/device_model.h"

namespace flitscope::tb {

/// A pin and the member of the verilated class that holds it.
struct VerilatedPin {
    cosim::DevicePin pin;
    std::string member;
};

/// Reads the pins of a top from the header that Verilator generated: its lines
/// `VL_IN8(&name,7,0);`, `VL_OUTW((&name)[3],127,0,4);`, ...
///
/// Throws std::runtime_error if there are none, and for a pin that is both input and output.
std::vector<VerilatedPin> read_verilated_pins(const std::string& header);

}  // namespace flitscope::tb
