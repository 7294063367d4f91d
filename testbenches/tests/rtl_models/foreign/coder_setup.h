#pragma once

#include <memory>
#include <string>
#include <vector>

#include "rtl_models/foreign/flit_coder.h"
#include "testbenches/tests/rtl_models/foreign/fake_device.h"
#include "topologies/registry.h"
#include "topologies/routing/routing_registry.h"

namespace flitscope::cosim {

/// A description of 5 ports on a 4x4 mesh whose input and output signals are the same pins, so that
/// what is encoded can be decoded. Port i of every signal is slice i.
class CoderSetup {
public:
    explicit CoderSetup(const DeviceDescription& wanted)
        : topology_(topo::make_topology("mesh", {{"size", std::vector<std::int64_t>{4, 4}}})),
          routing_(topo::make_routing("dimension_order", *topology_, {})),
          description_(completed(wanted)),
          device_(pins_),
          map_(description_, *topology_),
          addresses_(description_, *topology_, pins_),
          routes_(*topology_, *routing_, map_),
          coder_(description_, addresses_, routes_, codec_, kNode) {}

    static constexpr topo::NodeId kNode = 5;
    static constexpr int kFlitBits = 96;

    const FlitCoder& coder() const { return coder_; }
    const NetworkRoutes& routes() const { return routes_; }
    const PortMap& map() const { return map_; }
    const topo::Topology& topology() const { return *topology_; }
    PortPins port(int device_port) {
        return PinBinder(pins_, device_).port(description_, description_.inputs, device_port);
    }

private:
    PortSignal signal(const std::string& key, int width) {
        PortSignal made;
        made.key = "outputs." + key;
        for (int port = 0; port < 5; ++port) {
            made.ports.push_back({key, 0, port * width, width});
        }
        pins_.push_back({key, true, 5 * width, 1, false});
        return made;
    }
    DeviceDescription completed(DeviceDescription description) {
        description.file = "pins.yaml";
        for (int port = 0; port < 4; ++port) {
            DevicePort each;
            each.number = port;
            description.ports.push_back(each);
        }
        DevicePort local;
        local.kind = DevicePort::Kind::local;
        description.ports.push_back(local);
        DirectionPins& pins = description.outputs;
        pins.valid = signal("valid", pins.vc_code == VcCode::valid ? description.vcs : 1);
        pins.flit = signal("flit", kFlitBits);
        if (vc_bits(pins.vc_code, description.vcs) != 0) {
            pins.vc = signal("vc", vc_bits(pins.vc_code, description.vcs));
        }
        if (description.head_style == HeadStyle::type_code) {
            pins.type = signal("type", 2);
        }
        if (description.head_style == HeadStyle::head_tail) {
            pins.head = signal("head", 1);
        }
        if (description.head_style == HeadStyle::head_tail ||
            description.head_style == HeadStyle::last) {
            pins.tail = signal("tail", 1);
        }
        description.inputs = pins;
        return description;
    }

    std::vector<DevicePin> pins_;
    std::unique_ptr<topo::Topology> topology_;
    std::unique_ptr<topo::RoutingFunction> routing_;
    DeviceDescription description_;
    FakeDevice device_;
    PortMap map_;
    Addresses addresses_;
    NetworkRoutes routes_;
    HeadCodec codec_;
    FlitCoder coder_;
};

/// {name, meaning, lsb, width}
inline FlitField field(const std::string& name, FieldMeaning meaning, int lsb, int width) {
    FlitField made;
    made.name = name;
    made.meaning = meaning;
    made.lsb = lsb;
    made.width = width;
    return made;
}
inline FlitField coordinate(const std::string& name, FieldMeaning meaning, int dimension,
                            bool reversed, int lsb, int width) {
    FlitField made = field(name, meaning, lsb, width);
    made.dimension = dimension;
    made.reversed = reversed;
    return made;
}

inline rtl::Flit flit_of(std::uint32_t message, std::uint32_t index, std::uint32_t length,
                         topo::NodeId source, topo::NodeId destination, int vc = 0) {
    rtl::Flit flit;
    flit.message = message;
    flit.index = index;
    flit.length = length;
    flit.source = source;
    flit.destination = destination;
    flit.vc = static_cast<std::uint8_t>(vc);
    flit.kind = rtl::flit_kind(index, length);
    return flit;
}

}  // namespace flitscope::cosim
