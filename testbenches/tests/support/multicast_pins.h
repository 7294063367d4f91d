#pragma once

#include <algorithm>
#include <regex>
#include <string>
#include <vector>

#include "rtl_models/router/unit_names.h"

namespace flitscope::tb {

/// Whether the pin of a unit, or what looks like one inside, is there for multicasts
/// (docs/multicast_units.md). The Verilog always
/// has them, of one bit where nothing goes over them; the SystemC has them where they are used.
inline bool of_multicasts(const std::string& pin) {
    static const std::regex names(
        "(absorb|branch|header|action|served|error|pop|drop)(_.*)?|"
        "(flit|front|crossing)(_i|_o)?_"
        "(header|more|routing|first_port|first_port_valid|entry_valid|entry_address|"
        "entry_control|error)");
    return pin != "pop_i" && std::regex_match(pin, names);
}

/// The units that every router has, in the order of the pipeline.
inline std::vector<std::string> units_without_multicasts() {
    std::vector<std::string> units(rtl::kUnitNames.begin(), rtl::kUnitNames.end());
    units.erase(std::remove(units.begin(), units.end(), rtl::kHeaderUnit), units.end());
    return units;
}

}  // namespace flitscope::tb
