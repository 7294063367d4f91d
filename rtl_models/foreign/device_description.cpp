#include "rtl_models/foreign/device_description.h"

#include <fmt/format.h>

#include "rtl_models/router/pin_widths.h"

namespace flitscope::cosim {

std::string DeviceDescription::where(const DescriptionPlace& place, const std::string& key) const {
    return fmt::format("{}:{}:{}: {}: ", file, place.line, place.column, key);
}

PinSlice DirectionPins::slice(const FlitField& field, int port) const {
    if (field.width != 0) {
        PinSlice slice = flit.slice(port);
        slice.lsb += field.lsb;
        slice.width = field.width;
        return slice;
    }
    for (const PortSignal& own : fields) {
        if (own.key.substr(own.key.rfind('.') + 1) == field.name) {
            return own.slice(port);
        }
    }
    return {};
}

int DirectionPins::width(const FlitField& field) const {
    int width = field.width;
    for (int port = 0; width == 0 && port < static_cast<int>(valid.ports.size()); ++port) {
        width = slice(field, port).width;
    }
    return width;
}

int vc_bits(VcCode code, int vcs) {
    return code == VcCode::binary ? rtl::bits_for(vcs) : code == VcCode::one_hot ? vcs : 0;
}

int credit_vc_bits(int vcs) { return vcs > 1 ? rtl::bits_for(vcs) : 0; }

int back_bits(const FlowControlParameters& flow, int vcs) {
    if (flow.kind == FlowControlKind::ready_valid) {
        return flow.per == ReadyScope::vc ? vcs : 1;
    }
    if (flow.kind == FlowControlKind::credit && flow.style == CreditStyle::id) {
        return 1 + credit_vc_bits(vcs);
    }
    return vcs * flow.bits_per_vc();
}

bool fits(std::uint64_t value, int bits) { return bits >= 64 || value >> bits == 0; }

}  // namespace flitscope::cosim
