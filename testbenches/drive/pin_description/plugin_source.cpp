#include "testbenches/drive/pin_description/plugin_source.h"

#include <sstream>

namespace flitscope::tb {

namespace {

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

/// Pins of one variant: `Pins0` gets at them in the model, `pins_0()` says what they are.
void put_pins(std::ostringstream& code, const PluginSource::Variant& variant, std::size_t number) {
    code << "struct Pins" << number << " {\n    static PinStorage pin(" << variant.model_class
         << "& model, int index) {\n        switch (index) {\n";
    for (std::size_t i = 0; i < variant.pins.size(); ++i) {
        code << "            case " << i << ":\n                return pin_storage(model."
             << variant.pins[i].member << ");\n";
    }
    code << "            default:\n                return {};\n        }\n    }\n};\n\n"
         << "const std::vector<DevicePin>& pins_" << number << "() {\n"
         << "    static const std::vector<DevicePin> pins = {\n";
    for (const VerilatedPin& each : variant.pins) {
        code << "        {" << literal(each.pin.name) << ", " << (each.pin.input ? "true" : "false")
             << ", " << each.pin.width << ", " << each.pin.elements << ", "
             << (each.pin.array ? "true" : "false") << "},\n";
    }
    code << "    };\n    return pins;\n}\n\n";
}

}  // namespace

std::string plugin_source(const PluginSource& source) {
    std::ostringstream code;
    code << "// Made by flitscope_add_verilog_router: router " << source.name << ", top "
         << source.top << ".\n";
    for (const PluginSource::Variant& variant : source.variants) {
        code << "#include \"" << variant.model_class << ".h\"\n";
    }
    code << "#include \"rtl_models/foreign/verilated_device.h\"\n\n"
         << "namespace {\n\nusing namespace flitscope::cosim;\n\n";
    for (std::size_t i = 0; i < source.variants.size(); ++i) {
        put_pins(code, source.variants[i], i);
    }
    code << "Plugin make_plugin() {\n    const std::string file = "
         << literal(source.description_file) << ";\n    const std::string text =\n        "
         << literal(source.description_text)
         << ";\n    Plugin plugin;\n    plugin.name = " << literal(source.name) << ";\n";
    for (std::size_t i = 0; i < source.variants.size(); ++i) {
        const PluginSource::Variant& variant = source.variants[i];
        code
            << "    plugin.devices.push_back(\n        std::make_shared<const VerilatedDeviceModel<"
            << variant.model_class << ", Pins" << i << ">>(\n            plugin.name, "
            << literal(source.top) << ", std::map<std::string, std::uint64_t>{";
        const char* separator = "";
        for (const auto& [name, value] : variant.parameters) {
            code << separator << "{" << literal(name) << ", " << value << "ULL}";
            separator = ", ";
        }
        code << "}, pins_" << i << "(), file, text));\n";
    }
    code << "    return plugin;\n}\n\n}  // namespace\n\n"
         << (source.own_codec ? "" : "FLITSCOPE_HEAD_CODEC(flitscope::cosim::HeadCodec)\n\n")
         << "const flitscope::cosim::Plugin* flitscope_plugin() {\n"
         << "    static const Plugin plugin = make_plugin();\n    return &plugin;\n}\n";
    return code.str();
}

}  // namespace flitscope::tb
