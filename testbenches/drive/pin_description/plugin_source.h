#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "testbenches/drive/pin_description/verilated_pins.h"

namespace flitscope::tb {

/// The parts of a plug-in with one device.
struct PluginSource {
    std::string name;              ///< of the plug-in
    std::string top;               ///< Verilog module
    std::string description_file;  ///< as messages are to name it
    std::string description_text;
    bool own_codec = false;          ///< another source of the plug-in defines the head codec
    std::vector<std::string> loops;  ///< combinational, in the Verilog
    struct Variant {
        std::string model_class;  ///< that Verilator made of the top; its header has the same name
        std::map<std::string, std::uint64_t> parameters;  ///< in which the variants differ
        std::vector<VerilatedPin> pins;
        std::string second_class = {};  ///< of the second model; empty: there is none
    };
    std::vector<Variant> variants;  ///< one or more
};

/// The C++ source of the plug-in: a DeviceModel of each verilated top, and the entry point.
std::string plugin_source(const PluginSource& source);

}  // namespace flitscope::tb
