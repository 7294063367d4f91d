#pragma once

#include <memory>
#include <systemc>
#include <vector>

#include "rtl_models/router/contract/network.h"
#include "rtl_models/router/pin_widths.h"
#include "waves/unit_pins.h"

namespace flitscope::rtl {

/// The ports of a router's units as pins of its RTL, whatever classes the units are of: names and
/// widths follow from the ports and the table in pin_fields.h.
class NetPins : public waves::UnitPins {
public:
    /// What the nets carry is their value from `cycle` on, which is no earlier than the last one.
    /// What they carried before `first` is forgotten.
    virtual void keep(Cycle cycle, Cycle first) = 0;
    /// From now on the pins show what the nets kept for this cycle, not what they carry.
    virtual void look_back_to(Cycle cycle) = 0;
};

/// When elaboration has ended; the units need not outlive the pins, but to look at their signals.
std::shared_ptr<NetPins> make_unit_pins(const std::vector<const sc_core::sc_module*>& units,
                                        const PinSizes& sizes);

}  // namespace flitscope::rtl
