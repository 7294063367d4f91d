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

/// Pins of one variant: `Pins0` gets at them in its models, `pins_0()` says what they are.
void put_pins(std::ostringstream& code, const PluginSource::Variant& variant, std::size_t number) {
    code << "struct Pins" << number
         << " {\n    template <class Model>\n    static PinStorage pin(Model& model, int index) {\n"
         << "        switch (index) {\n";
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

/// The model of one variant.
void put_device(std::ostringstream& code, const PluginSource::Variant& variant,
                std::size_t number) {
    code << "    plugin.devices.push_back(\n        std::make_shared<const VerilatedDeviceModel<"
         << variant.model_class << ", Pins" << number << ", "
         << (variant.second_class.empty() ? "void" : variant.second_class)
         << ">>(\n            facts, std::map<std::string, std::uint64_t>{";
    const char* separator = "";
    for (const auto& [name, value] : variant.parameters) {
        code << separator << "{" << literal(name) << ", " << value << "ULL}";
        separator = ", ";
    }
    code << "}, pins_" << number << "()));\n";
}

}  // namespace

std::string plugin_source(const PluginSource& source) {
    std::ostringstream code;
    code << "// Made by flitscope_add_verilog_router: router " << source.name << ", top "
         << source.top << ".\n";
    for (const PluginSource::Variant& variant : source.variants) {
        code << "#include \"" << variant.model_class << ".h\"\n";
        if (!variant.second_class.empty()) {
            code << "#include \"" << variant.second_class << ".h\"\n";
        }
    }
    code << "#include \"rtl_models/foreign/verilated_device.h\"\n\n"
         << "namespace {\n\nusing namespace flitscope::cosim;\n\n";
    for (std::size_t i = 0; i < source.variants.size(); ++i) {
        put_pins(code, source.variants[i], i);
    }
    code << "Plugin make_plugin() {\n    const DeviceFacts facts = {\n        "
         << literal(source.name) << ",\n        " << literal(source.top) << ",\n        "
         << literal(source.description_file) << ",\n        " << literal(source.description_text)
         << ",\n        {";
    for (const std::string& loop : source.loops) {
        code << "\n            " << literal(loop) << ",";
    }
    code << "}};\n    Plugin plugin;\n    plugin.name = facts.name;\n";
    for (std::size_t i = 0; i < source.variants.size(); ++i) {
        put_device(code, source.variants[i], i);
    }
    code << "    return plugin;\n}\n\n}  // namespace\n\n"
         << (source.own_codec ? "" : "FLITSCOPE_HEAD_CODEC(flitscope::cosim::HeadCodec)\n\n")
         << "const flitscope::cosim::Plugin* flitscope_plugin() {\n"
         << "    static const Plugin plugin = make_plugin();\n    return &plugin;\n}\n";
    return code.str();
}

}  // namespace flitscope::tb
