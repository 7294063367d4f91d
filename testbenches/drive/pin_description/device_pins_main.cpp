// flitscope-device-pins: run by flitscope_add_verilog_router while a plug-in is built. Checks
// the pin description against the pins of the verilated top and writes the plug-in's source.
#include <fmt/format.h>

#include <fstream>
#include <iostream>
#include <map>
#include <sstream>
#include <stdexcept>
#include <utility>

#include "common/whole_file.h"
#include "rtl_models/foreign/device_description.h"
#include "rtl_models/foreign/pin_check.h"
#include "testbenches/drive/pin_description/description_reader.h"
#include "testbenches/drive/pin_description/verilated_pins.h"

namespace {

using namespace flitscope;

/// A model that Verilator made of the top.
struct Variant {
    std::string model_class;                          ///< its header has the same name
    std::string second_class;                         ///< of the second model; empty: there is none
    std::map<std::string, std::uint64_t> parameters;  ///< in which the variants differ
    std::vector<tb::VerilatedPin> pins;
};

struct PluginSource {
    std::string name;              ///< of the plug-in
    std::string top;               ///< Verilog module
    std::string description_file;  ///< as messages are to name it
    std::string description_text;
    bool own_codec = false;          ///< another source of the plug-in defines the head codec
    std::vector<std::string> loops;  ///< combinational, in the Verilog
    std::vector<Variant> variants;   ///< one or more
};

std::string content_of(const std::string& path) {
    std::optional<std::string> content = whole_file(path);
    if (!content) {
        throw std::runtime_error(path + ": cannot be read");
    }
    return std::move(*content);
}

/// The lines that are not empty.
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

/// The plug-in must have been built for the parameters in the description.
void check_parameters(const cosim::DeviceDescription& description,
                      const std::map<std::string, std::uint64_t>& parameters) {
    std::string known;
    for (const auto& each : parameters) {
        known += (known.empty() ? "" : ", ") + each.first;
    }
    for (const cosim::NodePin& node : description.node) {
        if (!node.parameter.empty() && parameters.count(node.parameter) == 0) {
            throw cosim::DescriptionError(description, node.place, "node",
                                          "parameter " + node.parameter +
                                              ": is not under PER_NODE of the CMake call" +
                                              (known.empty() ? "" : ", which has " + known));
        }
    }
}

/// A C++ string literal in pieces, since compilers limit the length of one.
std::string literal(const std::string& text) {
    constexpr std::size_t kPiece = 2000;
    constexpr unsigned char kFirstPrintable = 0x20;
    std::string code = "\"";
    std::size_t piece = 0;
    for (const char c : text) {
        if (c == '\n') {
            code += "\\n\"\n    \"";
            piece = 0;
            continue;
        }
        if (++piece > kPiece) {
            code += "\"\n    \"";
            piece = 0;
        }
        if (c == '"' || c == '\\') {
            code += '\\';
        }
        code += static_cast<unsigned char>(c) < kFirstPrintable ? ' ' : c;
    }
    return code + "\"";
}

/// Pins of one variant: `Pins0` accesses them in its models, `pins_0()` describes them.
std::string code_of_pins(const Variant& variant, std::size_t number) {
    std::string storages;
    std::string pins;
    for (std::size_t i = 0; i < variant.pins.size(); ++i) {
        const auto& [pin, member] = variant.pins[i];
        storages += fmt::format(
            "            case {}:\n                return pin_storage(model.{});\n", i, member);
        pins += fmt::format("        {{{}, {}, {}, {}, {}}},\n", literal(pin.name), pin.input,
                            pin.width, pin.elements, pin.array);
    }
    return fmt::format(R"(struct Pins{0} {{
    template <class Model>
    static PinStorage pin(Model& model, int index) {{
        switch (index) {{
{1}            default:
                return {{}};
        }}
    }}
}};

const std::vector<DevicePin>& pins_{0}() {{
    static const std::vector<DevicePin> pins = {{
{2}    }};
    return pins;
}}

)",
                       number, storages, pins);
}

/// The model of one variant.
std::string code_of_device(const Variant& variant, std::size_t number) {
    std::vector<std::string> parameters;
    for (const auto& [name, value] : variant.parameters) {
        parameters.push_back(fmt::format("{{{}, {}ULL}}", literal(name), value));
    }
    return fmt::format(R"(    plugin.devices.push_back(
        std::make_shared<const VerilatedDeviceModel<{1}, Pins{0}, {2}>>(
            facts, std::map<std::string, std::uint64_t>{{{3}}}, pins_{0}()));
)",
                       number, variant.model_class,
                       variant.second_class.empty() ? "void" : variant.second_class,
                       fmt::join(parameters, ", "));
}

/// The C++ source of the plug-in: a DeviceModel of each verilated top, and the entry point.
std::string code_of(const PluginSource& source) {
    std::string includes, pins, devices, loops;
    for (std::size_t i = 0; i < source.variants.size(); ++i) {
        const Variant& variant = source.variants[i];
        for (const std::string& model : {variant.model_class, variant.second_class}) {
            includes += model.empty() ? "" : fmt::format("#include \"{}.h\"\n", model);
        }
        pins += code_of_pins(variant, i);
        devices += code_of_device(variant, i);
    }
    for (const std::string& loop : source.loops) {
        loops += fmt::format("\n            {},", literal(loop));
    }
    return fmt::format(
        R"(// Made by flitscope_add_verilog_router: router {}, top {}.
{}#include "rtl_models/foreign/verilated_device.h"

namespace {{

using namespace flitscope::cosim;

{}Plugin make_plugin() {{
    const DeviceFacts facts = {{
        {},
        {},
        {},
        {},
        {{{}}}}};
    Plugin plugin;
    plugin.name = facts.name;
{}    return plugin;
}}

}}  // namespace

{}const flitscope::cosim::Plugin* flitscope_plugin() {{
    static const Plugin plugin = make_plugin();
    return &plugin;
}}
)",
        source.name, source.top, includes, pins, literal(source.name), literal(source.top),
        literal(source.description_file), literal(source.description_text), loops, devices,
        source.own_codec ? "" : "FLITSCOPE_HEAD_CODEC(flitscope::cosim::HeadCodec)\n\n");
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
    try {
        PluginSource source;
        source.name = arguments[0];
        source.top = arguments[1];
        source.description_file = arguments[2];
        source.own_codec = arguments[3] == "own";
        source.description_text = content_of(source.description_file);
        source.loops = lines_of(content_of(arguments[4]));
        const cosim::DeviceDescription description =
            tb::read_device_description(source.description_file, source.description_text);
        for (std::size_t i = kFixed; i < arguments.size(); i += kPerVariant) {
            Variant variant;
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
        output << code_of(source);
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
