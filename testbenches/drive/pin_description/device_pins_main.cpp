// flitscope-device-pins: run by flitscope_add_verilog_router while a plug-in is built. Holds the
// pin description against the pins of the verilated top and writes the plug-in's source.
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <sstream>
#include <stdexcept>

#include "rtl_models/foreign/device_description.h"
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

/// Those with anything on them.
std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream all(text);
    for (std::string line; std::getline(all, line);) {
        if (!line.empty()) {
            lines.push_back(line);
        }
    }
    return lines;
}

/// "ROW=1,COLUMN=2"; "-": none.
std::map<std::string, std::uint64_t> parameters_of(const std::string& text) {
    std::map<std::string, std::uint64_t> parameters;
    std::istringstream words(text == "-" ? "" : text);
    for (std::string word; std::getline(words, word, ',');) {
        const std::size_t equals = word.find('=');
        parameters[word.substr(0, equals)] = std::stoull(word.substr(equals + 1));
    }
    return parameters;
}

/// What the description says of parameters, the plug-in must have been built for.
void check_parameters(const flitscope::cosim::DeviceDescription& description,
                      const std::map<std::string, std::uint64_t>& parameters) {
    std::string known;
    for (const auto& each : parameters) {
        known += (known.empty() ? "" : ", ") + each.first;
    }
    for (const flitscope::cosim::NodePin& node : description.node) {
        if (!node.parameter.empty() && parameters.count(node.parameter) == 0) {
            throw flitscope::cosim::DescriptionError(
                description, node.place, "node",
                "parameter " + node.parameter + ": is not under PER_NODE of the CMake call" +
                    (known.empty() ? "" : ", which has " + known));
        }
    }
}

int usage() {
    std::cerr << "usage: flitscope-device-pins NAME TOP DESCRIPTION own|standard LOOPS.txt "
                 "OUTPUT.cpp {CLASS HEADER PARAMETERS|- SECOND_CLASS|-}...\n";
    return 2;
}

}  // namespace

int main(int argc, char** argv) {
    const std::vector<std::string> arguments(argv + 1, argv + argc);
    constexpr std::size_t kFixed = 6;
    constexpr std::size_t kPerVariant = 4;
    if (arguments.size() <= kFixed || (arguments.size() - kFixed) % kPerVariant != 0) {
        return usage();
    }
    using namespace flitscope;
    try {
        tb::PluginSource source;
        source.name = arguments[0];
        source.top = arguments[1];
        source.description_file = arguments[2];
        source.own_codec = arguments[3] == "own";
        source.description_text = content_of(source.description_file);
        source.loops = lines_of(content_of(arguments[4]));
        const cosim::DeviceDescription description =
            tb::read_device_description(source.description_file, source.description_text);
        for (std::size_t i = kFixed; i < arguments.size(); i += kPerVariant) {
            tb::PluginSource::Variant variant;
            variant.model_class = arguments[i];
            variant.pins = tb::read_verilated_pins(content_of(arguments[i + 1]));
            variant.parameters = parameters_of(arguments[i + 2]);
            variant.second_class = arguments[i + 3] == "-" ? "" : arguments[i + 3];
            std::vector<cosim::DevicePin> pins;
            for (const tb::VerilatedPin& each : variant.pins) {
                pins.push_back(each.pin);
            }
            check_parameters(description, variant.parameters);
            cosim::check_pins(description, pins);
            source.variants.push_back(std::move(variant));
        }
        std::ofstream output(arguments[5], std::ios::binary);
        output << tb::plugin_source(source);
        output.close();
        if (!output) {
            throw std::runtime_error(arguments[5] + ": cannot be written");
        }
    } catch (const std::exception& error) {
        std::cerr << "flitscope: router " << arguments[0] << ": " << error.what() << "\n";
        return 1;
    }
    return 0;
}
