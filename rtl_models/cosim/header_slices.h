#pragma once

#include <algorithm>
#include <cstdint>
#include <string>

#include "rtl_models/cosim/output_pins.h"
#include "rtl_models/cosim/pin_bits.h"
#include "rtl_models/cosim/unit_model.h"
#include "rtl_models/router/header_pins.h"

namespace flitscope::cosim {

/// The header fields of a flit at a port of a verilated unit (docs/multicast_units.md).
class HeaderSlices {
public:
    /// Flit number `at` of `flits` that lie side by side in the pins of this port.
    HeaderSlices(const UnitModel& model, const std::string& port, int at, int flits) {
        const auto find = [&](const char* field) {
            for (const UnitPin& pin : model.pins()) {
                if (pin.name == port + '_' + field) {
                    outputs_ |= OutputPins::bit_of(model, pin);
                    return PinBits(pin.data, at * (pin.width / flits), pin.width / flits);
                }
            }
            complete_ = false;
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

    /// The unit has them all.
    bool complete() const { return complete_; }
    /// Of an output: its pins.
    OutputPins::Changes outputs() const { return outputs_; }
    /// E, of a header flit.
    int entries() const { return entry_valid_.width(); }

    void write(const rtl::Flit& flit) {
        if (flit == written_) {
            return;
        }
        written_ = flit;
        const rtl::HeaderPins pins = rtl::header_pins(flit, entries());
        header_.write(pins.header ? 1 : 0);
        more_.write(pins.more ? 1 : 0);
        error_.write(pins.error ? 1 : 0);
        if (!pins.header) {
            return;
        }
        routing_.write(static_cast<std::uint64_t>(pins.routing));
        first_port_valid_.write(pins.first_port >= 0 ? 1 : 0);
        first_port_.write(static_cast<std::uint64_t>(std::max(pins.first_port, 0)));
        for (int e = 0; e < entries(); ++e) {
            const rtl::HeaderPins::Entry& entry = pins.entries[static_cast<std::size_t>(e)];
            entry_valid_.write(e, 1, entry.valid ? 1 : 0);
            entry_address_.write(e * node(), node(), static_cast<std::uint32_t>(entry.address));
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
        for (int e = 0; e < entries(); ++e) {
            pins.entries.push_back(
                {entry_valid_.read(e, 1) != 0,
                 static_cast<topo::NodeId>(entry_address_.read(e * node(), node())),
                 static_cast<int>(entry_control_.read(e * 2, 2))});
        }
        return pins;
    }

private:
    int node() const { return entry_address_.width() / entries(); }

    bool complete_ = true;
    rtl::Flit written_;
    OutputPins::Changes outputs_ = 0;
    PinBits header_, more_, routing_, first_port_valid_, first_port_;
    PinBits entry_valid_, entry_address_, entry_control_, error_;
};

}  // namespace flitscope::cosim
