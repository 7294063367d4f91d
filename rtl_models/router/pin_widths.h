#pragma once

namespace flitscope::rtl {

/// Bits of one value of a pin, named by the parameter of the Verilog units.
enum class PinWidth {
    bit,
    vcs,
    crossbar_inputs,
    kind,
    message_class,
    port,
    vc,
    count,
    node,
    length,
    salt,
    hop,
    index,
    message,
    routing,
    detour,
    ahead_port,
    ahead_class,
    age,
    priority,
    data
};
/// How many values are concatenated in a pin of one port, number 0 lowest.
enum class PinElements { one, vcs, outputs };

/// Bits of a number 0..values-1; at least one.
constexpr int bits_for(int values) {
    int bits = 1;
    while ((1 << bits) < values) {
        ++bits;
    }
    return bits;
}

/// The parameters that define the pin widths of a router's units. Those with a default have the
/// values with which routers are verilated (scripts/cmake/FlitscopeVerilog.cmake).
struct PinSizes {
    int inputs = 1;
    int outputs = 1;
    int vcs = 1;
    int buffer_flits = 1;
    int message_classes = 1;
    int header_entries = 0;  ///< of a header flit; 0: no multicasts
    int header_routings = 1;
    int flit_bytes = 0;  ///< 0..64 that a flit carries; 0: no pin (docs/data.md)
    int detour = 0;      ///< 1: heads carry the bit of UGAL; 0: no pin
    int lookahead = 0;   ///< 1: ... and their output ports; 0: no pins
    int input_speedup = 1;
    int priority = 0;  ///< 0: none, 1: class, 2: age, which heads carry then; 0, 1: no pin of it
    int node = 32;
    int length = 32;
    int salt = 16;
    int hop = 16;
    int index = 32;
    int message = 32;
    int ahead_class = 0;  ///< what the RTL routes ahead with has one VC class: no pin

    /// At most 64, except for data.
    constexpr int bits(PinWidth width) const {
        switch (width) {
            case PinWidth::bit:
                return 1;
            case PinWidth::vcs:
                return vcs;
            case PinWidth::crossbar_inputs:
                return inputs * input_speedup;
            case PinWidth::kind:
                return 3;
            case PinWidth::message_class:
                return bits_for(message_classes);
            case PinWidth::port:
                return bits_for(outputs);
            case PinWidth::vc:
                return bits_for(vcs);
            case PinWidth::count:
                return bits_for(buffer_flits + 1);
            case PinWidth::node:
                return node;
            case PinWidth::length:
                return length;
            case PinWidth::salt:
                return salt;
            case PinWidth::hop:
                return hop;
            case PinWidth::index:
                return index;
            case PinWidth::message:
                return message;
            case PinWidth::routing:
                return bits_for(header_routings);
            case PinWidth::detour:
                return detour;
            case PinWidth::ahead_port:
                return lookahead != 0 ? bits_for(outputs) : 0;
            case PinWidth::ahead_class:
                return ahead_class;
            case PinWidth::age:
                return priority == 2 ? 16 : 0;
            case PinWidth::priority:
                return priority == 1 ? bits_for(message_classes) : bits(PinWidth::age);
            case PinWidth::data:
                return 8 * flit_bytes;
        }
        return 0;
    }
    constexpr int number(PinElements elements) const {
        return elements == PinElements::vcs ? vcs : elements == PinElements::outputs ? outputs : 1;
    }
};

/// A wide value is written and read in words of 64 bits, the lowest first: their number, and the
/// bits of number `word`.
constexpr int words_of(int width) { return (width + 63) / 64; }
constexpr int bits_of_word(int width, int word) {
    return width - 64 * word < 64 ? width - 64 * word : 64;
}

// The fields of a flit: pin, member of Flit, PinWidth. Without `vc`, which a stored flit has not,
// and `valid`, which is the kind, and `data`, which may be wide.
#define FLITSCOPE_FLIT_FIELDS(FIELD, prefix)             \
    FIELD(prefix##kind, kind, kind)                      \
    FIELD(prefix##class, message_class, message_class)   \
    FIELD(prefix##length, length, length)                \
    FIELD(prefix##destination, destination, node)        \
    FIELD(prefix##source, source, node)                  \
    FIELD(prefix##salt, salt, salt)                      \
    FIELD(prefix##hop, hop, hop)                         \
    FIELD(prefix##detour, detour, detour)                \
    FIELD(prefix##ahead_port, ahead_port, ahead_port)    \
    FIELD(prefix##ahead_class, ahead_class, ahead_class) \
    FIELD(prefix##age, joined, age)                      \
    FIELD(prefix##index, index, index)                   \
    FIELD(prefix##message, message, message)

}  // namespace flitscope::rtl
