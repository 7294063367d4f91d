#pragma once

#include <string>
#include <vector>

#include "waves/gtkwave_save.h"
#include "waves/unit_pins.h"

namespace flitscope::waves {

/// A pin of a unit in a dump.
struct ShownPin {
    std::string unit;  ///< "switch_allocator", "vc_buffer_2"
    std::string name;
    int width;
};
std::vector<ShownPin> shown_pins(const UnitPins& pins);

/// The name of a unit's kind: "vc_buffer" of "vc_buffer_2"; "": no unit is called so.
std::string kind_of_unit(const std::string& unit);

/// Adds the units of a router to a view: a group with a closed one per unit inside, in the order of
/// the pipeline; that of unit `open` is open. Other pins than those of units are left out.
void add_unit_view(const std::string& router_scope, std::vector<ShownPin> pins, GtkwaveSave& save,
                   const std::string& open = {});

}  // namespace flitscope::waves
