#pragma once

#include <vector>

#include "rtl_models/foreign/device_description.h"
#include "rtl_models/foreign/device_model.h"
#include "rtl_models/router/pin_bits.h"

namespace flitscope::cosim {

/// The pins of one device port in one direction, bound to an instance. Absent pins do not exist.
struct PortPins : FlitSignals<rtl::PinBits> {
    std::vector<rtl::PinBits> head_fields;  ///< by field of description.head_fields
    std::vector<rtl::PinBits> body_fields;

    /// The flow control pins in the form of flow_control.h; 0 if there are none.
    std::uint64_t read_back() const { return back.read() | back_vc.read() << 1; }
    void write_back(std::uint64_t value) {
        back.write(value);
        back_vc.write(value >> 1);
    }
};

/// The pins of an instance by name. `pins` and the device outlive it.
class PinBinder {
public:
    PinBinder(const std::vector<DevicePin>& pins, Device& device) : pins_(pins), device_(device) {}

    /// The elements of a pin. It exists (check_pins).
    std::vector<rtl::PinBits> elements(const std::string& pin) const;
    rtl::PinBits whole(const std::string& pin) const { return elements(pin).front(); }
    rtl::PinBits bits(const PinSlice& slice) const;
    PortPins port(const DeviceDescription& description, const DirectionPins& pins, int port) const;

private:
    int index_of(const std::string& pin) const;
    std::vector<rtl::PinBits> fields(const std::vector<FlitField>& fields,
                                     const DirectionPins& pins, int port) const;

    const std::vector<DevicePin>& pins_;
    Device& device_;
};

}  // namespace flitscope::cosim
