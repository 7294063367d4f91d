#pragma once

#include <string>
#include <vector>

#include "rtl_models/waves/unit_pins.h"
#include "waves/gtkwave_save.h"

namespace flitscope::waves {

/// Names of FlitKind.
Translation flit_kind_translation();

/// The kind of a unit: "vc_buffer" for "vc_buffer_2"; "": no unit has this name.
std::string kind_of_unit(const std::string& unit);

/// Adds the units of a router to a view: a group that contains one group per unit, in the order of
/// the pipeline. These are closed, except that of unit `open`. Pins outside units are omitted.
void add_unit_view(const std::string& router_scope, std::vector<UnitPins::Pin> pins,
                   GtkwaveSave& save, const std::string& open = {});

}  // namespace flitscope::waves
