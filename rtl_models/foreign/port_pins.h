#pragma once

#include <vector>

#include "rtl_models/foreign/device_description.h"
#include "rtl_models/foreign/device_model.h"
#include "rtl_models/router/pin_bits.h"

namespace flitscope::cosim {

/// The pins of one device port in one direction, bound to an instance. What the port does not have
/// does not exist.
struct PortPins {
    VcCode vc_code = VcCode::none;
    rtl::PinBits valid;
    rtl::PinBits flit;
    rtl::PinBits vc;
    rtl::PinBits type;
    rtl::PinBits head;
    rtl::PinBits tail;
    rtl::PinBits data;                      ///< of any width
    rtl::PinBits back;                      ///< flow control, against the direction of flits
    rtl::PinBits back_vc;                   ///< credits with a number: the number, if not in `back`
    std::vector<rtl::PinBits> head_fields;  ///< by field of description.head_fields
    std::vector<rtl::PinBits> body_fields;
    std::vector<rtl::PinBits> own_fields;  ///< fields with pins of their own, of heads and bodies

    /// The flow control pins as flow_control.h wants them; 0 where there are none.
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

    /// All bits of one element. The pin exists (check_pins).
    rtl::PinBits whole(const std::string& pin, int element = 0) const;
    int elements(const std::string& pin) const;
    int width(const std::string& pin) const;
    rtl::PinBits bits(const PinSlice& slice) const;
    PortPins port(const DeviceDescription& description, const DirectionPins& pins, int port) const;

private:
    int index_of(const std::string& pin) const;
    std::vector<rtl::PinBits> fields(const std::vector<FlitField>& fields,
                                     const DirectionPins& pins, int port) const;

    const std::vector<DevicePin>& pins_;
    Device& device_;
};

/// Writes a constant of any width.
void write_constant(rtl::PinBits pin, const std::vector<std::uint64_t>& value);

}  // namespace flitscope::cosim
