#include "rtl_models/foreign/port_pins.h"

#include <algorithm>
#include <stdexcept>

namespace flitscope::cosim {

int PinBinder::index_of(const std::string& pin) const {
    const auto found = std::find_if(pins_.begin(), pins_.end(),
                                    [&pin](const DevicePin& each) { return each.name == pin; });
    if (found == pins_.end()) {
        throw std::logic_error("the device has no pin " + pin);
    }
    return static_cast<int>(found - pins_.begin());
}

std::vector<rtl::PinBits> PinBinder::elements(const std::string& pin) const {
    const DevicePin& found = pins_[static_cast<std::size_t>(index_of(pin))];
    std::vector<rtl::PinBits> all;
    for (int element = 0; element < found.elements; ++element) {
        all.push_back(bits({pin, element, 0, found.width}));
    }
    return all;
}

rtl::PinBits PinBinder::bits(const PinSlice& slice) const {
    if (!slice.exists()) {
        return {};
    }
    const PinStorage storage = device_.pin(index_of(slice.pin));
    return {storage.bytes + slice.element * storage.stride, slice.lsb, slice.width};
}

std::vector<rtl::PinBits> PinBinder::fields(const std::vector<FlitField>& fields,
                                            const DirectionPins& pins, int port) const {
    std::vector<rtl::PinBits> bound;
    for (const FlitField& field : fields) {
        bound.push_back(bits(pins.slice(field, port)));
    }
    return bound;
}

PortPins PinBinder::port(const DeviceDescription& description, const DirectionPins& pins,
                         int port) const {
    PortPins bound;
    bound.vc_code = pins.vc_code;
    bound.valid = bits(pins.valid.slice(port));
    bound.flit = bits(pins.flit.slice(port));
    bound.vc = bits(pins.vc.slice(port));
    bound.type = bits(pins.type.slice(port));
    bound.head = bits(pins.head.slice(port));
    bound.tail = bits(pins.tail.slice(port));
    bound.data = bits(pins.data.slice(port));
    bound.back = bits(pins.back.slice(port));
    bound.back_vc = bits(pins.back_vc.slice(port));
    if (bound.valid.exists()) {
        bound.head_fields = fields(description.head_fields, pins, port);
        bound.body_fields = fields(description.body_fields, pins, port);
    }
    for (const PortSignal& own : pins.fields) {
        bound.fields.push_back(bits(own.slice(port)));
    }
    return bound;
}

}  // namespace flitscope::cosim
