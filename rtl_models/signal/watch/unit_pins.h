#pragma once

#include <memory>
#include <systemc>
#include <vector>

#include "rtl_models/router/contract/network.h"
#include "rtl_models/router/pin_widths.h"
#include "rtl_models/waves/unit_pins.h"

namespace flitscope::rtl {

/// The ports of a router's units as pins of its RTL, whatever their classes: names and widths
/// follow from the ports and the table in pin_fields.h.
class NetPins : public waves::UnitPins {
public:
    /// Records the values of the nets from `cycle` on, which is not before the last one. Values
    /// before `first` are discarded.
    virtual void keep(Cycle cycle, Cycle first) = 0;
    /// From now on the pins show the recorded values of this cycle, not the present ones.
    virtual void look_back_to(Cycle cycle) = 0;
};

/// Call at end of elaboration. The units must exist only while their signals are read.
std::shared_ptr<NetPins> make_unit_pins(const std::vector<const sc_core::sc_module*>& units,
                                        const PinSizes& sizes);

}  // namespace flitscope::rtl
