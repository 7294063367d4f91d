#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include "rtl_models/router/header_pins.h"
#include "rtl_models/router/pin_bits.h"
#include "rtl_models/router/pin_vectors.h"

namespace flitscope::rtl {

/// The positions of a flit's header fields among bits, for example the pins of a verilated model
/// (docs/multicast_units.md).
struct HeaderSlices {
    int entries;
    int node;  ///< bits of an address
    PinBits error, entry_valid, entry_address, entry_control, header, more, first_port_valid,
        routing, first_port;

    void write(const HeaderPins& pins) {
        header.write(pins.header ? 1 : 0);
        more.write(pins.more ? 1 : 0);
        error.write(pins.error ? 1 : 0);
        routing.write(static_cast<std::uint64_t>(pins.routing));
        first_port_valid.write(pins.first_port >= 0 ? 1 : 0);
        first_port.write(static_cast<std::uint64_t>(std::max(pins.first_port, 0)));
        for (int e = 0; e < entries; ++e) {
            const auto number = static_cast<std::size_t>(e);
            const HeaderPins::Entry entry =
                number < pins.entries.size() ? pins.entries[number] : HeaderPins::Entry{};
            entry_valid.write(e, 1, entry.valid ? 1 : 0);
            entry_address.write(e * node, node, static_cast<std::uint32_t>(entry.address));
            entry_control.write(e * 2, 2, static_cast<std::uint64_t>(entry.control));
        }
    }

    HeaderPins read() const {
        HeaderPins pins;
        pins.header = header.read() != 0;
        pins.error = error.read() != 0;
        if (!pins.header) {
            return pins;
        }
        pins.more = more.read() != 0;
        pins.routing = static_cast<int>(routing.read());
        pins.first_port = first_port_valid.read() != 0 ? static_cast<int>(first_port.read()) : -1;
        for (int e = 0; e < entries; ++e) {
            pins.entries.push_back({entry_valid.read(e, 1) != 0,
                                    static_cast<topo::NodeId>(entry_address.read(e * node, node)),
                                    static_cast<int>(entry_control.read(e * 2, 2))});
        }
        return pins;
    }
};

/// place(field, bits) says where a field of kHeaderVector is; it is asked for them in their order.
template <typename Place>
HeaderSlices header_slices(const PinSizes& sizes, const Place& place) {
    std::array<PinBits, kHeaderVector.size()> field;
    for (std::size_t f = 0; f < field.size(); ++f) {
        field[f] = place(kHeaderVector[f], kHeaderVector[f].bits(sizes));
    }
    return {sizes.header_entries,
            sizes.bits(PinWidth::node),
            field[0],
            field[1],
            field[2],
            field[3],
            field[4],
            field[5],
            field[6],
            field[7],
            field[8]};
}
/// ... from bit `lsb` of these bytes on.
inline HeaderSlices header_slices(unsigned char* bytes, int lsb, const PinSizes& sizes) {
    return header_slices(sizes, [&](const VectorField& /*field*/, int bits) {
        return PinBits(bytes, std::exchange(lsb, lsb + bits), bits);
    });
}

}  // namespace flitscope::rtl
