#pragma once

#include <optional>
#include <string>

#include "rtl_models/foreign/addresses.h"
#include "rtl_models/foreign/port_map.h"
#include "rtl_models/foreign/port_pins.h"

namespace flitscope::cosim {

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
