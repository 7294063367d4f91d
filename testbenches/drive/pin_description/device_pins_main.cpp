// flitscope-device-pins: run by flitscope_add_verilog_router while a plug-in is built. Holds the
// pin description against the pins of the verilated top and writes the plug-in's source.
#include <fstream>
#include <iostream>
#include <iterator>
#include <stdexcept>

#include "rtl_models/foreign/pin_check.h"
#include "testbenches/drive/pin_description/description_reader.h"
#include "testbenches/drive/pin_description/plugin_source.h"

namespace {

std::string content_of(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) {
        throw std::runtime_error(path + ": cannot be read");
    }
    return {std::istreambuf_iterator<char>(file), {}};
}

int usage() {
    std::cerr << "usage: flitscope-device-pins NAME TOP CLASS HEADER DESCRIPTION own|standard "
                 "OUTPUT.cpp\n";
    return 2;
}

}  // namespace

int main(int argc, char** argv) {
    const std::vector<std::string> arguments(argv + 1, argv + argc);
    if (arguments.size() != 7) {
        return usage();
    }
    using namespace flitscope;
    try {
        tb::PluginSource source;
        source.name = arguments[0];
        source.top = arguments[1];
        source.model_class = arguments[2];
        source.description_file = arguments[4];
        source.pins = tb::read_verilated_pins(content_of(arguments[3]));
        source.description_text = content_of(source.description_file);
        source.own_codec = arguments[5] == "own";
        std::vector<cosim::DevicePin> pins;
        for (const tb::VerilatedPin& each : source.pins) {
            pins.push_back(each.pin);
        }
        cosim::check_pins(
            tb::read_device_description(source.description_file, source.description_text), pins);
        std::ofstream output(arguments[6], std::ios::binary);
        output << tb::plugin_source(source);
        output.close();
        if (!output) {
            throw std::runtime_error(arguments[6] + ": cannot be written");
        }
    } catch (const std::exception& error) {
        std::cerr << "flitscope: router " << arguments[0] << ": " << error.what() << "\n";
        return 1;
    }
    return 0;
}
