#pragma once

#include <array>
#include <string_view>

#include "rtl_models/router/pin_widths.h"

namespace flitscope::rtl {

/// A field of a bundle that is one vector in Verilog.
struct VectorField {
    std::string_view name;  ///< as of its pin
    PinWidth width;
    int times = 1;           ///< values of this width
    bool per_entry = false;  ///< ... and that for each entry of a header flit

    constexpr int bits(const PinSizes& sizes) const {
        return sizes.bits(width) * times * (per_entry ? sizes.header_entries : 1);
    }
};

// The layout of vectors, bit 0 first, as the modules of these names take them apart.
/// head_fields.v: what routing may read of a head.
constexpr std::array<VectorField, 9> kHeadVector = {{{"hop", PinWidth::hop},
                                                     {"class", PinWidth::message_class},
                                                     {"length", PinWidth::length},
                                                     {"destination", PinWidth::node},
                                                     {"source", PinWidth::node},
                                                     {"salt", PinWidth::salt},
                                                     {"detour", PinWidth::detour},
                                                     {"ahead_port", PinWidth::ahead_port},
                                                     {"ahead_class", PinWidth::ahead_class}}};
/// pins_of_flits.v: a flit, but for the header, which lies on top.
constexpr std::array<VectorField, 14> kFlitVector = {{{"kind", PinWidth::kind},
                                                      kHeadVector[0],
                                                      kHeadVector[1],
                                                      kHeadVector[2],
                                                      kHeadVector[3],
                                                      kHeadVector[4],
                                                      kHeadVector[5],
                                                      kHeadVector[6],
                                                      kHeadVector[7],
                                                      kHeadVector[8],
                                                      {"age", PinWidth::age},
                                                      {"index", PinWidth::index},
                                                      {"message", PinWidth::message},
                                                      {"data", PinWidth::data}}};
/// header_fields.v: the header of a flit, with multicasts.
constexpr std::array<VectorField, 9> kHeaderVector = {{{"error", PinWidth::bit},
                                                       {"entry_valid", PinWidth::bit, 1, true},
                                                       {"entry_address", PinWidth::node, 1, true},
                                                       {"entry_control", PinWidth::bit, 2, true},
                                                       {"header", PinWidth::bit},
                                                       {"more", PinWidth::bit},
                                                       {"first_port_valid", PinWidth::bit},
                                                       {"routing", PinWidth::routing},
                                                       {"first_port", PinWidth::port}}};
/// action_fields.v: what a header unit says of a head.
constexpr std::array<VectorField, 8> kActionVector = {{{"valid", PinWidth::bit},
                                                       {"forward", PinWidth::bit},
                                                       {"receive", PinWidth::bit},
                                                       {"drop", PinWidth::bit},
                                                       {"error", PinWidth::bit},
                                                       {"first_port_valid", PinWidth::bit},
                                                       {"routing", PinWidth::routing},
                                                       {"first_port", PinWidth::port}}};

/// Bits of a vector; with `name`: those below this field, -1: it has none of this name.
template <class Vector>
constexpr int bits_of(const Vector& vector, const PinSizes& sizes, std::string_view name = "") {
    int bits = 0;
    for (const VectorField& field : vector) {
        if (field.name == name) {
            return bits;
        }
        bits += field.bits(sizes);
    }
    return name.empty() ? bits : -1;
}

/// Of a whole flit.
constexpr int flit_bits(const PinSizes& sizes) {
    return bits_of(kFlitVector, sizes) +
           (sizes.header_entries > 0 ? bits_of(kHeaderVector, sizes) : 0);
}

}  // namespace flitscope::rtl
