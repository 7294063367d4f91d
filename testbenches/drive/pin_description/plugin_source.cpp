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

}  // namespace

std::string plugin_source(const PluginSource& source) {
    std::ostringstream code;
    code << "// Made by flitscope_add_verilog_router: router " << source.name << ", top "
         << source.top << ".\n"
         << "#include \"" << source.model_class << ".h\"\n"
         << "#include \"rtl_models/foreign/verilated_device.h\"\n\n"
         << "namespace {\n\nusing namespace flitscope::cosim;\n\n"
         << "struct Pins {\n    static PinStorage pin(" << source.model_class
         << "& model, int index) {\n        switch (index) {\n";
    for (std::size_t i = 0; i < source.pins.size(); ++i) {
        code << "            case " << i << ":\n                return pin_storage(model."
             << source.pins[i].member << ");\n";
    }
    code << "            default:\n                return {};\n        }\n    }\n};\n\n"
         << "const std::vector<DevicePin>& device_pins() {\n"
         << "    static const std::vector<DevicePin> pins = {\n";
    for (const VerilatedPin& each : source.pins) {
        code << "        {" << literal(each.pin.name) << ", " << (each.pin.input ? "true" : "false")
             << ", " << each.pin.width << ", " << each.pin.elements << ", "
             << (each.pin.array ? "true" : "false") << "},\n";
    }
    code << "    };\n    return pins;\n}\n\n}  // namespace\n\n"
         << (source.own_codec ? "" : "FLITSCOPE_HEAD_CODEC(flitscope::cosim::HeadCodec)\n\n")
         << "const flitscope::cosim::Plugin* flitscope_plugin() {\n"
         << "    static const Plugin plugin = verilated_plugin<" << source.model_class
         << ", Pins>(\n        " << literal(source.name) << ", " << literal(source.top) << ",\n"
         << "        device_pins(), " << literal(source.description_file) << ",\n        "
         << literal(source.description_text) << ");\n    return &plugin;\n}\n";
    return code.str();
}

}  // namespace flitscope::tb
