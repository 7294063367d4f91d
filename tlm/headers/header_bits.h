#pragma once

#include <string>
#include <vector>

#include "rtl_models/router/header_pins.h"

namespace flitscope::tl {

/// The kinds of headers that direct a request (docs/headers_and_branches.md, section 1).
enum class HeaderKind {
    unicast,          ///< the address says it
    coded_path,       ///< CPR: legs, each an address and the control field of those who pass it on
    destination_list  ///< every address receives; all control fields are `pass`
};

/// Format of the header fields of a flit (docs/multicast_units.md, "Flits"): each number has as
/// many bits as its largest value needs.
struct HeaderFormat {
    int entries = 1;   ///< E of a header flit; of networks with all in one: of the longest header
    int nodes = 2;     ///< addresses from here on are errors
    int routings = 1;  ///< header routings of the network
    int ports = 1;     ///< outputs of a router

    /// Bits of a header flit's fields: error, valid bits, addresses and control fields of the
    /// entries, header, more, first_port_valid, routing, first_port.
    int width() const;
};

/// [bit] the fields in the order of HeaderFormat::width, the lowest bit and entry 0 first.
using HeaderBits = std::vector<bool>;

/// One header flit, with its fields at the positions of the RTL
/// (rtl_models/router/header_slices.h). `unpack` throws std::invalid_argument if it does not get
/// format.width() bits.
HeaderBits pack(const rtl::HeaderPins& pins, const HeaderFormat& format);
rtl::HeaderPins unpack(const HeaderBits& bits, const HeaderFormat& format);

/// What keeps a source from sending this header, in words; "" if nothing does: it has no entries,
/// an address twice in a row, a control field 00, or, as a destination list, one that is not 10.
std::string mistake_in(HeaderKind kind, const rtl::Header& worm);

/// The header flits of a worm in the order in which its source sends them. Throws
/// std::invalid_argument for an invalid header, or for a number that does not fit the format.
std::vector<HeaderBits> encode(HeaderKind kind, const rtl::Header& worm,
                               const HeaderFormat& format);

/// The header in these flits, from the leading one on, without the served entries. Throws
/// std::invalid_argument, which names the flit and the entry, for flits that no encoder and no
/// router produces.
rtl::Header decode(HeaderKind kind, const std::vector<HeaderBits>& flits,
                   const HeaderFormat& format);

}  // namespace flitscope::tl
