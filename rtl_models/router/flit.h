#pragma once

#include <cstdint>
#include <sstream>
#include <string>
#include <vector>

#include "rtl_models/router/flit_data.h"
#include "rtl_models/router/flit_header.h"

namespace flitscope::rtl {

enum class FlitKind : std::uint8_t { none = 0, head = 1, body = 2, tail = 3, head_tail = 4 };

/// The data of a reduction message (docs/reductions.md): one element per flit.
struct FlitOperand {
    int entry = 0;                        ///< of the combining unit
    std::vector<std::uint64_t> elements;  ///< by flit of the message
};
inline bool operator==(const FlitOperand& a, const FlitOperand& b) {
    return a.entry == b.entry && a.elements == b.elements;
}

/// A flit without its data.
///
/// The fields below `index` belong to the head in hardware; the model repeats them in every flit so
/// that any flit in a waveform names its message.
struct FlitFields {
    std::uint32_t message = 0;  ///< message id (docs: number of the message in order of generation)
    std::uint32_t index = 0;    ///< 0..length-1
    std::uint32_t length = 0;   ///< flits in the message
    std::int32_t source = 0;    ///< an address (node_address.h)
    std::int32_t destination = 0;  ///< an address
    std::uint16_t salt = 0;        ///< docs/router.md, section 12
    std::uint16_t hop = 0;  ///< channels used so far; each router adds one on network outputs
    std::uint8_t message_class = 0;
    FlitKind kind = FlitKind::none;
    std::uint8_t vc = 0;  ///< VC on the channel this wire belongs to
    /// Of multicasts (docs/multicast_units.md), as `served` and `header`: a protocol error, at
    /// ejection outputs.
    bool error = false;
    bool detour = false;  ///< the source router decided on the detour (docs/router.md, section 12)
    /// With lookahead, of heads: output port and VC class in the router that it is in or enters.
    std::uint8_t ahead_class = 0;
    std::uint16_t ahead_port = 0;
    std::uint32_t served = 0;  ///< entries of `header` that are invalid, from the first one on
    /// Edge at which the message joined its source queue (RequestInfo). Not compared: it follows
    /// from `message`, and of it the RTL has only the age (priority.h), the low 16 bits.
    std::int64_t joined = 0;
    SharedValue<FlitHeader> header;    ///< its header fields; none: it is no header flit
    SharedValue<FlitOperand> operand;  ///< null: not of a reduction

    bool valid() const { return kind != FlitKind::none; }
    bool is_head() const { return kind == FlitKind::head || kind == FlitKind::head_tail; }
    bool is_tail() const { return kind == FlitKind::tail || kind == FlitKind::head_tail; }
};

/// What a flit wire carries in one cycle; `kind == none`: nothing (valid low). Copied as a whole.
struct Flit : FlitFields {
    // With `= default`, Flit() would fill all of `data` with 0.
    Flit() {}  // NOLINT(modernize-use-equals-default)

    FlitData data;  ///< docs/data.md; none where flits carry none
};

/// An invalid wire carries no bytes.
inline bool operator==(const Flit& a, const Flit& b) {
    return a.kind == b.kind && a.message == b.message && a.index == b.index && a.vc == b.vc &&
           a.length == b.length && a.source == b.source && a.destination == b.destination &&
           a.salt == b.salt && a.hop == b.hop && a.message_class == b.message_class &&
           a.error == b.error && a.detour == b.detour && a.ahead_port == b.ahead_port &&
           a.ahead_class == b.ahead_class && same_header(a.header, a.served, b.header, b.served) &&
           a.operand == b.operand && (!a.valid() || a.data == b.data);
}
inline bool operator!=(const Flit& a, const Flit& b) { return !(a == b); }
inline std::ostream& operator<<(std::ostream& out, const Flit& flit) {
    if (!flit.valid()) {
        return out << "-";
    }
    const char* const kinds[] = {"none", "head", "body", "tail", "head_tail"};
    return out << kinds[static_cast<int>(flit.kind)] << " message " << flit.message << " flit "
               << flit.index << "/" << flit.length << " vc " << static_cast<int>(flit.vc) << " "
               << flit.source << ">" << flit.destination;
}

/// Two flits that should be the same, `relation` between them (", must be "), and of the same flit
/// with other bytes which of them differs.
inline std::string flit_difference(const Flit& found, const char* relation, const Flit& wanted) {
    std::ostringstream text;
    text << found << relation << wanted;
    if (found.valid() && found.message == wanted.message && found.index == wanted.index &&
        found.data != wanted.data) {
        text << ": " << data_difference(found.data, wanted.data);
    }
    return text.str();
}

/// Kind of flit `index` of a message of `length` flits.
inline FlitKind flit_kind(std::uint32_t index, std::uint32_t length) {
    if (length == 1) {
        return FlitKind::head_tail;
    }
    return index == 0 ? FlitKind::head : index + 1 == length ? FlitKind::tail : FlitKind::body;
}

/// Flits of a head's message that follow its path, including the head: without the flits dropped
/// before it.
inline std::uint32_t flits_behind(const Flit& head) {
    return head.length - (head.is_head() ? head.index : 0);
}

/// Flit `index` of the unicast to which `flit` belongs.
inline Flit flit_at(Flit flit, std::uint32_t index) {
    flit.index = index;
    flit.ahead_port = flit.ahead_class = 0;
    flit.kind = flit_kind(index, flit.length);
    return flit;
}

}  // namespace flitscope::rtl
