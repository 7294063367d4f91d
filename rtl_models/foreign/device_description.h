#pragma once

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "rtl_models/foreign/flow_control/flow_control.h"
#include "topologies/node_value.h"

namespace flitscope::cosim {

/// Line and column of the description, from 1.
struct DescriptionPlace {
    int line = 0;
    int column = 0;
};

/// Some bits of an element of a pin.
struct PinSlice {
    std::string pin;  ///< "": there are none
    int element = 0;  ///< of an unpacked array, flattened
    int lsb = 0;
    int width = 0;
    bool exists() const { return !pin.empty(); }
};

/// The slices of one signal, one for each port of the device.
struct PortSignal {
    std::string key;  ///< "inputs.valid"
    DescriptionPlace place;
    std::vector<PinSlice>
        ports;  ///< by position in `ports`; empty: the description has no such key
    bool exists() const { return !ports.empty(); }
    PinSlice slice(int port) const {
        return exists() ? ports[static_cast<std::size_t>(port)] : PinSlice{};
    }
};

/// A constant on a pin.
struct TiedPin {
    std::string pin;
    std::vector<std::uint64_t> value;  ///< 64 bits each, lowest first; for every element
    DescriptionPlace place;
};

/// The name of a device port in the description.
struct DevicePort {
    enum class Kind { network, direction, local };
    Kind kind = Kind::network;
    int number = 0;        ///< network: Flitscope's port; direction: the dimension
    bool positive = true;  ///< direction: towards higher coordinates
    DescriptionPlace place;
};

/// A value of a message, for a head or a pin.
enum class FieldMeaning {
    destination,             ///< node id
    source,                  ///< node id
    destination_coordinate,  ///< of `dimension`
    source_coordinate,
    length,       ///< flits
    length_less,  ///< flits after the head
    message_class,
    message,      ///< tag by which the adapter knows the message
    index,        ///< number of the flit in its message
    output_port,  ///< device port that our routing takes here
    constant,
    codec  ///< the plug-in's HeadCodec fills it
};
enum class NumberCode { binary, one_hot };

struct FlitField {
    std::string name;
    FieldMeaning meaning = FieldMeaning::destination;
    int dimension = 0;
    bool reversed = false;                 ///< coordinate counted from the other end
    NumberCode code = NumberCode::binary;  ///< output_port
    std::uint64_t value = 0;               ///< constant
    int lsb = 0;                           ///< in the flit
    int width = 0;                         ///< 0: it has pins of its own, a signal of the same name
    DescriptionPlace place;
};

/// The value of the node's address pins, or of a parameter instead; or any other number of the
/// node.
struct NodePin {
    std::string pin;        ///< "": a parameter
    std::string parameter;  ///< of the top: the node has the variant with the value
    int lsb = 0;
    int width = 0;  ///< 0: all of the pin
    bool coordinate = false;
    int dimension = 0;
    bool reversed = false;
    std::optional<topo::NodeValue> value;  ///< instead of the address
    DescriptionPlace place;
};

enum class HeadStyle {
    type_code,  ///< a code per kind of flit: signal `type`
    head_tail,  ///< signals `head` and `tail`
    last,       ///< signal `tail` alone; a head is what follows a tail
    length      ///< nothing but the length in the head
};
enum class VcCode {
    none,
    binary,
    one_hot,
    valid  ///< `valid` has a bit per VC
};

/// The signals of one direction: for each signal, its pins at all ports or at one.
template <typename Signal>
struct FlitSignals {
    VcCode vc_code = VcCode::none;
    Signal valid;
    Signal flit;
    Signal vc;
    Signal type;
    Signal head;
    Signal tail;
    Signal data;                 ///< what flits carry (docs/data.md), of any width
    Signal back;                 ///< flow control, against the direction of flits
    Signal back_vc;              ///< credits with a number: `back` is the valid bit alone
    std::vector<Signal> fields;  ///< by field of flit.head and flit.body that has its own pins
};

struct DirectionPins : FlitSignals<PortSignal> {
    /// Of a field, in the flit or of its own; those of one port are as wide as those of another.
    PinSlice slice(const FlitField& field, int port) const;
    int width(const FlitField& field) const;
};

struct FlitTypeCodes {
    std::uint64_t head = 0;
    std::uint64_t body = 0;
    std::uint64_t tail = 0;
    std::uint64_t single = 0;
    std::uint64_t of(bool is_head, bool is_tail) const {
        return is_head ? (is_tail ? single : head) : (is_tail ? tail : body);
    }
};

/// The pin description of a device (docs/cosimulation.md), as read.
struct DeviceDescription {
    std::string file;  ///< for messages

    std::string clock;
    DescriptionPlace clock_place;
    std::string reset;
    DescriptionPlace reset_place;
    bool reset_active_high = false;
    bool reset_synchronous = true;
    int reset_cycles = 2;
    int reset_settle = 0;  ///< cycles after release before edge 0
    std::vector<TiedPin> reset_hold;

    std::vector<DevicePort> ports;
    int vcs = 1;
    int max_length = 0;  ///< flits of a message; 0: any number
    DescriptionPlace max_length_place;
    std::vector<NodePin> node;

    HeadStyle head_style = HeadStyle::type_code;
    FlitTypeCodes type_codes;
    std::vector<FlitField> head_fields;
    std::vector<FlitField> body_fields;

    DirectionPins inputs;
    DirectionPins outputs;
    FlowControlParameters input_flow;
    FlowControlParameters output_flow;

    std::vector<TiedPin> ties;
    std::string idle;  ///< pin; "": none
    bool idle_high = true;
    DescriptionPlace idle_place;
    int quiet_after = 0;  ///< cycles without a flit inside after which it may sleep; 0: never
    int watchdog = 1000;  ///< cycles without progress, >= 1
    int history = 200;    ///< cycles of pins kept for the waves of a violation, >= 1

    /// "file:line:column: key: "
    std::string where(const DescriptionPlace& place, const std::string& key) const;
};

/// A pin description that does not fit the device's pins or the network.
/// what(): "file:line:column: key: problem".
class DescriptionError : public std::invalid_argument {
public:
    DescriptionError(const DeviceDescription& description, const DescriptionPlace& place,
                     const std::string& key, const std::string& problem)
        : std::invalid_argument(description.where(place, key) + problem) {}
};

/// Bits of the signal `vc`; 0: there is none.
int vc_bits(VcCode code, int vcs);
/// Bits of the VC number of a credit; 0 with one VC.
int credit_vc_bits(int vcs);
/// Bits of a flow control slice.
int back_bits(const FlowControlParameters& flow, int vcs);
/// `value` needs no more than `bits` (0..64) bits.
bool fits(std::uint64_t value, int bits);

}  // namespace flitscope::cosim
