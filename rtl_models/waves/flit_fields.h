#pragma once

#include <array>
#include <cstdint>

#include "rtl_models/router/flit.h"

namespace flitscope::waves {

/// How the viewer shows a number; the last ones by names.
enum class Display {
    binary,
    decimal,
    hexadecimal,
    flit_kind,
    vc_state,
    head_action,
    input_port,
    output_port,
    output_vc
};

/// One signal of a flit wire, as `flit_i` and `flit_o` are flattened at every level and in the
/// Verilog.
struct FlitField {
    const char* name;
    int width;
    Display display;
    std::uint64_t (*value)(const rtl::Flit& flit);
};

/// In handshake order: valid first, then what it qualifies. After `valid` falls the others show 0.
constexpr std::array<FlitField, 8> kFlitFields = {{
    {"valid", 1, Display::binary,
     [](const rtl::Flit& f) { return static_cast<std::uint64_t>(f.valid()); }},
    {"kind", 3, Display::flit_kind,
     [](const rtl::Flit& f) { return static_cast<std::uint64_t>(f.kind); }},
    {"vc", 6, Display::decimal, [](const rtl::Flit& f) { return std::uint64_t{f.vc}; }},
    {"message", 32, Display::decimal, [](const rtl::Flit& f) { return std::uint64_t{f.message}; }},
    {"index", 32, Display::decimal, [](const rtl::Flit& f) { return std::uint64_t{f.index}; }},
    {"source", 32, Display::decimal,
     [](const rtl::Flit& f) { return static_cast<std::uint64_t>(f.source); }},
    {"destination", 32, Display::decimal,
     [](const rtl::Flit& f) { return static_cast<std::uint64_t>(f.destination); }},
    {"length", 32, Display::decimal, [](const rtl::Flit& f) { return std::uint64_t{f.length}; }},
}};
/// Behind them, where flits carry bytes (docs/data.md): their bits, byte 0 lowest.
constexpr const char* kFlitData = "data";

}  // namespace flitscope::waves
