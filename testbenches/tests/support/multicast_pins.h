#pragma once

#include <regex>
#include <string>

namespace flitscope::tb {

/// Whether the pin of a unit is there for multicasts (docs/multicast_units.md). The Verilog always
/// has them, of one bit where nothing goes over them; the SystemC has them where they are used.
inline bool of_multicasts(const std::string& pin) {
    static const std::regex names(
        "(absorb|header|action|served|error|pop|drop)(_.*)?|"
        "(flit|front|crossing)(_i|_o)?_"
        "(header|more|routing|first_port|first_port_valid|entry_valid|entry_address|"
        "entry_control|error)");
    return pin != "pop_i" && std::regex_match(pin, names);
}

}  // namespace flitscope::tb
