#pragma once

#include "rtl_models/cosim/unit_model.h"
#include "rtl_models/signal/network/unit_makers.h"

namespace flitscope::cosim {

/// The makers of verilated units for a router: modules with our unit's ports that set and read the
/// pins of its models (verilated_unit.h).
void add_verilated(const UnitSet& set, rtl::UnitMakers& makers);

}  // namespace flitscope::cosim
