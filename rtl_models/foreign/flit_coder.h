#pragma once

#include <optional>
#include <string>
#include <vector>

#include "rtl_models/foreign/addresses.h"
#include "rtl_models/foreign/device_model.h"
#include "rtl_models/foreign/port_map.h"
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

/// The flit at the pins of an output, before its message is known.
struct SeenFlit {
    int vc = 0;
    std::optional<bool> head;  ///< empty: the description does not tell heads from others
    std::optional<bool> tail;
};

/// Identity in a body flit, as far as the description defines it.
struct DecodedBody {
    std::optional<std::uint64_t> message;
    std::optional<std::uint64_t> index;
};

/// Flits of Flitscope <-> pins of one device at one node.
class FlitCoder {
public:
    /// All outlive it.
    FlitCoder(const DeviceDescription& description, const Addresses& addresses,
              const NetworkRoutes& routes, const HeadCodec& codec, topo::NodeId node);

    /// Puts the flit (flit.vc: at the device) onto the pins of an input. `network_port`: -1 for
    /// injection.
    void encode(PortPins& pins, const rtl::Flit& flit, int network_port) const;
    /// Valid low, the rest 0.
    static void clear(PortPins& pins);
    /// The same, if a flit is there.
    static void remove(PortPins& pins) {
        if (valid(pins)) {
            clear(pins);
        }
    }

    static bool valid(const PortPins& pins) { return pins.valid.read() != 0; }
    /// Throws ViolationCause for VC or type codes that mean nothing.
    SeenFlit see(const PortPins& pins) const;
    /// Throws ViolationCause for an address outside the network, and what the head codec finds.
    DecodedHead decode_head(const PortPins& pins, int network_port) const;
    DecodedBody decode_body(const PortPins& pins) const;
    /// The data of the flit, of so many bytes; none if the device has no pins for it.
    static rtl::FlitData decode_data(const PortPins& pins, int bytes);

    /// Bits of the message tag in heads and in bodies, 0: none.
    int head_tag_bits() const { return head_tag_bits_; }
    int body_tag_bits() const { return body_tag_bits_; }
    int index_bits() const { return index_bits_; }
    /// Whether heads name their destination without the codec.
    bool tells_destination() const { return tells_destination_; }
    /// Throws DescriptionError: the heads say too little.
    [[noreturn]] void refuse_heads(const std::string& problem) const;
    /// "pins.yaml:14:7: flit.head.tag: a tag of 3 bits"
    std::string tag_text() const;

private:
    std::uint64_t value_of(const FlitField& field, const rtl::Flit& flit, int network_port) const;
    void see_type(std::uint64_t code, SeenFlit& seen) const;
    int decode_vc(const PortPins& pins) const;
    void decode_field(const FlitField& field, std::uint64_t value, DecodedHead& decoded,
                      std::vector<int>& destination, std::vector<int>& source) const;
    std::optional<topo::NodeId> node_at(const std::vector<int>& coordinates) const;

    const DeviceDescription& description_;
    const Addresses& addresses_;
    const NetworkRoutes& routes_;
    const HeadCodec& codec_;
    topo::NodeId node_;
    HeadFields empty_head_;
    int head_tag_bits_ = 0;
    int body_tag_bits_ = 0;
    int index_bits_ = 0;
    bool tells_destination_ = false;
};

}  // namespace flitscope::cosim
