#pragma once

#include <memory>
#include <systemc>
#include <vector>

#include "rtl_models/router/pin_widths.h"
#include "waves/unit_pins.h"

namespace flitscope::rtl {

/// The ports of a router's units as pins of its RTL, for waveforms, whatever classes the units are
/// of: names and widths follow from the ports and the table in pin_fields.h. All but clk_i. When
/// elaboration has ended; units and the signals at their ports outlive it.
std::shared_ptr<waves::UnitPins> make_unit_pins(
    const std::vector<std::unique_ptr<sc_core::sc_module>>& units, const PinSizes& sizes);

}  // namespace flitscope::rtl
