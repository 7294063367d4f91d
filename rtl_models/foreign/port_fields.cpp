#include "rtl_models/foreign/port_fields.h"

#include <algorithm>
#include <map>

#include "rtl_models/router/pin_widths.h"

namespace flitscope::cosim {

namespace {

/// By value of Show::kind.
enum Kind : std::uint64_t { none, head, body, tail, single, flit };

using Read = PortFields::Read;

/// The kind of flit on the pins, as far as they tell it.
std::function<Kind(const Read&)> kind_of(const DeviceDescription& d, const DirectionPins& pins,
                                         int port) {
    return [codes = d.type_codes, valid = pins.valid.slice(port), type = pins.type.slice(port),
            head_bit = pins.head.slice(port), tail_bit = pins.tail.slice(port)](const Read& read) {
        if (read(valid) == 0) {
            return Kind::none;
        }
        if (type.exists()) {
            const std::uint64_t code = read(type);
            return code == codes.single ? Kind::single
                   : code == codes.head ? Kind::head
                   : code == codes.tail ? Kind::tail
                   : code == codes.body ? Kind::body
                                        : Kind::flit;
        }
        const bool last = tail_bit.exists() && read(tail_bit) != 0;
        if (!head_bit.exists()) {
            return last ? Kind::tail : Kind::flit;
        }
        return read(head_bit) != 0 ? (last ? Kind::single : Kind::head)
                                   : (last ? Kind::tail : Kind::body);
    };
}

bool may_be_head(Kind kind) {
    return kind == Kind::head || kind == Kind::single || kind == Kind::flit;
}

/// The node that a head's coordinates name; empty: they do not name one.
std::function<std::uint64_t(const Read&)> node_of(const DeviceDescription& d,
                                                  const Addresses& addresses,
                                                  const DirectionPins& pins, int port,
                                                  FieldMeaning meaning) {
    struct Coordinate {
        PinSlice slice;
        bool reversed = false;
        std::uint64_t size = 0;
    };
    std::vector<Coordinate> coordinates(addresses.dimensions());
    for (const FlitField& field : d.head_fields) {
        if (field.meaning == meaning) {
            coordinates[static_cast<std::size_t>(field.dimension)] = {
                pins.slice(field, port), field.reversed,
                static_cast<std::uint64_t>(addresses.size(field.dimension))};
        }
    }
    if (std::any_of(coordinates.begin(), coordinates.end(),
                    [](const Coordinate& each) { return each.size == 0; })) {
        return {};  // a dimension without a field
    }
    // Copied, because the waves outlive the topology.
    std::map<std::vector<std::uint64_t>, std::uint64_t> nodes;
    for (topo::NodeId node = 0; node < addresses.topology().routers(); ++node) {
        const std::vector<int> at = addresses.topology().coordinates(node);
        nodes[{at.begin(), at.end()}] = static_cast<std::uint64_t>(node);
    }
    return [coordinates, nodes](const Read& read) {
        std::vector<std::uint64_t> at;
        for (const Coordinate& each : coordinates) {
            const std::uint64_t value = read(each.slice);
            at.push_back(each.reversed ? each.size - 1 - value : value);
        }
        const auto found = nodes.find(at);
        return found == nodes.end() ? ~std::uint64_t{0} : found->second;  // ~0: nowhere
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
    return code != VcCode::binary && value != 0 ? static_cast<std::uint64_t>(__builtin_ctzll(value))
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
    for (int p = 0; p < layout.inputs(); ++p) {
        add_port(description, addresses, p, map.device_port(layout, p), true);
    }
    for (int p = 0; p < layout.outputs(); ++p) {
        add_port(description, addresses, p, map.device_port(layout, p), false);
    }
}

void PortFields::add_port(const DeviceDescription& d, const Addresses& addresses, int number,
                          int device_port, bool input) {
    const DirectionPins& pins = input ? d.inputs : d.outputs;
    if (device_port < 0 || !pins.valid.slice(device_port).exists()) {
        return;
    }
    Port port;
    port.scope = (input ? "input_" : "output_") + std::to_string(number);
    port.title = port_title(input, number, device_port);
    const auto kind = kind_of(d, pins, device_port);
    port.fields.push_back({"flit", 3, Show::kind, kind});
    if (pins.vc_code != VcCode::none) {
        const PortSignal& vc = pins.vc_code == VcCode::valid ? pins.valid : pins.vc;
        port.fields.push_back(
            {"vc", rtl::bits_for(d.vcs), Show::number,
             [kind, slice = vc.slice(device_port), code = pins.vc_code](const Read& r) {
                 return kind(r) == Kind::none ? 0 : vc_number(code, r(slice));
             }});
    }
    for (const auto& [name, meaning] : {std::pair("to_node", FieldMeaning::destination_coordinate),
                                        std::pair("from_node", FieldMeaning::source_coordinate)}) {
        if (const auto node = node_of(d, addresses, pins, device_port, meaning)) {
            port.fields.push_back(
                {name, rtl::bits_for(addresses.topology().routers() + 1), Show::number,
                 [kind, node](const Read& r) { return may_be_head(kind(r)) ? node(r) : 0; }});
        }
    }
    const auto add_fields = [&](const std::vector<FlitField>& fields, const char* prefix,
                                bool of_heads) {
        for (const FlitField& field : fields) {
            const PinSlice slice = pins.slice(field, device_port);
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
    const auto add_slice = [&port](const std::string& name, Show show, const PinSlice& slice) {
        if (slice.exists()) {
            port.fields.push_back(
                {name, slice.width, show, [slice](const Read& r) { return r(slice); }});
        }
    };
    add_slice(back_name(input ? d.input_flow : d.output_flow), Show::bits,
              pins.back.slice(device_port));
    add_slice("credit_vc", Show::number, pins.back_vc.slice(device_port));
    ports_.push_back(std::move(port));
}

}  // namespace flitscope::cosim
