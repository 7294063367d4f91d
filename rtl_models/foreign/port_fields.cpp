#include "rtl_models/foreign/port_fields.h"

#include <algorithm>
#include <optional>

namespace flitscope::cosim {

namespace {

/// By value of Show::kind.
enum Kind : std::uint64_t { none, head, body, tail, single, flit };

/// The slices of one port.
struct PortSlices {
    PortSlices(const DirectionPins& direction, int port)
        : pins(direction), at(static_cast<std::size_t>(port)) {}
    PinSlice of(const PortSignal& signal) const {
        return signal.exists() ? signal.ports[at] : PinSlice{};
    }
    PinSlice of(const FlitField& field) const {
        if (field.width != 0) {
            PinSlice slice = of(pins.flit);
            slice.lsb += field.lsb;
            slice.width = field.width;
            return slice;
        }
        for (const PortSignal& own : pins.fields) {
            if (own.key.substr(own.key.rfind('.') + 1) == field.name) {
                return of(own);
            }
        }
        return {};
    }
    const DirectionPins& pins;
    std::size_t at;
};

using Read = PortFields::Read;

/// What is on the pins: the kind of flit as far as they tell.
std::function<Kind(const Read&)> kind_of(const DeviceDescription& d, const PortSlices& slices) {
    return [style = d.head_style, codes = d.type_codes, valid = slices.of(slices.pins.valid),
            type = slices.of(slices.pins.type), head_bit = slices.of(slices.pins.head),
            tail_bit = slices.of(slices.pins.tail)](const Read& read) {
        if (read(valid) == 0) {
            return Kind::none;
        }
        switch (style) {
            case HeadStyle::type_code: {
                const std::uint64_t code = read(type);
                return code == codes.single ? Kind::single
                       : code == codes.head ? Kind::head
                       : code == codes.tail ? Kind::tail
                       : code == codes.body ? Kind::body
                                            : Kind::flit;
            }
            case HeadStyle::head_tail:
                return read(head_bit) != 0 ? (read(tail_bit) != 0 ? Kind::single : Kind::head)
                                           : (read(tail_bit) != 0 ? Kind::tail : Kind::body);
            case HeadStyle::last:
                return read(tail_bit) != 0 ? Kind::tail : Kind::flit;
            case HeadStyle::length:
                break;
        }
        return Kind::flit;
    };
}

bool may_be_head(Kind kind) {
    return kind == Kind::head || kind == Kind::single || kind == Kind::flit;
}

/// The node that a head's coordinates name; empty: they do not name one.
std::function<std::uint64_t(const Read&)> node_of(const DeviceDescription& d,
                                                  const Addresses& addresses,
                                                  const PortSlices& slices, FieldMeaning meaning) {
    std::vector<std::optional<FlitField>> by_dimension(addresses.dimensions());
    for (const FlitField& field : d.head_fields) {
        if (field.meaning == meaning) {
            by_dimension[static_cast<std::size_t>(field.dimension)] = field;
        }
    }
    std::vector<std::function<std::uint64_t(const Read&)>> coordinates;
    std::uint64_t places = 1;
    for (std::size_t i = 0; i < by_dimension.size(); ++i) {
        if (!by_dimension[i]) {
            return {};
        }
        const auto size = static_cast<std::uint64_t>(addresses.size(static_cast<int>(i)));
        coordinates.emplace_back([slice = slices.of(*by_dimension[i]),
                                  reversed = by_dimension[i]->reversed, size](const Read& read) {
            const std::uint64_t value = read(slice);
            return value < size && reversed ? size - 1 - value : value;
        });
        places *= size;
    }
    // By coordinates, the first running fastest; copied, for the topology goes before the waves.
    std::vector<std::uint64_t> nodes(places);
    for (topo::NodeId node = 0; node < addresses.topology().nodes(); ++node) {
        const std::vector<int> at = addresses.topology().coordinates(node);
        std::uint64_t place = 0;
        for (std::size_t i = at.size(); i-- > 0;) {
            place = place * static_cast<std::uint64_t>(addresses.size(static_cast<int>(i))) +
                    static_cast<std::uint64_t>(at[i]);
        }
        nodes[place] = static_cast<std::uint64_t>(node);
    }
    std::vector<std::uint64_t> sizes;
    for (std::size_t i = 0; i < coordinates.size(); ++i) {
        sizes.push_back(static_cast<std::uint64_t>(addresses.size(static_cast<int>(i))));
    }
    return [coordinates, sizes, nodes](const Read& read) {
        std::uint64_t place = 0;
        for (std::size_t i = coordinates.size(); i-- > 0;) {
            const std::uint64_t at = coordinates[i](read);
            if (at >= sizes[i]) {
                return ~std::uint64_t{0};  // nowhere
            }
            place = place * sizes[i] + at;
        }
        return nodes[place];
    };
}

std::string back_name(const FlowControlParameters& flow) {
    switch (flow.kind) {
        case FlowControlKind::ready_valid:
            return "ready";
        case FlowControlKind::on_off:
            return flow.off_is_high ? "off" : "on";
        default:
            return flow.style == CreditStyle::id ? "credit_valid" : "credit";
    }
}

std::uint64_t vc_number(VcCode code, std::uint64_t value) {
    return code == VcCode::one_hot && value != 0
               ? static_cast<std::uint64_t>(__builtin_ctzll(value))
               : value;
}

}  // namespace

std::string port_title(bool input, int port, int device_port) {
    return std::string(input ? "input " : "output ") + std::to_string(port) + " (device port " +
           std::to_string(device_port) + ")";
}

const std::vector<std::string>& PortFields::kinds() {
    static const std::vector<std::string> texts = {"", "head", "body", "tail", "single", "flit"};
    return texts;
}

PortFields::PortFields(const DeviceDescription& description, const PortMap& map,
                       const Addresses& addresses, const rtl::PortLayout& layout) {
    const auto device_port = [&](int port) {
        return port < layout.network ? map.device_port(port) : map.local_port();
    };
    for (int p = 0; p < layout.inputs(); ++p) {
        add_port(description, addresses, p, device_port(p), true);
    }
    for (int p = 0; p < layout.outputs(); ++p) {
        add_port(description, addresses, p, device_port(p), false);
    }
}

void PortFields::add_port(const DeviceDescription& d, const Addresses& addresses, int number,
                          int device_port, bool input) {
    const DirectionPins& pins = input ? d.inputs : d.outputs;
    const PortSlices slices(pins, std::max(device_port, 0));
    if (device_port < 0 || !slices.of(pins.valid).exists()) {
        return;
    }
    Port port;
    port.scope = (input ? "input_" : "output_") + std::to_string(number);
    port.title = port_title(input, number, device_port);
    const auto kind = kind_of(d, slices);
    port.fields.push_back({"flit", 3, Show::kind, kind});
    if (d.vc_code != VcCode::none) {
        port.fields.push_back({"vc", bits_for_values(d.vcs), Show::number,
                               [kind, slice = slices.of(pins.vc), code = d.vc_code](const Read& r) {
                                   return kind(r) == Kind::none ? 0 : vc_number(code, r(slice));
                               }});
    }
    for (const auto& [name, meaning] : {std::pair("to_node", FieldMeaning::destination_coordinate),
                                        std::pair("from_node", FieldMeaning::source_coordinate)}) {
        if (const auto node = node_of(d, addresses, slices, meaning)) {
            port.fields.push_back(
                {name, bits_for_values(addresses.topology().nodes() + 1), Show::number,
                 [kind, node](const Read& r) { return may_be_head(kind(r)) ? node(r) : 0; }});
        }
    }
    const auto add_fields = [&](const std::vector<FlitField>& fields, const char* prefix,
                                bool of_heads) {
        for (const FlitField& field : fields) {
            const PinSlice slice = slices.of(field);
            if (slice.exists()) {
                port.fields.push_back(
                    {prefix + field.name, slice.width, Show::number, [=](const Read& r) {
                         const Kind now = kind(r);
                         const bool shown = of_heads ? may_be_head(now)
                                                     : now != Kind::none && now != Kind::head &&
                                                           now != Kind::single;
                         return shown ? r(slice) : 0;
                     }});
            }
        }
    };
    add_fields(d.head_fields, "head_", true);
    add_fields(d.body_fields, "body_", false);
    const PinSlice back = slices.of(pins.back);
    if (back.exists()) {
        port.fields.push_back({back_name(input ? d.input_flow : d.output_flow), back.width,
                               Show::bits, [back](const Read& r) { return r(back); }});
    }
    const PinSlice back_vc = slices.of(pins.back_vc);
    if (back_vc.exists()) {
        port.fields.push_back({"credit_vc", back_vc.width, Show::number,
                               [back_vc](const Read& r) { return r(back_vc); }});
    }
    ports_.push_back(std::move(port));
}

}  // namespace flitscope::cosim
