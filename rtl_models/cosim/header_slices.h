#pragma once

#include <algorithm>
#include <cstdint>

#include "rtl_models/cosim/pin_bits.h"
#include "rtl_models/router/header_pins.h"
#include "rtl_models/router/pin_vectors.h"

namespace flitscope::cosim {

/// The header fields of a flit at a port of a verilated unit (docs/multicast_units.md).
class HeaderSlices {
public:
    /// Of the flit in the vector that begins at bit `lsb` of these bytes.
    HeaderSlices(unsigned char* bytes, int lsb, const rtl::PinSizes& sizes)
        : entries_(sizes.header_entries), node_(sizes.bits(rtl::PinWidth::node)) {
        const int header = lsb + rtl::bits_of(rtl::kFlitVector, sizes);
        const auto find = [&](const char* name) {
            for (const rtl::VectorField& field : rtl::kHeaderVector) {
                if (field.name == name) {
                    return PinBits(bytes, header + rtl::bits_of(rtl::kHeaderVector, sizes, name),
                                   field.bits(sizes));
                }
            }
            return PinBits();
        };
        header_ = find("header");
        more_ = find("more");
        routing_ = find("routing");
        first_port_valid_ = find("first_port_valid");
        first_port_ = find("first_port");
        entry_valid_ = find("entry_valid");
        entry_address_ = find("entry_address");
        entry_control_ = find("entry_control");
        error_ = find("error");
    }

    void write(const rtl::Flit& flit) {
        if (flit == written_) {
            return;
        }
        written_ = flit;
        const rtl::HeaderPins pins = rtl::header_pins(flit, entries_);
        header_.write(pins.header ? 1 : 0);
        more_.write(pins.more ? 1 : 0);
        error_.write(pins.error ? 1 : 0);
        if (!pins.header) {
            return;
        }
        routing_.write(static_cast<std::uint64_t>(pins.routing));
        first_port_valid_.write(pins.first_port >= 0 ? 1 : 0);
        first_port_.write(static_cast<std::uint64_t>(std::max(pins.first_port, 0)));
        for (int e = 0; e < entries_; ++e) {
            const rtl::HeaderPins::Entry& entry = pins.entries[static_cast<std::size_t>(e)];
            entry_valid_.write(e, 1, entry.valid ? 1 : 0);
            entry_address_.write(e * node_, node_, static_cast<std::uint32_t>(entry.address));
            entry_control_.write(e * 2, 2, static_cast<std::uint64_t>(entry.control));
        }
    }

    rtl::HeaderPins read() const {
        rtl::HeaderPins pins;
        pins.header = header_.read() != 0;
        pins.error = error_.read() != 0;
        if (!pins.header) {
            return pins;
        }
        pins.more = more_.read() != 0;
        pins.routing = static_cast<int>(routing_.read());
        pins.first_port = first_port_valid_.read() != 0 ? static_cast<int>(first_port_.read()) : -1;
        for (int e = 0; e < entries_; ++e) {
            pins.entries.push_back(
                {entry_valid_.read(e, 1) != 0,
                 static_cast<topo::NodeId>(entry_address_.read(e * node_, node_)),
                 static_cast<int>(entry_control_.read(e * 2, 2))});
        }
        return pins;
    }

private:
    int entries_;
    int node_;
    rtl::Flit written_;
    PinBits header_, more_, routing_, first_port_valid_, first_port_;
    PinBits entry_valid_, entry_address_, entry_control_, error_;
};

}  // namespace flitscope::cosim
